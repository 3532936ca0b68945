import { sameBytes } from "../../base/bytes.ts";
import { isCancelled } from "../../base/errors.ts";
import type { ReposModel } from "../model.ts";
import { RepoProblem } from "../problem.ts";
import { type ContentPlace, type FileMove, keyOf } from "../types.ts";
import {
  DeletedInPart,
  type FileChange,
  messageOrOtherBranch,
  MovedInPart,
  NeedsOtherBranch,
  RepoConflict,
} from "./commitErrors.ts";
import type { Committer } from "./committer.ts";
import type { Base } from "./fileBases.ts";
import type { TextBases } from "./textBases.ts";

/** Files as they were when the user was asked whether to delete them. */
export interface Deletion {
  readonly files: readonly { readonly place: ContentPlace; readonly sha: string }[];
  /** The ids of all their local changes, also those of other windows. */
  readonly changes: readonly string[];
}

interface FileMovesDeps {
  readonly repos: ReposModel;
  readonly committer: Committer;
  readonly textBases: TextBases;
  /** As `JoinedMessages.of`. */
  readonly messageOf: (changes: readonly FileChange[]) => Promise<string>;
  /** As `RepoFiles.writeAs`. */
  readonly writeAs: (place: ContentPlace, bytes: Uint8Array, message: string, base: Base) => Promise<unknown>;
  readonly onDone: (change: FileChange) => void;
}

const noFile: Base = { sha: null, bytes: new Uint8Array() };

/**
 * Asks for the message of all changes. What the branch refuses is offered to another one as a whole: not only the file that
 * it refused first. `act` is given a branch where it is not the branch of the files.
 */
const orElsewhere = async (
  messageOf: FileMovesDeps["messageOf"],
  changes: readonly FileChange[],
  act: (message: string, ref?: string) => Promise<void>,
): Promise<void> => {
  const [first] = changes;
  if (!first) return;
  try {
    await act(await messageOrOtherBranch(first, undefined, messageOf(changes)));
  } catch (error) {
    if (!(error instanceof NeedsOtherBranch)) throw error;
    throw error.with({ elsewhere: (ref) => act(error.commitMessage, ref) });
  }
};

const isOnOneBranch = ({ from, to }: FileMove): boolean => keyOf(from) === keyOf(to) && from.ref === to.ref;

interface Copied {
  readonly path: string;
  /** Deletes the file at its old name. */
  readonly end: () => Promise<void>;
}

const endMoves = async (copied: readonly Copied[]): Promise<void> => {
  for (const [index, { path, end }] of copied.entries())
    try {
      await end();
    } catch (error) {
      const isSaid = error instanceof NeedsOtherBranch || error instanceof RepoProblem || isCancelled(error);
      if (isSaid) throw error;
      throw new MovedInPart({ path, finish: () => endMoves(copied.slice(index)) }, error);
    }
};

/** Deletes and moves files of branches. Each file is a commit, or two when it is moved; one message for all. */
export class FileMoves {
  readonly #deps: FileMovesDeps;

  constructor(deps: FileMovesDeps) {
    this.#deps = deps;
  }

  /** As `RepoFiles.toDelete`. */
  async toDelete(places: readonly ContentPlace[]): Promise<Deletion> {
    const { committer, textBases } = this.#deps;
    await textBases.refreshChanges();
    const files = places.map(async (place) => {
      const { sha } = await committer.remote(place);
      if (sha === null) throw new RepoProblem("gone", place.path);
      if (await this.#isUnseen(place, sha)) throw this.#changedSince(place);
      return { place, sha };
    });
    return {
      files: await Promise.all(files),
      changes: places.flatMap((place) => textBases.changesOf(place).map(({ id }) => id)),
    };
  }

  /** As `RepoFiles.deleteAll`. */
  async deleteAll(
    { files, changes }: Deletion,
    folders: readonly string[],
    mayTakeNewBranch: boolean,
  ): Promise<void> {
    const together = mayTakeNewBranch ? {} : undefined;
    const deleted = files.map(({ place }): FileChange => ({
      place,
      kind: "delete",
      together,
      folder: folders.find((folder) => place.path.startsWith(folder)),
    }));
    await orElsewhere(this.#deps.messageOf, deleted, async (message, ref) => {
      // Local changes are of the branch that has the files still.
      const discarded = ref === undefined ? changes : [];
      for (const [done, { place, sha }] of files.entries())
        try {
          await this.#delete({ ...place, ref: ref ?? place.ref }, message, sha, discarded);
        } catch (error) {
          if (done === 0) throw error;
          throw new DeletedInPart({ done, total: files.length, path: place.path }, error);
        }
    });
  }

  /** As `RepoFiles.moveAll`. */
  async moveAll(moves: readonly FileMove[], overwrite: boolean, mayTakeNewBranch: boolean): Promise<void> {
    const { committer } = this.#deps;
    // What is replaced is what was there when the user was asked, and nothing otherwise.
    const targets = await Promise.all(
      moves.map(({ to }) => (overwrite ? committer.remote(to) : Promise.resolve(noFile))),
    );
    const together = mayTakeNewBranch && moves.every(isOnOneBranch) ? {} : undefined;
    const moved = moves.map(({ from, to }): FileChange => ({
      place: to,
      kind: "write",
      from: from.path,
      together,
    }));
    await orElsewhere(this.#deps.messageOf, moved, async (message, ref) => {
      const copied: Copied[] = [];
      for (const [index, { from, to }] of moves.entries()) {
        const onRef = (place: ContentPlace): ContentPlace => ({ ...place, ref: ref ?? place.ref });
        // What is moved from another branch is deleted there.
        const move = { from: isOnOneBranch({ from, to }) ? onRef(from) : from, to: onRef(to) };
        const sha = await this.#copy(move, message, targets[index] ?? noFile);
        const changes = ref === undefined ? await this.#deps.textBases.moveChanges(move) : [];
        copied.push({ path: from.path, end: () => this.#endMove(move.from, message, sha, changes) });
      }
      await endMoves(copied);
    });
  }

  /** The editor of the file is about to show what is there now. */
  #changedSince(place: ContentPlace): RepoProblem {
    this.#deps.onDone({ place, kind: "write" });
    return new RepoProblem("changedSince", place.path);
  }

  /** Whether an editor, with nothing of the user's in it, shows another content than the one with this id. */
  async #isUnseen(place: ContentPlace, sha: string): Promise<boolean> {
    const { textBases } = this.#deps;
    if (textBases.stateOf(place) !== "saved") return false;
    const { base, change } = (await textBases.shown(place)) ?? {};
    return base !== undefined && change === undefined && base.sha !== sha;
  }

  /** As `#delete`, for a file that was copied: one that is gone was deleted by a request whose answer was lost. */
  async #endMove(place: ContentPlace, message: string, sha: string, moved: readonly string[]): Promise<void> {
    try {
      await this.#delete(place, message, sha, moved);
    } catch (error) {
      if (!(error instanceof RepoProblem && error.kind === "gone")) throw error;
      await this.#forget(place, moved);
    }
  }

  /** Deletes the content with this id, and of its local changes those that are `discarded`. */
  async #delete(place: ContentPlace, message: string, sha: string, discarded: readonly string[]): Promise<void> {
    await this.#deps.committer.delete(place, message, sha).catch((error: unknown) => {
      throw error instanceof RepoProblem && error.kind === "changedSince" ? this.#changedSince(place) : error;
    });
    await this.#forget(place, discarded);
  }

  /** The server no longer has the file: nor has this computer, but for local changes that are not `discarded`. */
  async #forget(place: ContentPlace, discarded: readonly string[]): Promise<void> {
    await this.#deps.textBases.deleteChanges(place, discarded);
    this.#deps.onDone({ place, kind: "delete" });
  }

  /** Answers the id of the content that was copied. Throws RepoProblem `exists` for what is not `target` any longer. */
  async #copy({ from, to }: FileMove, message: string, target: Base): Promise<string> {
    const { repos, committer, writeAs } = this.#deps;
    const { bytes, sha } = await repos.wholeFile(from);
    if (target.sha !== null && (await committer.remote(to)).sha !== target.sha)
      throw new RepoProblem("exists", to.path);
    try {
      await writeAs(to, bytes, message, target);
    } catch (error) {
      if (!(error instanceof RepoConflict)) throw error;
      // What a move that failed on its way has copied is there already. A link to `from` only seems to be a copy.
      repos.refreshRepo(to);
      const isCopy = sameBytes(error.remote.bytes, bytes) && (await repos.isCopied(from, to));
      if (!isCopy) throw new RepoProblem("exists", to.path);
    }
    return sha;
  }
}
