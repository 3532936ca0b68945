import { visit } from "jsonc-parser";
import { isSecretName, mayHaveSecret } from "./secrets.ts";

/** The code of jsonc-parser for what is no JSON, such as the lines of a pasted key after its first one. */
const invalidSymbol = 1;

/**
 * The text of a call, also one that is not complete, without what may be secret: values under names such as `password`, headers,
 * and addresses with a user or a query. The rest is as it was written.
 */
export const storedText = (json: string): string => {
  const parts: string[] = [];
  let end = 0;
  const replace = (offset: number, length: number, by: string): void => {
    parts.push(json.slice(end, offset), by);
    end = offset + length;
  };
  /** Whether a part of the text that is no JSON may belong to a secret. */
  let isAfterSecret = false;
  visit(json, {
    onLiteralValue: (value, offset, length, _line, _character, path) => {
      const names = path().filter((name) => typeof name === "string");
      isAfterSecret =
        names.some((name) => isSecretName(name) || name === "headers") ||
        (typeof value === "string" && !/\s/.test(value) && mayHaveSecret(value));
      if (isAfterSecret && value !== "") replace(offset, length, '""');
    },
    onError: (code, offset, length) => {
      if (isAfterSecret && (code as number) === invalidSymbol) replace(offset, length, "");
    },
  });
  return parts.join("") + json.slice(end);
};
