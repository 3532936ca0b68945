import { type CommentRegistry, registerComments } from "../comments/feature.ts";
import type { Core } from "./core.ts";

/** What comments of gists and of commits share. */
export const start = ({ accounts, log }: Core): CommentRegistry => registerComments(accounts, log);
