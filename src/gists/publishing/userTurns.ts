import type { PendingEdit } from "./pendingEdit.ts";
import { NotAskedError } from "./publishErrors.ts";
import { chainOf } from "./publishPauses.ts";

/** Whether the user is asked about a refused edit: not with each pause of the typing, nor while the text is empty. */
export const isRefusalNew = (
  edit: PendingEdit,
  before: PendingEdit | undefined,
  isAutomatic: boolean | undefined,
): boolean =>
  !isAutomatic ||
  (edit.reason !== "emptyContent" && (before?.state !== "refused" || before.reason === "emptyContent"));

/** With which edits only the user can do something. A possible secret counts once per edit, not with each pause of the typing. */
export class UserTurns {
  /** The edits that were reported to have a possible secret in them, by chain. */
  readonly #heldBack = new Set<string>();

  /** Whether it is new that the user has to do something about an edit that failed with this error. */
  isNew(edit: PendingEdit, error: unknown): boolean {
    if (edit.reason !== "heldBack") return edit.state === "conflict" || edit.state === "refused";
    if (!(error instanceof NotAskedError)) return false;
    const chain = chainOf(edit);
    if (this.#heldBack.has(chain)) return false;
    this.#heldBack.add(chain);
    return true;
  }

  forget(edit: PendingEdit): void {
    this.#heldBack.delete(chainOf(edit));
  }
}
