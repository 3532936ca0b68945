/** Whether what is waited for came, for who tries again when it did not. */
export const succeeds = (waiting: Promise<unknown>): Promise<boolean> =>
  waiting.then(
    () => true,
    () => false,
  );
