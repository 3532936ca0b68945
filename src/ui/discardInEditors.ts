import * as vscode from "vscode";
import { closingFiles } from "../base/closingFiles.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { decodePart } from "../base/uriPart.ts";
import { HttpError } from "../client/errors.ts";
import { errorText } from "./errorText.ts";
import { isUnsaved, openDocument, openNotebook, unsavedDocument, unsavedNotebook } from "./openDocument.ts";
import { plainText } from "./plainText.ts";
import { withProgress } from "./progress.ts";
import { showStatus } from "./showStatus.ts";
import { closeSavedTabsOf, hasTab } from "./tabs.ts";
import { whenSaved } from "./unsavedText.ts";

/** Milliseconds that the server may take to say what the editors are to show; less than `slowMs`. */
const longestRead = 4500;
/** Milliseconds in which a server that didn't respond isn't asked again. */
const silence = 20_000;

/** What a text editor and a notebook have of a file: other numbers after each change. */
export interface EditorVersions {
  readonly text: number | undefined;
  readonly notebook: number | undefined;
}

export const editorVersions = (uri: vscode.Uri): EditorVersions => ({
  text: openDocument(uri)?.version,
  notebook: openNotebook(uri)?.version,
});

interface Discard {
  /** What the user gave up; what was typed since stays. */
  readonly versions: EditorVersions;
  /** Asks whether the editors can be filled again, without any effect: undefined where there is no such file, otherwise rejects. */
  readonly check: (signal: AbortSignal) => Promise<unknown>;
  /** Removes the changes, and fires the event at which VS Code reads again what is not unsaved. */
  readonly discard: () => Promise<void>;
}

/** Why the file can't be read now. */
interface Problem {
  readonly isGone: boolean;
  /** For people. */
  readonly text: string;
}

const gone: Problem = { isGone: true, text: "" };

/** Server and account → until when it isn't asked: milliseconds since 1970-01-01T00:00:00Z. */
const silentUntil = new Map<string, number>();

const problemOf = async (
  { scheme, authority }: vscode.Uri,
  check: Discard["check"],
  clock: Clock = systemClock,
): Promise<Problem | undefined> => {
  const server = `${scheme}://${authority}`;
  const silent: Problem = { isGone: false, text: vscode.l10n.t("The server doesn't respond.") };
  if ((silentUntil.get(server) ?? 0) > clock.now()) return silent;
  const ending = new AbortController();
  let isTooLong = false;
  const timer = clock.setTimer(longestRead, () => {
    isTooLong = true;
    ending.abort();
  });
  try {
    return (await check(ending.signal)) === undefined ? gone : undefined;
  } catch (error) {
    if (isTooLong) {
      silentUntil.set(server, clock.now() + silence);
      return silent;
    }
    return HttpError.is(error, "notFound", "gone") ? gone : { isGone: false, text: plainText(errorText(error)) };
  } finally {
    timer.dispose();
  }
};

/** Runs a command of VS Code's in an editor of what was given up, until it isn't that any longer. */
const runIn = async <T>(
  givenUp: () => T | undefined,
  show: (found: T) => Thenable<unknown>,
  active: () => T | undefined,
  command: string,
): Promise<void> => {
  // An editor that was opened just before may become the active one in between.
  for (let round = 0; round < 3; round++) {
    const found = givenUp();
    if (!found) return;
    await show(found);
    if (active() === found && givenUp()) await vscode.commands.executeCommand(command);
  }
};

/** Runs a command of VS Code's in the editors whose unsaved text was given up. */
const runInUnsaved = async (uri: vscode.Uri, versions: EditorVersions, command: string): Promise<void> => {
  const { window } = vscode;
  await runIn(
    () => [unsavedDocument(uri)].find((document) => document?.version === versions.text),
    (document) => window.showTextDocument(document),
    () => window.activeTextEditor?.document,
    command,
  );
  await runIn(
    () => [unsavedNotebook(uri)].find((notebook) => notebook?.version === versions.notebook),
    (notebook) => window.showNotebookDocument(notebook),
    () => window.activeNotebookEditor?.notebook,
    command,
  );
};

/** Closes the editors of a file whose text is discarded or somewhere else, unless more was typed since. */
const closeDiscarded = async (uri: vscode.Uri, versions: EditorVersions): Promise<void> => {
  const address = uri.toString();
  closingFiles.add(address);
  try {
    await runInUnsaved(uri, versions, "workbench.action.revertAndCloseActiveEditor");
  } finally {
    closingFiles.delete(address);
  }
  await closeSavedTabsOf(uri);
};

/** A message may be answered before the save that it is about is over. */
const saved = async (uri: vscode.Uri): Promise<void> => {
  const document = openDocument(uri);
  if (document) await whenSaved(document);
};

const closedText = (uri: vscode.Uri, { isGone, text }: Problem): string => {
  const name = plainText(decodePart(uri.path.split("/").at(-1) ?? ""));
  return isGone
    ? vscode.l10n.t("“{0}” was closed: the server doesn't have it.", name)
    : vscode.l10n.t("“{0}” was closed: it can't be read now. {1}", name, text);
};

/**
 * Discards the unpublished changes that the editors of a file show, and their unsaved text. They show then what the server has.
 * Where that can't be read, they are closed: what is typed on would be based on what was discarded. Rejects as `discard`.
 */
export const discardInEditors = async (uri: vscode.Uri, { versions, check, discard }: Discard): Promise<void> => {
  await saved(uri);
  const hadTab = hasTab(uri);
  if (!hadTab && !openDocument(uri)) {
    await discard();
    return;
  }
  // Before anything is discarded: a save in the meantime would bring it back.
  const problem = await withProgress(vscode.l10n.t("Discarding changes…"), () => problemOf(uri, check));
  await discard();
  if (!problem) {
    await runInUnsaved(uri, versions, "workbench.action.files.revert");
    if (!isUnsaved(uri) || JSON.stringify(editorVersions(uri)) !== JSON.stringify(versions)) return;
  }
  await closeDiscarded(uri, versions);
  if (problem && hadTab && !hasTab(uri)) showStatus(closedText(uri, problem), 10_000);
};

/** As `discardInEditors`, of what is somewhere else now: the editors are closed. */
export const moveOutOfEditors = async (
  uri: vscode.Uri,
  { versions, discard }: Pick<Discard, "versions" | "discard">,
): Promise<void> => {
  await saved(uri);
  await discard();
  await closeDiscarded(uri, versions);
};
