import { CancelledError } from "../base/errors.ts";
import type { CallOptions } from "./callOptions.ts";
import type { OperationId } from "./operations/table.ts";

/** What a write would send. */
export interface Write {
  /** Undefined for a path that the interface has no operation for. */
  readonly operation: OperationId | undefined;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Texts that the service has already. */
  readonly known: readonly string[];
}

/** Answers the parameters to send, the same object when nothing changes. What it throws is thrown; nothing is sent then. */
export type BeforeWrite = (write: Write) => Promise<Readonly<Record<string, unknown>>>;

/** What was thrown in place of a write that was not made: they are of any class, a question that was left among them. */
const unmade = new WeakSet<object>();

/** Whether this error says that the write was not made. */
export const isUnmade = (error: unknown): boolean =>
  typeof error === "object" && error !== null && unmade.has(error);

/** As `decide`, on which it depends whether a write is made: what it throws is known as `isUnmade`. */
export const beforeMade = async <T>(decide: () => Promise<T>): Promise<T> => {
  try {
    return await decide();
  } catch (error) {
    if (typeof error === "object" && error !== null) unmade.add(error);
    throw error;
  }
};

/** What may be sent. Throws what `beforeWrite` throws, and CancelledError when the call was aborted while it ran. */
export const checkedWrite = (
  beforeWrite: BeforeWrite,
  operation: Write["operation"],
  parameters: Write["parameters"],
  { known = [], signal }: CallOptions,
): Promise<Write["parameters"]> =>
  beforeMade(async () => {
    // A copy, since a caller could change what was inspected before it is sent.
    const checked = await beforeWrite({ operation, parameters: structuredClone(parameters), known });
    if (signal?.aborted === true) throw new CancelledError();
    return checked;
  });
