/** The oldest ones are dropped beyond that; their texts are inspected again. */
const maxEntries = 10_000;
/** Characters of the longest JSON text whose parts are noted too. */
const maxJson = 1_000_000;
const maxParts = 2000;

const digestOf = async (rules: string, text: string): Promise<string> => {
  const bytes = new TextEncoder().encode(`${rules}\n${text}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return String.fromCharCode(...digest);
};

/** Texts and names in a JSON value, at any depth. */
const textsIn = (value: unknown): readonly string[] => {
  const found: string[] = [];
  const open: unknown[] = [value];
  // Grows while it is walked.
  for (const next of open) {
    if (typeof next === "string") found.push(next);
    else if (typeof next === "object" && next !== null) {
      if (!Array.isArray(next)) for (const name of Object.keys(next)) found.push(name);
      for (const entry of Object.values(next)) open.push(entry);
    }
  }
  return found;
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

  /** Of a JSON text also what it consists of: it may be sent as JSON of another form. */
  async add(rules: string, texts: readonly string[]): Promise<void> {
    const parts = texts.flatMap((text) => textsIn(jsonOf(text)).slice(0, maxParts));
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
      const parts = json === undefined ? undefined : textsIn(json);
      const areSeen = async (): Promise<boolean> => {
        for (const part of parts ?? []) if (!this.#digests.has(await digestOf(rules, part))) return false;
        return parts !== undefined && parts.length > 0;
      };
      if (!(await areSeen())) missing.add(text);
    }
    return missing;
  }
}
