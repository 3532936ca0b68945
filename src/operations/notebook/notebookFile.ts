import { isRecord } from "../parameters.ts";
import { isSecretName } from "../secrets.ts";

/** A cell as it stands in a file. */
export interface FileCell {
  /** `call`: an operation with its parameters, as JSON. `text`: Markdown. */
  readonly kind: "call" | "text";
  readonly text: string;
  /** What the service answered last. */
  readonly answer?: unknown;
}

/** Characters of the largest answer that is kept in a file. */
const maxAnswerLength = 500_000;

/** What may be kept of an answer: all but secrets. Undefined for one that is too large. */
export const keptAnswer = (answer: unknown): unknown => {
  const text = JSON.stringify(answer, (name, value: unknown) => {
    if (typeof value !== "string") return value;
    if (value !== "" && isSecretName(name)) return "[hidden]";
    if (!/^https?:\/\//.test(value)) return value;
    return value.replaceAll(/([?&](?:access_)?token=)[^&#]*/g, "$1[hidden]");
  }) as string | undefined;
  return text === undefined || text.length > maxAnswerLength ? undefined : (JSON.parse(text) as unknown);
};

export const encodeNotebook = (cells: readonly FileCell[]): string => {
  const kept = cells.map(({ kind, text, answer }) => {
    const safe = answer === undefined ? undefined : keptAnswer(answer);
    return { kind, text: text.split("\n"), ...(safe === undefined ? {} : { answer: safe }) };
  });
  return `${JSON.stringify({ version: 1, cells: kept }, undefined, 2)}\n`;
};

const cellOf = (value: unknown): FileCell | undefined => {
  if (!isRecord(value)) return undefined;
  const { kind, text, answer } = value;
  if (kind !== "call" && kind !== "text") return undefined;
  if (!Array.isArray(text) || !text.every((line) => typeof line === "string")) return undefined;
  return { kind, text: text.join("\n"), ...(answer === undefined ? {} : { answer }) };
};

/** Undefined for a file that is none: what is in it must not be written over. An empty file has no cells. */
export const decodeNotebook = (text: string): readonly FileCell[] | undefined => {
  if (text.trim() === "") return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value["version"] !== 1 || !Array.isArray(value["cells"])) return undefined;
  const cells = value["cells"].map(cellOf);
  return cells.every((cell) => cell !== undefined) ? cells : undefined;
};
