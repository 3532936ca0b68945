import type { AccountsModel } from "../../accounts/model.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { SignedOutError } from "../../base/errors.ts";
import { Emitter } from "../../base/event.ts";
import { reservedUntil } from "../../client/reserve.ts";
import { HttpError } from "../../client/errors.ts";
import type { Gist } from "../../client/types/gist.ts";
import type { Priority } from "../../client/scheduler.ts";
import { utf8Text } from "../../base/bytes.ts";
import { clashKey } from "../../base/safeName.ts";
import { fileOf } from "../gistFacts.ts";
import type { GistsModel } from "../model.ts";
import { sha256 } from "../../base/sha256.ts";
import type { FilePlace } from "../types.ts";
import type { Bases } from "./bases.ts";
import type { LinkStore } from "./linkStore.ts";
import { plainOf } from "./textShape.ts";
import { isSamePair, keyOf, type Link, type LinkState } from "./types.ts";

/** A side's hash; null when it has no such file, undefined when it is not known. */
type Side = string | null | undefined;

export const stateOf = (base: string | null, local: Side, remote: Side): LinkState => {
  if (local === null) return "localMissing";
  if (remote === null) return "missing";
  if (remote === undefined || local === undefined) return "unknown";
  if (local === remote) return "synced";
  if (remote === base) return "ahead";
  return local === base ? "behind" : "diverged";
};

interface LinksOptions {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly store: LinkStore;
  readonly bases: Bases;
  /** The saved bytes of the workspace's file; undefined when it is gone. */
  readonly readLocal: (link: Link) => Promise<Uint8Array | undefined>;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: () => number;
}

/** The paired files of the workspace, and where each stands. */
export class LinksModel {
  readonly #options: LinksOptions;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<readonly Link[]>());
  readonly onDidChange = this.#changed.event;
  readonly #failed = this.#store.add(new Emitter<unknown>());
  /** Why something that no one waits for was not done. */
  readonly onDidFail = this.#failed.event;
  readonly #local = new Map<string, Side>();
  readonly #remote = new Map<string, Side>();

  constructor(options: LinksOptions) {
    this.#options = options;
    const { gists, accounts } = options;
    this.#store.add(gists.onDidChangeGist(({ accountId, gistId }) => this.#look(accountId, gistId)));
    this.#store.add(
      gists.onDidChangeFiles((events) => {
        for (const { accountId, gistId } of new Map(
          events.map(({ place }) => [`${place.accountId}/${place.gistId}`, place]),
        ).values())
          this.#look(accountId, gistId);
      }),
    );
    this.#store.add(accounts.onDidChange(() => this.#changed.fire(this.links)));
  }

  dispose(): void {
    this.#store.dispose();
  }

  get links(): readonly Link[] {
    return this.#options.store.links;
  }

  at(folder: string, path: string): Link | undefined {
    return this.#options.store.get(keyOf({ folder, path }));
  }

  /** The link of another path that some disk takes for the same file. */
  clashing(folder: string, path: string): Link | undefined {
    return this.links.find(
      (link) => link.folder === folder && link.path !== path && clashKey(link.path) === clashKey(path),
    );
  }

  /** Reads the links and their files again, without a request. */
  async load(): Promise<void> {
    const before = this.links;
    await this.#options.store.load();
    for (const link of this.links) this.#local.set(keyOf(link), await this.#hashLocal(link));
    this.#changed.fire([...before, ...this.links]);
  }

  state(link: Link): LinkState {
    const key = keyOf(link);
    return stateOf(link.base, this.#local.get(key), this.#remote.get(key));
  }

  /** The account by which the link's gist is reached; undefined when no account is signed in there. */
  placeOf(link: Link): FilePlace | undefined {
    const { accounts, gists } = this.#options;
    const { gistId, fileName, server } = link;
    const there = accounts.accounts.filter(({ profile }) => profile.baseUrl === server);
    const account =
      there.find(({ profile }) => profile.id === link.accountId) ??
      there.find(({ profile }) => gists.knownMine({ accountId: profile.id, gistId }) === true) ??
      there.find((each) => each === accounts.active) ??
      there[0];
    return account && { accountId: account.profile.id, gistId, fileName };
  }

  /** The workspace's file was written, made or removed. */
  async noteLocal(link: Link): Promise<void> {
    this.#local.set(keyOf(link), await this.#hashLocal(link));
    await this.#settle(link);
  }

  /** Asks the service for the gists of these links; each once. Answers whether all could be asked. */
  async check(links: readonly Link[], priority: Priority = "background"): Promise<boolean> {
    const byGist = new Map<string, Link>();
    for (const link of links) {
      const place = this.placeOf(link);
      if (place) byGist.set(`${place.accountId}/${place.gistId}`, link);
    }
    let isWhole = true;
    for (const link of byGist.values()) {
      const { client } = this.#options.accounts.get(this.placeOf(link)?.accountId ?? "") ?? {};
      if (priority === "background" && client && reservedUntil(client, this.#options.now()) !== undefined) {
        isWhole = false;
        continue;
      }
      try {
        await this.readRemote(link, undefined, priority);
      } catch (error) {
        isWhole = false;
        this.#failed.fire(error);
      }
    }
    return isWhole;
  }

  /**
   * What the service has now, as text: null when it has no such file, undefined when it is no text. Throws HttpError and
   * SignedOutError, and then what was known stays.
   */
  async readRemote(
    link: Link,
    signal?: AbortSignal,
    priority: Priority = "user",
  ): Promise<{ readonly gist: Gist | undefined; readonly text: string | null | undefined }> {
    const place = this.placeOf(link);
    if (!place) return { gist: undefined, text: undefined };
    const { gists } = this.#options;
    try {
      const gist = await gists.read(place.accountId, place.gistId, { signal, priority });
      await this.#take(place.accountId, gist);
      const file = fileOf(gist, place.fileName);
      return { gist, text: file ? utf8Text(await gists.wholeFile(place, file)) : null };
    } catch (error) {
      if (!HttpError.is(error, "notFound", "gone")) {
        const isSignedOut = this.#options.accounts.get(place.accountId) === undefined;
        throw isSignedOut && signal?.aborted !== true ? new SignedOutError(place.accountId) : error;
      }
      for (const each of this.linksTo(place.accountId, place.gistId)) this.#remote.set(keyOf(each), null);
      this.#changed.fire(this.linksTo(place.accountId, place.gistId));
      return { gist: undefined, text: null };
    }
  }

  /** Pairs them, or changes what is kept of the pair. */
  async put(link: Link): Promise<void> {
    const former = this.at(link.folder, link.path);
    await this.#options.store.change(new Map([[keyOf(link), link]]));
    // What the other file of a gist has must not become the base of this one.
    if (former && !isSamePair(former, link)) this.#remote.delete(keyOf(link));
    this.#local.set(keyOf(link), await this.#hashLocal(link));
    await this.#settle(this.at(link.folder, link.path) ?? link);
  }

  async remove(link: Link): Promise<void> {
    await this.#options.store.change(new Map([[keyOf(link), undefined]]));
    this.#forget(link);
    this.#changed.fire([link]);
    await this.#sweep();
  }

  /** Whether the files are still linked to each other. */
  has(link: Link): boolean {
    const now = this.at(link.folder, link.path);
    return now !== undefined && isSamePair(now, link);
  }

  /** From here on this text is what both had, seen from the workspace's file, unless that is linked to another file by now. */
  async rebase(link: Link, text: string): Promise<void> {
    const base = await this.#options.bases.put(plainOf(text));
    if (this.at(link.folder, link.path)?.base !== base)
      await this.#options.store.update(keyOf(link), (current) =>
        isSamePair(current, link) ? { ...current, base } : current,
      );
    this.#changed.fire([link]);
    await this.#sweep();
  }

  /** Files of the workspace were moved: old → new; undefined for what is no longer in a workspace folder. */
  async move(pairs: readonly (readonly [Link, Pick<Link, "folder" | "path"> | undefined])[]): Promise<void> {
    const changes = new Map<string, Link | undefined>();
    for (const [link, to] of pairs) {
      if (!to) {
        await this.noteLocal(link);
        continue;
      }
      const moved = { ...link, ...to };
      this.#remote.set(keyOf(moved), this.#remote.get(keyOf(link)));
      this.#forget(link);
      changes.set(keyOf(link), moved);
    }
    if (changes.size === 0) return;
    await this.#options.store.change(changes);
    for (const link of changes.values()) if (link) await this.noteLocal(link);
    this.#changed.fire([...pairs.map(([link]) => link), ...this.links]);
  }

  /** A deleted gist was created again under another id. */
  async followGist(accountId: string, formerId: string, gistId: string): Promise<void> {
    const meant = this.linksTo(accountId, formerId);
    if (meant.length === 0) return;
    await this.#options.store.change(new Map(meant.map((link) => [keyOf(link), { ...link, gistId }])));
    await this.#take(accountId, await this.#options.gists.get(accountId, gistId));
  }

  /** A file of a gist was renamed. */
  async followFile({ accountId, gistId, fileName }: FilePlace, newName: string): Promise<void> {
    const meant = this.linksTo(accountId, gistId).filter((link) => link.fileName === fileName);
    await this.#options.store.change(new Map(meant.map((link) => [keyOf(link), { ...link, fileName: newName }])));
    this.#look(accountId, gistId);
  }

  /** The links that lead to this gist by this account. */
  linksTo(accountId: string, gistId: string): readonly Link[] {
    return this.links.filter((link) => link.gistId === gistId && this.placeOf(link)?.accountId === accountId);
  }

  #look(accountId: string, gistId: string): void {
    if (this.linksTo(accountId, gistId).length === 0) return;
    const gist = this.#options.gists.detail(accountId, gistId);
    if (gist) this.#take(accountId, gist).catch((error: unknown) => this.#failed.fire(error));
    else {
      for (const link of this.linksTo(accountId, gistId)) this.#remote.set(keyOf(link), null);
      this.#changed.fire(this.linksTo(accountId, gistId));
    }
  }

  async #take(accountId: string, gist: Gist): Promise<void> {
    for (const link of this.linksTo(accountId, gist.id)) {
      const file = fileOf(gist, link.fileName);
      const place = { accountId, gistId: gist.id, fileName: link.fileName };
      const bytes = file && (await this.#options.gists.wholeFile(place, file));
      const hash = bytes ? await this.#hash(bytes) : null;
      if (!this.has(link)) continue;
      this.#remote.set(keyOf(link), hash);
      await this.#settle(link);
    }
  }

  /** Both are the same: that is what a merge begins with the next time. */
  async #settle(link: Link): Promise<void> {
    const key = keyOf(link);
    const local = this.#local.get(key);
    if (typeof local === "string" && local === this.#remote.get(key) && link.base !== local) {
      const bytes = await this.#options.readLocal(link);
      const text = bytes && utf8Text(bytes);
      if (text !== undefined && (await sha256(plainOf(text))) === local) await this.rebase(link, text);
    }
    this.#changed.fire([link]);
  }

  /** The account was signed out: links of this workspace lead to its server only, and texts of its gists are removed. */
  async forgetAccount(accountId: string): Promise<void> {
    const isMine = (link: Link): boolean => link.accountId === accountId;
    const mine = this.links.filter(isMine);
    if (mine.length === 0) return;
    const others = new Set(this.links.flatMap((link) => (isMine(link) ? [] : (link.base ?? []))));
    for (const link of mine)
      await this.#options.store.update(keyOf(link), ({ accountId: _accountId, ...rest }) => rest);
    await this.#options.bases.keepOnly(others);
  }

  #forget(link: Link): void {
    this.#local.delete(keyOf(link));
    this.#remote.delete(keyOf(link));
  }

  async #sweep(): Promise<void> {
    await this.#options.bases.keepOnly(new Set(this.links.flatMap(({ base }) => base ?? [])));
  }

  async #hashLocal(link: Link): Promise<Side> {
    const bytes = await this.#options.readLocal(link);
    return bytes ? this.#hash(bytes) : null;
  }

  /** Of what is no text: of its bytes, which no text has. */
  async #hash(bytes: Uint8Array): Promise<string> {
    const text = utf8Text(bytes);
    return text === undefined ? sha256(bytes) : sha256(plainOf(text));
  }
}
