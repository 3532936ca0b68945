import type { FilePlace } from "../types.ts";

/** Both sides changed the same lines. The edit is stored until the user has decided. */
export class EditConflict extends Error {
  override readonly name = "EditConflict";
  readonly place: FilePlace;
  readonly base: string | null;
  readonly mine: string;
  readonly theirs: string | null;
  /** The pending edit that met the conflict. */
  readonly edit: string | undefined;

  constructor(
    place: FilePlace,
    sides: { base: string | null; mine: string; theirs: string | null },
    edit?: string,
  ) {
    super(`${place.fileName} was changed on both sides`);
    this.place = place;
    this.base = sides.base;
    this.mine = sides.mine;
    this.theirs = sides.theirs;
    this.edit = edit;
  }
}
