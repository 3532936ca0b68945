import { join, sep } from "node:path";
import { extensions } from "vscode";
import { extensionId } from "../../../src/ids.ts";

/** The timers that the extension has set since the call and that still wait. */
export const watchTimers = (): { readonly waiting: () => readonly string[]; readonly stop: () => void } => {
  const waiting = new Map<unknown, string>();
  const bundles = join(extensions.getExtension(extensionId)?.extensionPath ?? "", "dist") + sep;
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const watch = (callback: (...given: unknown[]) => void, ms?: number, ...rest: unknown[]): unknown => {
    const timer: unknown = set(
      (...given: unknown[]) => {
        waiting.delete(timer);
        callback(...given);
      },
      ms,
      ...rest,
    );
    const { stack = "" } = new Error(`${ms ?? 0} ms`);
    // Below the message and this function stands who set it.
    if (stack.split("\n")[2]?.includes(bundles)) waiting.set(timer, stack);
    return timer;
  };
  const forget = (timer: unknown): void => {
    waiting.delete(timer);
    clear(timer as NodeJS.Timeout);
  };
  Object.assign(globalThis, { setTimeout: watch, clearTimeout: forget });
  return {
    waiting: () => [...waiting.values()],
    stop: () => void Object.assign(globalThis, { setTimeout: set, clearTimeout: clear }),
  };
};
