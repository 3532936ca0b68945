import type { Disposable } from "./disposable.ts";

type Entry = { readonly call: () => void };

/** What is called when a signal is aborted. Each signal has one listener, as `addEventListener` looks at all that there are. */
const entriesOf = new WeakMap<AbortSignal, { readonly entries: Set<Entry>; readonly listener: () => void }>();

const nothing: Disposable = { dispose: () => undefined };

/** Calls back once when the signal is aborted, unless disposed before; never for a signal that was aborted before the call. */
export const onAbort = (signal: AbortSignal | undefined, callback: () => void): Disposable => {
  if (!signal) return nothing;
  let known = entriesOf.get(signal);
  if (!known) {
    const entries = new Set<Entry>();
    const listener = (): void => {
      entriesOf.delete(signal);
      for (const { call } of entries)
        try {
          call();
        } catch (error) {
          // As with listeners of the signal, the others are called.
          queueMicrotask(() => {
            throw error;
          });
        }
    };
    known = { entries, listener };
    entriesOf.set(signal, known);
    signal.addEventListener("abort", listener, { once: true });
  }
  const { entries, listener } = known;
  const entry = { call: callback };
  entries.add(entry);
  return {
    dispose: () => {
      if (!entries.delete(entry) || entries.size > 0 || entriesOf.get(signal)?.entries !== entries) return;
      entriesOf.delete(signal);
      signal.removeEventListener("abort", listener);
    },
  };
};
