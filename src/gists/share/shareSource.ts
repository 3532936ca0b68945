import * as vscode from "vscode";
import { isAtServer } from "../../accounts/serverAddress.ts";
import { UserError } from "../../base/errors.ts";
import { share, type ShareParts, type ShareWishes } from "./shareGist.ts";
import { fromDocument, fromFiles, fromSelection, type Selected, type Source } from "./source.ts";
import { type LinkAccounts, type PermalinkUse, sourceLink } from "./sourceLink.ts";

export interface SourceParts extends ShareParts {
  readonly permalinkUse: () => PermalinkUse;
  /** Logs why there is no address of the shared lines. */
  readonly onLinkError: (error: unknown) => void;
  /** Bytes of the largest file that is sent. */
  readonly largestFile: () => number;
}

export const linkAccounts = (accounts: SourceParts["accounts"]): LinkAccounts => ({
  get: (id) => accounts.get(id),
  isKnown: (host) => accounts.accounts.some(({ profile }) => isAtServer(host, profile.baseUrl)),
});

/** With the address of the shared lines, where there is one and the setting wants it. */
const withLink = async (
  { accounts, permalinkUse, onLinkError }: SourceParts,
  { document }: Selected,
  { source, lines }: ReturnType<typeof fromSelection>,
  isPublic: boolean,
): Promise<Source> => {
  const use = permalinkUse();
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

/** What is selected in the active editor, or the whole file when nothing is. */
export const shareSelection = async (
  parts: SourceParts,
  wishes: ShareWishes = {},
  editor: Selected | undefined = vscode.window.activeTextEditor,
): Promise<void> => {
  if (!editor) throw new UserError(vscode.l10n.t("No text editor is open. Open a file to share."));
  const isPublic = wishes.isPublic ?? parts.isPublic();
  await share(
    parts,
    async (largest) => {
      const selected = fromSelection(editor, largest);
      await parts.accounts.load();
      return withLink(parts, editor, selected, isPublic);
    },
    parts.largestFile(),
    wishes,
  );
};

/** The files that are selected in the explorer, or the one that a tab's menu is about. */
const urisOf = (target: unknown, selected: unknown): readonly vscode.Uri[] => {
  const several = Array.isArray(selected) ? selected.filter((each) => each instanceof vscode.Uri) : [];
  if (several.length > 0) return several;
  return target instanceof vscode.Uri ? [target] : [];
};

/** From the explorer: the selected files. Else the active editor, saved or not. */
export const shareFiles = async (parts: SourceParts, target: unknown, selected: unknown): Promise<void> => {
  const uris = urisOf(target, selected);
  const editor = vscode.window.activeTextEditor;
  const [only] = uris;
  if (uris.length > 1 || (only && only.toString() !== editor?.document.uri.toString())) {
    await share(parts, (largest) => fromFiles(uris, largest), parts.largestFile());
    return;
  }
  if (!editor)
    throw new UserError(vscode.l10n.t("No text file is open. Open one, or select files in the explorer."));
  await share(parts, (largest) => fromDocument(editor.document, largest), parts.largestFile());
};

/** What is selected in the explorer or in the active editor, or the whole file, with a description of the user's own. */
export const shareDescribed = async (
  parts: SourceParts,
  target: unknown,
  selected: unknown,
  wishes: ShareWishes = {},
): Promise<void> => {
  const uris = urisOf(target, selected);
  const [only] = uris;
  const active = vscode.window.activeTextEditor?.document.uri.toString();
  const asked = { ...wishes, asksDescription: true };
  if (uris.length === 0 || (uris.length === 1 && only?.toString() === active)) await shareSelection(parts, asked);
  else await share(parts, (largest) => fromFiles(uris, largest), parts.largestFile(), asked);
};
