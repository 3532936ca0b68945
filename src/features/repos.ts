import { DisposableStore } from "../base/disposable.ts";
import { payloadSchema } from "../deployments/payloadSchema.ts";
import { registerDeployments } from "../deployments/feature.ts";
import { registerHooks } from "../hooks/feature.ts";
import { registerKeys } from "../keys/feature.ts";
import { registerLocalChanges } from "../localChanges/feature.ts";
import { registerCommitComments } from "../repos/comments/feature.ts";
import { registerRepos } from "../repos/feature.ts";
import { registerInsights } from "../repos/insights/feature.ts";
import { schemaScheme } from "../ids.ts";
import { reportUnusable } from "../storage/reportUnusable.ts";
import type { CommentRegistry } from "../comments/feature.ts";
import type { Core } from "./core.ts";
import { leaveEditors } from "../comments/leaveEditors.ts";
import { unsentComments } from "./unsentComments.ts";

/** Builds and registers everything about repositories: files, commits, hooks, keys, deployments. Makes no request. */
export const start = (core: Core, registry: CommentRegistry) => {
  const { context, shell, platform, accounts, state, inspect, texts, log } = core;
  const store = new DisposableStore();
  const localChanges = store.add(registerLocalChanges(context, { shell, accounts, texts, log }));
  store.add(reportUnusable(localChanges.changes.onDidFindUnusable, "localChanges", core));
  const shared = { shell, accounts, inspect, localChanges, texts, state, log };
  const { loadArchiver, loadKeyFiles, loadReceiver } = platform;
  const repos = store.add(registerRepos(context, accounts, { ...shared, loadArchiver }, log));
  const insights = store.add(registerInsights(context, { shell, accounts, repos: repos.repos, log }));
  const commits = store.add(
    registerCommitComments(accounts, { shell, repos: repos.repos, inspect, registry, state }, log),
  );
  const below = { ...shared, repos: repos.port };
  const hooks = store.add(registerHooks({ ...below, loadReceiver }));
  store.add(registerKeys({ ...below, loadKeyFiles }));
  const { openTimeline } = store.add(registerDeployments(context, accounts, below, log));
  store.add(
    shell.textDocuments(schemaScheme, {
      provideTextDocumentContent: async ({ path }) => {
        if (path !== "/hook.json") return JSON.stringify(payloadSchema());
        const { hookSchema } = await import("../hooks/hookSchema.ts");
        return JSON.stringify(hookSchema());
      },
    }),
  );
  store.add(
    core.directWrites.event(({ accountId, operation }) => {
      if (operation.startsWith("repos.")) repos.repos.refresh(accountId);
    }),
  );
  store.add(accounts.signOuts.join({ unsent: { kind: "edits", list: localChanges.unsentOf } }));
  store.add(
    accounts.signOuts.join({
      unsent: unsentComments(commits.comments),
      closeDocuments: (accountId) => leaveEditors(commits.threads.all, accountId),
    }),
  );
  return {
    repos: repos.repos,
    roots: repos.roots,
    tree: repos.tree,
    port: repos.port,
    localChanges: localChanges.changes,
    insights: insights.panels,
    commitComments: commits.comments,
    commitThreads: commits.threads,
    hooks: hooks.hooks,
    loadListener: hooks.loadListener,
    openTimeline,
    dispose: () => store.dispose(),
  };
};
