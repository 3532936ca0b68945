import * as vscode from "vscode";
import { closingFiles, type ReadObserver, readObservers } from "../base/fileReads.ts";
import { pause, systemClock } from "../base/clock.ts";
import { editorText } from "../base/editorText.ts";
import { UserError } from "../base/errors.ts";
import { decodePart } from "../base/uriPart.ts";
import { HttpError } from "../client/errors.ts";
import { errorText } from "./errorText.ts";
import {
  isUnsaved,
  openDocument,
  openNotebook,
  unsavedDocument,
  unsavedNotebook,
  whenSaved,
} from "./openDocument.ts";
import { plainText } from "./plainText.ts";
import { withProgress } from "./progress.ts";
import { showStatus } from "./showStatus.ts";
import { discardedTexts } from "./unsavedText.ts";
import { closeSavedTexts, closeSavedTabsOf, columnOf, hasTab, showTab } from "./tabs.ts";

/** Time in which the server has to say what the editors are to show; less than `slowMs`. */
const maxCheckMs = 4500;
/** Time in which VS Code has to read it then. */
const maxReadMs = 10_000;
/** Milliseconds between two events for editors that don't read the file. */
const reloadMs = 500;
/** Time in which a server that didn't respond isn't asked again. */
const silenceMs = 20_000;

/** What a text editor and a notebook have of a file: other numbers after each change. */
export interface EditorVersions {
  readonly text: number | undefined;
  readonly notebook: number | undefined;
}

export const editorVersions = (uri: vscode.Uri): EditorVersions => ({
  text: openDocument(uri)?.version,
  notebook: openNotebook(uri)?.version,
});

/** Whether both are of the same text, in an editor. */
export const isSameText = (one: EditorVersions, other: EditorVersions): boolean =>
  (one.text ?? one.notebook) !== undefined && one.text === other.text && one.notebook === other.notebook;

export interface ServerFile {
  /** Undefined where it isn't known. */
  readonly text?: string | undefined;
}

interface Discard {
  /** What the user gave up; what was typed since stays. */
  readonly versions: EditorVersions;
  /** Asks for what the editors are to show, without any effect; undefined where there is no such file. Rejects for people. */
  readonly check: (signal: AbortSignal) => Promise<ServerFile | undefined>;
  /**
   * Removes the changes, and fires the event at which VS Code reads again what is not unsaved. Answers false where the editors
   * show something else by now, which stays.
   */
  readonly discard: () => Promise<unknown>;
  /** Fires that event; called until the editors have read the file. */
  readonly reload: () => void;
}

/** Why the file can't be read, for people; empty where there is none. */
interface Problem {
  readonly reason: string;
}

const silent = (): Problem => ({ reason: vscode.l10n.t("The server didn't respond.") });

/** Server and account → until when it isn't asked: milliseconds since 1970-01-01T00:00:00Z. */
const silentUntil = new Map<string, number>();

const findOut = async (
  { scheme, authority }: vscode.Uri,
  check: Discard["check"],
): Promise<ServerFile | Problem> => {
  const server = `${scheme}://${authority}`;
  if ((silentUntil.get(server) ?? 0) > systemClock.now()) return silent();
  const ending = new AbortController();
  const tooLong = pause(maxCheckMs).then(() => "tooLong" as const);
  try {
    const found = await Promise.race([check(ending.signal), tooLong]);
    if (found !== "tooLong") return found ?? { reason: "" };
    silentUntil.set(server, systemClock.now() + silenceMs);
    return silent();
  } catch (error) {
    return { reason: HttpError.is(error, "notFound", "gone") ? "" : plainText(errorText(error)) };
  } finally {
    ending.abort();
  }
};

/** Runs a command of VS Code's once, in the editor that `givenUp` finds; what was in front before is shown while it runs. */
const runIn = async <T extends vscode.TextDocument | vscode.NotebookDocument>(
  givenUp: () => T | undefined,
  show: (found: T) => Thenable<unknown>,
  active: () => T | undefined,
  command: string,
): Promise<void> => {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  // What is typed from then on goes where the user typed before.
  const giveBack = async (): Promise<void> => activeTab && (await showTab(activeTab).catch(() => undefined));
  let found = givenUp();
  // An editor that was opened just before may become the active one in between.
  for (let round = 0; found && round < 3; round++) {
    // Where it can't be shown, it is as it was.
    await show(found).then(undefined, () => undefined);
    if (active() === found && givenUp()) {
      // One that can't read the file leaves the editor as it is, and says so itself.
      const run = vscode.commands.executeCommand(command).then(undefined, () => undefined);
      const ended = Promise.race([run, pause(maxReadMs)]);
      // It would be saved when it is left.
      const scope = { uri: found.uri, languageId: "languageId" in found ? found.languageId : "" };
      const autoSave = vscode.workspace.getConfiguration("files", scope).get("autoSave");
      if (autoSave === "onFocusChange") await ended;
      await giveBack();
      await ended;
      return;
    }
    found = givenUp();
  }
  await giveBack();
};

/** Runs a command of VS Code's in the editors whose unsaved text was given up. */
const runInUnsaved = async (uri: vscode.Uri, versions: EditorVersions, command: string): Promise<void> => {
  const { window } = vscode;
  const text = (): vscode.TextDocument | undefined => {
    const document = unsavedDocument(uri);
    return document?.version === versions.text ? document : undefined;
  };
  const notebook = (): vscode.NotebookDocument | undefined => {
    const found = unsavedNotebook(uri);
    return found?.version === versions.notebook ? found : undefined;
  };
  const hadTab = columnOf(uri) !== undefined;
  await runIn(
    text,
    (found) => window.showTextDocument(found, columnOf(uri)),
    () => window.activeTextEditor?.document,
    command,
  );
  await runIn(
    notebook,
    (found) => window.showNotebookDocument(found, { viewColumn: columnOf(uri) ?? vscode.ViewColumn.Active }),
    () => window.activeNotebookEditor?.notebook,
    command,
  );
  // It was shown for the command only.
  if (!hadTab) await closeSavedTexts((each) => each.toString() === uri.toString());
};

/** Closes the editors of a file whose text was given up, unless more was typed since. */
const closeGivenUp = async (uri: vscode.Uri, versions: EditorVersions): Promise<void> => {
  const address = uri.toString();
  closingFiles.add(address);
  try {
    await runInUnsaved(uri, versions, "workbench.action.revertAndCloseActiveEditor");
  } finally {
    closingFiles.delete(address);
  }
  await closeSavedTabsOf(uri);
};

type Outcome = "read" | Problem | undefined;

interface Reads extends vscode.Disposable {
  readonly outcome: () => Outcome;
  readonly isReading: () => boolean;
  /** Reads that began before, such as one after a save of Auto Save's, may be of what is discarded. */
  readonly discarded: () => void;
}

/** Notes how VS Code reads a file once the changes are discarded. */
const observeReads = (uri: vscode.Uri): Reads => {
  const address = uri.toString();
  let outcome: Outcome;
  let underWay = 0;
  let isDiscarded = false;
  const observe: ReadObserver = (of, read) => {
    if (of !== address) return;
    underWay += 1;
    const isAfter = isDiscarded;
    void read.result
      .then(
        () => {
          if (read.isContent && isAfter) outcome = "read";
        },
        (error: unknown) => {
          if (isAfter) outcome = { reason: plainText(errorText(error)) };
        },
      )
      .finally(() => (underWay -= 1));
  };
  readObservers.add(observe);
  return {
    outcome: () => outcome,
    isReading: () => underWay > 0,
    discarded: () => (isDiscarded = true),
    dispose: () => void readObservers.delete(observe),
  };
};

/** Waits until the editors no longer show what was given up: VS Code has read the file, or more was typed. The problem where it can't. */
const refill = async (
  uri: vscode.Uri,
  versions: EditorVersions,
  { text }: ServerFile,
  { outcome, isReading }: Reads,
  reload: () => void,
): Promise<Problem | undefined> => {
  const isSame = (): boolean => {
    const now = editorVersions(uri);
    return now.text === versions.text && now.notebook === versions.notebook;
  };
  const isDone = (): boolean => {
    const document = openDocument(uri);
    if (!isSame() || (!document && !openNotebook(uri))) return true;
    if (isUnsaved(uri)) return false;
    // A text that is the same already has no other version once it is read.
    const isEqual = document && text !== undefined && editorText(document.getText()) === editorText(text);
    return isEqual === true || outcome() === "read";
  };
  const end = systemClock.now() + maxReadMs;
  const problem = (): Problem | undefined => {
    const now = outcome();
    return typeof now === "object" ? now : undefined;
  };
  let reloaded = -Infinity;
  while (!isDone() && !isUnsaved(uri) && !problem() && systemClock.now() < end) {
    // VS Code doesn't read a notebook that is saved at that moment, whose end says only that nothing is unsaved.
    if (!isReading() && systemClock.now() - reloaded > reloadMs) {
      reloaded = systemClock.now();
      reload();
    }
    await pause(50);
  }
  return isDone() ? undefined : (problem() ?? silent());
};

/** A message may be answered before the save that it is about is over. Throws UserError when it takes long. */
const requireSaved = async (uri: vscode.Uri): Promise<void> => {
  if (await whenSaved(uri)) return;
  throw new UserError(vscode.l10n.t("“{0}” is still being saved. Try again when it is saved.", nameOf(uri)));
};

const nameOf = ({ path }: vscode.Uri): string => plainText(decodePart(path.split("/").at(-1) ?? ""));

const closedText = (uri: vscode.Uri, { reason }: Problem): string =>
  reason === ""
    ? vscode.l10n.t("“{0}” was closed: the server doesn't have it.", nameOf(uri))
    : vscode.l10n.t("“{0}” was closed: it can't be read now. {1}", nameOf(uri), reason);

const discardAndRefill = async (uri: vscode.Uri, given: Discard): Promise<void> => {
  const { versions, check, discard, reload } = given;
  // Before anything is discarded: a save in the meantime would bring it back.
  const found = await findOut(uri, check);
  // One that began since then has nothing stored yet.
  await requireSaved(uri);
  const reads = observeReads(uri);
  let problem = "reason" in found ? found : undefined;
  const address = uri.toString();
  try {
    const discarding = discard();
    const isDiscarded = discarding.then((done) => done !== false).catch(() => false);
    discardedTexts.set(address, async () => (await isDiscarded) && isSameText(versions, editorVersions(uri)));
    if ((await discarding) === false) return;
    reads.discarded();
    if (!("reason" in found)) {
      await runInUnsaved(uri, versions, "workbench.action.files.revert");
      await whenSaved(uri);
      problem = await refill(uri, versions, found, reads, reload);
    }
    if (!problem) return;
    const hadTab = hasTab(uri);
    await closeGivenUp(uri, versions);
    if (hadTab && !hasTab(uri)) showStatus(closedText(uri, problem), 10_000);
  } finally {
    discardedTexts.delete(address);
    reads.dispose();
  }
};

/**
 * Discards the unpublished changes that the editors of a file show, and their unsaved text. They show then what the server has.
 * Where that can't be read, they are closed: what is typed on would be based on what was discarded. Rejects as `discard`; throws
 * UserError while the file is saved.
 */
export const discardInEditors = async (uri: vscode.Uri, given: Discard): Promise<void> => {
  if (!hasTab(uri) && !openDocument(uri)) {
    await given.discard();
    return;
  }
  await withProgress(vscode.l10n.t("Discarding changes…"), async () => {
    await requireSaved(uri);
    await discardAndRefill(uri, given);
  });
};

/** As `discardInEditors`, where there is nothing that the editors could show: they are closed, unless they are being saved. */
export const discardAndClose = async (
  uri: vscode.Uri,
  { versions, discard }: Pick<Discard, "versions" | "discard">,
): Promise<void> => {
  const isSaved = await whenSaved(uri);
  await discard();
  if (isSaved) await closeGivenUp(uri, versions);
};
