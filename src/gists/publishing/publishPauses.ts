import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import { keyOf } from "./pendingEdits.ts";
import { isSignedIn } from "./editLease.ts";
import type { EngineOptions } from "./engineOptions.ts";
import { isHeldByUser, type PendingEdit } from "./pendingEdit.ts";

interface Pause {
  readonly edit: PendingEdit;
  readonly timer: Disposable;
}

/** The same for the texts of an edit, each of which takes the place of the one before. */
export const chainOf = ({ place, since }: PendingEdit): string => `${keyOf(place)} ${since}`;

/** Publishes an edit once it was not saved for a while. Each edit has its own pause, those of other windows too. */
export class PublishPauses implements Disposable {
  readonly #clock: Clock;
  readonly #pauseMs: () => number;
  readonly #publish: (edit: PendingEdit) => void;
  readonly #pauses = new Map<string, Pause>();

  constructor(clock: Clock, pauseMs: () => number, publish: (edit: PendingEdit) => void) {
    this.#clock = clock;
    this.#pauseMs = pauseMs;
    this.#publish = publish;
  }

  /** Begins the pause, or begins it again. */
  schedule(edit: PendingEdit): void {
    this.cancel(edit);
    const timer = this.#clock.setTimer(this.#pauseMs(), () => this.#end(edit));
    this.#pauses.set(chainOf(edit), { edit, timer });
  }

  cancel(edit: PendingEdit): void {
    this.#pauses.get(chainOf(edit))?.timer.dispose();
    this.#pauses.delete(chainOf(edit));
  }

  /** Ends the pauses of the edits that are meant now. */
  end(isMeant: (edit: PendingEdit) => boolean): void {
    for (const { edit } of this.#pauses.values()) if (isMeant(edit)) this.#end(edit);
  }

  dispose(): void {
    for (const { timer } of this.#pauses.values()) timer.dispose();
    this.#pauses.clear();
  }

  #end(edit: PendingEdit): void {
    this.cancel(edit);
    this.#publish(edit);
  }
}

/** Whether it is published by itself: not what the user left unpublished, and not without the account. */
export const waitsForPause = (
  { accounts, publisher }: Pick<EngineOptions, "accounts" | "publisher">,
  edit: PendingEdit,
): boolean => {
  const { place, state, isAutomatic } = edit;
  if (state !== "unpublished" || isHeldByUser(edit) || !isSignedIn(accounts, place)) return false;
  const mode = publisher.modeOf(place);
  return isAutomatic ? mode !== "manual" : mode === "afterPause";
};
