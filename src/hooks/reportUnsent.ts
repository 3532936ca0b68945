import * as vscode from "vscode";
import { UserError } from "../base/errors.ts";
import { bytesOf } from "../base/bytes.ts";
import type { ChangeActions } from "../localChanges/feature.ts";
import { nameOf } from "../localChanges/label.ts";
import { reportStored } from "../localChanges/reportStored.ts";
import { askAboutConflict, compareWithServer, confirmTakeTheirs } from "../ui/conflicts.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import type { HookFileSystem, UnsentSave } from "./fileSystem.ts";
import { draftOf, newDraft, textOf } from "./hookDocument.ts";
import type { HooksModel } from "./model.ts";
import { HookConflict } from "./problem.ts";
import { toHookError } from "./problemText.ts";
import { hookPlaceOf } from "./uri.ts";

export interface ReportParts {
  readonly hooks: HooksModel;
  readonly fileSystem: HookFileSystem;
  readonly texts: ReadonlyDocuments;
  /** `again`: does what failed again, after the user granted what it lacked. */
  readonly onError: (what: string, error: unknown, again?: () => Promise<void>) => void;
  /** Sends what is stored of the document. */
  readonly publish: (uri: vscode.Uri) => Promise<void>;
}

/** What was typed in the editor since the conflict is discarded after a question only. */
const takeTheirs = async ({ fileSystem }: ReportParts, { uri, content }: UnsentSave): Promise<void> => {
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  await confirmTakeTheirs(nameOf(uri), document, content);
  await fileSystem.discardChange(uri);
  if (!document) return;
  await vscode.window.showTextDocument(document, { preview: false });
  await vscode.commands.executeCommand("workbench.action.files.revert");
};

const askConflict = (parts: ReportParts, save: UnsentSave, { now }: HookConflict): Promise<void> => {
  const { uri } = save;
  return askAboutConflict(nameOf(uri), "different", {
    compare: () => compareWithServer(nameOf(uri), parts.texts.add("server.json", textOf(draftOf(now))), uri),
    keepMine: async () => {
      await vscode.window.showTextDocument(uri, { preview: false });
      parts.fileSystem.acceptTheirs(uri, now);
      await vscode.commands.executeCommand("workbench.action.files.save");
    },
    takeTheirs: () => takeTheirs(parts, save),
  });
};

/** Reports once what a save did not send, with what can be done about it. Throws what an answer leads to. */
export const reportUnsent = async (parts: ReportParts, save: UnsentSave): Promise<void> => {
  const { uri, error } = save;
  if (error instanceof HookConflict) {
    await askConflict(parts, save, error);
    return;
  }
  await reportStored(
    { what: vscode.l10n.t("Send Hook"), toUserError: toHookError, ...parts },
    // What is wrong in the document has to be changed first.
    { uri, error, canTryAgain: !(error instanceof UserError) },
  );
};

/** What can be done with a local change of a hook's document. */
export const hookChangeActions = (parts: ReportParts): ChangeActions => ({
  serverCopy: async (uri) => {
    const place = hookPlaceOf(uri);
    return parts.texts.add("server.json", textOf(place ? draftOf(await parts.hooks.get(place)) : newDraft));
  },
  resolve: async (uri) => {
    const conflict = await parts.fileSystem.conflictOf(uri);
    if (!conflict) return false;
    const { document } = await vscode.window.showTextDocument(uri, { preview: false });
    const content = bytesOf(document.getText());
    // The message stays until it is answered.
    askConflict(parts, { uri, content, error: conflict }, conflict).catch((error: unknown) =>
      parts.onError(vscode.l10n.t("Merge"), error),
    );
    return true;
  },
});
