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

/** What may be sent. Throws what `beforeWrite` throws, and CancelledError when the call was aborted while it ran. */
export const checkedWrite = async (
  beforeWrite: BeforeWrite,
  operation: Write["operation"],
  parameters: Write["parameters"],
  { known = [], signal }: CallOptions,
): Promise<Write["parameters"]> => {
  // A copy, since a caller could change what was inspected before it is sent.
  const checked = await beforeWrite({ operation, parameters: structuredClone(parameters), known });
  if (signal?.aborted === true) throw new CancelledError();
  return checked;
};
