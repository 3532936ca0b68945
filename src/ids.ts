/**
 * The names that the code shares with package.json. The ids of commands and settings are generated: activation does
 * without them, and imports `manifestNames.ts`.
 */
import type { CommentCommandId, commentCommands } from "./generatedIds.ts";

export * from "./generatedIds.ts";
export * from "./manifestNames.ts";

/** Those that are about a thread or a comment, whatever it belongs to. */
export type ThreadCommandId = Exclude<CommentCommandId, typeof commentCommands.show>;
