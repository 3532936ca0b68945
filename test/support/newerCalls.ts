import type { OperationId } from "../../src/client/operations/table.ts";

interface NewerCall {
  readonly operation: OperationId;
  /** What the sandbox answers. */
  readonly status: number;
  /** The parameters; the repository has files, and the caller owns it. */
  readonly given: (repository: {
    readonly user: string;
    readonly repo: string;
  }) => Readonly<Record<string, unknown>>;
}

/**
 * A call of each operation of repositories that is newer than the interface; none needs another one first. The tests of the
 * sandbox's answers and of Run Operation make them.
 */
export const newerCalls: readonly NewerCall[] = [];
