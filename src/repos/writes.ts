import type { Account } from "../accounts/model.ts";
import { confirmed, LostWrites } from "../client/lostWrites.ts";
import { proofs } from "../client/operations/proofs.ts";
import type { MessageOf } from "../client/operations/table.ts";
import type { Repository } from "../client/types/repository.ts";
import type { ContentPlace, RepoPlace } from "./types.ts";

const at = ({ owner, repo }: RepoPlace) => ({ user: owner, repo });

/** What is changed at repositories, apart from their files. When an answer is lost, the service is asked what it has. */
export class RepoWrites {
  readonly #account: (accountId: string) => Account;
  readonly #lost = new LostWrites();

  constructor(account: (accountId: string) => Account) {
    this.#account = account;
  }

  create(
    accountId: string,
    wish: MessageOf<"repos.create">,
    {
      organization,
      team,
      signal,
    }: { organization?: string | undefined; team?: number; signal?: AbortSignal } = {},
  ): Promise<Repository> {
    const account = this.#account(accountId);
    return organization === undefined
      ? this.#lost.call(account, "repos.create", wish, { signal })
      : this.#lost.call(
          account,
          "repos.createFromOrg",
          { org: organization, ...wish, ...(team === undefined ? {} : { team_id: team }) },
          { signal },
        );
  }

  fork(place: RepoPlace, organization: string | undefined, signal?: AbortSignal): Promise<Repository> {
    const message = { ...at(place), ...(organization === undefined ? {} : { organization }) };
    return this.#lost.call(this.#of(place), "repos.fork", message, { signal });
  }

  update(
    place: RepoPlace,
    changes: Omit<MessageOf<"repos.update">, "user" | "repo">,
    signal?: AbortSignal,
  ): Promise<Repository> {
    return this.#lost.call(this.#of(place), "repos.update", { ...at(place), ...changes }, { signal });
  }

  async delete(place: RepoPlace, signal?: AbortSignal): Promise<void> {
    await this.#lost.call(this.#of(place), "repos.delete", at(place), { signal });
  }

  async setStar(place: RepoPlace, isStarred: boolean): Promise<void> {
    await this.#lost.call(this.#of(place), isStarred ? "repos.star" : "repos.unStar", at(place));
  }

  async setWatch(place: RepoPlace, isWatched: boolean): Promise<void> {
    await this.#lost.call(this.#of(place), isWatched ? "repos.watch" : "repos.unWatch", at(place));
  }

  /** Answers whether the user is only invited until now. */
  async addCollaborator(place: RepoPlace, login: string): Promise<boolean> {
    const message = { ...at(place), collabuser: login };
    const done = await this.#lost.call(this.#of(place), "repos.addCollaborator", message);
    return "id" in done && "permissions" in done;
  }

  async removeCollaborator(place: RepoPlace, login: string): Promise<void> {
    await this.#lost.call(this.#of(place), "repos.removeCollaborator", { ...at(place), collabuser: login });
  }

  /** Commits an empty file. */
  async createFile({ path, ref, ...place }: ContentPlace, text: string, signal?: AbortSignal): Promise<void> {
    const message = { ...at(place), path, ref, content: "", message: text };
    await this.#lost.call(this.#of(place), "repos.createContent", message, { signal });
  }

  /** Makes a branch at a commit. */
  async createBranch(place: RepoPlace, name: string, sha: string, signal?: AbortSignal): Promise<void> {
    const { client } = this.#of(place);
    const path = [place.owner, place.repo].map(encodeURIComponent).join("/");
    await confirmed<unknown>(
      () =>
        client.post(
          `/repos/${path}/git/refs`,
          { ref: `refs/heads/${name}`, sha },
          { signal, proof: proofs.reference },
        ),
      async (options) =>
        (await client.call("repos.getBranch", { ...at(place), branch: name }, options)).commit.sha === sha ||
        undefined,
    );
  }

  /** Answers the merge commit; undefined when `base` has everything of `head` already. */
  async merge(
    place: RepoPlace,
    { base, head, text }: { readonly base: string; readonly head: string; readonly text: string },
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    const message = { ...at(place), base, head, ...(text.trim() === "" ? {} : { commit_message: text }) };
    const done = await this.#lost.call(this.#of(place), "repos.merge", message, { signal });
    return "sha" in done ? done.sha : undefined;
  }

  async deleteDownload(place: RepoPlace, id: number): Promise<void> {
    await this.#lost.call(this.#of(place), "repos.deleteDownload", { ...at(place), id });
  }

  #of({ accountId }: RepoPlace): Account {
    return this.#account(accountId);
  }
}
