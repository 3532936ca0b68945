import type { OperationTypes } from "./operation.ts";
import { type OperationId, operationIds, type Sections } from "./operations/table.ts";
import { HttpError, type RawResponse } from "./errors.ts";
import type { WithMeta } from "./types/result.ts";
import type { CallOptions } from "./callOptions.ts";

/** Interface 1.1.1: the error first. When a JSON body cannot be parsed, `result` is the raw response. */
type Callback<R> = (error: Error | null, result?: R | RawResponse) => void;

/** `block` overrides the options of this one call. Without a callback the result is a promise. */
interface SectionMethod<Msg, Result> {
  (msg: Msg, callback: Callback<WithMeta<Result>>): void;
  (msg: Msg, block: CallOptions | null | undefined, callback: Callback<WithMeta<Result>>): void;
  (
    ...args: {} extends Msg ? [msg?: Msg, block?: CallOptions] : [msg: Msg, block?: CallOptions]
  ): Promise<WithMeta<Result>>;
}

/** The surface of interface 1.1: `client.<group>.<operation>(msg[, block][, callback])`. */
export type SectionMethods = {
  readonly [S in keyof Sections]: {
    readonly [O in keyof Sections[S]]: SectionMethod<
      OperationTypes<Sections[S][O]>["msg"],
      OperationTypes<Sections[S][O]>["result"]
    >;
  };
};

type Call = (id: OperationId, msg: unknown, options: CallOptions) => Promise<unknown>;
type AnyCallback = (error: unknown, result?: unknown) => void;

const isCallback = (value: unknown): value is AnyCallback => typeof value === "function";

/** Calls back outside the promise, so that what the callback throws is not swallowed by it. */
const settle = (promise: Promise<unknown>, callback: AnyCallback): void => {
  promise.then(
    (result) => queueMicrotask(() => callback(null, result)),
    (error: unknown) =>
      queueMicrotask(() => {
        if (HttpError.is(error, "unreadable")) callback(error, error.raw);
        else callback(error);
      }),
  );
};

const methodOf =
  (id: OperationId, call: Call) =>
  (...args: readonly unknown[]): unknown => {
    const callback = args.find(isCallback);
    const [msg, block] = args.filter((arg) => !isCallback(arg));
    const result = call(id, msg, (block as CallOptions | null | undefined) ?? {});
    if (!callback) return result;
    settle(result, callback);
    return undefined;
  };

/** Gives the clients of a prototype the sections of the operations table. A client makes a section's methods with its first use. */
export const defineSections = <C extends object>(prototype: C, callOf: (client: C) => Call): void => {
  const sections: Record<string, OperationId[]> = {};
  for (const id of operationIds) (sections[id.split(".")[0] ?? ""] ??= []).push(id);
  for (const [section, ids] of Object.entries(sections))
    Object.defineProperty(prototype, section, {
      configurable: true,
      get(this: C) {
        const call = callOf(this);
        const value = Object.fromEntries(ids.map((id) => [id.slice(section.length + 1), methodOf(id, call)]));
        Object.defineProperty(this, section, { value, enumerable: true });
        return value;
      },
    });
};
