import { AsyncLocalStorage } from "node:async_hooks";
import * as vscode from "vscode";
import { BasicAuth } from "./accounts/basicAuth.ts";
import { registerAccounts } from "./accounts/feature.ts";
import { openPage } from "./accounts/openPage.ts";
import { registerActivity } from "./activity/feature.ts";
import type { SavedFeeds } from "./activity/feeds.ts";
import type { ActivityModel } from "./activity/model.ts";
import type { ActivityNode } from "./activity/nodeTypes.ts";
import type { AccountsModel } from "./accounts/model.ts";
import { syncProfiles } from "./accounts/syncedProfiles.ts";
import type { AccountNode } from "./accounts/nodes.ts";
import { nodeTransport } from "./client/nodeTransport.ts";
import { registerCommentSpace } from "./comments/feature.ts";
import { type Handler, registerCommands } from "./commands/registry.ts";
import type { Arrangements } from "./gists/arrange/arrangements.ts";
import type { Followed } from "./gists/arrange/followed.ts";
import type { Conversations } from "./gists/comments/controller.ts";
import { registerComments } from "./gists/comments/feature.ts";
import type { CommentsModel } from "./gists/comments/model.ts";
import { registerAuthorizations } from "./authorizations/feature.ts";
import { registerDeployments } from "./deployments/feature.ts";
import type { TimelinePanels } from "./deployments/timeline/panel.ts";
import type { GistDragAndDrop } from "./gists/dragAndDrop.ts";
import { registerGists } from "./gists/feature.ts";
import type { GistFiles } from "./gists/files.ts";
import type { Inspect } from "./base/inspect.ts";
import type { SharedState } from "./base/sharedState.ts";
import { registerLinks } from "./gists/links/feature.ts";
import type { LinksModel } from "./gists/links/model.ts";
import type { GistsModel } from "./gists/model.ts";
import type { GistTreeNode } from "./gists/nodeTypes.ts";
import { openGist } from "./gists/share.ts";
import { registerMoreSharing } from "./gists/share/feature.ts";
import { registerSnippets } from "./gists/snippets/feature.ts";
import type { SnippetsModel } from "./gists/snippets/model.ts";
import { registerReports } from "./gists/reports.ts";
import { registerTransfer } from "./gists/transfer/feature.ts";
import { registerTrash } from "./gists/trash/feature.ts";
import type { Trash } from "./gists/trash/model.ts";
import type { GistUris } from "./gists/uri.ts";
import { registerSearch } from "./gists/search/feature.ts";
import type { SearchModel } from "./gists/search/model.ts";
import { registerGuard } from "./guard/feature.ts";
import type { LeakGuard } from "./guard/guard.ts";
import type { InspectWrite } from "./guard/inspectWrite.ts";
import { registerHooks } from "./hooks/feature.ts";
import type { Listening } from "./hooks/listen/listening.ts";
import type { HooksModel } from "./hooks/model.ts";
import { registerKeys } from "./keys/feature.ts";
import { type LogCommandId, logCommands, textScheme } from "./ids.ts";
import type { LocalChanges } from "./localChanges/model.ts";
import { registerLocalChanges } from "./localChanges/feature.ts";
import { registerOperations } from "./operations/feature.ts";
import type { OperationsModel } from "./operations/model.ts";
import type { CommitThreads } from "./repos/comments/controller.ts";
import { registerCommitComments } from "./repos/comments/feature.ts";
import type { CommitCommentsModel } from "./repos/comments/model.ts";
import { registerRepos } from "./repos/feature.ts";
import { registerInsights } from "./repos/insights/feature.ts";
import type { InsightsPanels } from "./repos/insights/panels.ts";
import type { ReposModel } from "./repos/model.ts";
import type { RepoTreeNode } from "./repos/nodeTypes.ts";
import type { RepoRoots } from "./repos/roots.ts";
import type { TreeProvider } from "./tree/treeProvider.ts";
import { registerService } from "./service/feature.ts";
import type { ServiceTreeNode } from "./service/nodes.ts";
import type { QuotaStatus } from "./service/statusBar.ts";
import { keepAskersIn } from "./ui/asker.ts";
import { removeAccountFiles } from "./storage/accountFiles.ts";
import { keepDrafts, restoreDrafts } from "./storage/keptDrafts.ts";
import { syncState } from "./storage/syncedState.ts";
import { openState } from "./storage/openState.ts";
import { KeptTexts } from "./ui/keptTexts.ts";
import { Log } from "./ui/log.ts";
import type { Shell } from "./shell/shell.ts";

/** What host tests look at. */
export interface Parts {
  readonly accounts: AccountsModel;
  readonly guard: LeakGuard;
  readonly gists: GistsModel;
  readonly files: GistFiles;
  readonly uris: GistUris;
  readonly dragAndDrop: GistDragAndDrop;
  readonly arrangements: Arrangements;
  readonly followed: Followed;
  readonly comments: CommentsModel;
  readonly conversations: Conversations;
  readonly trash: Trash;
  readonly search: SearchModel;
  readonly links: LinksModel;
  readonly localChanges: LocalChanges;
  readonly repos: ReposModel;
  readonly repoRoots: RepoRoots;
  readonly insights: InsightsPanels;
  readonly commitComments: CommitCommentsModel;
  readonly commitThreads: CommitThreads;
  readonly hooks: HooksModel;
  readonly listening: Listening;
  readonly timelines: TimelinePanels;
  readonly quotaStatus: QuotaStatus;
  readonly basicAuth: BasicAuth;
  readonly operations: OperationsModel;
  readonly activity: ActivityModel;
  readonly feeds: SavedFeeds;
  readonly trees: {
    readonly accounts: TreeProvider<AccountNode>;
    readonly gists: TreeProvider<GistTreeNode>;
    readonly repos: TreeProvider<RepoTreeNode>;
    readonly service: TreeProvider<ServiceTreeNode>;
    readonly activity: TreeProvider<ActivityNode>;
  };
  readonly snippets: () => SnippetsModel | undefined;
  readonly state: SharedState;
  readonly context: vscode.ExtensionContext;
  /** Frees all that was registered, as VS Code does when the extension ends. */
  dispose(): void;
}

/** Builds everything and fills the shell. Shows no prompt; requests follow for rows, documents and edits that wait. */
export const openApp = async (context: vscode.ExtensionContext, shell: Shell): Promise<Parts> => {
  const log = new Log();
  const state = await openState(context, (error) => log.error("state", error));
  shell.handOverCommands();
  keepAskersIn(new AsyncLocalStorage());
  const inspectWrite: InspectWrite = (accountId, write) => guard.inspectWrite(accountId, write);
  const accounts = registerAccounts(context, shell, nodeTransport, inspectWrite, log);
  const guard = registerGuard(accounts.accounts, state, log);
  const inspect: Inspect = (upload) => guard.guard.inspect(upload);
  const reports = registerReports(shell);
  const gists = registerGists(
    context,
    accounts.accounts,
    { shell, inspect, reports: reports.reports, state },
    log,
  );
  const space = registerCommentSpace(accounts.accounts, log);
  const comments = registerComments({
    shell,
    accounts: accounts.accounts,
    gists: gists.gists,
    uris: gists.uris,
    inspect,
    space,
    state,
    log,
  });
  const snippets = registerSnippets({ accounts: accounts.accounts, gists: gists.gists, log });
  const sharing = registerMoreSharing({ ...gists.parts, log });
  gists.showUnread(comments.unread);
  const unread = comments.onDidChangeUnread(gists.showUnread);
  const { trash } = gists.parts;
  const trashCommands = registerTrash({ ...gists.parts, log });
  const transfer = registerTransfer({ ...gists.parts, log });
  const search = registerSearch(context, {
    shell,
    accounts: accounts.accounts,
    gists: gists.gists,
    pending: gists.files.pending,
    uris: gists.uris,
    onDidSeeGists: gists.onDidSee,
    log,
  });
  const links = registerLinks(context, { ...gists.parts, log });
  const localChanges = registerLocalChanges(context, log);
  const texts = new KeptTexts();
  const textDocuments = shell.textDocuments(textScheme, texts);
  const repos = registerRepos(context, {
    shell,
    accounts: accounts.accounts,
    inspect,
    localChanges,
    texts,
    state,
    log,
  });
  const insights = registerInsights(context, { shell, accounts: accounts.accounts, repos: repos.repos, log });
  const commitComments = registerCommitComments({
    shell,
    accounts: accounts.accounts,
    repos: repos.repos,
    inspect,
    space,
    state,
    log,
  });
  const hooks = registerHooks({
    shell,
    accounts: accounts.accounts,
    repos: repos.port,
    inspect,
    localChanges,
    texts,
    log,
  });
  const keys = registerKeys(context, { accounts: accounts.accounts, repos: repos.port, log });
  const deployments = registerDeployments(context, {
    shell,
    accounts: accounts.accounts,
    repos: repos.port,
    inspect,
    texts,
    log,
  });
  const service = registerService(context, {
    shell,
    accounts: accounts.accounts,
    retention: accounts.retention,
    texts,
    environment: process.env,
    log,
  });
  const basicAuth = new BasicAuth(accounts.accounts);
  const authorizations = registerAuthorizations({
    accounts: accounts.accounts,
    basicAuth,
    service: service.port,
    texts,
    log,
  });
  const operations = registerOperations({
    shell,
    accounts: accounts.accounts,
    basicAuth,
    inspectWrite,
    service: service.port,
    state,
    log,
  });
  const activity = registerActivity({
    shell,
    accounts: accounts.accounts,
    repos: repos.port,
    openGist: async (accountId, gistId) =>
      openGist(gists.uris, accountId, await gists.gists.read(accountId, gistId)),
    openPage: (accountId, url) => openPage(accounts.accounts, accountId, url),
    state,
    texts,
    log,
  });
  const reportState = (error: unknown): void => log.error("state", error);
  const synced = syncState(context, state, reportState);
  const profiles = syncProfiles(accounts.accounts, state, reportState);
  synced.update().catch(reportState);
  const changes = accounts.accounts.onDidChange(({ added, removed }) => {
    for (const id of removed) state.forget(id).catch(reportState);
    if (added.length > 0)
      state
        .refresh()
        .then(() => Promise.all(added.map((id) => restoreDrafts(state, id))))
        .catch(reportState);
  });
  const { signOuts } = accounts.accounts;
  signOuts.join({ unsent: { kind: "edits", list: localChanges.unsentOf } });
  for (const threads of [comments.comments, commitComments.comments])
    signOuts.join({
      unsent: {
        kind: "comments",
        list: async (accountId) => {
          await state.refresh();
          return threads
            .unsentOf(accountId)
            .map((id) => ({ publish: () => threads.retry(id), discard: () => threads.discard(id) }));
        },
      },
    });
  accounts.registerCommands({
    keepUnsent: (accountId) => keepDrafts(state, accountId),
    cleanUp: async (accountId, isUnsentKept) => {
      await state.forget(accountId);
      if (!isUnsentKept) await links.links.forgetAccount(accountId);
      const unsent = isUnsentKept ? [] : ["edits", "localChanges"];
      const names = ["deleted", "search", "repoBases", "gistBases", "hookBases", ...unsent];
      const roots = [context.globalStorageUri, ...(context.storageUri ? [context.storageUri] : [])];
      const folders = roots.flatMap((root) => names.map((name) => vscode.Uri.joinPath(root, name)));
      await removeAccountFiles(folders, accountId);
    },
  });
  const logs = registerCommands(
    { [logCommands.show]: async () => log.show() } satisfies Record<LogCommandId, Handler>,
    log,
  );
  context.subscriptions.push(
    log,
    accounts,
    guard,
    gists,
    space,
    comments,
    unread,
    snippets,
    sharing,
    reports,
    trashCommands,
    transfer,
    search,
    links,
    localChanges,
    repos,
    insights,
    commitComments,
    textDocuments,
    hooks,
    keys,
    deployments,
    service,
    basicAuth,
    authorizations,
    operations,
    activity,
    synced,
    profiles,
    changes,
    logs,
  );
  return {
    accounts: accounts.accounts,
    guard: guard.guard,
    gists: gists.gists,
    files: gists.files,
    uris: gists.uris,
    dragAndDrop: gists.dragAndDrop,
    arrangements: gists.arrangements,
    followed: gists.followed,
    comments: comments.comments,
    snippets: () => snippets.snippets,
    conversations: comments.conversations,
    trash,
    search: search.search,
    links: links.links,
    localChanges: localChanges.changes,
    repos: repos.repos,
    repoRoots: repos.roots,
    insights: insights.panels,
    commitComments: commitComments.comments,
    commitThreads: commitComments.threads,
    hooks: hooks.hooks,
    listening: hooks.listening,
    timelines: deployments.timelines,
    quotaStatus: service.status,
    basicAuth,
    trees: {
      accounts: accounts.tree,
      gists: gists.tree,
      repos: repos.tree,
      activity: activity.tree,
      service: service.tree,
    },
    operations: operations.operations,
    activity: activity.activity,
    feeds: activity.feeds,
    state,
    context,
    dispose: () => context.subscriptions.splice(0).forEach((each) => each.dispose()),
  };
};
