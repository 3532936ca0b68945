import * as vscode from "vscode";
import { isCancelled, UserError } from "../../base/errors.ts";
import type { Handler } from "../../commands/registry.ts";
import type { Gist } from "../../client/types/gist.ts";
import { gistCommands } from "../../ids.ts";
import { confirmDeleteWithEdits } from "../../ui/confirmDelete.ts";
import { gistsText } from "../../ui/counts.ts";
import { closeTabs, columnOf, countTabs } from "../../ui/tabs.ts";
import { errorText } from "../../ui/errorText.ts";
import { askChecked } from "../../ui/inputBox.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { askText, confirm, confirmRisk, pickOne } from "../../ui/prompts.ts";
import { nameProblem } from "../fileName.ts";
import type { GistPublisher } from "../publishing/gistPublisher.ts";
import type { GistFiles } from "../publishing/files.ts";
import { filesOf, titleOf } from "../gistFacts.ts";
import { type Inspect, inspectText } from "../../base/inspect.ts";
import { GistProblem, notMine } from "../problem.ts";
import { nameProblemText, toUserError } from "../problemText.ts";
import { newNamesIn } from "../publishing/newFiles.ts";
import { requireUnchanged } from "../requireUnchanged.ts";
import { ownForkOf } from "./ownFork.ts";
import { recreate } from "./recreate.ts";
import type { Reports } from "../../ui/reports.ts";
import { selectedGistRows, selectedGists, withEach } from "../selectedGists.ts";
import { openGist } from "../openGist.ts";
import { gistAccount } from "../gistAccount.ts";
import { pickGistToFork } from "../pickGistToOpen.ts";
import { givenPlace, targetFile, targetGist, type TargetDeps } from "../target.ts";
import { deleteGist, deleteGists, type DeleteDeps } from "../trash/deleteGist.ts";
import type { GistUris } from "../uri.ts";
import { showInformation } from "../../ui/messages.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { createOrAsk } from "../../ui/createOrAsk.ts";
import { unsavedDocument } from "../../ui/openDocument.ts";

export interface ManageDeps extends TargetDeps, DeleteDeps {
  readonly uris: GistUris;
  readonly files: GistFiles;
  readonly publisher: GistPublisher;
  readonly inspect: Inspect;
  readonly reports: Reports;
}

/** The names of a gist's files, also of those that the server does not have yet. */
const namesOf = ({ files }: ManageDeps, accountId: string, gist: Gist): readonly string[] => [
  ...filesOf(gist).map(({ filename }) => filename),
  ...newNamesIn({ accountId, gistId: gist.id }, files.drafts, files.pending),
];

const askFileName = (title: string, taken: readonly string[], value = ""): Promise<string> =>
  askText({
    title,
    value,
    prompt: vscode.l10n.t("Enter a file name with its extension, such as notes.md."),
    placeHolder: "notes.md",
    valueSelection: [0, value.lastIndexOf(".") > 0 ? value.lastIndexOf(".") : value.length],
    validateInput: (name) => {
      const problem = nameProblem(name, taken);
      return problem && nameProblemText(problem, name);
    },
  });

const requireMine = ({ gists }: TargetDeps, accountId: string, gist: Gist): void => {
  if (!gists.isMine(accountId, gist)) throw notMine(gist);
};

const inspectDescription = (
  { inspect }: ManageDeps,
  accountId: string,
  text: string,
  isPublic: boolean,
): Promise<string> =>
  inspectText(inspect, { what: vscode.l10n.t("the description"), text, accountId, isSecret: !isPublic });

/** Shows in the status bar what saving a document does, until that is done. */
const showUntilSaved = (uri: vscode.Uri, text: string): void => {
  const shown = showStatus(text, 8000);
  const end = (document: vscode.TextDocument): void => {
    if (document.uri.toString() !== uri.toString()) return;
    shown.dispose();
    for (const subscription of subscriptions) subscription.dispose();
  };
  const subscriptions = [
    vscode.workspace.onDidSaveTextDocument(end),
    vscode.workspace.onDidCloseTextDocument(end),
  ];
};

const createGist = async (deps: ManageDeps): Promise<void> => {
  const account = await gistAccount(deps);
  const title = vscode.l10n.t("New Gist");
  const typed = await askText({
    title,
    prompt: vscode.l10n.t("Enter a description (optional)"),
    placeHolder: vscode.l10n.t("Description"),
  });
  const name = await askFileName(title, []);
  const { isPublic } = await pickOne(
    [
      {
        label: `$(lock) ${vscode.l10n.t("Secret")}`,
        detail: vscode.l10n.t("Only people with the link can find it."),
        isPublic: false,
      },
      {
        label: `$(globe) ${vscode.l10n.t("Public")}`,
        detail: vscode.l10n.t("Everyone can find it."),
        isPublic: true,
      },
    ],
    {
      title,
      placeHolder: vscode.l10n.t(
        "Select who can find it. To change this later, a copy with a new link is created.",
      ),
    },
  );
  const accountId = account.profile.id;
  const description = await inspectDescription(deps, accountId, typed, isPublic);
  const draft = deps.files.drafts.add({ accountId, description, public: isPublic, files: [name] });
  const uri = deps.uris.of({ accountId, gistId: draft.id, fileName: name });
  await vscode.commands.executeCommand("vscode.open", uri, { preview: false });
  showUntilSaved(uri, vscode.l10n.t("The gist is created when you save the file."));
};

const addFile = async (deps: ManageDeps, target: unknown): Promise<void> => {
  const { place, gist } = await targetGist(deps, target, vscode.l10n.t("Select a gist to add a file to"), "mine");
  requireMine(deps, place.accountId, gist);
  const taken = namesOf(deps, place.accountId, gist);
  const fileName = await askFileName(vscode.l10n.t("Add File to {0}", plainText(titleOf(gist))), taken);
  const file = { accountId: place.accountId, gistId: gist.id, fileName };
  deps.files.addDraftFile(file);
  const uri = deps.uris.of(file);
  await vscode.commands.executeCommand("vscode.open", uri, { preview: false });
  showUntilSaved(uri, vscode.l10n.t("The file is added to the gist when you save it."));
};

const renameFile = async (deps: ManageDeps, target: unknown): Promise<void> => {
  const { place, gist } = await targetFile(
    deps,
    target,
    vscode.l10n.t("Select the gist of the file"),
    vscode.l10n.t("Select a file to rename"),
    "mine",
  );
  requireMine(deps, place.accountId, gist);
  const others = namesOf(deps, place.accountId, gist).filter((name) => name !== place.fileName);
  const newName = await askFileName(vscode.l10n.t("Rename {0}", place.fileName), others, place.fileName);
  if (newName === place.fileName) return;
  await deps.files.rename(place, newName);
  await moveTab(deps.uris.of(place), deps.uris.of({ ...place, fileName: newName }), () =>
    deps.files.moveBase(place, newName),
  );
};

/** Shows the file under its new name; unsaved text comes along, which is when `onMoved` is called. */
const moveTab = async (from: vscode.Uri, to: vscode.Uri, onMoved: () => void): Promise<void> => {
  if (countTabs(from) === 0) return;
  const unsaved = unsavedDocument(from)?.getText();
  const editor = await vscode.window.showTextDocument(to, { preview: false });
  if (unsaved !== undefined) {
    const all = new vscode.Range(0, 0, editor.document.lineCount, 0);
    const moved = await editor.edit((edit) => edit.replace(all, unsaved));
    if (!moved) return;
    onMoved();
    await vscode.window.showTextDocument(from, { viewColumn: columnOf(from) ?? vscode.ViewColumn.Active });
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await closeTabs((uri) => uri.toString() === from.toString());
  await vscode.window.showTextDocument(to, { preview: false });
};

const deleteFile = async (deps: ManageDeps, target: unknown): Promise<void> => {
  const { place, gist } = await targetFile(
    deps,
    target,
    vscode.l10n.t("Select the gist of the file"),
    vscode.l10n.t("Select a file to delete"),
    "mine",
  );
  requireMine(deps, place.accountId, gist);
  if (filesOf(gist).length === 1) throw new GistProblem("lastFile", place.fileName);
  const edits = await deps.files.editsOf(place);
  const asked = deps.files.drafts.hasFile(place) ? undefined : await deps.gists.get(place.accountId, place.gistId);
  if (edits.length > 0) await confirmDeleteWithEdits(place.fileName, edits.length);
  else
    await confirm(
      vscode.l10n.t("Delete the file “{0}”?", place.fileName),
      vscode.l10n.t(
        "It is removed from the gist “{0}”. Its former content stays in the gist's history.",
        titleOf(gist),
      ),
      vscode.l10n.t("Delete File"),
    );
  if (asked) await requireUnchanged(deps.gists, place, asked);
  await deps.files.delete(place, edits);
  await closeTabs((uri) => uri.toString() === deps.uris.of(place).toString());
};

const editDescription = async (deps: ManageDeps, target: unknown): Promise<void> => {
  const { place, gist } = await targetGist(
    deps,
    target,
    vscode.l10n.t("Select a gist to change its description"),
    "mine",
  );
  requireMine(deps, place.accountId, gist);
  let known = gist.description ?? "";
  // The box stays open, with what was typed, until the server has it.
  await askChecked({
    title: vscode.l10n.t("Edit Description"),
    value: known,
    prompt: vscode.l10n.t("Enter a description (optional)"),
    accept: async (description) => {
      if (description === known) return;
      const now = (await deps.gists.read(place.accountId, gist.id, { fresh: true })).description ?? "";
      // An answer was lost: the server has it already.
      if (now === description) return;
      if (now !== known) {
        known = now;
        throw new UserError(
          vscode.l10n.t("It was changed elsewhere to “{0}”. Press Enter again to replace that.", plainText(now)),
        );
      }
      const inspected = await inspectDescription(deps, place.accountId, description, gist.public);
      await deps.publisher.editDescription(place.accountId, gist.id, inspected);
      const title = plainText(titleOf({ ...gist, description: inspected }));
      showStatus(vscode.l10n.t("Changed the description: {0}", title), 4000);
    },
    explain: (error) => (isCancelled(error) ? vscode.l10n.t("Nothing was sent.") : errorText(toUserError(error))),
  });
};

const setStars = async (deps: ManageDeps, nodes: unknown, starred: boolean): Promise<boolean> => {
  const selected = selectedGists(nodes);
  if (selected.length === 0) return false;
  const title = starred ? vscode.l10n.t("Star gists") : vscode.l10n.t("Unstar gists");
  const allDone = starred
    ? vscode.l10n.t("{0} starred.", gistsText(selected.length))
    : vscode.l10n.t("Removed the star from {0}.", gistsText(selected.length));
  const texts = { title, allDone };
  await withEach(deps.reports, selected, texts, ({ accountId, gist }) =>
    deps.gists.setStar(accountId, gist, starred),
  );
  return true;
};

const setStar = async (deps: ManageDeps, target: unknown, nodes: unknown, starred: boolean): Promise<void> => {
  if (await setStars(deps, nodes, starred)) return;
  const question = starred ? vscode.l10n.t("Select a gist to star") : vscode.l10n.t("Select a gist to unstar");
  const { place, gist } = await targetGist(deps, target, question, starred ? "unstarred" : "starred");
  await deps.gists.setStar(place.accountId, gist, starred);
  const text = starred
    ? vscode.l10n.t("Starred: {0}", titleOf(gist))
    : vscode.l10n.t("Removed the star: {0}", titleOf(gist));
  showStatus(plainText(text), 4000);
};

const fork = async (deps: ManageDeps, target: unknown): Promise<void> => {
  await deps.accounts.load();
  const place = givenPlace(target) ?? (await pickGistToFork(deps));
  const gist = await deps.gists.get(place.accountId, place.gistId);
  if (deps.gists.isMine(place.accountId, gist))
    throw new UserError(vscode.l10n.t("This gist is yours already: there is nothing to fork."));
  const own = await ownForkOf(deps.gists, place.accountId, gist);
  if (own) {
    const isAgain = await confirmRisk(
      vscode.l10n.t("You already have a fork of “{0}”.", plainText(titleOf(gist))),
      vscode.l10n.t("Depending on the server, forking again creates a second fork or does nothing."),
      { safe: vscode.l10n.t("Open Your Fork"), action: vscode.l10n.t("Fork Again") },
    );
    if (!isAgain) {
      await openGist(deps.uris, place.accountId, own);
      return;
    }
  }
  const create = async (): Promise<void> => {
    const copy = await withProgress(vscode.l10n.t("Forking…"), (signal) =>
      deps.gists.fork(place.accountId, gist.id, signal),
    );
    const open = vscode.l10n.t("Open");
    // The toast stays; the command is over.
    showInformation(vscode.l10n.t("Forked “{0}” into your gists.", plainText(titleOf(copy))), open)
      .then((answer) => (answer === open ? openGist(deps.uris, place.accountId, copy) : undefined))
      .then(undefined, (error: unknown) => deps.onError(vscode.l10n.t("Fork"), error));
  };
  await createOrAsk(vscode.l10n.t("The fork"), () => deps.gists.refresh(place.accountId), create);
};

type ManageCommand = (typeof gistCommands)[
  | "create"
  | "addFile"
  | "renameFile"
  | "deleteFile"
  | "editDescription"
  | "delete"
  | "recreate"
  | "star"
  | "unstar"
  | "fork"];

/** Commands that change gists. Each works with a node, with the active editor, and without either. */
export const manageHandlers = (deps: ManageDeps): Record<ManageCommand, Handler> => ({
  [gistCommands.create]: () => createGist(deps),
  [gistCommands.addFile]: (target) => addFile(deps, target),
  [gistCommands.renameFile]: (target) => renameFile(deps, target),
  [gistCommands.deleteFile]: (target) => deleteFile(deps, target),
  [gistCommands.editDescription]: (target) => editDescription(deps, target),
  [gistCommands.delete]: (target, nodes) => {
    const selected = selectedGistRows(nodes);
    return selected.length > 0 ? deleteGists(deps, selected) : deleteGist(deps, target);
  },
  [gistCommands.recreate]: (target) => recreate(deps, target),
  [gistCommands.star]: (target, nodes) => setStar(deps, target, nodes, true),
  [gistCommands.unstar]: (target, nodes) => setStar(deps, target, nodes, false),
  [gistCommands.fork]: (target) => fork(deps, target),
});
