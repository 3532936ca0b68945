// Loaded when an operation is run first.
import type { OperationId } from "../../client/operations/table.ts";
import { clientCallOf, curlOf, requestText } from "./copies.ts";
import { type Descriptions, english, parameterTextOf } from "./descriptions.ts";
import { callSchema } from "./schema.ts";

const translations: Readonly<Record<string, () => Promise<Descriptions>>> = {
  de: async () => (await import("./german.ts")).german,
  ja: async () => (await import("./japanese.ts")).japanese,
};

const referenceWith = (texts: Descriptions) => ({
  callSchema,
  clientCallOf,
  curlOf,
  requestText,
  operationTexts: texts.operations,
  parameterText: (operation: OperationId, name: string): string => parameterTextOf(texts, operation, name),
});

export type OperationReference = ReturnType<typeof referenceWith>;

/** With the descriptions in the language, or in English. */
export const loadReference = async (language: string): Promise<OperationReference> =>
  referenceWith((await translations[language]?.()) ?? english);
