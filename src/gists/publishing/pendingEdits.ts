import { BoundedMap } from "../../base/boundedMap.ts";
import type { Clock } from "../../base/clock.ts";
import { type PutOptions, RecordFolder } from "../../base/recordFolder.ts";
import type { StorageFolder } from "../../base/storageFolder.ts";
import type { FilePlace, GistPlace } from "../types.ts";
import {
  decodeEdit,
  type EditContent,
  encodeEdit,
  type PendingEdit,
  type UnconfirmedWrite,
} from "./pendingEdit.ts";

export const keyOf = ({ accountId, gistId, fileName }: FilePlace): string =>
  JSON.stringify([accountId, gistId, fileName]);

/** The edits of gists that the service does not have yet. */
export class PendingEdits extends RecordFolder<FilePlace, EditContent> {
  readonly #began: number;
  /** When the texts were saved that this window has stored: what another one stores of them later has the same time. */
  readonly #own = new BoundedMap<true>(1000);

  constructor(folder: StorageFolder, clock: Clock) {
    super(folder, clock, { keyOf, decode: decodeEdit, encode: encodeEdit });
    this.#began = clock.now();
  }

  override put(content: EditContent, supersedes?: readonly string[], options?: PutOptions): Promise<PendingEdit> {
    this.#own.set(String(content.changed), true);
    return super.put(content, supersedes, options);
  }

  /** Whether another window has saved its text since this one began: an older one may be from before a reload of this one. */
  isOfOtherWindow({ changed }: PendingEdit): boolean {
    return changed > this.#began && !this.#own.has(String(changed));
  }

  /** The edit as it is on the disk now, or what took its place: never another window's edit of the file. */
  async current({
    id,
    place,
    since,
  }: Pick<PendingEdit, "id" | "place" | "since">): Promise<PendingEdit | undefined> {
    await this.get(place);
    return this.record(id) ?? this.of(place).find((edit) => edit.since === since);
  }

  /** What became of the edit with this id when its file was renamed from `place`, also while that is sent; as it is known. */
  renamed(id: string, { accountId, gistId, fileName }: FilePlace): PendingEdit | undefined {
    return this.records.find(
      ({ place, formerIds }) =>
        place.accountId === accountId &&
        place.gistId === gistId &&
        place.fileName !== fileName &&
        formerIds?.includes(id),
    );
  }

  #sentElsewhere(place: FilePlace): readonly PendingEdit[] {
    const key = keyOf(place);
    return this.records.filter((edit) => keyOf(edit.place) === key && this.isLeasedElsewhere(edit.id));
  }

  /** The edit of the file with this text that another window began to send, such as this one before it was reloaded. */
  begunElsewhere(place: FilePlace, text: string): PendingEdit | undefined {
    return this.#sentElsewhere(place).find(({ id, mine }) => mine === text && this.isHidden(id));
  }

  /** The writes that may have made a gist of a draft, of all its files and windows, as the disk has them; the oldest first. */
  async creationsOf({
    accountId,
    gistId,
  }: GistPlace): Promise<readonly (UnconfirmedWrite & { fileName: string })[]> {
    await this.refresh();
    const its = this.records.filter(({ place }) => place.accountId === accountId && place.gistId === gistId);
    return its
      .flatMap(({ place, unconfirmed = [] }) => unconfirmed.map((each) => ({ ...each, fileName: place.fileName })))
      .filter(({ expected }) => Number.isFinite(Number(expected)))
      .toSorted((one, other) => Number(one.expected) - Number(other.expected));
  }

  /** Whether another window sends an edit of the file now, also one that is not shown, as the disk has them. */
  async isSentElsewhere(place: FilePlace): Promise<boolean> {
    await this.get(place);
    return this.#sentElsewhere(place).length > 0;
  }

  /** The files of an account that have edits which the service does not have or has not confirmed, as the disk has them now. */
  async filesOf(accountId: string): Promise<readonly FilePlace[]> {
    await this.refresh();
    const places = this.records.map(({ place }) => place).filter((place) => place.accountId === accountId);
    return [...new Map(places.map((place) => [keyOf(place), place])).values()];
  }
}
