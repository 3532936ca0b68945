/**
 * Addresses of files whose editors are being closed: they are not read. VS Code reads what an editor with unsaved text would show
 * before it closes it.
 */
export const closingFiles = new Set<string>();
