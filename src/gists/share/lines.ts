import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { UserError } from "../../base/errors.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { linkAccounts, shareRanges, type ShareSourceDeps } from "./shareSource.ts";
import { sourceLink } from "./sourceLink.ts";

/** What VS Code gives to the menu of line numbers. */
interface ClickedLine {
  readonly uri: vscode.Uri;
  /** From 1. */
  readonly lineNumber: number;
}

const isClickedLine = (target: unknown): target is ClickedLine =>
  typeof target === "object" &&
  target !== null &&
  Reflect.get(target, "uri") instanceof vscode.Uri &&
  Number.isInteger(Reflect.get(target, "lineNumber"));

interface SelectedLines {
  readonly document: vscode.TextDocument;
  /** From 0. */
  readonly first: number;
  readonly last: number;
}

/** The lines of the selection that the clicked line is in, or the clicked line alone; without a click, the cursor's. */
const linesOf = (target: unknown): SelectedLines => {
  const clicked = isClickedLine(target) ? target : undefined;
  const { activeTextEditor: active, visibleTextEditors } = vscode.window;
  const isMeant = ({ document }: vscode.TextEditor): boolean =>
    clicked === undefined || document.uri.toString() === clicked.uri.toString();
  const editor = active && isMeant(active) ? active : visibleTextEditors.find(isMeant);
  if (!editor) throw new UserError(vscode.l10n.t("No text editor is open. Open a file to share."));
  const { document, selection } = editor;
  const { start, end } = selection;
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  const line = (clicked?.lineNumber ?? selection.active.line + 1) - 1;
  return !selection.isEmpty && line >= start.line && line <= last
    ? { document, first: start.line, last }
    : { document, first: line, last: line };
};

export const shareLines = async (deps: ShareSourceDeps, target: unknown): Promise<void> => {
  const { document, first, last } = linesOf(target);
  const range = new vscode.Range(first, 0, last, document.lineAt(last).text.length);
  await shareRanges(deps, { document, selections: [range] });
};

export const copyPermalink = async (accounts: AccountsModel, target: unknown): Promise<void> => {
  const { document, first, last } = linesOf(target);
  await accounts.load();
  const lines = { first: first + 1, last: last + 1 };
  const link = await sourceLink(document, lines, linkAccounts(accounts));
  if (link === undefined)
    throw new UserError(
      vscode.l10n.t(
        "These lines have no permalink. The file must be in a Git repository of a server where you have an account, or be opened from there, unchanged since a commit that is pushed.",
      ),
    );
  await vscode.env.clipboard.writeText(link);
  showStatus(vscode.l10n.t("Link copied to clipboard."), 4000);
};
