import type { AccountsModel } from "../../accounts/model.ts";
import type { Clock } from "../../base/clock.ts";
import type { Inspect } from "../../base/inspect.ts";
import type { StorageFolder } from "../../base/storageFolder.ts";
import type { DraftStorage } from "./drafts.ts";
import type { GistPublisher } from "./gistPublisher.ts";
import type { PublishMode } from "./engineOptions.ts";
import type { GistsModel } from "../model.ts";
import type { FilePlace } from "../types.ts";

/** What is looked at before a text is sent. */
interface SaveChecks {
  readonly gists: GistsModel;
  readonly inspect: Inspect;
  /** Bytes of the largest file that is sent. */
  readonly maxFileBytes: () => number;
  /** Whether a text in which neither side of a conflict was accepted is to be sent. */
  readonly isUnmergedConfirmed: (fileName: string) => Promise<boolean>;
}

/** What survives a reload of the window. */
interface EditStorage {
  readonly drafts: DraftStorage;
  readonly edits: StorageFolder;
  /** Where the bases of unsaved documents are stored; `isSharedStorage` when other windows store there, too. */
  readonly unsavedBases: StorageFolder;
  readonly isSharedStorage: boolean;
}

interface OpenFiles {
  /** The address of the file's document; of several, of the one that commands are about. */
  readonly addressOf: (place: FilePlace) => string;
  /** Whether an editor has the file, saved or not. */
  readonly isOpen: (place: FilePlace) => boolean;
}

export interface FilesOptions extends SaveChecks, EditStorage, OpenFiles {
  readonly accounts: AccountsModel;
  readonly publisher: GistPublisher;
  readonly clock: Clock;
  readonly modeOf: (place: FilePlace) => PublishMode;
  /** Milliseconds. */
  readonly pause: () => number;
  readonly onError: (error: unknown) => void;
}
