import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import { adaToken, seed, type Service, signInWithToken } from "./service.ts";
import type { TreeView } from "./treeView.ts";
import { onlyView } from "./views.ts";
import type { Workbench } from "./workbench.ts";

/** As `seed`, with tokens that may do everything with repositories. */
export const repositorySeed: SandboxSeed = {
  ...seed,
  tokens: (seed.tokens ?? []).map((each) => ({ ...each, scopes: ["gist", "repo", "delete_repo"] })),
};

/** The view of repositories alone: it has room enough for the whole tree. */
export const onlyRepositories = (workbench: Workbench): Promise<TreeView> => onlyView(workbench, "Repositories");

/** As ada at the service. */
export const openRepositories = async (workbench: Workbench, { url }: Service): Promise<TreeView> => {
  await signInWithToken(workbench, url, adaToken);
  return onlyRepositories(workbench);
};
