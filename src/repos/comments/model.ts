import { BoundedMap } from "../../base/boundedMap.ts";
import { Emitter } from "../../base/event.ts";
import { forgetBelow } from "../../base/forgetBelow.ts";
import type { CallOptions } from "../../client/callOptions.ts";
import type { Commit, CommitComment } from "../../client/types/commit.ts";
import type { Repository } from "../../client/types/repository.ts";
import { CommentThreads } from "../../comments/model.ts";
import type { CommentService, CommentThreadsOptions } from "../../comments/service.ts";
import { keyOf as repoKeyOf, type RepoPlace } from "../types.ts";
import { anchorOf } from "./spot.ts";
import { type Anchor, type CommitDraft, type CommitPlace, keyOf } from "./types.ts";

const at = ({ owner, repo }: RepoPlace) => ({ user: owner, repo });

const service: CommentService<CommitPlace, CommitComment, CommitDraft> = {
  keyOf,
  placeOf: ({ accountId, owner, repo, sha }) => ({ accountId, owner, repo, sha }),
  pages: (client, place, options) =>
    client.pages(
      "repos.getCommitComments",
      { ...at(place), sha: place.sha, per_page: 100 },
      { ...options, ahead: true },
    ),
  get: (client, place, id) => client.call("repos.getCommitComment", { ...at(place), id }),
  create: (client, { anchor, body, ...place }) =>
    client.call("repos.createCommitComment", {
      ...at(place),
      sha: place.sha,
      commit_id: place.sha,
      body,
      ...anchor,
    }),
  edit: (client, place, id, body) => client.call("repos.updateCommitComment", { ...at(place), id, body }),
  delete: (client, place, id) => client.call("repos.deleteCommitComment", { ...at(place), id }),
  isAt: ({ path, line, position }, { anchor }) => {
    if ((anchor?.path ?? null) !== path) return false;
    if (anchor?.position !== undefined) return anchor.position === position;
    const isOnWholeFile = anchor !== undefined && anchor.line === undefined;
    return !isOnWholeFile || (line === null && position === null);
  },
};

/** What is read once and kept, until the account is another one. */
class Kept<T> {
  readonly #reading = new BoundedMap<Promise<T>>(100);
  readonly #known = new BoundedMap<T>(100);

  known(key: string): T | undefined {
    return this.#known.get(key);
  }

  get(key: string, read: () => Promise<T>): Promise<T> {
    const former = this.#reading.get(key);
    if (former) return former;
    const reading = read();
    this.#reading.set(key, reading);
    reading.then(
      (value) => {
        if (this.#reading.get(key) === reading) this.#known.set(key, value);
      },
      () => this.#reading.delete(key),
    );
    return reading;
  }

  forget(accountId: string): void {
    for (const map of [this.#reading, this.#known]) forgetBelow(map, accountId);
  }
}

/** The comments of all commits: on the commit, on a file, on a line. */
export class CommitCommentsModel extends CommentThreads<CommitPlace, CommitComment, CommitDraft> {
  readonly #commits = new Kept<Commit>();
  readonly #repositories = new Kept<Repository>();
  readonly #written = this.store.add(new Emitter<CommitPlace>());
  /** The service took a comment, a change or a deletion. */
  readonly onDidWrite = this.#written.event;

  constructor(options: CommentThreadsOptions<CommitPlace, CommitDraft>) {
    super(service, options);
    this.store.add(
      options.accounts.onDidChange(({ changed }) => {
        // Another token may have other rights.
        for (const id of changed) this.#repositories.forget(id);
      }),
    );
  }

  /** Sends a new comment. Throws when the service does not take it, and keeps it as a draft. */
  async create(place: CommitPlace, body: string, anchor?: Anchor): Promise<void> {
    await this.send({ ...this.draftOf(place, body), ...(anchor === undefined ? {} : { anchor }) });
  }

  protected override draftOf(place: CommitPlace, body: string, comment?: CommitComment): CommitDraft {
    const anchor = comment && anchorOf(comment);
    return { ...super.draftOf(place, body), ...(anchor === undefined ? {} : { anchor }) };
  }

  /** The commit with its files; a commit never changes. Throws HttpError. */
  commit(place: CommitPlace, options: CallOptions = {}): Promise<Commit> {
    return this.#commits.get(keyOf(place), () =>
      this.clientOf(place).call("repos.getCommit", { ...at(place), sha: place.sha }, options),
    );
  }

  knownCommit(place: CommitPlace): Commit | undefined {
    return this.#commits.known(keyOf(place));
  }

  /** What the account may do there. Throws HttpError. */
  repository(place: RepoPlace): Promise<Repository> {
    return this.#repositories.get(repoKeyOf(place), async () =>
      this.clientOf(place).call("repos.get", at(place), { priority: "visible" }),
    );
  }

  /** Whether others' comments may be deleted too; false while that is not known. */
  mayPush(place: RepoPlace): boolean {
    return this.#repositories.known(repoKeyOf(place))?.permissions?.["push"] === true;
  }

  protected override wrote(place: CommitPlace): void {
    this.#written.fire(place);
  }

  protected override forget(accountId: string): void {
    super.forget(accountId);
    this.#commits.forget(accountId);
    this.#repositories.forget(accountId);
  }
}
