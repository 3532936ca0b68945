import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { callAtOnce } from "../accounts/storage/saveAtOnce.ts";
import { UserError } from "../base/errors.ts";
import { bytesOf, decodeBase64 } from "../base/bytes.ts";
import type { Hook } from "../client/types/hook.ts";
import type { ChangeActions, LocalChangesFeature } from "../localChanges/feature.ts";
import { nameOf } from "../localChanges/label.ts";
import type { LocalChange } from "../localChanges/model.ts";
import { reportStored } from "../localChanges/reportStored.ts";
import {
  askAboutConflict,
  changedSinceText,
  type ConflictChoice,
  compareWithServer,
  confirmTakeTheirs,
} from "../ui/conflicts.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import type { HookFileSystem } from "./fileSystem.ts";
import type { UnsentSave } from "./unsentSave.ts";
import { baseFrom, isStale } from "./hookBase.ts";
import { draftOf, newDraft, textOf } from "./hookDocument.ts";
import { HookConflict, HookProblem } from "./problem.ts";
import { toHookError } from "./problemText.ts";
import { inspectDraft, saveHook, type SaveHookDeps } from "./saveHook.ts";
import { hookPlaceOf, hookUri } from "./uri.ts";
import { createOrAsk } from "../ui/createOrAsk.ts";
import { showStatus } from "../ui/showStatus.ts";
import { isUnsaved, openDocument } from "../ui/openDocument.ts";
import { discardInEditors, editorVersions, type ServerFile, discardAndClose } from "../ui/discardInEditors.ts";
import { replaceEditor } from "../ui/replaceEditor.ts";

interface ReportDeps extends SaveHookDeps {
  readonly accounts: AccountsModel;
  readonly fileSystem: HookFileSystem;
  readonly localChanges: LocalChangesFeature;
  readonly texts: ReadonlyDocuments;
  /** Shows an error; `again`: does what failed again, after the user granted what it lacked. */
  readonly onError: (what: string, error: unknown, again?: () => Promise<void>) => void;
}

/**
 * The local change of a save, where the document shows another one; undefined where it is in the document. Throws
 * HookProblem `outdated` when it was sent or discarded since.
 */
const changeBeside = async (
  { localChanges: { changes }, fileSystem }: ReportDeps,
  { uri, change }: UnsentSave,
): Promise<LocalChange | undefined> => {
  if (!change) return undefined;
  // What can't be read now is as it was.
  await changes.get(change.place).catch(() => undefined);
  const current = changes.currentOf(change, fileSystem.shownChange(uri));
  if (!current) throw new HookProblem("outdated", nameOf(uri));
  return current === "shown" ? undefined : current;
};

/** Sends what the document does not show; asks again when the hook was changed while the user decided. */
const sendBeside = async (deps: ReportDeps, save: UnsentSave, change: LocalChange, now: Hook): Promise<void> => {
  const { uri } = save;
  const place = hookPlaceOf(uri);
  if (!place) return;
  const draft = deps.fileSystem.parse(uri, decodeBase64(change.content));
  const newest = await deps.hooks.get(place);
  const expected = baseFrom(now);
  if (expected && isStale(expected, newest)) {
    await askConflict(deps, save, new HookConflict(newest));
    return;
  }
  await saveHook(deps, place, newest, draft);
  await deps.localChanges.changes.remove(change.id);
};

/** Creates a hook in place of one that was deleted at the server. Throws CancelledError, HookProblem, HttpError. */
const createAgain = async (deps: ReportDeps, save: UnsentSave): Promise<void> => {
  const { fileSystem, hooks } = deps;
  const { changes } = deps.localChanges;
  const { uri } = save;
  const place = hookPlaceOf(uri);
  if (!place) return;
  const beside = await changeBeside(deps, save);
  const document = beside ? undefined : openDocument(uri);
  if (isUnsaved(uri)) throw new HookProblem("unsaved", nameOf(uri));
  const content = beside ? decodeBase64(beside.content) : document ? bytesOf(document.getText()) : save.content;
  const draft = await inspectDraft(deps, place, fileSystem.parse(uri, content));
  const change = beside?.id ?? fileSystem.shownChange(uri);
  // Only one window may create it.
  if (change === undefined || !(await changes.claim(change))) throw new HookProblem("outdated", nameOf(uri));
  try {
    await createOrAsk(
      vscode.l10n.t("The webhook"),
      () => hooks.refresh(place),
      async () => {
        const hook = await hooks.create(place, draft);
        // One that can't be removed is no change of the hook.
        await changes.remove(change).catch(() => undefined);
        showStatus(vscode.l10n.t("The webhook is created, without a secret."), 6000);
        if (document) await replaceEditor(document, hookUri({ ...place, id: hook.id }, hook.name));
      },
    );
  } finally {
    await changes.release(change).catch(() => undefined);
  }
};

/** As `ChangeActions.checkServer`. The document of a new hook is read without the server. */
const checkServer = async (
  { accounts }: Pick<ReportDeps, "accounts">,
  uri: vscode.Uri,
  signal: AbortSignal,
): Promise<ServerFile> => {
  const place = hookPlaceOf(uri);
  if (!place) return {};
  const { accountId, owner, repo, id } = place;
  const message = { user: owner, repo, id };
  const hook = await callAtOnce(accounts, accountId, (client) =>
    client.call("repos.getHook", message, { signal, priority: "visible" }),
  );
  return { text: textOf(draftOf(hook)) };
};

/** What was typed in the editor since the conflict is discarded after a question only. */
const takeTheirs = async (deps: ReportDeps, save: UnsentSave, isDeleted: boolean): Promise<void> => {
  const { fileSystem } = deps;
  const { uri, content } = save;
  const beside = await changeBeside(deps, save);
  if (beside) {
    await deps.localChanges.changes.remove(beside.id);
    return;
  }
  const atAnswer = editorVersions(uri);
  const shown = fileSystem.shownChange(uri);
  const isAsked = await confirmTakeTheirs(nameOf(uri), uri, content);
  const versions = isAsked ? editorVersions(uri) : atAnswer;
  const discard = async (): Promise<void> => {
    if (fileSystem.shownChange(uri) !== shown) throw new UserError(changedSinceText(nameOf(uri)));
    await fileSystem.discardChange(uri, shown);
  };
  if (isDeleted) await discardAndClose(uri, { versions, discard });
  else
    await discardInEditors(uri, {
      versions,
      check: (signal) => checkServer(deps, uri, signal),
      discard,
      reload: () => fileSystem.reload(uri),
    });
};

const askConflict = (
  deps: ReportDeps,
  save: UnsentSave,
  { now }: HookConflict,
  chosen?: ConflictChoice,
): Promise<void> => {
  const { uri } = save;
  if (!now)
    return askAboutConflict(
      nameOf(uri),
      "deleted",
      {
        keepMine: () => createAgain(deps, save),
        takeTheirs: () => takeTheirs(deps, save, true),
      },
      chosen,
    );
  return askAboutConflict(
    nameOf(uri),
    "different",
    {
      isWithoutHistory: true,
      compare: () => compareWithServer(nameOf(uri), deps.texts.add("server.json", textOf(draftOf(now))), uri),
      keepMine: async () => {
        const beside = await changeBeside(deps, save);
        // An editor without anything unsaved may be about to show what another window has stored.
        const stored =
          beside ??
          (isUnsaved(uri) ? undefined : deps.localChanges.changes.record(deps.fileSystem.shownChange(uri) ?? ""));
        if (stored) {
          await sendBeside(deps, save, stored, now);
          return;
        }
        await vscode.window.showTextDocument(uri, { preview: false });
        deps.fileSystem.acceptTheirs(uri, now);
        await vscode.commands.executeCommand("workbench.action.files.save");
      },
      takeTheirs: () => takeTheirs(deps, save, false),
    },
    chosen,
  );
};

/** Reports once what a save did not send, with what can be done about it. Throws what an answer leads to. */
export const reportUnsent = async (deps: ReportDeps, save: UnsentSave): Promise<void> => {
  const { localChanges, onError } = deps;
  const { uri, error, change } = save;
  if (error instanceof HookConflict) {
    await askConflict(deps, save, error);
    return;
  }
  await reportStored(
    { localChanges, what: vscode.l10n.t("Send Webhook"), toUserError: toHookError, onError },
    // What is wrong in the document has to be changed first.
    { uri, error, change, canTryAgain: !(error instanceof UserError) },
  );
};

/** What can be done with a local change of a hook's document. */
export const hookChangeActions = (deps: ReportDeps): ChangeActions => ({
  serverCopy: async (uri) => {
    const place = hookPlaceOf(uri);
    return deps.texts.add("server.json", textOf(place ? draftOf(await deps.hooks.get(place)) : newDraft));
  },
  checkServer: (uri, signal) => checkServer(deps, uri, signal),
  isShown: async (uri, change) => deps.fileSystem.shownChange(uri) === change.id,
  discard: (uri, { id }) => deps.fileSystem.discardChange(uri, id),
  reload: (uri) => deps.fileSystem.reload(uri),
  resolve: async (uri, change, chosen) => {
    const conflict = await deps.fileSystem.conflictOf(uri, change);
    if (!conflict) return false;
    const { document } = await vscode.window.showTextDocument(uri, { preview: false });
    const content =
      deps.fileSystem.shownChange(uri) === change.id ? bytesOf(document.getText()) : decodeBase64(change.content);
    // The message stays until it is answered.
    askConflict(deps, { uri, content, error: conflict, change }, conflict, chosen).catch((error: unknown) =>
      deps.onError(vscode.l10n.t("Merge"), error),
    );
    return true;
  },
});
