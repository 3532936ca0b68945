import type { AccountsModel } from "../accounts/model.ts";

/** The service's emoji: name → glyph, or undefined where the service has a picture of its own. */
export type EmojiTable = ReadonlyMap<string, string | undefined>;

const isFlag = (point: number): boolean => point >= 0x1f1e6 && point <= 0x1f1ff;
/** Skin tones, the key cap and the letters of regional flags join what stands before them by themselves. */
const joinsItself = (point: number): boolean =>
  (point >= 0x1f3fb && point <= 0x1f3ff) || point === 0x20e3 || (point >= 0xe0020 && point <= 0xe007f);

const joiner = "\u200D";
const asPicture = "\uFE0F";

/** The service names pictures after their code points, without joiners. */
export const glyphOf = (url: string): string | undefined => {
  const hex = /\/unicode\/([0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*)\.png(?:\?|$)/i.exec(url)?.[1];
  const points = hex?.split("-").map((part) => Number.parseInt(part, 16));
  if (!points || points.some((point) => point > 0x10ffff)) return undefined;
  return points
    .map((point, index) => {
      const before = points[index - 1];
      const joined = before === undefined || joinsItself(point) || (isFlag(before) && isFlag(point));
      const text = String.fromCodePoint(point) + (point < 0x1f000 && point !== 0x20e3 ? asPicture : "");
      return (joined ? "" : joiner) + text;
    })
    .join("");
};

const code = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;

/** Puts glyphs where emoji are named, except in code. */
export const withGlyphs = (markdown: string, emojis: EmojiTable): string =>
  markdown
    .split(code)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/:([+-]1|[a-z0-9_+-]+):/g, (named, name: string) => emojis.get(name) ?? named),
    )
    .join("");

export const namesEmoji = (markdown: string): boolean => /:[a-z0-9_+-]+:/.test(markdown);

/** What is being typed of an emoji's name, with its colon; undefined where none is. */
export const emojiPrefix = (line: string): string | undefined =>
  /(?:^|[\s([{>*_~"'])(:[a-z0-9_+-]*)$/i.exec(line)?.[1];

/** How many names are offered at once. */
const maxOffered = 100;

/** Names for `:nam`: those that begin so, then those that have it in them. */
export const matchingNames = (emojis: EmojiTable, prefix: string): readonly string[] => {
  const wanted = prefix.replace(/^:/, "").toLowerCase();
  const names = [...emojis.keys()].filter((name) => name.includes(wanted));
  const isFirst = (name: string): boolean => name.startsWith(wanted);
  return [...names.filter(isFirst), ...names.filter((name) => !isFirst(name))].slice(0, maxOffered);
};

/** The emoji of each account's service, read once. */
export class Emojis {
  readonly #accounts: AccountsModel;
  readonly #tables = new Map<string, Promise<EmojiTable>>();
  readonly #subscription: { dispose(): void };

  constructor(accounts: AccountsModel) {
    this.#accounts = accounts;
    this.#subscription = accounts.onDidChange(({ removed }) => removed.forEach((id) => this.#tables.delete(id)));
  }

  /** Empty without an account. Throws HttpError, and then the next call asks again. */
  get(accountId: string): Promise<EmojiTable> {
    const known = this.#tables.get(accountId);
    if (known) return known;
    const table = this.#read(accountId);
    this.#tables.set(accountId, table);
    table.catch(() => this.#tables.delete(accountId));
    return table;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#tables.clear();
  }

  async #read(accountId: string): Promise<EmojiTable> {
    const client = this.#accounts.get(accountId)?.client;
    const answer: Readonly<Record<string, unknown>> = client
      ? await client.call("misc.emojis", {}, { priority: "visible" })
      : {};
    // The answer's headers are among its entries.
    return new Map(
      Object.entries(answer)
        .filter((entry): entry is [string, string] => typeof entry[1] === "string")
        .map(([name, url]) => [name, glyphOf(url)]),
    );
  }
}
