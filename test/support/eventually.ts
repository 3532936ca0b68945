/**
 * Waits until `condition` holds, by letting the event loop turn. Fails after `ms` milliseconds, with `what` and, if it is a
 * function, with what there is instead.
 */
export const eventually = async (
  condition: () => boolean | Promise<boolean>,
  what: string | (() => string),
  ms = 20_000,
): Promise<void> => {
  const end = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Not within ${ms} ms: ${typeof what === "string" ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
