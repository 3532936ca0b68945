import type { Account } from "../accounts/model.ts";
import type { CallOptions } from "../client/callOptions.ts";
import type { Client } from "../client/client.ts";
import { confirmed, confirmedWhen, isGone, LostWrites } from "../client/lostWrites.ts";
import type { MessageOf } from "../client/operations/table.ts";
import type { Repository } from "../client/types/repository.ts";
import { type ContentPlace, keyOf, type RepoPlace } from "./types.ts";

export type RepositoryWish = MessageOf<"repos.create">;
type RepositoryChanges = Omit<MessageOf<"repos.update">, "user" | "repo">;

const at = ({ owner, repo }: RepoPlace) => ({ user: owner, repo });
const sameName = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();
const idOf = ({ id }: Repository): number => id;

/** What is changed at repositories, apart from their files. When an answer is lost, the service is asked what it has. */
export class RepoWrites {
  readonly #account: (accountId: string) => Account;
  readonly #lost = new LostWrites();

  constructor(account: (accountId: string) => Account) {
    this.#account = account;
  }

  /** Throws HttpError. */
  async create(
    accountId: string,
    wish: RepositoryWish,
    {
      organization,
      team,
      signal,
    }: { organization?: string | undefined; team?: number; signal?: AbortSignal } = {},
  ): Promise<Repository> {
    const { client, profile } = this.#account(accountId);
    const { name } = wish;
    return this.#lost.once<Repository>({
      key: ["repository", accountId, organization, wish],
      send: () =>
        organization === undefined
          ? client.call("repos.create", wish, { signal })
          : client.call(
              "repos.createFromOrg",
              { org: organization, ...wish, ...(team === undefined ? {} : { team_id: team }) },
              { signal },
            ),
      look: async (options) => [
        await client.call("repos.get", { user: organization ?? profile.login, repo: name }, options),
      ],
      idOf,
      createdAt: ({ created_at: createdAt }) => createdAt,
      signal,
    });
  }

  /** Throws HttpError. An account has one fork of a repository. */
  async fork(place: RepoPlace, organization: string | undefined, signal?: AbortSignal): Promise<Repository> {
    const { client, profile } = this.#account(place.accountId);
    return this.#lost.once<Repository>({
      key: ["fork", keyOf(place), organization],
      send: () =>
        client.call(
          "repos.fork",
          { ...at(place), ...(organization === undefined ? {} : { organization }) },
          { signal },
        ),
      look: async (options) =>
        (await client.call("repos.getForks", { ...at(place), sort: "newest", per_page: 100 }, options)).filter(
          ({ owner }) => sameName(owner.login, organization ?? profile.login),
        ),
      idOf,
      signal,
    });
  }

  async update(place: RepoPlace, changes: RepositoryChanges, signal?: AbortSignal): Promise<Repository> {
    const client = this.#client(place);
    return confirmed<Repository>(
      () => client.call("repos.update", { ...at(place), ...changes }, { signal }),
      async (options) => {
        const now = await client.call("repos.get", { ...at(place), repo: changes.name }, options);
        const isDone = Object.entries(changes).every(
          ([name, value]) => (Reflect.get(now, name) ?? "") === (value ?? ""),
        );
        return isDone ? now : undefined;
      },
    );
  }

  async delete(place: RepoPlace, signal?: AbortSignal): Promise<void> {
    const client = this.#client(place);
    await confirmedWhen(
      () => client.call("repos.delete", at(place), { signal }),
      (options) => isGone(client.call("repos.get", at(place), options)),
    );
  }

  async setMark(place: RepoPlace, mark: "star" | "watch", isSet: boolean): Promise<void> {
    const client = this.#client(place);
    const send = {
      star: () => client.call(isSet ? "repos.star" : "repos.unStar", at(place)),
      watch: () => client.call(isSet ? "repos.watch" : "repos.unWatch", at(place)),
    }[mark];
    const check = mark === "star" ? "repos.getStarring" : "repos.getWatching";
    await confirmedWhen(send, async (options) => (await client.check(check, at(place), options)) === isSet);
  }

  /** Answers whether the user is only invited until now. */
  async addCollaborator(place: RepoPlace, login: string): Promise<boolean> {
    const client = this.#client(place);
    const message = { ...at(place), collabuser: login };
    return confirmed(
      async () => {
        const done = await client.call("repos.addCollaborator", message);
        return "id" in done && "permissions" in done;
      },
      async (options) => ((await client.check("repos.getCollaborator", message, options)) ? false : undefined),
    );
  }

  async removeCollaborator(place: RepoPlace, login: string): Promise<void> {
    const client = this.#client(place);
    const message = { ...at(place), collabuser: login };
    await confirmedWhen(
      () => client.call("repos.removeCollaborator", message),
      async (options) => !(await client.check("repos.getCollaborator", message, options)),
    );
  }

  /** Commits an empty file. */
  async createFile({ path, ref, ...place }: ContentPlace, message: string, signal?: AbortSignal): Promise<void> {
    const client = this.#client(place);
    const file = { ...at(place), path, ref };
    await confirmedWhen(
      () => client.call("repos.createContent", { ...file, content: "", message }, { signal }),
      async (options) => {
        const found = await client.call("repos.getContent", file, options);
        return !Array.isArray(found) && Reflect.get(found, "size") === 0;
      },
    );
  }

  /** Makes a branch at a commit. */
  async createBranch(place: RepoPlace, name: string, sha: string, signal?: AbortSignal): Promise<void> {
    const client = this.#client(place);
    const path = [place.owner, place.repo].map(encodeURIComponent).join("/");
    await confirmedWhen(
      () => client.post(`/repos/${path}/git/refs`, { ref: `refs/heads/${name}`, sha }, { signal }),
      async (options) =>
        (await client.call("repos.getBranch", { ...at(place), branch: name }, options)).commit.sha === sha,
    );
  }

  /** Answers the merge commit; undefined when `base` has everything of `head` already. */
  async merge(
    place: RepoPlace,
    { base, head, message }: { readonly base: string; readonly head: string; readonly message: string },
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    const client = this.#client(place);
    const text = message.trim() === "" ? {} : { commit_message: message };
    const send = async (): Promise<{ readonly sha: string | undefined }> => {
      const done = await client.call("repos.merge", { ...at(place), base, head, ...text }, { signal });
      return { sha: "sha" in done ? done.sha : undefined };
    };
    const find = async (options: CallOptions): Promise<{ readonly sha: string } | undefined> => {
      const { ahead_by: ahead } = await client.call("repos.compareCommits", { ...at(place), base, head }, options);
      if (ahead > 0) return undefined;
      return (await client.call("repos.getBranch", { ...at(place), branch: base }, options)).commit;
    };
    return (await confirmed(send, find)).sha;
  }

  async deleteDownload(place: RepoPlace, id: number): Promise<void> {
    const client = this.#client(place);
    const message = { ...at(place), id };
    await confirmedWhen(
      () => client.call("repos.deleteDownload", message),
      (options) => isGone(client.call("repos.getDownload", message, options)),
    );
  }

  #client({ accountId }: RepoPlace): Client {
    return this.#account(accountId).client;
  }
}
