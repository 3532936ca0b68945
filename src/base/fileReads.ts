/**
 * Addresses of files whose editors are being closed: they are not read. VS Code reads what an editor with unsaved text would show
 * before it closes it.
 */
export const closingFiles = new Set<string>();

/** Gets each read of a file by VS Code; `isContent`: not of what describes it. */
export type ReadObserver = (
  address: string,
  read: { readonly isContent: boolean; readonly result: Promise<unknown> },
) => void;

export const readObservers = new Set<ReadObserver>();
