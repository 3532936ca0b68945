// Loaded when an operation is run first.
import type { Localizable } from "../../base/localizable.ts";
import { closestWord } from "../../base/closestWord.ts";
import { operationNamed, type OperationId, operationIds } from "../../client/operations/table.ts";
import { clientCallOf, curlOf, requestText } from "./copies.ts";
import { operationTexts, parameterTextOf } from "./descriptions.ts";
import { callSchema } from "./schema.ts";

/** What is known of the operations; `say` puts a text into VS Code's language. */
export const createReference = (say: (text: Localizable) => string) => ({
  callSchema,
  clientCallOf,
  curlOf,
  requestText,
  /** The operation that a mistyped name was probably meant for. */
  closestOperation: (typed: string): OperationId | undefined =>
    operationNamed(closestWord(typed, operationIds) ?? ""),
  /** What the operation does, in one sentence. */
  operationText: (operation: OperationId): string => say(operationTexts[operation]),
  /** What the parameter means; empty where its name says it. */
  parameterText: (operation: OperationId, name: string): string => {
    const text = parameterTextOf(operation, name);
    return text ? say(text) : "";
  },
});

export type OperationReference = ReturnType<typeof createReference>;
