import * as vscode from "vscode";
import { onDidCloseMergeEditor } from "../ui/mergeEditorTab.ts";
import { storageFolder } from "../storage/storageFolder.ts";
import { basesFolder } from "../storage/folders.ts";
import { syncDocumentsWithAccounts } from "../accounts/syncDocuments.ts";
import type { AccountsModel } from "../accounts/model.ts";
import { showReason } from "../accounts/nodes.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import { requirePermission } from "../accounts/permissions/requirePermission.ts";
import { openPage } from "../accounts/openPage.ts";
import { shownText } from "../base/bytes.ts";
import { systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { UserError } from "../base/errors.ts";
import type { Inspect } from "../base/inspect.ts";
import type { SharedState } from "../base/sharedState.ts";
import { loadOnUse, registerCommands, registerLinks } from "../commands/registry.ts";
import {
  contextKeys,
  downloadCommands,
  linkPaths,
  repoCommands,
  repoFileCommands,
  repoScheme,
  settings,
  views,
} from "../ids.ts";
import type { LocalChangesFeature } from "../localChanges/feature.ts";
import { localChangesId } from "../localChanges/nodes.ts";
import type { TreeContribution } from "../tree/node.ts";
import { TreeProvider } from "../tree/treeProvider.ts";
import type { WelcomeState } from "../tree/welcomeState.ts";
import { ContextKey } from "../ui/contextKey.ts";
import { trackNoRepositories } from "./noRepositories.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { Reports } from "../ui/reports.ts";
import type { Log } from "../ui/log.ts";
import { showError } from "../ui/showError.ts";
import { ConfigValue } from "../ui/configValue.ts";
import { confirmUnmerged } from "../ui/conflicts.ts";
import { toUserError } from "./problemText.ts";
import { CommitMessages } from "./files/commitMessages.ts";
import { askWhereAndMessage } from "./files/commitPrompt.ts";
import type { AskAboutConflict, FileChange, NeedsOtherBranch } from "./files/commitErrors.ts";
import { CommitFilters } from "./view/commitFilters.ts";
import { showChanges, showCommit } from "./changes.ts";
import { RepoFiles } from "./files/files.ts";
import { editorStateOf } from "./files/editorState.ts";
import { RepoFileSystem, type UncommittedSave } from "./files/fileSystem.ts";
import { RepositoryDrafts } from "./manage/repositoryDrafts.ts";
import { ReposModel } from "./model.ts";
import { repoChangeActions } from "./files/changeActions.ts";
import { restoreSide } from "./files/mergeSides.ts";
import { reportUncommitted } from "./files/reportUncommitted.ts";
import { pageOf } from "./files/filePage.ts";
import { repoKinds, type RepoNodesDeps, repoTreeRoots } from "./view/nodes.ts";
import type { RepoTreeNode } from "./nodeTypes.ts";
import { placesOpenHere } from "./view/openHere.ts";
import type { LoadArchiver } from "./downloads/commands.ts";
import { pickRef } from "./pickRef.ts";
import { type AccountRoots, RepoRoots } from "./view/roots.ts";
import { parseSignature, type Signature } from "./files/signature.ts";
import { targetPlace } from "./target.ts";
import { type ContentPlace, keyOf, type RepoPlace, type RepoPort } from "./types.ts";
import { contentPlaceOf, documentOf } from "./uri.ts";
import type { Shell } from "../shell/shell.ts";

/** Nothing for an empty setting. Throws UserError for one without a name. */
const signatureOf = (key: string, text: string, setting: string): Readonly<Record<string, Signature>> => {
  if (text.trim() === "") return {};
  const signature = parseSignature(text);
  if (signature) return { [key]: signature };
  throw new UserError(
    vscode.l10n.t(
      "The setting {0} doesn't name a person: write it as “Ada Finch <ada@example.org>”. Nothing was sent.",
      setting,
    ),
  );
};

const rootsKey = "repoRoots";
const optionsKey = "ownRepoOptions";
const templateKey = "commitTemplate";

export interface ReposFeature extends Disposable {
  readonly repos: ReposModel;
  readonly roots: RepoRoots;
  readonly tree: TreeProvider<RepoTreeNode>;
  /** For features that are about repositories, too. */
  readonly port: RepoPort;
}

/** Builds and registers everything about repositories. Makes no request. */
export const registerRepos = (
  context: vscode.ExtensionContext,
  accounts: AccountsModel,
  {
    shell,
    inspect,
    localChanges,
    texts,
    state: shared,
    loadArchiver,
  }: {
    readonly shell: Shell;
    readonly inspect: Inspect;
    readonly localChanges: LocalChangesFeature;
    readonly texts: ReadonlyDocuments;
    readonly state: SharedState;
    readonly loadArchiver: LoadArchiver | undefined;
  },
  log: Log,
): ReposFeature => {
  const store = new DisposableStore();
  const onError = (what: string, error: unknown, again?: () => Promise<void>): void =>
    void showError(what, error, log, again);
  const keep = (name: string, value: unknown): void =>
    void shared.update(name, value).catch((error: unknown) => log.error("repositories", error));
  const state = store.add(new ContextKey<WelcomeState>(contextKeys.reposState));
  const roots = store.add(
    new RepoRoots({
      readRoots: () => shared.get<Readonly<Record<string, AccountRoots>>>(rootsKey) ?? {},
      writeRoots: (next) => keep(rootsKey, next),
      readOwnOptions: () => shared.get(optionsKey),
      writeOwnOptions: (options) => keep(optionsKey, options),
    }),
  );
  const repos = store.add(new ReposModel({ accounts, ownOptions: () => roots.ownOptions }));
  // As in the window that filtered them.
  store.add(shared.onDidChange((names) => names.includes(optionsKey) && repos.refresh()));
  store.add(trackNoRepositories(accounts, repos, roots, shared.onDidChange));
  const filters = store.add(new CommitFilters());
  let openHere: ReadonlySet<string> = new Set();
  const contributions: TreeContribution<RepoPlace>[] = [];
  const deps: RepoNodesDeps = {
    accounts,
    repos,
    roots,
    changes: localChanges.changes,
    contributions,
    now: () => Date.now(),
    openHere: () => openHere,
    filterOf: (place) => filters.of(place),
    showState: (next, failure) => {
      state.set(next);
      view.description = showReason(view, next, failure?.message);
      tree.refreshAt(failure?.until);
    },
  };
  const kinds = repoKinds(deps);
  const tree = store.add(
    new TreeProvider<RepoTreeNode>({
      viewId: views.repos,
      kinds,
      roots: repoTreeRoots(deps),
      retry: (node) => ({
        command: repoCommands.refresh,
        title: vscode.l10n.t("Try Again"),
        ...(node ? { arguments: [node] } : {}),
      }),
      log,
      clock: systemClock,
    }),
  );
  const view = store.add(tree.createView(shell));
  state.set("loading");

  const refreshRepo = (place: RepoPlace): void =>
    tree.refreshWhere((node) => node.kind === "repo" && keyOf(node.place) === keyOf(place));
  store.add(
    repos.onDidChange(({ accountId, list }) => {
      // While the welcome text is shown, there is no list whose row could be refreshed.
      const isShown = accountId !== undefined && list !== undefined && state.value === "ready";
      tree.refresh(isShown ? `${accountId}/${list}` : undefined);
    }),
  );
  store.add(repos.onDidChangeRepo(refreshRepo));
  store.add(filters.onDidChange(refreshRepo));
  store.add(roots.onDidChange(() => tree.refresh()));
  let hadChanges = false;
  store.add(
    localChanges.changes.onDidChange(() => {
      const hasChanges = localChanges.changes.all.length > 0;
      tree.refresh(hasChanges && hadChanges ? localChangesId : undefined);
      hadChanges = hasChanges;
    }),
  );
  store.add(
    view.onDidChangeVisibility(({ visible }) => {
      if (!visible) return;
      // The repositories of open folders are looked up when the view is shown.
      placesOpenHere(accounts)
        .then((places) => {
          openHere = new Set(places.map(keyOf));
          for (const place of places) refreshRepo(place);
        })
        .catch((error: unknown) => log.error("git", error));
    }),
  );

  store.add(
    syncDocumentsWithAccounts(
      accounts,
      (uri) => contentPlaceOf(uri)?.accountId,
      (error) => log.error("close documents", error),
    ),
  );
  store.add(
    accounts.onDidChange(({ removed }) => {
      for (const id of removed) roots.forget(id);
    }),
  );
  const author = store.add(new ConfigValue(settings.commitAuthor, ""));
  const committer = store.add(new ConfigValue(settings.committer, ""));
  const messages = store.add(
    new CommitMessages(
      localChanges.changes,
      () => shared.get<string>(templateKey),
      (template) => keep(templateKey, template),
    ),
  );
  const files = store.add(
    new RepoFiles({
      accounts,
      repos,
      clock: systemClock,
      inspect,
      bases: storageFolder(basesFolder(context, "repoBases")),
      isSharedStorage: context.storageUri === undefined,
      confirmUnmerged,
      stateOf: editorStateOf,
      changes: localChanges.changes,
      documentOf,
      signatures: () => ({
        ...signatureOf("author", author.value, settings.commitAuthor),
        ...signatureOf("committer", committer.value, settings.committer),
      }),
      askMessage: async (made) => {
        // What is typed for a commit that is refused for sure would be typed in vain.
        for (const accountId of new Set(made.map(({ place }) => place.accountId)))
          await requirePermission(accounts, accountId, "repos.updateFile");
        return askWhereAndMessage(repos, made, messages.ask);
      },
    }),
  );
  const { changes } = localChanges;
  texts.restoreWith((source) => restoreSide(files, source));
  const loadAsker = async () =>
    (await import("./files/askAboutFile.ts")).fileConflictAsker({
      accounts,
      repos,
      files,
      changes,
      texts,
      askAboutRefusal: reports.askAboutRefusal,
      onError: (what, error) => onError(what, toUserError(error)),
    });
  let asker: ReturnType<typeof loadAsker> | undefined;
  const askAboutConflict: AskAboutConflict = (conflict, chosen) => {
    asker ??= loadAsker();
    asker.then((ask) => ask(conflict, chosen)).catch((error: unknown) => onError(vscode.l10n.t("Merge"), error));
  };
  // Registered at the start, since a merge editor may be from before a reload.
  store.add(
    onDidCloseMergeEditor(repoScheme, (output) => {
      import("./files/askAboutFile.ts")
        .then(({ finishMerge }) => finishMerge(files, localChanges.publish, output))
        .catch((error: unknown) => onError(vscode.l10n.t("Commit"), error));
    }),
  );
  const refusals = {
    accounts,
    repos,
    files,
    changes,
    askMessage: (made: readonly FileChange[]) => messages.ask(made, { isForNewBranch: true }),
    askAboutConflict,
  };
  const reports = {
    askAboutConflict,
    askAboutRefusal: (refused: NeedsOtherBranch): Promise<void> =>
      import("./files/newBranch.ts")
        .then((code) => code.askAboutRefusal(refusals, refused))
        .catch((error: unknown) => onError(vscode.l10n.t("Commit"), error)),
    onError,
    localChanges,
  };
  const fileSystem = store.add(
    new RepoFileSystem({
      repos,
      files,
      changes: localChanges.changes,
      clock: systemClock,
      accounts,
      saves: shell.saves,
    }),
  );
  store.add(shell.fileSystem(repoScheme, fileSystem));
  const report = (save: UncommittedSave): void => {
    reportUncommitted(reports, save).catch((error: unknown) => onError(vscode.l10n.t("Commit"), error));
  };
  store.add(fileSystem.onDidNotCommit(report));
  const openFilePage = async (place: ContentPlace): Promise<void> =>
    openPage(accounts, place.accountId, await pageOf(repos, place));
  const loadPointers = async () => {
    const { pointerReporter } = await import("./files/lfsPointer.ts");
    const clientOf = (accountId: string) => requireAccount(accounts, accountId).client;
    return store.add(pointerReporter({ clientOf, openPage: openFilePage, onError }));
  };
  let pointers: ReturnType<typeof loadPointers> | undefined;
  store.add(
    fileSystem.onDidRead((read) => {
      // Pointers of Git LFS begin so.
      if (shownText(read.bytes.subarray(0, 8)) !== "version ") return;
      pointers ??= loadPointers();
      pointers.then(({ report }) => report(read)).catch((error: unknown) => log.error("repositories", error));
    }),
  );
  localChanges.setActions(repoScheme, async () => repoChangeActions({ ...refusals, report }));
  const reveal = async ({ accountId, owner, repo }: RepoPlace): Promise<void> => {
    const id = `${accountId}/opened/${owner}/${repo}`;
    await vscode.commands.executeCommand(`${views.repos}.focus`);
    const parent = { kind: "opened", id: `${accountId}/opened`, accountId } as const;
    const node = { kind: "repo", id, place: { accountId, owner, repo }, repository: undefined, parent } as const;
    roots.open(node.place);
    await view.reveal(node, { select: true, focus: true, expand: true });
  };
  const openServerPage = (accountId: string, url: string): Promise<void> => openPage(accounts, accountId, url);
  const downloads = loadOnUse(downloadCommands, async () =>
    (await import("./downloads/commands.ts")).downloadHandlers({
      accounts,
      repos,
      loadArchiver,
      openPage: openServerPage,
      onError,
    }),
  );
  const handlers = loadOnUse(repoCommands, async () =>
    (await import("./commands.ts")).repoHandlers({
      accounts,
      repos,
      roots,
      filters,
      clock: systemClock,
      reports: new Reports(texts),
      onError,
      openPage: openServerPage,
      reveal,
      drafts: new RepositoryDrafts(shared, (error) => log.error("repository drafts", error)),
    }),
  );
  const fileHandlers = loadOnUse(repoFileCommands, async () =>
    (await import("./files/fileCommands.ts")).repoFileHandlers({
      accounts,
      repos,
      fileSystem,
      askAboutRefusal: reports.askAboutRefusal,
      openPage: openServerPage,
    }),
  );
  store.add(registerCommands(shell, downloads, log));
  store.add(registerCommands(shell, fileHandlers, log));
  store.add(registerCommands(shell, handlers, log));
  const open = async (place: RepoPlace): Promise<void> => {
    roots.open(place);
    await reveal(place);
  };
  const openLink = async (uri: vscode.Uri): Promise<void> =>
    (await import("./openLink.ts")).openRepositoryLink({ accounts, repos, open }, uri);
  store.add(registerLinks(shell, linkPaths.repository, openLink, log));
  const port: RepoPort = {
    onDidForget: repos.onDidForget,
    contribute: (contribution) => {
      contributions.push(contribution);
      Object.assign(kinds, contribution.kinds);
      if (contribution.onDidChange) store.add(contribution.onDidChange((isMeant) => tree.refreshWhere(isMeant)));
    },
    target: (target, placeHolder, operation) =>
      targetPlace({ accounts, repos }, target, placeHolder, "own", operation),
    pickRef: (place, placeHolder) => pickRef({ accounts, repos }, place, placeHolder),
    reveal,
    openCommit: (place, sha) => showCommit({ accounts, repos }, place, sha),
    openChanges: (place, base, head) => showChanges({ accounts, repos }, place, base, head),
    openHere: () => placesOpenHere(accounts),
  };
  return { repos, roots, tree, port, dispose: () => store.dispose() };
};
