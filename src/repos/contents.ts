import { BoundedMap } from "../base/boundedMap.ts";
import type { Client } from "../client/client.ts";
import { unlessNotOffered } from "../client/notOffered.ts";
import { LastKnown, type LastRead } from "../client/lastKnown.ts";
import type { Content, ContentFile } from "../client/types/content.ts";
import { withNamedEntries } from "./checkContent.ts";
import { RepoProblem } from "./problem.ts";
import { type ContentPlace, keyOf } from "./types.ts";

/** An entry of a folder. */
export type FolderEntry = Exclude<Content, ContentFile>[number];
type Entries = readonly FolderEntry[];

/** In lists, services call a submodule a file; unlike a file it cannot be downloaded. */
const isSubmodule = ({ type, size, download_url: url }: FolderEntry): boolean =>
  type === "submodule" || (type === "file" && size === 0 && url === null);

/** The entries of a folder that can be shown, folders first; a file as it is. */
const inOrder = (content: Content): Content => {
  const usable = withNamedEntries(content);
  if (!Array.isArray(usable)) return usable;
  return (usable as Entries)
    .map((entry) => (isSubmodule(entry) ? { ...entry, type: "submodule" } : entry))
    .toSorted((left, right) => Number(right.type === "dir") - Number(left.type === "dir"));
};

/** How many entries of a folder services list at most: https://docs.github.com/rest/repos/contents. */
export const maxFolderEntries = 1000;

const pathOf = (place: ContentPlace): string => `${keyOf(place)}/${place.ref}/${place.path}`;

/** The folder that a file or folder is in. */
const parentOf = (place: ContentPlace): ContentPlace => ({
  ...place,
  path: place.path.slice(0, Math.max(0, place.path.lastIndexOf("/"))),
});

/** Throws RepoProblem where the service may have more of the folder than these. */
export const requireWhole = (entries: Entries, { path }: ContentPlace): Entries => {
  if (entries.length === maxFolderEntries) throw new RepoProblem("tooManyEntries", path);
  return entries;
};

/** Folders of repositories until they are refreshed, and what was read of them last. */
export class RepoContents {
  readonly #clientOf: (accountId: string) => Client;
  readonly #readings = new BoundedMap<{ folder?: Content }>(500);
  readonly #folders = new LastKnown<Entries>(500);

  /** `clientOf` throws SignedOutError. */
  constructor(clientOf: (accountId: string) => Client) {
    this.#clientOf = clientOf;
  }

  /** Folders are kept until they are refreshed; a file's content is not, for it may be large. Throws HttpError. */
  async read(place: ContentPlace): Promise<Content> {
    const key = pathOf(place);
    const client = this.#clientOf(place.accountId);
    const reading = this.#readings.get(key) ?? {};
    if (reading.folder) return reading.folder;
    this.#readings.set(key, reading);
    const { owner, repo, path, ref } = place;
    const content = inOrder(await client.call("repos.getContent", { user: owner, repo, path, ref }));
    if (!Array.isArray(content)) {
      if (this.#readings.get(key) === reading) this.#readings.delete(key);
      return content;
    }
    // What was to be read again since has another reading.
    reading.folder = content;
    this.#folders.set(key, client, content as Entries);
    return content;
  }

  /** The entries of a folder, folders first. Throws HttpError; RepoProblem when it is a file. */
  async folder(place: ContentPlace): Promise<Entries> {
    const content = await this.read(place);
    if (!Array.isArray(content)) throw new RepoProblem("notAFile", place.path);
    return content as Entries;
  }

  /** What is at the path; undefined where its folder has no such entry. Throws as `folder`. */
  async entry(place: ContentPlace): Promise<FolderEntry | undefined> {
    const entries = await this.folder(parentOf(place));
    const found = entries.find(({ path }) => path === place.path);
    // The service may have more of the folder than it lists.
    if (found || entries.length !== maxFolderEntries) return found;
    const content = await this.read(place);
    const name = place.path.split("/").at(-1) ?? place.path;
    return Array.isArray(content)
      ? { name, path: place.path, type: "dir", size: 0, sha: "" }
      : (content as ContentFile);
  }

  /** As `folder`; where it can't be read again, what it had when it was read last. Throws NotOfferedError, too. */
  knownFolder(place: ContentPlace): Promise<LastRead<Entries>> {
    const client = this.#clientOf(place.accountId);
    // Each repository has this folder, unless it is empty.
    const isRoot = place.path === "";
    const rights = { needsAdmin: false, branch: place.ref };
    return this.#folders.read(pathOf(place), client, () =>
      isRoot ? unlessNotOffered(client, place, rights, this.folder(place)) : this.folder(place),
    );
  }

  /** What was deleted is in its folder no longer, also when that can't be read again. */
  remove(place: ContentPlace): void {
    this.#folders.change(pathOf(parentOf(place)), (entries) => entries.filter(({ path }) => path !== place.path));
  }

  /** What is below this path is read again when it is asked for. */
  invalidate(start: string): void {
    for (const key of this.#readings.keys()) if (key.startsWith(start)) this.#readings.delete(key);
  }

  forget(start: string): void {
    this.invalidate(start);
    this.#folders.forget(start);
  }
}
