import { GistProblem } from "../problem.ts";
import { decodeLinks, encodeLinks, linkFilePath, type LinkFileProblem } from "./linkFile.ts";
import { keyOf, type Link } from "./types.ts";

/** What is wrong in a folder's file. */
export interface FoundProblems {
  readonly text: string;
  readonly problems: readonly LinkFileProblem[];
  /** Whether any of its links is used. */
  readonly isUsed: boolean;
}

type ReadLinks = ReturnType<typeof decodeLinks> & Pick<FoundProblems, "text">;

/** Where links are kept: this workspace's own state, and a file in each workspace folder. */
export interface LinkPlaces {
  readState(): readonly Link[];
  writeState(links: readonly Link[]): Promise<void>;
  /** The workspace folders whose files may be read, as URIs. */
  folders(): readonly string[];
  /** Undefined when there is none. */
  readFile(folder: string): Promise<string | undefined>;
  writeFile(folder: string, text: string): Promise<void>;
  /** Where a link that changes is written. */
  keepIn(): "workspace" | "file";
  /** As long as another program may take to write the file. */
  pause(): Promise<void>;
  onProblems(folder: string, found: FoundProblems): void;
}

interface Kept {
  readonly link: Link;
  readonly in: "workspace" | "file";
}

/** All links of the workspace; one that is in both places counts as the repository's file has it. */
export class LinkStore {
  readonly #places: LinkPlaces;
  #kept = new Map<string, Kept>();
  /** Folders whose file exists and cannot be read: it must not be overwritten. */
  readonly #broken = new Set<string>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(places: LinkPlaces) {
    this.#places = places;
  }

  get links(): readonly Link[] {
    return [...this.#kept.values()].map(({ link }) => link);
  }

  get(key: string): Link | undefined {
    return this.#kept.get(key)?.link;
  }

  load(): Promise<void> {
    return this.#enqueue(() => this.#load());
  }

  /** Changes links by their keys; undefined removes one. */
  change(changes: ReadonlyMap<string, Link | undefined>): Promise<void> {
    return this.#enqueue(async () => {
      await this.#load();
      const before = this.#kept;
      const next = new Map(before);
      for (const [key, link] of changes) {
        next.delete(key);
        if (link) next.set(keyOf(link), { link, in: this.#places.keepIn() });
      }
      await this.#write(before, next);
    });
  }

  /** Changes a link unless it was removed in the meantime. */
  update(key: string, change: (link: Link) => Link): Promise<void> {
    return this.#enqueue(async () => {
      await this.#load();
      const before = this.#kept;
      const current = before.get(key)?.link;
      if (!current) return;
      const next = new Map(before).set(key, { link: change(current), in: this.#places.keepIn() });
      await this.#write(before, next);
    });
  }

  /** Moves all links to where the setting wants them. */
  move(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#load();
      const before = this.#kept;
      const next = new Map([...before].map(([key, { link }]) => [key, { link, in: this.#places.keepIn() }]));
      await this.#write(before, next);
    });
  }

  async #load(): Promise<void> {
    this.#broken.clear();
    const kept = new Map<string, Kept>();
    for (const link of this.#places.readState()) kept.set(keyOf(link), { link, in: "workspace" });
    for (const folder of this.#places.folders()) {
      const found = await this.#readLinks(folder);
      if (found === undefined) continue;
      const { links, problems, text } = found;
      if (problems.length > 0) this.#places.onProblems(folder, { text, problems, isUsed: links.length > 0 });
      if (problems.some(({ entry }) => entry === undefined)) this.#broken.add(folder);
      for (const link of links) {
        const { accountId, server, gistId, fileName } = kept.get(keyOf(link))?.link ?? {};
        // Which account it was is known on this machine only, and only of the link that the user made.
        const isSame =
          accountId !== undefined &&
          server === link.server &&
          gistId === link.gistId &&
          fileName === link.fileName;
        kept.set(keyOf(link), { link: isSame ? { ...link, accountId } : link, in: "file" });
      }
    }
    this.#kept = kept;
  }

  /** What is not JSON is read twice: another program may be writing it. Undefined when there is no file. */
  async #readLinks(folder: string): Promise<ReadLinks | undefined> {
    const read = async (): Promise<ReadLinks | undefined> => {
      const text = await this.#places.readFile(folder);
      return text === undefined ? undefined : { ...decodeLinks(text, folder), text };
    };
    const found = await read();
    if (!found?.problems.some(({ kind }) => kind === "json")) return found;
    await this.#places.pause();
    return read();
  }

  /** The files first: a link is in both places rather than in none. */
  async #write(before: ReadonlyMap<string, Kept>, next: Map<string, Kept>): Promise<void> {
    const inFile = (all: ReadonlyMap<string, Kept>, folder: string): string =>
      encodeLinks(
        [...all.values()]
          .filter((kept) => kept.in === "file" && kept.link.folder === folder)
          .map(({ link }) => link),
      );
    const folders = new Set([...before.values(), ...next.values()].map(({ link }) => link.folder));
    const changed = [...folders].filter((folder) => inFile(before, folder) !== inFile(next, folder));
    if (changed.some((folder) => this.#broken.has(folder))) throw new GistProblem("brokenLinks", linkFilePath);
    for (const folder of changed) await this.#places.writeFile(folder, inFile(next, folder));
    await this.#places.writeState(
      [...next.values()].filter((kept) => kept.in === "workspace").map(({ link }) => link),
    );
    this.#kept = next;
  }

  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(task);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}
