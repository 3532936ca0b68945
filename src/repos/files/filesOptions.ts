import type { Clock } from "../../base/clock.ts";
import type { Inspect } from "../../base/inspect.ts";
import type { FileChange } from "./commitErrors.ts";
import type { CommitterOptions } from "./committer.ts";
import type { TextBasesOptions } from "./textBases.ts";

export interface RepoFilesOptions extends CommitterOptions, TextBasesOptions {
  readonly clock: Clock;
  readonly inspect: Inspect;
  /** The message of the commits. Throws CancelledError when nothing is to be sent. */
  readonly askMessage: (changes: readonly FileChange[]) => Promise<string>;
  /** Throws CancelledError when a text in which neither side of a conflict was accepted is not to be sent. */
  readonly confirmUnmerged: (path: string) => Promise<void>;
}
