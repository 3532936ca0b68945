import type { Clock } from "../../base/clock.ts";
import { fieldNames } from "./fields.ts";
import { isIndexedGist } from "./record.ts";
import type { StoredIndex } from "./storedIndex.ts";
import type { IndexedFile, IndexedGist } from "./types.ts";
import { createYieldIfBusy } from "./yieldIfBusy.ts";

// One line of JSON as the head, which every version can read, and then sections of bytes: the gists without the texts of
// their files as lines of JSON, these texts, and the index as the arrays that it consists of, in the byte order of this
// machine. A file of another version is not used, and all gists are read from the service again, unless `readHead` and
// `decodeIndex` take its gists over as they do those of versions 1 to 4. Other words of the same text are another version.
const version = 5;
/**
 * Their arrays have other words: those of scripts without spaces were whole runs in 2, 3 had no long words, and words of 4
 * could end with ς.
 */
const versionsWithOldWords: readonly number[] = [2, 3, 4];
const lineFeed = 10;

export const indexFileName = (accountId: string): string => `${accountId}.jsonl`;
export const accountOf = (name: string): string | undefined => /^(.+)\.jsonl$/.exec(name)?.[1];

/** What is in the file of an index. */
export interface DecodedIndex {
  readonly gists: readonly IndexedGist[];
  /** Absent in a file of an older version: the gists have to be indexed again, but not read again. */
  readonly index?: StoredIndex;
}

interface Head {
  readonly version: number;
  readonly gists: number;
  /** Bytes of each section, in the order of `encodeIndex`. */
  readonly sections: readonly number[];
  readonly checksum: number;
}

/** A file without its text, and the bytes of that. */
type StoredFile = Omit<IndexedFile, "text"> & { readonly bytes?: number };

const join = (pieces: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
};

/** Detects damage, not manipulation. */
const checksumOf = (bytes: Uint8Array, from: number): number => {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, bytes.length - from);
  const whole = view.byteLength - (view.byteLength % 4);
  let sum = view.byteLength;
  for (let at = 0; at < whole; at += 4) sum = (Math.imul(sum, 31) + view.getInt32(at, true)) | 0;
  for (let at = whole; at < view.byteLength; at++) sum = (Math.imul(sum, 31) + view.getUint8(at)) | 0;
  return sum;
};

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

const newDecoder = (): TextDecoder => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The file of an index. `index` is that of these gists, in this order. */
export const encodeIndex = async (
  gists: readonly IndexedGist[],
  index: StoredIndex,
  clock: Clock,
): Promise<Uint8Array> => {
  const yieldIfBusy = createYieldIfBusy(clock);
  const encoder = new TextEncoder();
  const lines: Uint8Array[] = [];
  const texts: Uint8Array[] = [];
  for (const gist of gists) {
    const files = gist.files.map(({ text, ...rest }): StoredFile => {
      if (text === undefined) return rest;
      const bytes = encoder.encode(text);
      texts.push(bytes);
      return { ...rest, bytes: bytes.length };
    });
    lines.push(encoder.encode(`${JSON.stringify({ ...gist, files })}\n`));
    await yieldIfBusy();
  }
  const { units, unitEnds, postings, postingEnds } = index.segment;
  const arrays = [index.gists, index.parts, index.lengths, units, unitEnds, postings, postingEnds];
  const sections = [join(lines), join(texts), ...arrays.map(bytesOf)];
  await yieldIfBusy();
  const headOf = (checksum: number): Uint8Array => {
    const head: Head = { version, gists: gists.length, sections: sections.map(({ length }) => length), checksum };
    return encoder.encode(`${JSON.stringify(head)}\n`);
  };
  const body = join(sections);
  return join([headOf(checksumOf(body, 0)), body]);
};

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Undefined for a file of version 1, which had nothing but the gists after its head. */
const readHead = (bytes: Uint8Array, end: number): Head | undefined => {
  const head: unknown = JSON.parse(newDecoder().decode(bytes.subarray(0, end)));
  const { version: written, gists, sections, checksum } = (head ?? {}) as Partial<Record<keyof Head, unknown>>;
  if (written === 1 && isCount(gists)) return undefined;
  const isFine =
    isCount(written) &&
    (written === version || versionsWithOldWords.includes(written)) &&
    isCount(gists) &&
    Array.isArray(sections) &&
    sections.every(isCount) &&
    sections.length === 9;
  if (!isFine || typeof checksum !== "number") throw new Error("The search index is of another version.");
  return { version: written, gists, sections, checksum };
};

/**
 * What is in the file. Throws when it is damaged, cut off or of another version. The texts and the arrays are copies: the
 * bytes are not held.
 */
export const decodeIndex = async (bytes: Uint8Array, clock: Clock): Promise<DecodedIndex> => {
  const end = bytes.indexOf(lineFeed);
  if (end < 0) throw new Error("The search index ends too early.");
  const head = readHead(bytes, end);
  if (!head) return { gists: await readGists(bytes.subarray(end + 1), new Uint8Array(), undefined, clock) };
  if (head.sections.reduce((sum, length) => sum + length, end + 1) !== bytes.length)
    throw new Error("The search index is cut off.");
  if (checksumOf(bytes, end + 1) !== head.checksum) throw new Error("The search index is damaged.");
  let at = end + 1;
  const sections = head.sections.map((length) => bytes.subarray(at, (at += length)));
  const [lines = bytes, texts = bytes, ...arrays] = sections;
  const gists = await readGists(lines, texts, head.gists, clock);
  if (head.version !== version) return { gists };
  const arrayOf = (index: number, size: number): ArrayBuffer => copyOf(arrays[index] ?? bytes, size);
  const index: StoredIndex = {
    gists: new Int32Array(arrayOf(0, 4)),
    parts: new Int32Array(arrayOf(1, 4)),
    lengths: new Uint32Array(arrayOf(2, 4)),
    segment: {
      units: new Uint16Array(arrayOf(3, 2)),
      unitEnds: new Int32Array(arrayOf(4, 4)),
      postings: new Uint8Array(arrayOf(5, 1)),
      postingEnds: new Int32Array(arrayOf(6, 4)),
    },
  };
  const entries = index.gists.length;
  const isFine =
    index.parts.length === entries &&
    index.lengths.length === entries * fieldNames.length &&
    index.segment.unitEnds.length === index.segment.postingEnds.length;
  if (!isFine) throw new Error("The search index has arrays that do not belong together.");
  return { gists, index };
};

/** A copy that is aligned for an array whose elements have so many bytes. Throws when it has a part of an element. */
const copyOf = (bytes: Uint8Array, size: number): ArrayBuffer => {
  if (bytes.length % size !== 0) throw new Error("The search index has an array that ends too early.");
  return new Uint8Array(bytes).buffer;
};

/** `count` is how many gists there have to be, where the head says it. Throws for any other and for damage. */
const readGists = async (
  lines: Uint8Array,
  texts: Uint8Array,
  count: number | undefined,
  clock: Clock,
): Promise<readonly IndexedGist[]> => {
  const yieldIfBusy = createYieldIfBusy(clock);
  const decoder = newDecoder();
  const gists: IndexedGist[] = [];
  let [at, textAt] = [0, 0];
  for (let end = lines.indexOf(lineFeed); end >= 0; end = lines.indexOf(lineFeed, at)) {
    const gist = JSON.parse(decoder.decode(lines.subarray(at, end))) as IndexedGist;
    at = end + 1;
    if (!isIndexedGist(gist)) throw new Error("The search index has an entry that cannot be read.");
    const files = gist.files.map(({ bytes, ...file }: StoredFile): IndexedFile => {
      if (bytes === undefined) return file;
      if (!isCount(bytes)) throw new Error("The search index has a text that cannot be read.");
      return { ...file, text: decoder.decode(texts.subarray(textAt, (textAt += bytes))) };
    });
    gists.push({ ...gist, files });
    await yieldIfBusy();
  }
  if ((count !== undefined && gists.length !== count) || at !== lines.length || textAt !== texts.length)
    throw new Error("The search index has other entries than it says.");
  return gists;
};
