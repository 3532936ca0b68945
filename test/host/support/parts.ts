import type { Features } from "../../../src/features/features.ts";

/** Starts all features. Answers what tests look at and act on. */
export const startParts = async (features: Features) => {
  await features.startAll();
  const core = await features.start("core");
  const { accounts, guard, quota, state, context, globalState, signedIn } = core;
  const { tree: gistTree, onDidSee: _onDidSee, dispose: _gists, ...gists } = await features.start("gists");
  const { links } = await features.start("links");
  const { search } = await features.start("search");
  const {
    tree: repoTree,
    roots: repoRoots,
    port: _port,
    dispose: _repos,
    ...repos
  } = await features.start("repos");
  const { tree: serviceTree, operations, basicAuth } = await features.start("service");
  const { tree: activityTree, activity, feeds } = await features.start("activity");
  return {
    ...gists,
    ...repos,
    links,
    search,
    repoRoots,
    accounts,
    guard,
    quotaStatus: quota.status,
    basicAuth,
    state,
    context,
    globalState,
    operations,
    activity,
    feeds,
    trees: {
      accounts: signedIn.tree,
      gists: gistTree,
      repos: repoTree,
      service: serviceTree,
      activity: activityTree,
    },
    /** Frees all that was registered, as VS Code does when the extension ends. */
    dispose: () => context.subscriptions.splice(0).forEach((each) => each.dispose()),
  };
};

export type Parts = Awaited<ReturnType<typeof startParts>>;
