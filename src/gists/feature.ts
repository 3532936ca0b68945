import * as vscode from "vscode";
import { GistProblem } from "./problem.ts";
import { syncDocumentsWithAccounts } from "../accounts/syncDocuments.ts";
import type { AccountsModel } from "../accounts/model.ts";
import { openPage } from "../accounts/openPage.ts";
import { systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { SharedState } from "../base/sharedState.ts";
import { accountIn } from "../base/uriPart.ts";
import { loadOnUse, registerCommands, registerLinks } from "../commands/registry.ts";
import {
  arrangeCommands,
  gistCommands,
  gistScheme,
  gistSideScheme,
  historyCommands,
  linkPaths,
  settings,
} from "../ids.ts";
import type { TreeProvider } from "../tree/treeProvider.ts";
import { ConfigValue } from "../ui/configValue.ts";
import { isUnmergedConfirmed } from "../ui/conflicts.ts";
import type { Log } from "../ui/log.ts";
import { showError } from "../ui/showError.ts";
import { Arrangements } from "./arrange/arrangements.ts";
import { FollowedUsers } from "./arrange/followedUsers.ts";
import type { GistCommandDeps } from "./commands.ts";
import { LazyHistory } from "./history/lazyHistory.ts";
import { GistDecorations } from "./view/decorations.ts";
import type { GistDragAndDrop } from "./view/dragAndDrop.ts";
import type { EditDeps } from "./publishing/commands.ts";
import { registerEditQuestions } from "./publishing/editQuestions.ts";
import { followDrafts } from "./publishing/draftTabs.ts";
import type { DraftGist } from "./publishing/drafts.ts";
import { storageFolder } from "../storage/storageFolder.ts";
import { sharedFolder, basesFolder } from "../storage/folders.ts";
import type { PublishMode } from "./publishing/engineOptions.ts";
import { GistFiles } from "./publishing/files.ts";
import { GistFileSystem, isOpen } from "./publishing/fileSystem.ts";
import type { Inspect } from "../base/inspect.ts";
import { watchGistEditors } from "./manage/gistEditors.ts";
import { GistsModel } from "./model.ts";
import type { GistTreeNode } from "./nodeTypes.ts";
import { ImagePaste } from "./share/pasteImage.ts";
import { toUserError } from "./problemText.ts";
import { GistPublisher } from "./publishing/gistPublisher.ts";
import { BegunShares } from "./share/begunShares.ts";
import { LastShare } from "./share/lastShare.ts";
import { UnpublishedEdits } from "./publishing/unpublishedEdits.ts";
import { PublishModes } from "./publishing/publishModes.ts";
import type { Reports } from "../ui/reports.ts";
import { ShareSettings } from "./share/shareSettings.ts";
import type { ShareSourceDeps } from "./share/shareSource.ts";
import { GistDiffDocuments } from "./publishing/diffDocuments.ts";
import type { DeleteDeps } from "./trash/deleteGist.ts";
import { Trash } from "./trash/model.ts";
import { gistPlaceOf, GistUris, type UriTitles } from "./uri.ts";
import { GistsView } from "./view/view.ts";
import { trackNoGists } from "./noGists.ts";
import type { Shell } from "../shell/shell.ts";

const draftsKey = "gistDrafts";
const arrangementKey = "gistArrangement";
const followedKey = "gistFollowed";
const titlesKey = "gistTitles";

export interface GistsFeature extends Disposable {
  readonly gists: GistsModel;
  readonly files: GistFiles;
  readonly uris: GistUris;
  readonly tree: TreeProvider<GistTreeNode>;
  readonly dragAndDrop: GistDragAndDrop;
  readonly arrangements: Arrangements;
  readonly followed: FollowedUsers;
  /** Shows how many comments were not read yet. */
  readonly showUnread: (count: number) => void;
  readonly publisher: GistPublisher;
  readonly diffs: GistDiffDocuments;
  readonly trash: Trash;
  readonly shareSettings: ShareSettings;
  readonly lastShare: LastShare;
  /** Loads what makes gists of files and selections. */
  readonly loadShare: () => Promise<ShareSourceDeps>;
  /** Calls the listener each time that the view is shown, and at once when it is visible. */
  readonly onDidSee: (listener: () => void) => Disposable;
}

/** Builds and registers everything about gists. Makes no request. */
export const registerGists = (
  context: vscode.ExtensionContext,
  accounts: AccountsModel,
  {
    shell,
    inspect,
    reports,
    state,
  }: {
    readonly shell: Shell;
    readonly inspect: Inspect;
    readonly reports: Reports;
    readonly state: SharedState;
  },
  log: Log,
): GistsFeature => {
  const store = new DisposableStore();
  const pageSize = store.add(new ConfigValue(settings.pageSize, 30));
  const shareSettings = store.add(new ShareSettings());
  const publishMode = store.add(new ConfigValue<PublishMode>(settings.publish, "onSave"));
  const pause = store.add(new ConfigValue(settings.publishPause, 30));
  const review = store.add(new ConfigValue(settings.reviewBeforePublish, false));
  const onError = (what: string, error: unknown, again?: () => Promise<void>): void =>
    void showError(what, error, log, again);
  const keep = (name: string, value: unknown): void =>
    void state.update(name, value).catch((error: unknown) => log.error("gists", error));

  const gists = store.add(
    new GistsModel({
      accounts,
      pageSize: () => pageSize.value,
    }),
  );
  const publisher = store.add(new GistPublisher(accounts, gists));
  const modes = new PublishModes(state, publishMode);
  const files = store.add(
    new GistFiles({
      accounts,
      gists,
      publisher,
      drafts: {
        read: () => Object.values(state.get<Readonly<Record<string, DraftGist>>>(draftsKey) ?? {}),
        write: (drafts) => keep(draftsKey, Object.fromEntries(drafts.map((draft) => [draft.id, draft]))),
        refresh: () => state.refresh(),
      },
      edits: storageFolder(sharedFolder(context, "edits")),
      unsavedBases: storageFolder(basesFolder(context, "gistBases")),
      isSharedStorage: context.storageUri === undefined,
      clock: systemClock,
      maxFileBytes: () => shareSettings.maxFileBytes,
      modeOf: (place) => modes.of(place),
      pause: () => pause.value * 1000,
      inspect,
      isUnmergedConfirmed,
      onError: (error) => onError(vscode.l10n.t("Publish"), error),
      addressOf: (place) => uris.addressOf(place),
      isOpen: (place) => isOpen(uris.of(place)),
    }),
  );

  const uris = new GistUris(
    {
      read: () => state.get<UriTitles>(titlesKey) ?? {},
      write: async (titles) => state.update(titlesKey, titles),
    },
    ({ accountId, gistId }) => {
      const draft = files.drafts.get(accountId, gistId);
      return draft ? draft.description || draft.files[0] : gists.knownTitle(accountId, gistId);
    },
  );
  const history = store.add(new LazyHistory(accounts, gists));
  const diffs = store.add(
    new GistDiffDocuments(gists, uris, files, async (place, sha) => (await history.get()).readFile(place, sha)),
  );
  const keepDays = store.add(new ConfigValue(settings.keepDeletedDays, 30));
  const trash = store.add(
    new Trash({
      accounts,
      folder: storageFolder(sharedFolder(context, "deleted")),
      clock: systemClock,
      keepDays: () => keepDays.value,
      create: (accountId, gist, signal) => gists.create(accountId, gist, signal),
      onError: (error) => log.error("deleted gists", error),
    }),
  );

  const arrangements = store.add(
    new Arrangements({
      read: () => state.get(arrangementKey),
      write: (arrangement) => keep(arrangementKey, arrangement),
    }),
  );
  const followed = store.add(
    new FollowedUsers({
      read: () => state.get<Readonly<Record<string, readonly string[]>>>(followedKey) ?? {},
      write: (logins) => keep(followedKey, logins),
    }),
  );
  store.add(trackNoGists(accounts, gists, followed, state.onDidChange));

  store.add(
    followDrafts({
      drafts: files.drafts,
      uris,
      onDidPublish: files.engine.onDidPublish,
      onError: (error) => log.error("show the new gist", error),
    }),
  );

  store.add(vscode.window.registerFileDecorationProvider(store.add(new GistDecorations(files, gists, uris))));
  store.add(shell.textDocuments(gistSideScheme, diffs));
  // Another window may have stored or published an edit.
  store.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) files.pending.refresh().catch((error: unknown) => log.error("edits", error));
      else files.engine.publishAutomatic();
    }),
  );
  accounts
    .load()
    .then(() => files.engine.resume())
    .catch((error: unknown) => log.error("edits", error));

  const fileSystem = store.add(
    new GistFileSystem({
      gists,
      files,
      uris,
      accounts,
      saves: shell.saves,
      modeOf: (place) => modes.of(place),
    }),
  );
  store.add(
    vscode.languages.registerDocumentPasteEditProvider(
      { scheme: gistScheme, language: "markdown" },
      new ImagePaste({ gists, uris }),
      ImagePaste.metadata,
    ),
  );
  store.add(shell.fileSystem(gistScheme, fileSystem));

  const lastShare = store.add(new LastShare(context.workspaceState, systemClock));
  const begun = new BegunShares(context.workspaceState);
  if (begun.interrupted.length > 0)
    import("./share/reportInterrupted.ts")
      .then(({ reportInterrupted }) => reportInterrupted({ accounts, gists, begun }))
      .catch((error: unknown) => log.error("share", error));
  // An account may have been signed out while this workspace was closed.
  const forgetSignedOut = (): void => lastShare.clear(({ accountId }) => accounts.get(accountId) === undefined);
  if (lastShare.current) accounts.load().then(forgetSignedOut, () => undefined);
  store.add(gists.onDidDelete(({ html_url: link }) => lastShare.markDeleted(link)));
  const deletion: DeleteDeps = { accounts, gists, trash, uris, files, onError };
  const openWebPage = (accountId: string, url: string): Promise<void> => openPage(accounts, accountId, url);
  const loadShare = async (): Promise<ShareSourceDeps> => {
    const { GistSharing } = await import("./share/gistSharing.ts");
    const sharing = new GistSharing(
      { accounts, gists, inspect, settings: shareSettings, begun },
      {
        settings: shareSettings,
        lastShare,
        deletion,
        reveal: (accountId, { id }) => view.reveal(accountId, id),
        openPage: openWebPage,
      },
    );
    return {
      accounts,
      settings: shareSettings,
      sharing,
      onLinkError: (error) => log.error("permalink", error),
    };
  };
  const editDeps: EditDeps = {
    accounts,
    gists,
    files,
    uris,
    diffs,
    reports,
    reviewFirst: () => review.value,
    onError,
  };
  const view = store.add(
    new GistsView({
      shell,
      log,
      rows: { accounts, files, history, items: { gists, uris, diffs, now: () => Date.now() } },
      arrangements,
      followed,
      drop: {
        adding: { gists, files, publisher, inspect },
        uris,
        maxFileBytes: () => shareSettings.maxFileBytes,
        share: async (source) => (await loadShare()).sharing.share(() => source),
        onError,
      },
    }),
  );
  const autoReveal = store.add(new ConfigValue(settings.autoReveal, true));
  store.add(
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      const place = editor && gistPlaceOf(editor.document.uri);
      if (place && autoReveal.value) view.reveal(place.accountId, place.gistId, place.fileName);
    }),
  );
  store.add(new UnpublishedEdits(files.pending, gists, uris));
  store.add(watchGistEditors(gists));
  const handlers = loadOnUse(gistCommands, async () => {
    const [{ gistHandlers }, share] = await Promise.all([import("./commands.ts"), loadShare()]);
    const deps: GistCommandDeps = {
      open: { accounts, gists, uris, openPage: openWebPage },
      share,
      edit: editDeps,
      publishMode: { accounts, gists, modes },
      manage: { ...deletion, files, publisher, inspect, reports },
      view,
    };
    return gistHandlers(deps);
  });
  store.add(registerCommands(shell, handlers, log));
  const openLink = async (uri: vscode.Uri): Promise<void> =>
    (await import("./openLink.ts")).openGistLink({ accounts, gists, uris }, uri);
  store.add(registerLinks(shell, linkPaths.gist, openLink, log));
  const ofArrangement = loadOnUse(arrangeCommands, async () =>
    (await import("./arrange/commands.ts")).arrangeHandlers({
      accounts,
      gists,
      arrangements,
      followed,
      clock: systemClock,
    }),
  );
  store.add(registerCommands(shell, ofArrangement, log));
  const ofHistory = loadOnUse(historyCommands, async () => {
    const compare = { gists, uris, diffs, history };
    return (await import("./history/commands.ts")).historyHandlers({
      target: { accounts, gists },
      compare,
      restore: { compare, files, publisher, inspect, onError },
      openPage: openWebPage,
    });
  });
  store.add(registerCommands(shell, ofHistory, log));
  store.add(registerEditQuestions(editDeps));
  store.add(
    gists.onDidFindCopies((copies) => {
      import("./trash/copies.ts")
        .then(({ reportCopies }) => reportCopies({ ...deletion, reports }, copies))
        .catch((error: unknown) => onError(vscode.l10n.t("Delete gists"), toUserError(error)));
    }),
  );
  store.add(
    syncDocumentsWithAccounts(
      accounts,
      (uri) => (uri.scheme === gistSideScheme ? accountIn(uri.authority) : gistPlaceOf(uri)?.accountId),
      (error) => log.error("close documents", error),
    ),
  );
  store.add(
    accounts.signOuts.join({
      unsent: {
        kind: "edits",
        list: async (accountId) =>
          (await files.pending.filesOf(accountId)).map((place) => ({
            version: JSON.stringify([
              place,
              files.pending.of(place).map(({ since, mine, merge }) => [since, mine, merge?.text]),
            ]),
            publish: () => files.engine.publish(place),
            // What another window sends just now goes with the account's files.
            discard: async () => {
              await files.engine.discard(place).catch((error: unknown) => {
                if (!(error instanceof GistProblem)) throw error;
              });
            },
          })),
      },
    }),
  );
  store.add(
    accounts.onDidChange(({ removed }) => {
      for (const id of removed) {
        uris.forget(id);
        lastShare.clear(({ accountId }) => accountId === id);
        begun.forget(id);
      }
    }),
  );

  return {
    gists,
    files,
    uris,
    tree: view.tree,
    dragAndDrop: view.dragAndDrop,
    arrangements,
    followed,
    showUnread: (count) => view.showUnread(count),
    publisher,
    diffs,
    trash,
    shareSettings,
    lastShare,
    loadShare,
    onDidSee: (listener) => view.onDidSee(listener),
    dispose: () => store.dispose(),
  };
};
