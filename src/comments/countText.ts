import * as vscode from "vscode";
import { commentsText } from "../ui/counts.ts";

export const countText = (count: number): string =>
  count === 0 ? vscode.l10n.t("No comments yet") : commentsText(count);
