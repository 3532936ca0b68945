import type { Clock } from "../../base/clock.ts";
import type { Disposable } from "../../base/disposable.ts";
import { leaseMs } from "../../base/recordFolder.ts";
import type { PendingEdits } from "./pendingEdits.ts";

/** Renews this window's lease of a record while the task runs. `id`: of the record as it is now. */
export const withLease = async <T>(
  {
    pending,
    clock,
    onError,
  }: { readonly pending: PendingEdits; readonly clock: Clock; readonly onError: (error: unknown) => void },
  id: () => string | undefined,
  task: () => Promise<T>,
): Promise<T> => {
  let renewal: Disposable | undefined;
  let renewing: Promise<unknown> = Promise.resolve();
  let isOver = false;
  const renew = (): void => {
    renewal = clock.setTimer(leaseMs / 3, () => {
      renewing = pending
        .claim(id() ?? "")
        .then(() => (isOver ? undefined : renew()))
        .catch(onError);
    });
  };
  if (id() !== undefined) renew();
  try {
    return await task();
  } finally {
    isOver = true;
    renewal?.dispose();
    // It renames the record, which is removed next.
    await renewing;
  }
};
