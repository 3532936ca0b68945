import * as vscode from "vscode";
import { shownText, utf8Text } from "../../base/bytes.ts";
import {
  askAboutConflict,
  compareWithServer,
  confirmTakeTheirs,
  openMergeEditor,
  replaceText,
} from "../../ui/conflicts.ts";
import type { ReadonlyDocuments } from "../../ui/readonlyDocuments.ts";
import type { RepoConflict } from "./commitErrors.ts";
import { newestCopy } from "./commitPrompt.ts";
import { decodeBase } from "./fileBases.ts";
import type { RepoFiles } from "./files.ts";
import type { ReposModel } from "../model.ts";
import { toUserError } from "../problemText.ts";
import type { ContentPlace } from "../types.ts";
import { contentPlaceOf, contentUri } from "../uri.ts";

interface ConflictParts {
  readonly repos: ReposModel;
  readonly files: RepoFiles;
  readonly texts: ReadonlyDocuments;
  readonly onError: (what: string, error: unknown) => void;
}

const nameOf = ({ path }: ContentPlace): string => path.split("/").at(-1) ?? path;

const documentOf = (uri: vscode.Uri): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());

type Side = "base" | "theirs" | "mine";

const sourceOf = (side: Side, output: vscode.Uri): string => JSON.stringify(["merge", side, output.toString()]);

/** Empty for what is not the text of a list. */
const listOf = (text: string): readonly unknown[] => {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
};

/** A side of a merge from before a reload of the window: the local change has all of them. */
const restoreSide = async (files: RepoFiles, source: string): Promise<string | undefined> => {
  const [kind, side, output] = listOf(source);
  const place = kind === "merge" ? contentPlaceOf(vscode.Uri.parse(String(output))) : undefined;
  const { base } = (place && (await files.changeOf(place))) ?? {};
  const { bytes, merge } = (typeof base === "string" ? decodeBase(base) : undefined) ?? {};
  const text = side === "theirs" ? bytes : side === "mine" ? merge?.mine : merge?.base;
  return merge && text && shownText(text).replace(/^\ufeff/, "");
};

const openMerge = async ({ files, texts }: ConflictParts, conflict: RepoConflict): Promise<void> => {
  const { place } = conflict;
  const output = contentUri(place);
  const document = await vscode.workspace.openTextDocument(output);
  const { base, theirs, mine, text } = await files.beginMerge(
    conflict,
    document.isDirty ? document.getText() : undefined,
  );
  const name = nameOf(place);
  await replaceText(output, text);
  // The merge editor would save it without waiting for it.
  await document.save();
  await openMergeEditor(name, {
    base: texts.add(name, base, sourceOf("base", output)),
    theirs: texts.add(name, theirs, sourceOf("theirs", output)),
    mine: texts.add(name, mine, sourceOf("mine", output)),
    output,
  });
};

const keepMine = async ({ files }: ConflictParts, conflict: RepoConflict): Promise<void> => {
  const { place } = conflict;
  const uri = contentUri(place);
  // Also where no editor has it: the text is stored as a local change then.
  const { document } = await vscode.window.showTextDocument(uri, { preview: false });
  const mine = await files.mineOfMerge(place, document.getText());
  if (mine !== undefined) await replaceText(uri, mine);
  await files.acceptTheirs(conflict);
  await vscode.commands.executeCommand("workbench.action.files.save");
};

/** What was typed in the editor since the conflict is discarded after a question only. */
const takeTheirs = async ({ files }: ConflictParts, { place, mine, theirs }: RepoConflict): Promise<void> => {
  const document = documentOf(contentUri(place));
  await confirmTakeTheirs(nameOf(place), document, mine);
  if (document) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand(
      theirs === null ? "workbench.action.revertAndCloseActiveEditor" : "workbench.action.files.revert",
    );
  }
  await files.revert(place);
};

/** Asks what to do about a file that both sides changed. Reports what fails. */
export const fileConflictAsker = (parts: ConflictParts): ((conflict: RepoConflict) => void) => {
  /** Files whose marked text is saved before the merge editor shows it. */
  const opening = new Set<string>();
  const merge = async (conflict: RepoConflict): Promise<void> => {
    const key = contentUri(conflict.place).toString();
    opening.add(key);
    try {
      await openMerge(parts, conflict);
    } finally {
      opening.delete(key);
    }
  };
  parts.texts.restoreWith((source) => restoreSide(parts.files, source));
  return (conflict) => {
    const { place, mine, theirs } = conflict;
    const uri = contentUri(place);
    if (opening.has(uri.toString())) return;
    const isText = theirs !== null && utf8Text(theirs) !== undefined && utf8Text(mine) !== undefined;
    askAboutConflict(nameOf(place), theirs === null ? "deleted" : "changed", {
      merge: isText ? () => merge(conflict) : undefined,
      compare:
        theirs === null
          ? undefined
          : async () => compareWithServer(nameOf(place), await newestCopy(parts.repos, place), uri),
      keepMine: () => keepMine(parts, conflict),
      takeTheirs: () => takeTheirs(parts, conflict),
    }).catch((error: unknown) => parts.onError(vscode.l10n.t("Merge"), toUserError(error)));
  };
};
