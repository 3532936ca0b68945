import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { isAtServer } from "../../accounts/serverAddress.ts";
import { ChoiceError, UserError } from "../../base/errors.ts";
import { notebookOf } from "../../ui/notebooks.ts";
import { plainText } from "../../ui/plainText.ts";
import { editorToShare } from "./editorToShare.ts";
import type { GistSharing, ShareWishes } from "./gistSharing.ts";
import type { ShareSettings } from "./shareSettings.ts";
import {
  fromDocument,
  fromFiles,
  fromRanges,
  fromSelection,
  type Selected,
  type SelectedSource,
  type Source,
} from "./source.ts";
import { type LinkAccounts, sourceLink } from "./sourceLink.ts";

export interface ShareSourceDeps {
  readonly accounts: AccountsModel;
  readonly settings: ShareSettings;
  readonly sharing: GistSharing;
  /** Logs why there is no address of the shared lines. */
  readonly onLinkError: (error: unknown) => void;
}

export const linkAccounts = (accounts: AccountsModel): LinkAccounts => ({
  get: (id) => accounts.get(id),
  isKnown: (host) => accounts.accounts.some(({ profile }) => isAtServer(host, profile.baseUrl)),
});

/** With the address of the shared lines, where there is one and the setting wants it. */
const withLink = async (
  { accounts, settings, onLinkError }: ShareSourceDeps,
  { document }: Selected,
  { source, lines }: SelectedSource,
  isPublic: boolean,
): Promise<Source> => {
  const use = settings.permalinkUse;
  if (!lines || use === "never" || (use === "secret" && isPublic)) return source;
  try {
    const link = await sourceLink(document, lines, linkAccounts(accounts));
    return link === undefined ? source : { ...source, description: `${source.description}\n${link}` };
  } catch (error) {
    // A file that the last commit does not have, for example: it is shared without a link.
    onLinkError(error);
    return source;
  }
};

/** As the notebook's file has it: what is unsaved is asked about. */
const shareNotebook = async (
  { sharing }: ShareSourceDeps,
  notebook: vscode.NotebookDocument,
  wishes: ShareWishes = {},
): Promise<void> => {
  const share = async (uri: vscode.Uri): Promise<void> => {
    await sharing.share((largest) => fromFiles([uri], largest), wishes);
  };
  if (!notebook.isDirty) return share(notebook.uri);
  const saveAndShare = async (): Promise<void> => {
    const saved = await vscode.workspace.save(notebook.uri);
    if (saved) await share(saved);
  };
  const name = plainText(notebook.uri.path.split("/").at(-1) ?? "");
  throw new ChoiceError(vscode.l10n.t("{0} has unsaved changes. Save it first.", name), [
    { title: vscode.l10n.t("Save and Share"), run: saveAndShare },
  ]);
};

const shareText = async (
  deps: ShareSourceDeps,
  selected: Selected,
  read: (selected: Selected, largest: number) => SelectedSource,
  wishes: ShareWishes = {},
): Promise<void> => {
  const isPublic = wishes.isPublic ?? deps.settings.isPublic;
  await deps.sharing.share(async (largest) => {
    const source = read(selected, largest);
    await deps.accounts.load();
    return withLink(deps, selected, source, isPublic);
  }, wishes);
};

/** The given ranges, never more of their document. */
export const shareRanges = (deps: ShareSourceDeps, selected: Selected): Promise<void> =>
  shareText(deps, selected, fromRanges);

/** What is selected in the active editor, or the whole file when nothing is. As `editorToShare` where none is active. */
export const shareSelection = async (deps: ShareSourceDeps, wishes: ShareWishes = {}): Promise<void> => {
  const shareFile = async (file: vscode.Uri): Promise<void> => {
    await deps.sharing.share((largest) => fromFiles([file], largest), wishes);
  };
  const active = vscode.window.activeTextEditor;
  const hasSelection = active?.selections.some((selection) => !selection.isEmpty) ?? false;
  const notebook = hasSelection ? undefined : notebookOf(active);
  if (notebook) return shareNotebook(deps, notebook, wishes);
  const editor = active ?? (await editorToShare(shareFile));
  if (editor) await shareText(deps, editor, fromSelection, wishes);
};

/** The files that are selected in the explorer, or the one that a tab's menu is about. */
const urisOf = (target: unknown, selected: unknown): readonly vscode.Uri[] => {
  const several = Array.isArray(selected) ? selected.filter((each) => each instanceof vscode.Uri) : [];
  if (several.length > 0) return several;
  return target instanceof vscode.Uri ? [target] : [];
};

/** From the explorer: the selected files. From a tab: its file. Else the active editor's. As on the screen, saved or not. */
export const shareFiles = async (
  deps: ShareSourceDeps,
  target: unknown,
  selected: unknown,
  wishes: ShareWishes = {},
): Promise<void> => {
  const uris = urisOf(target, selected);
  const editor = vscode.window.activeTextEditor;
  const [only] = uris;
  if (uris.length > 1 || (only && only.toString() !== editor?.document.uri.toString())) {
    await deps.sharing.share((largest) => fromFiles(uris, largest), wishes);
    return;
  }
  const notebook = notebookOf(editor);
  if (notebook) return shareNotebook(deps, notebook, wishes);
  if (!editor)
    throw new UserError(vscode.l10n.t("No text file is open. Open one, or select files in the explorer."));
  await deps.sharing.share((largest) => fromDocument(editor.document, largest), wishes);
};

/**
 * Whether a command is from the explorer, which passes the selected files besides the clicked one, or from a tab, which
 * passes its group: it is about files. An editor's menu passes the file alone and is about the selection, as the command
 * palette and keys are, which pass nothing.
 */
const isFromFileMenu = (selected: unknown): boolean => typeof selected === "object" && selected !== null;

/** The files of the explorer or of a tab, or what is selected in the active editor, with a description of the user's own. */
export const shareDescribed = async (
  deps: ShareSourceDeps,
  target: unknown,
  selected: unknown,
  wishes: ShareWishes = {},
): Promise<void> => {
  const uris = urisOf(target, selected);
  const [only] = uris;
  const active = vscode.window.activeTextEditor?.document.uri.toString();
  const asked = { ...wishes, asksDescription: true };
  const isOfEditor = uris.length === 0 || (!isFromFileMenu(selected) && only?.toString() === active);
  if (isOfEditor) await shareSelection(deps, asked);
  else await shareFiles(deps, target, selected, asked);
};
