import type { Clock } from "../../base/clock.ts";
import { createYieldIfBusy } from "./yieldIfBusy.ts";
import { isIndexedGist } from "./record.ts";
import type { IndexedGist } from "./types.ts";

// One line of JSON for the head and one for each gist: each is read on its own, without a long pause. The texts are
// stored: MiniSearch's own JSON takes longer to read than indexing them again, and twice the space.
const version = 1;
const lineFeed = 10;

export const indexFileName = (accountId: string): string => `${accountId}.jsonl`;
export const accountOf = (name: string): string | undefined => /^(.+)\.jsonl$/.exec(name)?.[1];

/** The file of an index. */
export const encodeIndex = async (gists: readonly IndexedGist[], clock: Clock): Promise<Uint8Array> => {
  const yieldIfBusy = createYieldIfBusy(clock);
  const encoder = new TextEncoder();
  const lines = [encoder.encode(`${JSON.stringify({ version, gists: gists.length })}\n`)];
  for (const gist of gists) {
    lines.push(encoder.encode(`${JSON.stringify(gist)}\n`));
    await yieldIfBusy();
  }
  const bytes = new Uint8Array(lines.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const line of lines) {
    bytes.set(line, at);
    at += line.length;
  }
  return bytes;
};

/** Hands out what is in the file, gist by gist. Throws when it is damaged, cut off or of another version. */
export async function* decodeIndex(bytes: Uint8Array): AsyncGenerator<IndexedGist, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let at = 0;
  const next = (): unknown => {
    const end = bytes.indexOf(lineFeed, at);
    if (end < 0) throw new Error("The search index ends too early.");
    const line = decoder.decode(bytes.subarray(at, end));
    at = end + 1;
    return JSON.parse(line);
  };
  const head = next() as { readonly version?: unknown; readonly gists?: unknown } | null;
  if (head?.version !== version || typeof head.gists !== "number")
    throw new Error("The search index is of another version.");
  for (let count = 0; count < head.gists; count++) {
    const gist = next();
    if (!isIndexedGist(gist)) throw new Error("The search index has an entry that cannot be read.");
    yield gist;
  }
  if (at < bytes.length) throw new Error("The search index goes on after its end.");
}
