import * as vscode from "vscode";
import { closingFiles } from "../base/closingFiles.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { editorText } from "../base/editorText.ts";
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
/** Milliseconds that VS Code may take to read it then. */
const longestRefill = 3000;
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

/** What there is of a file: its text, unless that isn't known. */
export interface Found {
  readonly text?: string | undefined;
}

interface Discard {
  /** What the user gave up; what was typed since stays. */
  readonly versions: EditorVersions;
  /** Asks for what the editors are to show, without any effect. Rejects with HttpError and others for people. */
  readonly check: (signal: AbortSignal) => Promise<Found | undefined>;
  /** Removes the changes, and fires the event at which VS Code reads again what is not unsaved. */
  readonly discard: () => Promise<void>;
}

/** Why the file can't be read now, for people; empty where there is none. */
interface Problem {
  readonly reason: string;
}

const gone: Problem = { reason: "" };

/** Server and account → until when it isn't asked: milliseconds since 1970-01-01T00:00:00Z. */
const silentUntil = new Map<string, number>();

const findOut = async (
  { scheme, authority }: vscode.Uri,
  check: Discard["check"],
  clock: Clock = systemClock,
): Promise<Problem | Found> => {
  const server = `${scheme}://${authority}`;
  const silent: Problem = { reason: vscode.l10n.t("The server doesn't respond.") };
  if ((silentUntil.get(server) ?? 0) > clock.now()) return silent;
  const ending = new AbortController();
  let isTooLong = false;
  const timer = clock.setTimer(longestRead, () => {
    isTooLong = true;
    ending.abort();
  });
  try {
    return (await check(ending.signal)) ?? gone;
  } catch (error) {
    if (isTooLong) {
      silentUntil.set(server, clock.now() + silence);
      return silent;
    }
    return HttpError.is(error, "notFound", "gone") ? gone : { reason: plainText(errorText(error)) };
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
    if (active() !== found || !givenUp()) continue;
    try {
      await vscode.commands.executeCommand(command);
    } catch {
      // VS Code could not read the file: the editor is as it was.
      return;
    }
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

/** Whether the editors no longer show what was given up: VS Code has read the file, or more was typed. */
const isFilled = async (
  uri: vscode.Uri,
  versions: EditorVersions,
  { text }: Found,
  clock: Clock = systemClock,
): Promise<boolean> => {
  const isStale = (): boolean => {
    const { text: version, notebook } = editorVersions(uri);
    if (isUnsaved(uri)) return version === versions.text && notebook === versions.notebook;
    const shown = openDocument(uri);
    if (!shown || text === undefined) return false;
    return version === versions.text && editorText(shown.getText()) !== editorText(text);
  };
  const end = clock.now() + longestRefill;
  while (!isUnsaved(uri) && isStale() && clock.now() < end)
    await new Promise<void>((resolve) => void clock.setTimer(50, resolve));
  return !isStale();
};

/** A message may be answered before the save that it is about is over. */
const saved = async (uri: vscode.Uri): Promise<void> => {
  const document = openDocument(uri);
  if (document) await whenSaved(document);
};

const closedText = (uri: vscode.Uri, { reason }: Problem): string => {
  const name = plainText(decodePart(uri.path.split("/").at(-1) ?? ""));
  return reason === ""
    ? vscode.l10n.t("“{0}” was closed: the server doesn't have it.", name)
    : vscode.l10n.t("“{0}” was closed: it can't be read now. {1}", name, reason);
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
  const found = await withProgress(vscode.l10n.t("Discarding changes…"), () => findOut(uri, check));
  await discard();
  if (!("reason" in found)) {
    await runInUnsaved(uri, versions, "workbench.action.files.revert");
    if (await isFilled(uri, versions, found)) return;
  }
  await closeDiscarded(uri, versions);
  const problem = "reason" in found ? found : { reason: vscode.l10n.t("The server doesn't respond.") };
  if (hadTab && !hasTab(uri)) showStatus(closedText(uri, problem), 10_000);
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
