import type { OperationId } from "../client/operations/table.ts";
import type { Param } from "../client/params.ts";

export type Parameters = Readonly<Record<string, unknown>>;

/** One call of an operation, as the user wants it. */
export interface OperationCall {
  readonly operation: OperationId;
  readonly parameters: Parameters;
}

/** A parameter of an operation, as one account's server has it. */
export interface Parameter {
  readonly name: string;
  readonly place: "path" | "query" | "body";
  readonly rule: Param;
}

/** What is known of an operation without a request. */
export interface OperationFacts {
  readonly operation: OperationId;
  /** Such as `GET /gists/:id`. */
  readonly route: string;
  readonly parameters: readonly Parameter[];
}
