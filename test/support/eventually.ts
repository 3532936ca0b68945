/** Waits until `condition` holds, by letting the event loop turn. Fails after `ms` milliseconds. */
export const eventually = async (
  condition: () => boolean | Promise<boolean>,
  what: string,
  ms = 20_000,
): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
