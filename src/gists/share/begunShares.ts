import type { Memento } from "vscode";
import { entriesOf, fieldsOf } from "../../base/fieldsOf.ts";
import { isCancelled } from "../../base/errors.ts";
import { isUnmade } from "../../client/beforeWrite.ts";

export interface BegunShare {
  readonly accountId: string;
  /** The first line of the description. */
  readonly what: string;
}

export const begunSharesKey = "begunShares";

/** What a stored value has of shares that were begun. */
export const begunSharesOf = (stored: unknown): readonly BegunShare[] =>
  entriesOf(stored).flatMap((entry) => {
    const { accountId, what } = fieldsOf(entry);
    return typeof accountId === "string" && typeof what === "string" ? [{ accountId, what }] : [];
  });

/** The shares of this window whose answer is waited for. What a reload of the window interrupts may have been made. */
export class BegunShares {
  readonly #memento: Pick<Memento, "get" | "update">;
  #interrupted: readonly BegunShare[];
  #begun: readonly BegunShare[] = [];

  constructor(memento: Pick<Memento, "get" | "update">) {
    this.#memento = memento;
    this.#interrupted = begunSharesOf(memento.get<unknown>(begunSharesKey));
  }

  get interrupted(): readonly BegunShare[] {
    return this.#interrupted;
  }

  /** Nothing of the account is kept. */
  forget(accountId: string): void {
    const isOther = (share: BegunShare): boolean => share.accountId !== accountId;
    this.#interrupted = this.#interrupted.filter(isOther);
    this.#begun = this.#begun.filter(isOther);
    this.#store();
  }

  /** They were reported. */
  forgetInterrupted(): void {
    this.#interrupted = [];
    this.#store();
  }

  /** Throws what `task` throws. */
  async during<T>(share: BegunShare, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    this.#begun = [...this.#begun, share];
    this.#store();
    let isWindowClosed = false;
    try {
      return await task();
    } catch (error) {
      // Not where the user kept it back, or left a question before it was sent.
      isWindowClosed = isCancelled(error) && !isUnmade(error) && !signal.aborted;
      throw error;
    } finally {
      this.#begun = this.#begun.filter((each) => each !== share);
      if (!isWindowClosed) this.#store();
    }
  }

  /** Where it can't be stored, nothing is said after a reload. */
  #store(): void {
    const all = [...this.#interrupted, ...this.#begun];
    const update = this.#memento.update(begunSharesKey, all.length > 0 ? all : undefined);
    Promise.resolve(update).catch(() => undefined);
  }
}
