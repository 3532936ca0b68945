import { type CommentSpace, registerCommentSpace } from "../comments/feature.ts";
import type { Core } from "./core.ts";

/** What comments of gists and of commits share. */
export const start = ({ accounts, log }: Core): CommentSpace => registerCommentSpace(accounts, log);
