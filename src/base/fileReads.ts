/**
 * Addresses of files whose editors are being closed: they are not read. VS Code reads what an editor with unsaved text would show
 * before it closes it.
 */
export const closingFiles = new Set<string>();

/** Address → what gets each read of the file by VS Code; `isContent`: not of what describes it. */
export const readObservers = new Map<
  string,
  (read: { readonly isContent: boolean; readonly result: Promise<unknown> }) => void
>();
