import { fieldsOf } from "../../base/fieldsOf.ts";
import { isUnmerged } from "../../base/mergeTexts.ts";
import { parseRecord, type RecordContent, type Stored } from "../../base/record.ts";
import type { ErrorKind } from "../../client/errors.ts";
import type { ContentProblemKind } from "../problem.ts";
import type { FilePlace } from "../types.ts";

/**
 * Where an edit stands that is not at the service: stored until the user publishes it, waiting for the service or the
 * account, changed on both sides, or not accepted as it is.
 */
export type PendingState = "unpublished" | "queued" | "conflict" | "refused";

/** `heldBack`: the user did not let it be sent when a possible secret was found in it. `signedOut`: its account is. */
export type EditReason = ErrorKind | ContentProblemKind | "heldBack" | "signedOut";

/** A write whose end is not known: its answer was lost, or could not be checked. */
export interface UnconfirmedWrite {
  /** The version of the gist that the write was made on; of a gist's creation when that began, in milliseconds. */
  readonly expected: string;
  /** The file's text in that version; null when it had no such file. */
  readonly assumed: string | null;
  /** The text of the edit then. */
  readonly mine: string;
  /** The text that was sent: `mine`, or `mine` merged with `assumed`. */
  readonly text: string;
}

/** A conflict that the user is merging. */
export interface Merge {
  /** The text with both sides in it, as it was saved last. */
  readonly text: string;
  /** What the service had when the merge began; null when it had no such file. */
  readonly theirs: string | null;
  /** When it began. Milliseconds. */
  readonly since: number;
}

/** What a file is here while the service has something else. */
export interface EditContent extends RecordContent<FilePlace> {
  readonly state: PendingState;
  /** What the service had when the edit began; null when it had no such file. */
  readonly base: string | null;
  readonly mine: string;
  /** Why it is not at the service, when it was tried. */
  readonly reason?: EditReason;
  /** SHA-256 of the texts that `mine` is based on here: when the service has one of them, it is ours. */
  readonly earlier?: readonly string[];
  /** The text that `mine` is based on and that another window has published, perhaps merged, or discarded. */
  readonly grewFrom?: string;
  /** The oldest first. */
  readonly unconfirmed?: readonly UnconfirmedWrite[];
  readonly merge?: Merge;
  /** The ids of the records that this one took the place of: another window may show one of them. The oldest first. */
  readonly formerIds?: readonly string[];
  /** Auto Save stored it, and it is published after a pause. Not set for what the user left unpublished. */
  readonly isAutomatic?: true;
}

export type PendingEdit = Stored<EditContent>;

const states: readonly string[] = ["unpublished", "queued", "conflict", "refused"] satisfies PendingState[];

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.every(isText));

const isUnconfirmed = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  const { expected, assumed, mine, text } = value as Partial<UnconfirmedWrite>;
  return isText(expected) && (assumed === null || isText(assumed)) && isText(mine) && isText(text);
};

const isMerge = (value: unknown): boolean => {
  const { text, theirs, since } = fieldsOf(value);
  return isText(text) && (theirs === null || isText(theirs)) && Number.isFinite(since);
};

/** "newer" for a record of a later version of the extension, "damaged" for what is no record. */
export const decodeEdit = (id: string, text: string): PendingEdit | "newer" | "damaged" => {
  const data = parseRecord(text, "edit", 2);
  if (typeof data === "string") return data;
  const edit = data as Partial<PendingEdit>;
  const isValid =
    isText(edit.mine) &&
    (edit.base === null || isText(edit.base)) &&
    states.includes(edit.state ?? "") &&
    isText(edit.place?.fileName) &&
    isText(edit.place.gistId) &&
    isText(edit.place.accountId) &&
    isTexts(edit.earlier) &&
    isTexts(edit.formerIds) &&
    (edit.grewFrom === undefined || isText(edit.grewFrom)) &&
    (edit.merge === undefined || isMerge(edit.merge)) &&
    (edit.isAutomatic === undefined || edit.isAutomatic) &&
    (edit.unconfirmed === undefined || (Array.isArray(edit.unconfirmed) && edit.unconfirmed.every(isUnconfirmed)));
  return isValid ? { ...(edit as PendingEdit), id } : "damaged";
};

export const encodeEdit = ({ id: _id, ...edit }: PendingEdit): string => JSON.stringify({ version: 2, edit });

/** What an editor shows of an edit. */
export const shownTextOf = ({ merge, mine }: EditContent): string => merge?.text ?? mine;

/** Whether this text of an edit is one that the user is not done merging. */
export const isMerging = ({ base, mine, merge }: EditContent, text: string): boolean =>
  merge !== undefined && isUnmerged(base ?? "", mine, merge.theirs ?? "", text);

export const withoutUnconfirmed = ({ unconfirmed: _unconfirmed, ...edit }: PendingEdit): PendingEdit => edit;

/** What was saved. */
export interface Saved {
  /** Auto Save did it, not the user. */
  readonly isAutomatic?: boolean;
  /** What the service had when the document was read; null when it had no such file. */
  readonly base: string | null;
  readonly mine: string;
  /** The pending edit that the document shows or was stored as; one of another window stands beside it. */
  readonly edit?: string | undefined;
  /** The text of that edit. */
  readonly editText?: string | undefined;
  /** The user saw `base` and went on from there: it counts, not that of the pending edit. */
  readonly isRebased?: boolean;
}

/** Which text an edit is, and what it is based on. */
export interface Sides {
  readonly base: string | null;
  readonly mine: string;
  /** The edit that the text is based on, also when another window has published or discarded it. */
  readonly origin?: Origin | undefined;
  readonly isAutomatic?: boolean | undefined;
}
export type Origin = Pick<EditContent, "mine" | "earlier" | "grewFrom" | "unconfirmed">;

/** Whether the user was asked about a possible secret and did not let it be sent: it stays here until they save it. */
export const isHeldByUser = (edit: PendingEdit | undefined): boolean =>
  edit?.reason === "heldBack" && edit.isAutomatic !== true;

/**
 * Whether a save only stores the text, since the user has to decide about the edit: what Auto Save saves of one that was
 * held back, and a conflict, which the user ends by an answer, or by a save that publishes. `isManual`: saves don't.
 */
export const isLeftToUser = (
  before: PendingEdit,
  saved: Pick<Saved, "isAutomatic" | "isRebased">,
  isManual: boolean,
): boolean => {
  if (before.state !== "conflict") return saved.isAutomatic === true && isHeldByUser(before);
  return saved.isRebased !== true && (saved.isAutomatic === true || isManual);
};
