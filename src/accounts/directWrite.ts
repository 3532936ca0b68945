import type { OperationId } from "../client/operations/table.ts";

/** A write that the service accepted and that went past the model whose rows it changes: one of Run Operation. */
export interface DirectWrite {
  readonly accountId: string;
  readonly operation: OperationId;
  readonly parameters: Readonly<Record<string, unknown>>;
}
