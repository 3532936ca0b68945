import { sameBytes } from "../../base/bytes.ts";
import type { Gist, GistFile } from "../../client/types/gist.ts";
import { fileOf, filesOf } from "../gistFacts.ts";

export interface FileDifference {
  readonly name: string;
  readonly kind: "added" | "removed" | "changed";
}

/** A file's bytes, which may be read from the service. */
export type ReadFile = (file: GistFile) => Promise<Uint8Array>;

const isWhole = ({ content, truncated }: GistFile): boolean => content !== undefined && !truncated;

const isSame = async (left: GistFile, right: GistFile, read: ReadFile): Promise<boolean> => {
  if (isWhole(left) && isWhole(right))
    return left.content === right.content && left.encoding === right.encoding && left.size === right.size;
  if (left.size !== undefined && right.size !== undefined && left.size !== right.size) return false;
  if (left.raw_url !== undefined && left.raw_url === right.raw_url) return true;
  return sameBytes(await read(left), await read(right));
};

/**
 * The files that differ between two states of a gist, in the order of the later one, then those that it does not have. A
 * file that is not contained whole is read where its facts do not decide. Throws what `read` throws.
 */
export const differencesOf = async (
  before: Gist | undefined,
  after: Gist,
  read: ReadFile,
): Promise<readonly FileDifference[]> => {
  const found: FileDifference[] = [];
  for (const file of filesOf(after)) {
    const name = file.filename;
    const former = before && fileOf(before, name);
    if (!former) found.push({ name, kind: "added" });
    else if (!(await isSame(former, file, read))) found.push({ name, kind: "changed" });
  }
  for (const { filename: name } of before ? filesOf(before) : [])
    if (!fileOf(after, name)) found.push({ name, kind: "removed" });
  return found;
};
