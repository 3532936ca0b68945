import * as vscode from "vscode";
import { decodeBase64 } from "../base/bytes.ts";
import type { Clock } from "../base/clock.ts";
import { CancelledError, isCancelled, UserError } from "../base/errors.ts";
import type { Handler } from "../commands/registry.ts";
import { type LocalChangeCommandId, localChangeCommands } from "../ids.ts";
import {
  changedSinceText,
  publishedSinceText,
  type ConflictChoice,
  compareWithServer,
  notInConflictText,
  unsavedTooText,
} from "../ui/conflicts.ts";
import { showInformation } from "../ui/messages.ts";
import { plainText } from "../ui/plainText.ts";
import { pluralText } from "../ui/pluralText.ts";
import { confirm, pickOne } from "../ui/prompts.ts";
import type { Reports } from "../ui/reports.ts";
import { selectedItems } from "../ui/selectedItems.ts";
import type { ChangeActions } from "./feature.ts";
import { labelOf, stateText } from "./label.ts";
import { saveChangeToFile } from "./saveToFile.ts";
import { documentPlaceOf, type LocalChange, type LocalChanges, whileSending } from "./model.ts";
import { canceledText } from "../ui/fileSystemErrors.ts";
import { showStoredNotSent } from "./reportStored.ts";
import { isUnsaved, openDocument } from "../ui/openDocument.ts";
import { hasUnsavedText } from "../ui/unsavedText.ts";
import { discardInEditors, type EditorVersions, editorVersions, isSameText } from "../ui/discardInEditors.ts";
import { sentences } from "../ui/sentences.ts";
import { showStatus } from "../ui/showStatus.ts";

export interface LocalChangeDeps {
  readonly changes: LocalChanges;
  readonly clock: Clock;
  readonly reports: Reports;
  /** By scheme. */
  readonly actions: ReadonlyMap<string, () => Promise<ChangeActions>>;
  /** Shows what a toast's action threw. */
  readonly onError: (what: string, error: unknown) => void;
}

const documentOf = ({ place }: LocalChange): vscode.TextDocument | undefined => openDocument(place.uri);

const actionsOf = async ({ actions }: LocalChangeDeps, { scheme }: vscode.Uri): Promise<ChangeActions> => {
  const found = await actions.get(scheme)?.();
  if (!found) throw new UserError(vscode.l10n.t("This document can't be compared."));
  return found;
};

const noChanges = (): UserError => new UserError(vscode.l10n.t("There are no unpublished changes."));

/** Throws CancelledError, and UserError where there is none. */
const pickChange = async (
  { changes: { all }, clock }: LocalChangeDeps,
  placeHolder: string,
): Promise<LocalChange> => {
  if (all.length === 0) throw noChanges();
  const rows = all.map((change) => ({
    label: plainText(labelOf(change)),
    description: [stateText(change, clock.now()) ?? "", plainText(change.description)]
      .filter((part) => part !== "")
      .join(" · "),
    change,
  }));
  return (await pickOne(rows, { placeHolder })).change;
};

/** The change of a row or of the active editor, or the one that the user selects. Throws CancelledError, UserError. */
const targetChange = async (deps: LocalChangeDeps, target: unknown, placeHolder: string) => {
  const { changes } = deps;
  await changes.refresh();
  const given = (target as { readonly change?: LocalChange } | undefined)?.change;
  // It has another id when it was stored again since the row was shown.
  const found = given && changes.latestOf(given);
  if (found) return found;
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  const ofEditor = uri && changes.known(documentPlaceOf(uri));
  if (ofEditor) return ofEditor;
  return pickChange(deps, placeHolder);
};

/** What is stored of it now. Throws UserError when it was published, discarded or changed since the user was asked. */
const requireSame = (changes: LocalChanges, change: LocalChange): LocalChange => {
  const found = changes.latestOf(change);
  if (!found) throw new UserError(publishedSinceText(labelOf(change)));
  if (found.content !== change.content) throw new UserError(changedSinceText(labelOf(change)));
  return found;
};

/** As a save by the user: it asks for what a commit or a hook needs. Throws as `requireSame`, CancelledError and UserError. */
export const sendChange = async (changes: LocalChanges, change: LocalChange): Promise<void> => {
  // Messages that offer it stay for as long as the user likes.
  await changes.refresh();
  requireSame(changes, change);
  if (isUnsaved(change.place.uri))
    throw new UserError(vscode.l10n.t("“{0}” has unsaved changes: save or revert them first.", labelOf(change)));
  try {
    const [uri, content] = [vscode.Uri.parse(change.place.uri), decodeBase64(change.content)];
    await whileSending(change, () => vscode.workspace.fs.writeFile(uri, content));
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    // VS Code passes on the text only, which is ours.
    throw error.message === canceledText() ? new CancelledError() : new UserError(error.message, { cause: error });
  }
};

/** As `sendChange`, of one change: what the user canceled is no error, and what its file system asks about is said once. */
export const sendOne = async (changes: LocalChanges, change: LocalChange): Promise<void> => {
  const before = changes.latestOf(change)?.id;
  try {
    await sendChange(changes, change);
  } catch (error) {
    if (isCancelled(error)) {
      showStoredNotSent(changes, change);
      return;
    }
    const after = changes.latestOf(change);
    const isAsked = after?.reason === "conflict" || after?.reason === "protected";
    if (!isAsked || after.id === before) throw error;
  }
};

const isShown = async ({ actions }: LocalChangeDeps, change: LocalChange): Promise<boolean> => {
  const uri = vscode.Uri.parse(change.place.uri);
  const its = await actions.get(uri.scheme)?.();
  return (await its?.isShown(uri, change)) ?? true;
};

/** Shows the document and saves it as the user does, which sends it. Throws UserError. */
export const publishChange = async (deps: LocalChangeDeps, change: LocalChange): Promise<void> => {
  const document = documentOf(change);
  // An editor shows the newest one of what several windows stored: a clean one may be about to show another one.
  const isOnly = deps.changes.of(change.place).length === 1;
  const isInEditor = document
    ? (isOnly || hasUnsavedText(document)) && (await isShown(deps, change))
    : deps.changes.known(change.place)?.id === change.id;
  if (!isInEditor) {
    await sendOne(deps.changes, change);
    return;
  }
  await vscode.window.showTextDocument(vscode.Uri.parse(change.place.uri), { preview: false });
  await vscode.commands.executeCommand("workbench.action.files.save");
};

const changeOf = (row: unknown): LocalChange | undefined =>
  (row as { readonly change?: LocalChange } | undefined)?.change;

/** The changes of the rows that are selected together, each once, as they are stored now. */
const selectedChanges = async ({ changes }: LocalChangeDeps, rows: unknown): Promise<readonly LocalChange[]> => {
  const selected = selectedItems(rows, changeOf, ({ id }) => id);
  if (selected.length === 0) return [];
  await changes.refresh();
  const found = selected.map((change) => changes.latestOf(change)).filter((change) => change !== undefined);
  if (found.length === 0) throw noChanges();
  return found;
};

/** Announces the saves of all; what it returns is called with each change whose save is over. */
const expectSaves = async (
  { actions }: LocalChangeDeps,
  selected: readonly LocalChange[],
): Promise<(change: LocalChange) => void> => {
  const uris = selected.map(({ place }) => vscode.Uri.parse(place.uri));
  const expected = new Map(
    await Promise.all(
      [...new Set(uris.map(({ scheme }) => scheme))].map(async (scheme) => {
        const its = await actions.get(scheme)?.();
        return [scheme, its?.expectSaves?.(uris.filter((uri) => uri.scheme === scheme))] as const;
      }),
    ),
  );
  return ({ place }) => {
    const uri = vscode.Uri.parse(place.uri);
    expected.get(uri.scheme)?.ended(uri);
  };
};

/** Sends all of them at once: changes of repositories share one question for their message. */
const publishSeveral = async (deps: LocalChangeDeps, selected: readonly LocalChange[]): Promise<void> => {
  const { reports, changes } = deps;
  const ended = await expectSaves(deps, selected);
  const send = (change: LocalChange): Promise<void> => sendChange(changes, change);
  const sent = new Map(selected.map((change) => [change.id, send(change).finally(() => ended(change))]));
  await Promise.allSettled(sent.values());
  const canceled = new Set<LocalChange>();
  for (const change of selected)
    await sent.get(change.id)?.catch((error: unknown) => isCancelled(error) && canceled.add(change));
  if (canceled.size === selected.length) {
    showStoredNotSent(changes, selected[0]);
    return;
  }
  const allDone = pluralText(
    vscode.l10n.t("{count, plural, one {# change published.} other {# changes published.}}"),
    selected.length,
  );
  const title = vscode.l10n.t("Publish changes");
  // A batch ends at the first one that was canceled.
  const items = [...selected.filter((change) => !canceled.has(change)), ...canceled];
  await reports.runEach(items, { title, allDone, labelOf }, async (change) => {
    const first = sent.get(change.id);
    // What is tried again is sent again.
    sent.delete(change.id);
    await (first ?? send(change));
  });
};

const publish = async (deps: LocalChangeDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = await selectedChanges(deps, rows);
  if (selected.length > 0) await publishSeveral(deps, selected);
  else await publishChange(deps, await targetChange(deps, target, vscode.l10n.t("Select a change to publish")));
};

/** The change, or what Auto Save has stored of the text that its editor had when the user was asked, and still has. */
const asAsked = async (
  deps: LocalChangeDeps,
  change: LocalChange,
  asked: EditorVersions,
): Promise<LocalChange> => {
  const now = deps.changes.latestOf(change);
  const isOther = now && now.content !== change.content && isSameText(asked, versionsOf(change));
  return isOther && (await isShown(deps, now)) ? now : change;
};

const versionsOf = ({ place }: LocalChange): EditorVersions => editorVersions(vscode.Uri.parse(place.uri));

/**
 * `asked`: what the editors had when the user was asked; `versions`: at the answer. Throws UserError when it was published,
 * discarded or changed since the user was asked.
 */
const discardChange = async (
  deps: LocalChangeDeps,
  given: LocalChange,
  asked: EditorVersions,
  versions = versionsOf(given),
): Promise<void> => {
  const { changes } = deps;
  const uri = vscode.Uri.parse(given.place.uri);
  const latest = async (): Promise<LocalChange> => requireSame(changes, await asAsked(deps, given, asked));
  if (!(await isShown(deps, await latest()))) {
    await changes.remove((await latest()).id);
    return;
  }
  const { checkServer, discard: discardShown, reload } = await actionsOf(deps, uri);
  const discard = async (): Promise<void> => {
    const found = await latest();
    await (discardShown?.(uri, found) ?? changes.remove(found.id));
  };
  const check = async (signal: AbortSignal) => {
    const { id: shown } = await latest();
    return changes.of(given.place).some(({ id }) => id !== shown) ? {} : checkServer(uri, signal);
  };
  await discardInEditors(uri, { versions, check, discard, reload: () => reload(uri) });
};

/** Whether its editor has text that is not saved, which is given up with the change. */
const hasUnsaved = async (deps: LocalChangeDeps, change: LocalChange): Promise<boolean> =>
  isUnsaved(change.place.uri) && (await isShown(deps, change));

const discardDetail = (losesUnsaved: boolean): string =>
  sentences(losesUnsaved ? unsavedTooText() : "", vscode.l10n.t("This can't be undone."));

const discardSeveral = async (deps: LocalChangeDeps, selected: readonly LocalChange[]): Promise<void> => {
  const count = selected.length;
  const unsaved = await Promise.all(selected.map((change) => hasUnsaved(deps, change)));
  const texts = {
    question: pluralText(
      vscode.l10n.t("{count, plural, one {Discard # change?} other {Discard # changes?}}"),
      count,
    ),
    detail: discardDetail(unsaved.includes(true)),
    button: vscode.l10n.t("Discard Changes"),
    title: vscode.l10n.t("Discard changes"),
    allDone: pluralText(
      vscode.l10n.t("{count, plural, one {# change discarded.} other {# changes discarded.}}"),
      count,
    ),
    labelOf,
  };
  const asked = new Map(selected.map((each) => [each, versionsOf(each)]));
  let atAnswer: typeof asked | undefined;
  await deps.reports.runConfirmed(selected, texts, async (change) => {
    atAnswer ??= new Map(selected.map((each) => [each, versionsOf(each)]));
    await discardChange(deps, change, asked.get(change) ?? versionsOf(change), atAnswer.get(change));
  });
};

const discard = async (deps: LocalChangeDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = await selectedChanges(deps, rows);
  if (selected.length > 0) return discardSeveral(deps, selected);
  const change = await targetChange(deps, target, vscode.l10n.t("Select a change to discard"));
  await confirmDiscard(deps, change);
};

const takeTheirs = async (deps: LocalChangeDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = await selectedChanges(deps, rows);
  const only =
    selected.length > 0 ? [] : [await targetChange(deps, target, vscode.l10n.t("Select a change to discard"))];
  const other = [...selected, ...only].find(({ reason }) => reason !== "conflict");
  if (other) throw new UserError(notInConflictText(labelOf(other)));
  if (selected.length > 0) await discardSeveral(deps, selected);
  for (const change of only) await confirmDiscard(deps, change);
};

const confirmDiscard = async (deps: LocalChangeDeps, change: LocalChange): Promise<void> => {
  const asked = versionsOf(change);
  await confirm(
    vscode.l10n.t("Discard your changes to “{0}”?", plainText(labelOf(change))),
    discardDetail(await hasUnsaved(deps, change)),
    vscode.l10n.t("Discard Changes"),
  );
  await discardChange(deps, change, asked);
};

const compare = async (deps: LocalChangeDeps, target: unknown): Promise<void> => {
  const change = await targetChange(deps, target, vscode.l10n.t("Select a change to compare"));
  const uri = vscode.Uri.parse(change.place.uri);
  await compareWithServer(labelOf(change), await (await actionsOf(deps, uri)).serverCopy(uri), uri);
};

/** A change whose conflict is over is published. */
const resolveChange = async (
  deps: LocalChangeDeps,
  change: LocalChange,
  chosen: ConflictChoice,
): Promise<void> => {
  const uri = vscode.Uri.parse(change.place.uri);
  if (!(await (await actionsOf(deps, uri)).resolve(uri, change, chosen))) await publishChange(deps, change);
};

const resolve = async (deps: LocalChangeDeps, target: unknown): Promise<void> =>
  resolveChange(deps, await targetChange(deps, target, vscode.l10n.t("Select a change to merge")), "merge");

const keepMine = async (deps: LocalChangeDeps, target: unknown): Promise<void> => {
  const change = await targetChange(deps, target, vscode.l10n.t("Select a change to keep"));
  if (change.reason !== "conflict") throw new UserError(notInConflictText(labelOf(change)));
  await resolveChange(deps, change, "keepMine");
};

/** All that are stored; commits share one question for their message. */
const publishAll = async (deps: LocalChangeDeps): Promise<void> => {
  await deps.changes.refresh();
  const { all } = deps.changes;
  if (all.length === 0) throw noChanges();
  await publishSeveral(deps, all);
};

const moveToBranch = async (deps: LocalChangeDeps, target: unknown): Promise<void> => {
  const change = await targetChange(deps, target, vscode.l10n.t("Select a change to commit"));
  const uri = vscode.Uri.parse(change.place.uri);
  const { moveToBranch: move } = await actionsOf(deps, uri);
  if (!move) throw new UserError(vscode.l10n.t("“{0}” isn't on a branch.", labelOf(change)));
  await move(uri, change);
};

const saveToFile = async (deps: LocalChangeDeps, target: unknown): Promise<void> => {
  const change = await targetChange(deps, target, vscode.l10n.t("Select a change to save to a file"));
  const written = await saveChangeToFile(deps.changes, change, (latest) => isShown(deps, latest));
  const discardIt = vscode.l10n.t("Discard Local Change");
  const text = vscode.l10n.t(
    "“{0}” was saved to a file. Its change is still unpublished.",
    plainText(labelOf(written)),
  );
  // The toast stays; the command is over.
  showInformation(text, discardIt)
    .then(async (answer) => {
      if (answer !== discardIt) return;
      const latest = deps.changes.latestOf(written);
      if (!latest) {
        showStatus(publishedSinceText(labelOf(written)), 6000);
        return;
      }
      if (latest.content !== written.content) throw new UserError(changedSinceText(labelOf(written)));
      await confirmDiscard(deps, written);
    })
    .then(undefined, (error: unknown) => deps.onError(discardIt, error));
};

/** Opens one of them, also when an editor of another one is active. */
const show = async (deps: LocalChangeDeps): Promise<void> => {
  await deps.changes.refresh();
  const change = await pickChange(deps, vscode.l10n.t("Select a change to open"));
  await vscode.window.showTextDocument(vscode.Uri.parse(change.place.uri), { preview: false });
};

export const localChangeHandlers = (deps: LocalChangeDeps): Readonly<Record<LocalChangeCommandId, Handler>> => ({
  [localChangeCommands.publish]: (target, rows) => publish(deps, target, rows),
  [localChangeCommands.discard]: (target, rows) => discard(deps, target, rows),
  [localChangeCommands.compare]: (target) => compare(deps, target),
  [localChangeCommands.resolve]: (target) => resolve(deps, target),
  [localChangeCommands.keepMine]: (target) => keepMine(deps, target),
  [localChangeCommands.publishAll]: () => publishAll(deps),
  [localChangeCommands.takeTheirs]: (target, rows) => takeTheirs(deps, target, rows),
  [localChangeCommands.moveToBranch]: (target) => moveToBranch(deps, target),
  [localChangeCommands.saveToFile]: (target) => saveToFile(deps, target),
  [localChangeCommands.show]: () => show(deps),
});
