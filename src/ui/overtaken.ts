/**
 * The user opened another editor before this one was in front. VS Code's `showTextDocument` tells it by this text alone,
 * in English always; of a document that cannot be read it says something else.
 */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith("Could NOT open editor for ");
