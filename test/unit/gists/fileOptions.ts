import type { DraftStorage } from "../../../src/gists/publishing/drafts.ts";
import type { FilesOptions } from "../../../src/gists/publishing/filesOptions.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";
import { GistPublisher } from "../../../src/gists/publishing/gistPublisher.ts";

const memoryDrafts = (): DraftStorage => {
  let stored: ReturnType<DraftStorage["read"]> = [];
  return { read: () => stored, write: (drafts) => void (stored = drafts), refresh: async () => undefined };
};

/** Of GistFiles: folders and drafts in memory, no findings of the leak guard; each save is published at once. */
export const fileOptions = (
  given: Pick<FilesOptions, "accounts" | "gists" | "clock"> & Partial<FilesOptions>,
): FilesOptions => ({
  publisher: new GistPublisher(given.accounts, given.gists, given.clock),
  drafts: memoryDrafts(),
  edits: new MemoryFolder(),
  unsavedBases: new MemoryFolder(),
  isSharedStorage: false,
  maxFileBytes: () => 1_000_000,
  modeOf: () => "onSave",
  pause: () => 1,
  inspect: async ({ files }) => files,
  isUnmergedConfirmed: async () => false,
  onError: () => undefined,
  addressOf: ({ fileName }) => fileName,
  isOpen: () => true,
  ...given,
});
