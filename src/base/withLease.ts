import type { Clock } from "./clock.ts";
import type { Disposable } from "./disposable.ts";
import { leaseMs } from "./recordFolder.ts";

/** Renews this window's lease of a record while the task runs. `id`: of the record as it is now. */
export const withLease = async <T>(
  records: { readonly claim: (id: string) => Promise<boolean> },
  { clock, onError }: { readonly clock: Clock; readonly onError: (error: unknown) => void },
  id: () => string | undefined,
  task: () => Promise<T>,
): Promise<T> => {
  let renewal: Disposable | undefined;
  let renewing: Promise<unknown> = Promise.resolve();
  let isOver = false;
  const renew = (): void => {
    renewal = clock.setTimer(leaseMs / 3, () => {
      renewing = records
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
