import type { FilePlace } from "../types.ts";
import type { PendingEdit } from "./pendingEdit.ts";

/** Both sides changed the same lines. The edit is stored until the user has decided. */
export class EditConflict extends Error {
  override readonly name = "EditConflict";
  readonly place: FilePlace;
  readonly base: string | null;
  readonly mine: string;
  readonly theirs: string | null;
  /** The id of the pending edit that met the conflict. */
  readonly edit: string | undefined;
  /** Its `since`, which later texts of it have, too. */
  readonly since: number | undefined;

  constructor(
    place: FilePlace,
    sides: { base: string | null; mine: string; theirs: string | null },
    edit?: Pick<PendingEdit, "id" | "since">,
  ) {
    super(`${place.fileName} was changed on both sides`);
    this.place = place;
    this.base = sides.base;
    this.mine = sides.mine;
    this.theirs = sides.theirs;
    this.edit = edit?.id;
    this.since = edit?.since;
  }
}
