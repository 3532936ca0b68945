import { BoundedMap } from "./boundedMap.ts";

/**
 * What was discarded in this window of documents that are open, by document: a document shows at once what its text was based
 * on, as the service may not answer now.
 */
export class DiscardedRecords<R> {
  readonly #records = new BoundedMap<R>(100);

  note(document: string, record: R): void {
    this.#records.set(document, record);
  }

  /** The record that was discarded since the document was read last. */
  take(document: string): R | undefined {
    const record = this.#records.get(document);
    this.#records.delete(document);
    return record;
  }
}
