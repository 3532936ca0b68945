import type { Clock } from "../../base/clock.ts";
import { RecordFolder } from "../../base/recordFolder.ts";
import type { StorageFolder } from "../../base/storageFolder.ts";
import type { FilePlace } from "../types.ts";
import { decodeEdit, type EditContent, encodeEdit } from "./pendingEdit.ts";

export const keyOf = ({ accountId, gistId, fileName }: FilePlace): string =>
  JSON.stringify([accountId, gistId, fileName]);

/** The edits of gists that the service does not have yet. */
export class PendingEdits extends RecordFolder<FilePlace, EditContent> {
  constructor(folder: StorageFolder, clock: Clock) {
    super(folder, clock, { keyOf, decode: decodeEdit, encode: encodeEdit });
  }
}
