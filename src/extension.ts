import * as vscode from "vscode";
import { registerAccounts } from "./accounts/feature.ts";
import type { AccountsModel } from "./accounts/model.ts";
import type { AccountNode } from "./accounts/nodes.ts";
import { nodeTransport } from "./client/nodeTransport.ts";
import { registerCommentSpace } from "./comments/feature.ts";
import { type Handler, registerCommands } from "./commands/registry.ts";
import type { Arrangements } from "./gists/arrange/arrangements.ts";
import type { Followed } from "./gists/arrange/followed.ts";
import type { Conversations } from "./gists/comments/controller.ts";
import { registerComments } from "./gists/comments/feature.ts";
import type { CommentsModel } from "./gists/comments/model.ts";
import type { GistDragAndDrop } from "./gists/dragAndDrop.ts";
import { registerGists } from "./gists/feature.ts";
import type { GistFiles } from "./gists/files.ts";
import type { Inspect } from "./base/inspect.ts";
import { registerLinks } from "./gists/links/feature.ts";
import type { LinksModel } from "./gists/links/model.ts";
import type { GistsModel } from "./gists/model.ts";
import type { GistTreeNode } from "./gists/nodeTypes.ts";
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
import { type LogCommandId, logCommands } from "./ids.ts";
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
import { Log } from "./ui/log.ts";

/** What host tests look at; undefined outside of them. */
export interface Parts {
  readonly accounts: AccountsModel;
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
  readonly repos: ReposModel;
  readonly repoRoots: RepoRoots;
  readonly insights: InsightsPanels;
  readonly commitComments: CommitCommentsModel;
  readonly commitThreads: CommitThreads;
  readonly trees: {
    readonly accounts: TreeProvider<AccountNode>;
    readonly gists: TreeProvider<GistTreeNode>;
    readonly repos: TreeProvider<RepoTreeNode>;
  };
  readonly snippets: () => SnippetsModel | undefined;
  readonly context: vscode.ExtensionContext;
  /** Frees all that was registered, as VS Code does when the extension ends. */
  dispose(): void;
}

/** Builds and registers, synchronously: no request, no prompt. */
export const activate = (context: vscode.ExtensionContext): Parts | undefined => {
  const log = new Log();
  const accounts = registerAccounts(context, nodeTransport, log);
  const guard = registerGuard(context, accounts.accounts, log);
  const inspect: Inspect = (upload) => guard.guard.inspect(upload);
  const reports = registerReports();
  const gists = registerGists(context, accounts.accounts, { inspect, reports: reports.reports }, log);
  const space = registerCommentSpace(accounts.accounts, log);
  const comments = registerComments(context, {
    accounts: accounts.accounts,
    gists: gists.gists,
    uris: gists.uris,
    inspect,
    space,
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
    accounts: accounts.accounts,
    gists: gists.gists,
    pending: gists.files.pending,
    uris: gists.uris,
    onDidSeeGists: gists.onDidSee,
    log,
  });
  const links = registerLinks(context, { ...gists.parts, log });
  const repos = registerRepos(context, { accounts: accounts.accounts, inspect, log });
  const insights = registerInsights(context, { accounts: accounts.accounts, repos: repos.repos, log });
  const commitComments = registerCommitComments(context, {
    accounts: accounts.accounts,
    repos: repos.repos,
    inspect,
    space,
    log,
  });
  accounts.registerCommands(
    async (accountId) => (await repos.closeDocuments(accountId)) && gists.closeDocuments(accountId),
  );
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
    repos,
    insights,
    commitComments,
    logs,
  );
  return context.extensionMode === vscode.ExtensionMode.Test
    ? {
        accounts: accounts.accounts,
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
        repos: repos.repos,
        repoRoots: repos.roots,
        insights: insights.panels,
        commitComments: commitComments.comments,
        commitThreads: commitComments.threads,
        trees: { accounts: accounts.tree, gists: gists.tree, repos: repos.tree },
        context,
        dispose: () => context.subscriptions.splice(0).forEach((each) => each.dispose()),
      }
    : undefined;
};
