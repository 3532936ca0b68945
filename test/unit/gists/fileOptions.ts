import type { FilesOptions } from "../../../src/gists/files.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";

/** Of GistFiles: folders in memory, no drafts, no findings of the leak guard; each save is published at once. */
export const fileOptions = (
  given: Pick<FilesOptions, "accounts" | "gists" | "clock"> & Partial<FilesOptions>,
): FilesOptions => ({
  drafts: { read: () => [], write: () => undefined, refresh: async () => undefined },
  edits: new MemoryFolder(),
  unsavedBases: new MemoryFolder(),
  isSharedStorage: false,
  largestFile: () => 1_000_000,
  modeOf: () => "onSave",
  pause: () => 1,
  inspect: async ({ files }) => files,
  onError: () => undefined,
  isOpen: () => true,
  ...given,
});
