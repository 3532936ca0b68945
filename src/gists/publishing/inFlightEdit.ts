import { maxEarlier } from "./origins.ts";
import type { EditContent, PendingEdit, UnconfirmedWrite } from "./pendingEdit.ts";

/** Stores an edit in place of another one. */
type Put = (content: EditContent, before: PendingEdit) => Promise<PendingEdit>;

/**
 * The record of an edit while it is sent. Before each write it is stored which one that is: if the window ends before the
 * service answers, the next start finds out whether the write was made before it sends the edit again.
 */
export class InFlightEdit {
  /** As it is stored now. */
  record: PendingEdit;
  readonly #former: readonly UnconfirmedWrite[];
  readonly #put: Put;

  constructor(record: PendingEdit, put: Put) {
    this.record = record;
    this.#former = record.unconfirmed ?? [];
    this.#put = put;
  }

  readonly idNow = (): string => this.record.id;

  /** The record without the writes of now: what became of them is known. */
  get settled(): PendingEdit {
    const { unconfirmed: _unconfirmed, ...edit } = this.record;
    return this.#former.length === 0 ? edit : { ...edit, unconfirmed: this.#former };
  }

  readonly willSend = async (writes: readonly UnconfirmedWrite[]): Promise<void> => {
    const unconfirmed = [...this.#former, ...writes].slice(-maxEarlier);
    // Without it the edit is found by its text alone.
    this.record = await this.#put({ ...this.record, unconfirmed }, this.record).catch(() => this.record);
  };
}
