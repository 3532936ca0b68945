import type { Account, AccountsModel } from "../../accounts/model.ts";
import { requireAccount } from "../../accounts/requireAccount.ts";
import { BoundedMap } from "../../base/boundedMap.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { Emitter } from "../../base/event.ts";
import { entriesOf, fieldsOf } from "../../base/fieldsOf.ts";
import { forgetBelow } from "../../base/forgetBelow.ts";
import type { CallOptions } from "../../client/callOptions.ts";
import type { Client } from "../../client/client.ts";
import { HttpError } from "../../client/errors.ts";
import { PagedList, PagedLists, type Staleness } from "../../client/pagedList.ts";
import type { Gist, GistFile } from "../../client/types/gist.ts";
import type { WithMeta } from "../../client/types/result.ts";
import { fileOf, textsOf } from "../gistFacts.ts";
import type { GistsModel } from "../model.ts";
import { GistProblem } from "../problem.ts";
import type { FilePlace, GistPlace } from "../types.ts";
import { readWholeFile } from "../wholeGist.ts";
import { type Fork, toFork } from "./fork.ts";
import type { Revision } from "./revision.ts";
import { toGist, toRevision } from "./revisionAnswers.ts";

/** The pages that were read so far. */
export interface HistoryList<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
  /** There when it could not be read again. */
  readonly staleness: Staleness | undefined;
}

type Part = "commits" | "forks";

const pageSize = 100;

const keyOf = ({ accountId, gistId }: GistPlace): string => `${accountId}/${gistId}`;
const pathOf = ({ gistId }: GistPlace, rest: string): `/${string}` =>
  `/gists/${encodeURIComponent(gistId)}/${rest}`;

/** The server has no such route; the gist itself may be there. */
const isAbsent = (error: unknown): boolean =>
  HttpError.is(error, "notFound", "gone") || (HttpError.is(error) && (error.code === 405 || error.code === 501));

/** Revisions and forks of gists: what was read of them. */
export class GistHistory {
  readonly #accounts: AccountsModel;
  readonly #gists: GistsModel;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<Partial<GistPlace>>());
  /** The lists of a gist are others now; without an id those of all gists, of one account or of all. */
  readonly onDidChange = this.#changed.event;
  readonly #lists: Readonly<Record<Part, PagedLists<unknown>>> = {
    commits: new PagedLists(),
    forks: new PagedLists(),
  };
  /** A revision never changes. */
  readonly #revisions = new BoundedMap<Gist>(100, 20_000_000, (gist) =>
    textsOf(gist).reduce((sum, { length }) => sum + length, 0),
  );

  constructor(accounts: AccountsModel, gists: GistsModel) {
    this.#accounts = accounts;
    this.#gists = gists;
    this.#store.add(gists.onDidChangeGist((place) => this.#invalidate(place)));
    this.#store.add(
      gists.onDidChangeFiles((events) => {
        const changed = new Map(events.map(({ place }) => [keyOf(place), place]));
        for (const place of changed.values()) this.#invalidate(place);
      }),
    );
    this.#store.add(
      gists.onDidRefresh((accountId) => {
        for (const lists of Object.values(this.#lists)) lists.invalidate("");
        this.#changed.fire(accountId === undefined ? {} : { accountId });
      }),
    );
    this.#store.add(
      accounts.onDidChange(({ removed, changed }) => {
        for (const id of [...removed, ...changed]) {
          for (const lists of Object.values(this.#lists)) lists.invalidate(id);
          forgetBelow(this.#revisions, id);
        }
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
    this.#revisions.clear();
  }

  /** The newest first. Throws HttpError; GistProblem `noHistory` when the server has none. */
  async revisions(place: GistPlace): Promise<HistoryList<Revision>> {
    return this.#read(place, "commits", toRevision);
  }

  /** The newest first, where the server sorts them. Throws HttpError; GistProblem `noForks` when the server has none. */
  async forks(place: GistPlace): Promise<HistoryList<Fork>> {
    return this.#read(place, "forks", toFork);
  }

  /** Reads one page more; answers how many entries it had. Throws HttpError. */
  async more(place: GistPlace, part: Part): Promise<number> {
    const count = await this.#list(place, part).more(this.#account(place).client);
    this.#changed.fire(place);
    return count;
  }

  /** The revision before this one, if there is one. Throws as `revisions`. */
  async before(place: GistPlace, sha: string): Promise<Revision | undefined> {
    for (;;) {
      const { items, hasMore } = await this.revisions(place);
      const index = items.findIndex((each) => each.sha === sha);
      if (index !== -1 && (index < items.length - 1 || !hasMore)) return items[index + 1];
      if (!hasMore) break;
      await this.more(place, "commits");
    }
    // The history was rewritten since then: the revision itself has the one that it was made on.
    const own = entriesOf((await this.revision(place, sha)).history).flatMap((entry) => toRevision(entry) ?? []);
    const index = own.findIndex((each) => each.sha === sha);
    return index === -1 ? undefined : own[index + 1];
  }

  /** The gist as it was. Throws HttpError. */
  async revision(place: GistPlace, sha: string, options: CallOptions = {}): Promise<Gist> {
    const key = `${keyOf(place)}/${sha}`;
    const known = this.#revisions.get(key);
    if (known) return known;
    const path = pathOf(place, encodeURIComponent(sha));
    const gist = toGist(await this.#account(place).client.get(path, options));
    this.#revisions.set(key, gist);
    return gist;
  }

  /** A file's bytes in a gist as it is or was. Throws HttpError. */
  async bytesOf(place: GistPlace, file: GistFile, options: CallOptions = {}): Promise<Uint8Array> {
    return readWholeFile(this.#account(place).client, file, options);
  }

  /** A file's bytes at a revision; undefined when that has no such file. Throws HttpError. */
  async readFile(place: FilePlace, sha: string): Promise<Uint8Array | undefined> {
    const file = fileOf(await this.revision(place, sha), place.fileName);
    return file && this.bytesOf(place, file);
  }

  async #read<T>(
    place: GistPlace,
    part: Part,
    decode: (value: unknown) => T | undefined,
  ): Promise<HistoryList<T>> {
    const list = this.#list(place, part);
    if (!list.isRead) await list.more(this.#account(place).client);
    const { items, hasMore, staleness } = list;
    return { items: items.flatMap((item) => decode(item) ?? []), hasMore, staleness };
  }

  #list(place: GistPlace, part: Part): PagedList<unknown> {
    const idField = part === "commits" ? "version" : "id";
    return this.#lists[part].of(
      keyOf(place),
      () =>
        new PagedList<unknown>(
          (client, options) => this.#pages(client, place, part, options),
          (item) => fieldsOf(item)[idField],
        ),
    );
  }

  /** Where the server has no list of its own, what the gist contains. */
  async *#pages(
    client: Client,
    place: GistPlace,
    part: Part,
    options: CallOptions,
  ): AsyncGenerator<WithMeta<readonly unknown[]>, void, undefined> {
    const path = pathOf(place, `${part}?per_page=${pageSize}`);
    const found = await client.get(path, { ...options, mayBeAbsent: true }).catch((error: unknown) => {
      if (!isAbsent(error)) throw error;
      return undefined;
    });
    if (Array.isArray(found)) {
      yield found as unknown as WithMeta<readonly unknown[]>;
      return;
    }
    const gist = await this.#gists.read(place.accountId, place.gistId, options);
    const contained: unknown = fieldsOf(gist)[part === "commits" ? "history" : "forks"];
    if (!Array.isArray(contained))
      throw new GistProblem(part === "commits" ? "noHistory" : "noForks", place.gistId);
    yield Object.assign([...(contained as unknown[])], { meta: {} });
  }

  #invalidate(place: GistPlace): void {
    for (const lists of Object.values(this.#lists)) lists.invalidate(keyOf(place));
    this.#changed.fire(place);
  }

  #account({ accountId }: GistPlace): Account {
    return requireAccount(this.#accounts, accountId);
  }
}
