/**
 * The user opened another editor before this one was in front. VS Code's `showTextDocument` reports it by this message
 * only, which is never translated; a document that cannot be read has another message.
 */
export const isEditorSuperseded = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("Could NOT open editor for ");
