import { sha256 } from "../../base/sha256.ts";
import type { WholeFile } from "../wholeGist.ts";
import type { TransferFolder } from "./folder.ts";
import type { ManifestFile, ManifestGist } from "./manifest.ts";
import { clashKey, encodeName, freeName } from "../../base/safeName.ts";

export interface WantedFile extends WholeFile {
  /** The record of the comments, which is no file of the gist. */
  readonly isComments?: boolean;
}

export type WrittenFiles = Pick<ManifestGist, "files" | "commentsFile">;

export const filesIn = ({ files, commentsFile }: WrittenFiles): readonly ManifestFile[] =>
  commentsFile ? [...files, commentsFile] : files;

export const matches = async (
  folder: TransferFolder,
  { path, sha256: expected }: ManifestFile,
): Promise<boolean> =>
  (await folder.kindOf(path)) === "file" && (await sha256(await folder.read(path))) === expected;

/** Writes one gist's files; a file of another origin in their place stays, under another name if need be. */
export class GistWriter {
  readonly #folder: TransferFolder;
  readonly #former: ManifestGist | undefined;
  readonly #directory: string;
  readonly #taken = new Set<string>();
  /** Path → where what was changed there is kept. */
  readonly kept: Record<string, string> = {};

  constructor(folder: TransferFolder, former: ManifestGist | undefined, directory: string) {
    this.#folder = folder;
    this.#former = former;
    this.#directory = directory;
  }

  async write(wanted: readonly WantedFile[]): Promise<WrittenFiles> {
    const known = new Map(wanted.map((file) => [file, this.#formerOf(file)]));
    // A file keeps its path; the new ones go round those.
    for (const former of known.values()) if (former) this.#taken.add(clashKey(this.#nameIn(former.path)));
    const files: ManifestFile[] = [];
    let commentsFile: ManifestFile | undefined;
    for (const file of wanted) {
      const { name, language, bytes } = file;
      const hash = await sha256(bytes);
      const former = known.get(file);
      if (former) await this.#keepChanged(former, hash);
      const path = former?.path ?? (await this.#freePath(file.isComments ? name : encodeName(name), hash));
      this.#taken.add(clashKey(this.#nameIn(path)));
      const entry = { name, path, size: bytes.length, sha256: hash, language };
      if (!(await matches(this.#folder, entry))) await this.#folder.write(path, bytes);
      if (file.isComments) commentsFile = entry;
      else files.push(entry);
    }
    const written = { files, ...(commentsFile ? { commentsFile } : {}) };
    await this.#removeOld(written);
    return written;
  }

  #formerOf({ name, isComments }: WantedFile): ManifestFile | undefined {
    return isComments ? this.#former?.commentsFile : this.#former?.files.find((file) => file.name === name);
  }

  #nameIn(path: string): string {
    return path.slice(this.#directory.length + 1);
  }

  /** Removes what the gist no longer has, unless it was changed here. */
  async #removeOld(written: WrittenFiles): Promise<void> {
    const paths = new Set(filesIn(written).map(({ path }) => clashKey(path)));
    for (const former of this.#former ? filesIn(this.#former) : []) {
      if (!paths.has(clashKey(former.path)) && (await matches(this.#folder, former)))
        await this.#folder.remove(former.path);
    }
  }

  /** A path where nothing is, but perhaps the very same content. */
  async #freePath(name: string, hash: string): Promise<string> {
    const there = new Set((await this.#folder.list(this.#directory)).map(clashKey));
    for (;;) {
      const free = freeName(name, (each) => this.#taken.has(clashKey(each)));
      const path = `${this.#directory}/${free}`;
      const isFree = !there.has(clashKey(free));
      if (isFree || (await matches(this.#folder, { name, path, size: 0, sha256: hash, language: null })))
        return path;
      this.#taken.add(clashKey(free));
    }
  }

  /** What was changed in the folder since the export makes room, and stays. */
  async #keepChanged(former: ManifestFile, hash: string): Promise<void> {
    const { path } = former;
    const kind = await this.#folder.kindOf(path);
    if (kind === undefined || (await matches(this.#folder, former))) return;
    if (await matches(this.#folder, { ...former, sha256: hash })) return;
    const there = new Set((await this.#folder.list(this.#directory)).map(clashKey));
    const isTaken = (each: string): boolean => there.has(clashKey(each)) || this.#taken.has(clashKey(each));
    const to = `${this.#directory}/${freeName(`kept-${this.#nameIn(path)}`, isTaken)}`;
    await this.#folder.rename(path, to);
    this.kept[path] = to;
  }
}
