import { fileKindOf, isTestFile } from "./detectors/fileKind.ts";

/** The oldest ones are dropped beyond that; their texts are inspected again. */
const maxEntries = 10_000;
/** Characters of the longest JSON text whose parts are noted too. */
const maxJson = 1_000_000;
const maxParts = 4000;

const digestOf = async (rules: string, text: string): Promise<string> => {
  const bytes = new TextEncoder().encode(`${rules}\n${text}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return String.fromCharCode(...digest);
};

/** A value of a JSON object with its name: beside another name, the same value can be a secret. */
export const namedText = (name: string, text: string): string => JSON.stringify({ [name]: text });

/** The text of a file with what the rules see in its name: what is code in one file is a setting in another. */
export const fileText = (name: string, text: string): string =>
  `${fileKindOf(name)}${isTestFile(name) ? " of tests" : ""}\n${text}`;

/** Names in a JSON value, at any depth, and its texts: those of objects with their names, those of lists alone. */
const textsIn = (value: object): { readonly texts: readonly string[]; readonly values: readonly string[] } => {
  const texts: string[] = [];
  const values: string[] = [];
  const open: object[] = [value];
  // Grows while it is walked.
  for (const next of open) {
    const isList = Array.isArray(next);
    for (const [name, entry] of Object.entries(next) as readonly (readonly [string, unknown])[]) {
      if (!isList) texts.push(name);
      if (typeof entry === "string") {
        texts.push(isList ? entry : namedText(name, entry));
        if (!isList) values.push(entry);
      } else if (typeof entry === "object" && entry !== null) open.push(entry);
    }
  }
  return { texts, values };
};

/** The value of a JSON object or array; undefined for any other text. */
export const jsonOf = (text: string): object | undefined => {
  if (text.length > maxJson || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
};

/** Digests of the texts that were inspected in this session, under the rules of then. */
export class SeenTexts {
  readonly #digests = new Set<string>();

  /** Of a JSON text also what it consists of: it may be sent as JSON of another form, or as parameters. */
  async add(rules: string, texts: readonly string[]): Promise<void> {
    const parts = texts.flatMap((text) => {
      const json = jsonOf(text);
      const { texts: inner, values } = json ? textsIn(json) : { texts: [], values: [] };
      return [...inner, ...values].slice(0, maxParts);
    });
    for (const text of new Set([...texts, ...parts])) {
      const digest = await digestOf(rules, text);
      this.#digests.delete(digest);
      this.#digests.add(digest);
    }
    for (const digest of this.#digests) {
      if (this.#digests.size <= maxEntries) break;
      this.#digests.delete(digest);
    }
  }

  async missing(rules: string, texts: readonly string[]): Promise<ReadonlySet<string>> {
    const missing = new Set<string>();
    for (const text of new Set(texts)) {
      if (this.#digests.has(await digestOf(rules, text))) continue;
      const json = jsonOf(text);
      const parts = json === undefined ? undefined : textsIn(json).texts;
      const areSeen = async (): Promise<boolean> => {
        for (const part of parts ?? []) if (!this.#digests.has(await digestOf(rules, part))) return false;
        return parts !== undefined && parts.length > 0;
      };
      if (!(await areSeen())) missing.add(text);
    }
    return missing;
  }
}
