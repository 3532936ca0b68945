import type { NewGist } from "../types.ts";
import type { Account, AccountsModel } from "../../accounts/model.ts";
import { requireAccount } from "../../accounts/requireAccount.ts";
import type { Clock } from "../../base/clock.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { Emitter } from "../../base/event.ts";
import type { Gist } from "../../client/types/gist.ts";
import { GistProblem } from "../problem.ts";
import { mayHaveSucceeded } from "../mayHaveSucceeded.ts";
import { encodeBase64, utf8Text } from "../../base/bytes.ts";
import type { StorageFolder } from "../../base/storageFolder.ts";
import { titleOf } from "../gistFacts.ts";
import { readComments, readWhole } from "../wholeGist.ts";
import { decodeDeleted, type DeletedGist, encodeDeleted, textFilesOf } from "./deletedGist.ts";

export interface TrashOptions {
  readonly accounts: AccountsModel;
  readonly folder: StorageFolder;
  readonly clock: Clock;
  /** How long a deleted gist is kept; 0 for not at all. */
  readonly keepDays: () => number;
  readonly create: (accountId: string, gist: NewGist, signal?: AbortSignal) => Promise<Gist>;
  readonly onError: (error: unknown) => void;
}

const day = 86_400_000;

/** The gists that were deleted here, each kept as it was for a while: one file each, on this machine. */
export class Trash {
  readonly #options: TrashOptions;
  readonly #store = new DisposableStore();
  readonly #restored = this.#store.add(new Emitter<{ deleted: DeletedGist; gist: Gist }>());
  readonly onDidRestore = this.#restored.event;
  readonly #changed = this.#store.add(new Emitter<void>());
  /** This window stored or removed some; those of other windows are not heard. */
  readonly onDidChange = this.#changed.event;
  readonly #restoring = new Map<string, Promise<Gist>>();

  constructor(options: TrashOptions) {
    this.#options = options;
    this.#store.add(
      options.accounts.onDidChange(({ removed }) => {
        if (removed.length > 0)
          this.#remove(({ accountId }) => removed.includes(accountId)).catch(options.onError);
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }

  get keepDays(): number {
    return Math.max(0, this.#options.keepDays());
  }

  /** Reads the gist whole and keeps it. Throws what keeps it from being read or written. */
  async keep(accountId: string, gistId: string, signal?: AbortSignal): Promise<DeletedGist> {
    const { client } = this.#account(accountId);
    const { gist, files } = await readWhole(client, gistId, { signal });
    const comments = gist.comments > 0 ? await readComments(client, gistId, { signal }) : [];
    const deleted: DeletedGist = {
      id: crypto.randomUUID(),
      accountId,
      deletedAt: this.#options.clock.now(),
      gistId,
      url: gist.html_url,
      title: titleOf(gist),
      description: gist.description,
      public: gist.public,
      createdAt: gist.created_at,
      updatedAt: gist.updated_at,
      files: files.map(({ name, bytes }) => {
        const text = utf8Text(bytes);
        return text === undefined ? { name, base64: encodeBase64(bytes) } : { name, text };
      }),
      comments: comments.map(({ user, body, created_at }) => ({
        login: user?.login ?? "",
        body,
        createdAt: created_at,
      })),
    };
    this.#account(accountId);
    await this.#write(deleted);
    return deleted;
  }

  /** What is kept of accounts that are signed in, the latest first. What is too old is removed. */
  async all(): Promise<readonly DeletedGist[]> {
    await this.purge().catch(this.#options.onError);
    const kept = (await this.#read()).filter(({ accountId }) => this.#options.accounts.get(accountId));
    return kept.toSorted((a, b) => b.deletedAt - a.deletedAt);
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#options.folder.list()).length === 0;
  }

  async get(id: string): Promise<DeletedGist | undefined> {
    const text = await this.#options.folder.read(`${id}.json`);
    return text === undefined ? undefined : decodeDeleted(text);
  }

  async purge(): Promise<void> {
    const oldest = this.#options.clock.now() - this.keepDays * day;
    await this.#remove(({ deletedAt }) => deletedAt <= oldest);
  }

  async forget({ id }: DeletedGist): Promise<void> {
    await this.#options.folder.remove(`${id}.json`);
    this.#changed.fire();
  }

  /** Whether the service still has the gist. Throws HttpError when it cannot be asked. */
  async isStillThere({ accountId, gistId }: DeletedGist, signal?: AbortSignal): Promise<boolean> {
    return this.#account(accountId).client.check("gists.get", { id: gistId }, { signal });
  }

  /**
   * Makes a new gist of it, once however often it is asked for at the same time. Throws HttpError, and GistProblem when
   * another window has restored or removed it since `deleted` was read.
   */
  restore(deleted: DeletedGist, signal?: AbortSignal): Promise<Gist> {
    const running = this.#restoring.get(deleted.id);
    if (running) return running;
    const restoring = this.#restore(deleted, signal).finally(() => this.#restoring.delete(deleted.id));
    this.#restoring.set(deleted.id, restoring);
    return restoring;
  }

  async #restore(deleted: DeletedGist, signal?: AbortSignal): Promise<Gist> {
    const { restoredAs: _restored, tried: _tried, ...untried } = deleted;
    const stored = await this.get(deleted.id);
    if (!stored || stored.tried !== deleted.tried || stored.restoredAs !== deleted.restoredAs)
      throw new GistProblem("restoredElsewhere", deleted.title);
    // Written before it is sent: whatever happens then, it is not sent twice without a question.
    await this.#write({ ...deleted, tried: this.#options.clock.now() });
    let gist: Gist;
    try {
      gist = await this.#options.create(
        deleted.accountId,
        {
          description: deleted.description ?? undefined,
          public: deleted.public,
          files: textFilesOf(deleted),
        },
        signal,
      );
    } catch (error) {
      if (!mayHaveSucceeded(error)) await this.#rewrite(deleted);
      throw error;
    }
    await this.#rewrite({ ...untried, restoredAs: gist.id }).catch(this.#options.onError);
    this.#restored.fire({ deleted, gist });
    return gist;
  }

  #account(accountId: string): Account {
    return requireAccount(this.#options.accounts, accountId);
  }

  /** Nothing of an account that was signed out stays. */
  async #write(deleted: DeletedGist): Promise<void> {
    const { accounts, folder } = this.#options;
    if (!accounts.get(deleted.accountId)) return;
    await folder.write(`${deleted.id}.json`, encodeDeleted(deleted));
    this.#changed.fire();
    if (!accounts.get(deleted.accountId)) await this.forget(deleted);
  }

  /** What was removed in between, here or by another window, does not come back. */
  async #rewrite(deleted: DeletedGist): Promise<void> {
    if (await this.get(deleted.id)) await this.#write(deleted);
  }

  /** A file that can't be read is reported, and hides no other. */
  async #read(): Promise<readonly DeletedGist[]> {
    const { folder, onError } = this.#options;
    const found: DeletedGist[] = [];
    for (const name of await folder.list()) {
      const text = await folder.read(name).catch((error: unknown) => {
        onError(error);
        return undefined;
      });
      const deleted = text === undefined ? undefined : decodeDeleted(text);
      if (deleted && name === `${deleted.id}.json`) found.push(deleted);
    }
    return found;
  }

  async #remove(isMeant: (deleted: DeletedGist) => boolean): Promise<void> {
    for (const deleted of await this.#read()) if (isMeant(deleted)) await this.forget(deleted);
  }
}
