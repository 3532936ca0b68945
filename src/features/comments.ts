import { type CommentRegistry, registerComments } from "../comments/feature.ts";
import type { Core } from "./core.ts";

/** What comments of gists and of commits share. */
export const start = ({ shell, accounts, log }: Core): CommentRegistry => registerComments(shell, accounts, log);
