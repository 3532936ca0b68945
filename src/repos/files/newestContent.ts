import { decodeBase64, sameBytes } from "../../base/bytes.ts";
import { HttpError } from "../../client/errors.ts";
import type { LocalChange, LocalChanges } from "../../localChanges/model.ts";
import type { ReposModel } from "../model.ts";
import type { ContentPlace } from "../types.ts";
import { remoteOf } from "./committer.ts";
import type { Base } from "./fileBases.ts";

/** Looks at the service for what an editor shows without having waited for it. */
export class NewestContent {
  readonly #repos: ReposModel;
  readonly #changes: LocalChanges;
  /** The ids of local changes that were compared with what the service has. */
  readonly #compared = new Set<string>();

  constructor({ repos, changes }: { readonly repos: ReposModel; readonly changes: LocalChanges }) {
    this.#repos = repos;
    this.#changes = changes;
  }

  /** A change of a former window that the service has is none any longer. */
  async removeIfPublished(place: ContentPlace, change: LocalChange): Promise<void> {
    if (this.#changes.isOwn(change.id) || this.#compared.has(change.id)) return;
    this.#compared.add(change.id);
    try {
      const remote = await remoteOf(this.#repos, place);
      if (remote.sha === null || !sameBytes(remote.bytes, decodeBase64(change.content))) return;
      this.#repos.refreshRepo(place);
      await this.#changes.remove(change.id);
    } catch {
      // The next reading finds it out.
      this.#compared.delete(change.id);
    }
  }

  /** Whether the service has another content of the file by now, or none; false where it can't be asked. */
  async isOther(place: ContentPlace, { sha }: Base): Promise<boolean> {
    return this.#repos.whole(place).then(
      (now) => now.sha !== sha,
      (error: unknown) => HttpError.is(error, "notFound"),
    );
  }
}
