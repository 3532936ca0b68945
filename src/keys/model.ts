import type { Account, AccountsModel } from "../accounts/model.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import { Emitter } from "../base/event.ts";
import { HttpError } from "../client/errors.ts";
import { LostWrites } from "../client/lostWrites.ts";
import { unlessNotOffered } from "../client/notOffered.ts";
import { PagedList, PagedLists } from "../client/pagedList.ts";
import type { DeployKey } from "../client/types/deployKey.ts";
import { keyOf, type RepoPlace } from "../repos/types.ts";
import { KeyProblem } from "./problem.ts";

/** A key that the service does not have yet. */
export interface NewKey {
  readonly title: string;
  /** Type and base64. */
  readonly line: string;
  readonly readOnly: boolean;
}

interface Options {
  readonly accounts: AccountsModel;
}

const lineOf = (key: string): string => key.trim().split(/\s+/, 2).join(" ");

const isInUse = (error: unknown): boolean =>
  HttpError.is(error, "unprocessable") &&
  [error.message, ...error.errors.map(({ message }) => message ?? "")].some((text) =>
    /already in use/i.test(text),
  );

/** Servers that cannot change keys know no such route, or no such method on it. */
const isUnknownRoute = (error: unknown): boolean =>
  HttpError.is(error) && (error.kind === "notFound" || error.code === 405 || error.code === 501);

const repository = ({ owner, repo }: RepoPlace) => ({ user: owner, repo });

/** The deploy keys of repositories: what is known of them, and what is done with them. */
export class KeysModel {
  readonly #options: Options;
  readonly #lists = new PagedLists<DeployKey>();
  readonly #lost = new LostWrites();
  readonly #changed = new Emitter<RepoPlace>();
  readonly onDidChange = this.#changed.event;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The first page is read when there is none yet. Throws HttpError, and KeyProblem for who is no administrator. */
  async list(place: RepoPlace): Promise<PagedList<DeployKey>> {
    const { client } = this.#account(place);
    const list = this.#lists.of(
      keyOf(place),
      () =>
        new PagedList<DeployKey>(
          (from, options) => from.pages("repos.getKeys", { ...repository(place), per_page: 100 }, options),
          ({ id }) => id,
        ),
    );
    if (!list.isRead)
      await this.#asAdmin(place, unlessNotOffered(client, place, { needsAdmin: true }, list.more(client)));
    return list;
  }

  async more(place: RepoPlace): Promise<void> {
    await (await this.list(place)).more(this.#account(place).client);
    this.#changed.fire(place);
  }

  /** Reads the keys again when they are asked for the next time. */
  refresh(place: RepoPlace): void {
    this.forget(keyOf(place));
    this.#changed.fire(place);
  }

  /** What is cached of this account or repository is read again when it is shown. */
  forget(path: string): void {
    this.#lists.invalidate(path);
  }

  get(place: RepoPlace, id: number): Promise<DeployKey> {
    return this.#account(place).client.call("repos.getKey", { ...repository(place), id });
  }

  /** Throws KeyProblem `gone` when it was deleted, and HttpError. */
  async requireExisting(place: RepoPlace, { id, title }: DeployKey): Promise<void> {
    try {
      await this.get(place, id);
    } catch (error) {
      if (!HttpError.is(error, "notFound")) throw error;
      this.refresh(place);
      await this.#readAny(place);
      throw new KeyProblem("gone", title, error);
    }
  }

  async add(place: RepoPlace, key: NewKey): Promise<DeployKey> {
    try {
      return await this.#create(place, key);
    } finally {
      // Also when the answer got lost: the key may be there.
      this.refresh(place);
    }
  }

  /**
   * Changes title or key in place where the server can, and answers `changed`. Where it cannot, a changed key is added,
   * verified, and only then the former one deleted: `replaced`. Throws KeyProblem: `cannotRename` when the server takes
   * no key twice, `bothLeft` when it broke off between.
   */
  async change(
    place: RepoPlace,
    former: DeployKey,
    { title, line }: Pick<NewKey, "title" | "line">,
  ): Promise<"changed" | "replaced"> {
    const message = { ...repository(place), id: former.id, title, key: line };
    try {
      await this.#lost.call(this.#account(place), "repos.updateKey", message);
      this.refresh(place);
      return "changed";
    } catch (error) {
      if (isInUse(error)) throw new KeyProblem("inUse", title, error);
      if (!isUnknownRoute(error)) throw error;
    }
    // The route is unknown, unless it is the key that is gone.
    try {
      await this.replace(place, former, { title, line, readOnly: former.read_only ?? false });
    } catch (error) {
      const isSame = lineOf(former.key) === line;
      throw isSame && error instanceof KeyProblem && error.kind === "inUse"
        ? new KeyProblem("cannotRename", former.title, error)
        : error;
    }
    return "replaced";
  }

  /**
   * Adds the new key, verifies that the service has it, and deletes the former one, in this order. Throws KeyProblem `gone`
   * and what adding throws, and then nothing has changed; afterwards KeyProblem `bothLeft`.
   */
  async replace(place: RepoPlace, former: DeployKey, next: NewKey): Promise<DeployKey> {
    // Who deleted it elsewhere took its access away.
    await this.requireExisting(place, former);
    try {
      const added = await this.#create(place, next);
      try {
        const seen = await this.get(place, added.id);
        if (lineOf(seen.key) !== next.line) throw new KeyProblem("notAdded", next.title);
        await this.#delete(place, former);
      } catch (error) {
        throw new KeyProblem("bothLeft", former.title, error);
      }
      return added;
    } finally {
      this.refresh(place);
    }
  }

  /**
   * The only way to another title on a server that cannot change keys and takes none twice. Throws what deleting
   * throws, KeyProblem `deletionUnconfirmed` when it is not known whether the key was deleted, and `neitherLeft` when it
   * could not be added again. Can be called again after `deletionUnconfirmed`.
   */
  async deleteAndAdd(place: RepoPlace, former: DeployKey, title: string): Promise<void> {
    try {
      try {
        await this.#delete(place, former);
      } catch (error) {
        throw HttpError.is(error) && error.mayHaveSucceeded
          ? new KeyProblem("deletionUnconfirmed", former.title, error)
          : error;
      }
      try {
        await this.#create(place, { title, line: lineOf(former.key), readOnly: former.read_only ?? false });
      } catch (error) {
        throw new KeyProblem("neitherLeft", former.title, error);
      }
    } finally {
      this.refresh(place);
    }
  }

  /** A key that is gone already is deleted. */
  async delete(place: RepoPlace, key: DeployKey): Promise<void> {
    try {
      await this.#delete(place, key);
    } finally {
      this.refresh(place);
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #create(place: RepoPlace, { title, line, readOnly }: NewKey): Promise<DeployKey> {
    const message = { ...repository(place), title, key: line, read_only: readOnly };
    const made = this.#lost.call(this.#account(place), "repos.createKey", message);
    try {
      return await this.#asAdmin(place, made);
    } catch (error) {
      throw isInUse(error) ? new KeyProblem("inUse", title, error) : error;
    }
  }

  async #delete(place: RepoPlace, { id }: DeployKey): Promise<void> {
    try {
      await this.#lost.call(this.#account(place), "repos.deleteKey", { ...repository(place), id });
    } catch (error) {
      if (!HttpError.is(error, "notFound")) throw error;
      await this.#readAny(place);
    }
    this.#lists.remove(keyOf(place), (key) => key.id === id);
  }

  /** A key that isn't found is gone, unless this account may not see keys at all: throws KeyProblem `noAdmin` then. */
  async #readAny(place: RepoPlace): Promise<void> {
    const { client } = this.#account(place);
    await this.#asAdmin(place, client.call("repos.getKeys", { ...repository(place), per_page: 1 }));
  }

  async #asAdmin<T>(place: RepoPlace, call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      if (!HttpError.is(error, "notFound", "forbidden")) throw error;
      throw new KeyProblem("noAdmin", `${place.owner}/${place.repo}`, error);
    }
  }

  #account({ accountId }: RepoPlace): Account {
    return requireAccount(this.#options.accounts, accountId);
  }
}
