import type { SavingAccounts } from "../../accounts/storage/saveAtOnce.ts";
import * as vscode from "vscode";
import type { Gist } from "../../client/types/gist.ts";
import { gistCommands, settings } from "../../ids.ts";
import { showWarning } from "../../ui/messages.ts";
import type { Reports } from "../../ui/reports.ts";
import { filesOf } from "../gistFacts.ts";
import type { GistsModel } from "../model.ts";
import type { ContentProblem } from "../problem.ts";
import type { FilePlace } from "../types.ts";
import type { GistUris } from "../uri.ts";
import { Drafts } from "./drafts.ts";
import { discardEdits } from "./editorEdits.ts";
import type { GistFiles } from "./files.ts";
import type { PendingEdit } from "./pendingEdit.ts";

interface QuestionDeps {
  readonly gists: GistsModel;
  readonly files: GistFiles;
  readonly uris: GistUris;
  readonly reports: Reports;
  readonly accounts: SavingAccounts;
}

interface Question {
  readonly text: string;
  readonly problem: ContentProblem;
  readonly save: () => Promise<void>;
}

/** Undefined where it is another user's, or can't be read. */
const ownGist = async (gists: GistsModel, place: FilePlace): Promise<Gist | undefined> => {
  if (Drafts.isDraftId(place.gistId)) return undefined;
  const gist = await gists.get(place.accountId, place.gistId).catch(() => undefined);
  return gist && gists.isMine(place.accountId, gist) ? gist : undefined;
};

/** Asks what to do about a file that is empty, binary or too large. */
export const askAboutContent = async (
  deps: QuestionDeps,
  edit: PendingEdit,
  { text, problem, save: saveLocally }: Question,
): Promise<void> => {
  const { place } = edit;
  const save = vscode.l10n.t("Save Locally");
  const discard = vscode.l10n.t("Discard Changes");
  const open = vscode.l10n.t("Open Setting");
  const remove = vscode.l10n.t("Delete File");
  const removeGist = vscode.l10n.t("Delete Gist");
  const gist = problem.kind === "emptyContent" ? await ownGist(deps.gists, place) : undefined;
  const choices = {
    binary: [save],
    tooLarge: [open, save],
    emptyContent: gist && edit.base !== null ? [filesOf(gist).length > 1 ? remove : removeGist] : [],
  };
  const answer = await showWarning(text, ...choices[problem.kind], discard);
  if (answer === undefined) return;
  if (answer === open)
    await vscode.commands.executeCommand("workbench.action.openSettings", settings.maxFileMegabytes);
  else if (answer === save) await saveLocally();
  else if (answer === discard) await discardEdits(deps, [edit]);
  else {
    const command = answer === remove ? gistCommands.deleteFile : gistCommands.delete;
    await vscode.commands.executeCommand(command, deps.uris.of(place));
  }
};
