import type { ChangeContent } from "./model.ts";

/** Whether it is sent at its time without a question. */
export const isSentByItself = ({
  retryAt,
  commitMessage,
}: Pick<ChangeContent, "retryAt" | "commitMessage">): boolean =>
  retryAt !== undefined && commitMessage !== undefined;
