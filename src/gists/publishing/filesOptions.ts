import type { AccountsModel } from "../../accounts/model.ts";
import type { Clock } from "../../base/clock.ts";
import type { Inspect } from "../../base/inspect.ts";
import type { StorageFolder } from "../../base/storageFolder.ts";
import type { DraftStorage } from "./drafts.ts";
import type { GistPublisher } from "./gistPublisher.ts";
import type { PublishMode } from "./engineOptions.ts";
import type { GistsModel } from "../model.ts";
import type { FilePlace } from "../types.ts";

export interface FilesOptions {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly publisher: GistPublisher;
  readonly drafts: DraftStorage;
  readonly edits: StorageFolder;
  readonly clock: Clock;
  /** Bytes of the largest file that is sent. */
  readonly largestFile: () => number;
  readonly modeOf: (place: FilePlace) => PublishMode;
  /** Milliseconds. */
  readonly pause: () => number;
  readonly inspect: Inspect;
  /** Whether a text in which neither side of a conflict was accepted is to be sent. */
  readonly isUnmergedConfirmed: (fileName: string) => Promise<boolean>;
  readonly onError: (error: unknown) => void;
  /** Where the bases of unsaved documents are stored; `isSharedStorage` when other windows store there, too. */
  readonly unsavedBases: StorageFolder;
  readonly isSharedStorage: boolean;
  /** The address of the file's document; of several, of the one that commands are about. */
  readonly addressOf: (place: FilePlace) => string;
  /** Whether an editor has the file, saved or not. */
  readonly isOpen: (place: FilePlace) => boolean;
}
