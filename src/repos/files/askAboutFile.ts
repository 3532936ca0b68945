import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { UserError } from "../../base/errors.ts";
import { checkFile } from "./checkFile.ts";
import { utf8Text } from "../../base/bytes.ts";
import type { LocalChangesFeature } from "../../localChanges/feature.ts";
import type { LocalChanges } from "../../localChanges/model.ts";
import {
  askAboutConflict,
  changedSinceText,
  compareWithServer,
  confirmTakeTheirs,
  openMergeEditor,
  replaceText,
  showMergeText,
} from "../../ui/conflicts.ts";
import type { ReadonlyDocuments } from "../../ui/readonlyDocuments.ts";
import { type AskAboutConflict, NeedsOtherBranch, RepoConflict } from "./commitErrors.ts";
import { newestCopy } from "./commitPrompt.ts";
import type { RepoFiles } from "./files.ts";
import { sourceOf } from "./mergeSides.ts";
import type { ReposModel } from "../model.ts";
import type { ContentPlace } from "../types.ts";
import { contentPlaceOf, contentUri } from "../uri.ts";
import { discardInEditors, editorVersions, type ServerFile, discardAndClose } from "../../ui/discardInEditors.ts";
import { isUnsaved } from "../../ui/openDocument.ts";
import { hasUnsavedText } from "../../ui/unsavedText.ts";

interface ConflictDeps {
  readonly accounts: AccountsModel;
  readonly repos: ReposModel;
  readonly files: RepoFiles;
  readonly changes: LocalChanges;
  readonly texts: ReadonlyDocuments;
  readonly askAboutRefusal: (refused: NeedsOtherBranch) => Promise<void>;
  /** Explains a problem of the model, too. */
  readonly onError: (what: string, error: unknown) => void;
}

const nameOf = ({ path }: ContentPlace): string => path.split("/").at(-1) ?? path;

const openMerge = async (
  { files, texts }: Pick<ConflictDeps, "files" | "texts">,
  conflict: RepoConflict,
): Promise<void> => {
  const { place } = conflict;
  const output = contentUri(place);
  const document = await vscode.workspace.openTextDocument(output);
  const { base, theirs, mine, text } = await files.beginMerge(
    conflict,
    hasUnsavedText(document) ? document.getText() : undefined,
  );
  const name = nameOf(place);
  await showMergeText(output, text);
  await openMergeEditor(name, {
    base: texts.add(name, base, sourceOf("base", output)),
    theirs: texts.add(name, theirs, sourceOf("theirs", output)),
    mine: texts.add(name, mine, sourceOf("mine", output)),
    output,
  });
};

/** Commits what a merge that is completed ended in and only Auto Save has saved; `output` is what the merge editor was about. */
export const finishMerge = async (
  files: RepoFiles,
  publish: LocalChangesFeature["publish"],
  output: vscode.Uri,
): Promise<void> => {
  const place = contentPlaceOf(output);
  const change = place && (await files.shownChange(place));
  // Complete Merge saves what is unsaved, and nothing else: after Auto Save there is nothing unsaved.
  if (change && files.isMerged(change) && !isUnsaved(output)) await publish(change);
};

const keepMine = async (files: RepoFiles, conflict: RepoConflict): Promise<void> => {
  const { place } = conflict;
  const uri = contentUri(place);
  const conflicts = await files.conflicts();
  const beside = await conflicts.beside(conflict);
  // An editor without anything unsaved may be about to show what another window has stored.
  const stored = beside ?? (isUnsaved(uri) ? undefined : await files.shownChange(place));
  if (stored) {
    await conflicts.commit(place, stored, conflict.remote);
    return;
  }
  // Also where no editor has it: the text is stored as a local change then.
  const { document } = await vscode.window.showTextDocument(uri, { preview: false });
  const mine = await files.mineOfMerge(place, document.getText());
  if (mine !== undefined) await replaceText(uri, mine);
  await files.acceptTheirs(conflict);
  await vscode.commands.executeCommand("workbench.action.files.save");
};

/** What was typed in the editor since the conflict is discarded after a question only. */
const takeTheirs = async (
  { accounts, files, changes }: Pick<ConflictDeps, "accounts" | "files" | "changes">,
  conflict: RepoConflict,
): Promise<void> => {
  const { place, mine, theirs } = conflict;
  const beside = await (await files.conflicts()).beside(conflict);
  const uri = contentUri(place);
  const atAnswer = editorVersions(uri);
  const isClean = !isUnsaved(uri);
  const shown = await files.shownChange(place);
  const check = (signal: AbortSignal): Promise<ServerFile> => checkFile(accounts, place, signal);
  const reload = (): void => files.reload(place);
  if (beside) {
    await changes.remove(beside.id);
    return;
  }
  const requireSame = async (): Promise<void> => {
    if ((await files.shownChange(place))?.id !== shown?.id) throw new UserError(changedSinceText(nameOf(place)));
  };
  if (isClean && theirs !== null && shown && shown.id === conflict.change?.id) {
    const discard = async (): Promise<void> => {
      await requireSame();
      await changes.remove(shown.id);
    };
    await discardInEditors(uri, { versions: atAnswer, check, discard, reload });
    return;
  }
  const isAsked = await confirmTakeTheirs(nameOf(place), uri, mine);
  const versions = isAsked ? editorVersions(uri) : atAnswer;
  const discard = async (): Promise<void> => {
    await requireSame();
    await files.revert(place);
  };
  if (theirs === null) await discardAndClose(uri, { versions, discard });
  else await discardInEditors(uri, { versions, check, discard, reload });
};

/** Asks what to do about a file that both sides changed. Reports what fails. */
export const fileConflictAsker = (deps: ConflictDeps): AskAboutConflict => {
  /** Files whose marked text is saved before the merge editor shows it. */
  const opening = new Set<string>();
  const merge = async (conflict: RepoConflict): Promise<void> => {
    const key = contentUri(conflict.place).toString();
    opening.add(key);
    try {
      await openMerge(deps, conflict);
    } finally {
      opening.delete(key);
    }
  };
  const ask: AskAboutConflict = (conflict, chosen) => {
    const { place, mine, theirs } = conflict;
    const uri = contentUri(place);
    if (opening.has(uri.toString())) return;
    const isText = theirs !== null && utf8Text(theirs) !== undefined && utf8Text(mine) !== undefined;
    askAboutConflict(
      nameOf(place),
      theirs === null ? "deleted" : "changed",
      {
        merge: isText ? () => merge(conflict) : undefined,
        compare:
          theirs === null
            ? undefined
            : async () => compareWithServer(nameOf(place), await newestCopy(deps.repos, place), uri),
        keepMine: () => keepMine(deps.files, conflict),
        takeTheirs: () => takeTheirs(deps, conflict),
      },
      chosen,
    ).catch((error: unknown) => {
      // Changed again while the user decided about what the editor does not show.
      if (error instanceof RepoConflict) ask(new RepoConflict(place, mine, error.remote, conflict.change));
      else if (error instanceof NeedsOtherBranch) void deps.askAboutRefusal(error);
      else deps.onError(vscode.l10n.t("Merge"), error);
    });
  };
  return ask;
};
