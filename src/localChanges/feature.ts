import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import type { UnsentSource } from "../accounts/signOut/signOutParticipants.ts";
import { systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { UnsavedBaseStore } from "../base/unsavedBaseStore.ts";
import { loadOnUse, registerCommands } from "../commands/registry.ts";
import { contextKeys, localChangeCommands } from "../ids.ts";
import { storageFolder } from "../storage/storageFolder.ts";
import { sharedFolder, basesFolder, type BasesFolder } from "../storage/folders.ts";
import { type ConflictChoice, publishedSinceText } from "../ui/conflicts.ts";
import { ContextKey } from "../ui/contextKey.ts";
import { changesText } from "../ui/counts.ts";
import { isUnsaved } from "../ui/openDocument.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { Reports } from "../ui/reports.ts";
import { UnpublishedItem } from "../ui/unpublishedItem.ts";
import type { Shell } from "../shell/shell.ts";
import type { Log } from "../ui/log.ts";
import type { ServerFile } from "../ui/discardInEditors.ts";
import { decorationOf, labelOf, needsUser } from "./label.ts";
import { LimitEnds } from "./limitEnds.ts";
import { PublishLater } from "./publishLater.ts";
import { PublishAfterSignIn } from "./publishAfterSignIn.ts";
import { showInformation } from "../ui/messages.ts";
import { showError } from "../ui/showError.ts";
import { showStatus } from "../ui/showStatus.ts";
import { plainText } from "../ui/plainText.ts";
import { type ChangeReason, documentPlaceOf, type LocalChange, LocalChanges } from "./model.ts";

export interface LocalChangesFeature extends Disposable {
  readonly changes: LocalChanges;
  /** What is not at the server of an account, for when it is signed out. */
  readonly unsentOf: UnsentSource["list"];
  /** Where this window stores what its unsaved documents are based on; `decode` as for `UnsavedBaseStore`. */
  readonly unsavedBases: <Base>(
    name: BasesFolder,
    decode: (data: unknown) => Base | undefined,
  ) => UnsavedBaseStore<Base>;
  /** Sends what is stored of a change now, as a save by the user. */
  readonly publish: (change: LocalChange) => Promise<void>;
  /** Sends it once the account, whose token the server refuses, has another one; not what was stored of it since. */
  readonly publishAfterSignIn: (change: LocalChange) => void;
  /** Asks the user to sign in. Throws CancelledError. */
  readonly signIn: () => Promise<unknown>;
  /** Says what can be done with local changes of the documents of a scheme; it is loaded with its first use. */
  readonly setActions: (scheme: string, load: () => Promise<ChangeActions>) => void;
}

export interface ChangeActions {
  /** A document with what the service has now. */
  readonly serverCopy: (uri: vscode.Uri) => Promise<vscode.Uri>;
  /** What the server has of the document now, without a long wait and any effect; undefined where it doesn't have it. */
  readonly checkServer: (uri: vscode.Uri, signal: AbortSignal) => Promise<ServerFile | undefined>;
  /** Whether the document shows the change, or has more of it: another window may have stored others of the document. */
  readonly isShown: (uri: vscode.Uri, change: LocalChange) => Promise<boolean>;
  /** Saves of these documents are about to come, and are asked about together; `ended` for each whose save is over. */
  readonly expectSaves?: (uris: readonly vscode.Uri[]) => { readonly ended: (uri: vscode.Uri) => void };
  /** Has clean editors of the document read it again. */
  readonly reload: (uri: vscode.Uri) => void;
  /** Removes a change that the document shows, and what the feature remembers of it. */
  readonly discard?: (uri: vscode.Uri, change: LocalChange) => Promise<void>;
  /** Asks about the conflict of a change, unless the answer is chosen. False where there is none any longer. */
  readonly resolve: (uri: vscode.Uri, change: LocalChange, chosen?: ConflictChoice) => Promise<boolean>;
  /** Sends a change with the message that was entered for it. Rejects with what has to be shown. */
  readonly sendWaiting?: (uri: vscode.Uri, change: LocalChange) => Promise<void>;
  /** Of a change that its branch does not take: commits it to another one. */
  readonly moveToBranch?: (uri: vscode.Uri, change: LocalChange) => Promise<void>;
}

/** Builds and registers what repositories and hooks have in common: documents that are saved here first. Makes no request. */
export const registerLocalChanges = (
  context: vscode.ExtensionContext,
  {
    shell,
    accounts,
    texts,
    log,
  }: {
    readonly shell: Shell;
    readonly accounts: AccountsModel;
    readonly texts: ReadonlyDocuments;
    readonly log: Log;
  },
): LocalChangesFeature => {
  const store = new DisposableStore();
  const changes = store.add(new LocalChanges(storageFolder(sharedFolder(context, "localChanges")), systemClock));
  const onError = (error: unknown): void => log.error("local changes", error);
  const decorations = store.add(new vscode.EventEmitter<vscode.Uri[]>());
  const uris = store.add(new ContextKey<readonly string[]>(contextKeys.localChanges));
  const conflicts = store.add(new ContextKey<readonly string[]>(contextKeys.localConflicts));
  const protectedChanges = store.add(new ContextKey<readonly string[]>(contextKeys.protectedChanges));
  const status = store.add(
    new UnpublishedItem("forgeside.unpublishedChanges", {
      name: vscode.l10n.t("Forgeside: Unpublished Changes"),
      command: localChangeCommands.show,
      icon: "repo-push",
    }),
  );
  const addressesOf = (reason?: ChangeReason): readonly string[] => {
    const found = changes.all.filter((change) => reason === undefined || change.reason === reason);
    return [...new Set(found.map(({ place }) => place.uri))];
  };
  const limits = store.add(
    new LimitEnds(systemClock, () =>
      decorations.fire(changes.all.map(({ place }) => vscode.Uri.parse(place.uri))),
    ),
  );
  store.add(
    changes.onDidChange((places) => {
      limits.expect(changes.all.map(({ retryAt }) => retryAt ?? 0));
      decorations.fire(places.map(({ uri }) => vscode.Uri.parse(uri)));
      uris.set(addressesOf());
      conflicts.set(addressesOf("conflict"));
      protectedChanges.set(addressesOf("protected"));
      status.update({
        label: changesText(changes.all.length),
        names: changes.all.map(labelOf),
        needsUser: changes.all.some(needsUser),
      });
    }),
  );
  store.add(
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: decorations.event,
      provideFileDecoration: (uri) => {
        const change = changes.known(documentPlaceOf(uri));
        return change && decorationOf(change, systemClock.now());
      },
    }),
  );
  store.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      // Another window may have stored or published some.
      if (focused) changes.refresh().catch(onError);
    }),
  );
  // The status bar counts them, and menus and the palette have their commands.
  changes.load().catch(onError);
  const actions = new Map<string, () => Promise<ChangeActions>>();
  const deps = {
    changes,
    clock: systemClock,
    actions,
    reports: new Reports(texts),
    onError: (what: string, error: unknown) => void showError(what, error, log),
  };
  const handlers = loadOnUse(localChangeCommands, async () =>
    (await import("./commands.ts")).localChangeHandlers(deps),
  );
  store.add(registerCommands(shell, handlers, log));
  const publish = async (saved: LocalChange): Promise<void> => {
    const change = changes.latestOf(saved);
    if (change) await (await import("./commands.ts")).publishChange(deps, change);
    // A message about it stays where VS Code shows it, also after it is published in another way.
    else showStatus(publishedSinceText(labelOf(saved)), 6000);
  };
  const loadCommands = () => import("./commands.ts");
  const afterSignIn = store.add(
    new PublishAfterSignIn(accounts, async (saved) => {
      // What Auto Save stored since, or what is typed on, was not saved by the user: it waits for the next save.
      const change = changes.latestOf(saved);
      if (change?.content !== saved.content || isUnsaved(saved.place.uri)) return;
      const sent = loadCommands().then(({ sendOne }) => sendOne(changes, change));
      await sent.catch((error: unknown) => void showError(vscode.l10n.t("Publish"), error, log));
    }),
  );
  const offer = (change: LocalChange): void => {
    const title = vscode.l10n.t("Publish");
    showInformation(vscode.l10n.t("“{0}” can be published now.", plainText(labelOf(change))), title)
      .then(async (answer) => answer === title && (await publish(change)))
      .then(undefined, (error: unknown) => void showError(title, error, log));
  };
  const later = store.add(
    new PublishLater({
      changes,
      clock: systemClock,
      isUnsaved,
      isSignedIn: async (accountId) => {
        await accounts.load();
        return accounts.get(accountId) !== undefined;
      },
      send: async (change) => {
        const uri = vscode.Uri.parse(change.place.uri);
        await (await actions.get(uri.scheme)?.())?.sendWaiting?.(uri, change);
      },
      logError: onError,
    }),
  );
  store.add(later.onDidBecomeReady(offer));
  store.add(later.onDidFail((error) => void showError(vscode.l10n.t("Publish"), error, log)));
  return {
    changes,
    unsentOf: async (accountId) => {
      await changes.refresh();
      return changes.all
        .filter(({ place }) => place.accountId === accountId)
        .map((change) => ({
          version: JSON.stringify([change.place.uri, change.content]),
          publish: async () => (await loadCommands()).sendChange(changes, change),
          discard: () => changes.remove(change.id),
        }));
    },
    unsavedBases: (name, decode) =>
      new UnsavedBaseStore(storageFolder(basesFolder(context, name)), context.storageUri === undefined, decode),
    publish,
    publishAfterSignIn: (change) => afterSignIn.add(change),
    signIn: () => accounts.signIn("another"),
    setActions: (scheme, its) => void actions.set(scheme, its),
    dispose: () => store.dispose(),
  };
};
