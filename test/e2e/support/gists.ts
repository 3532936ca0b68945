import { adaToken, type Service, signInWithToken } from "./service.ts";
import type { TreeView } from "./treeView.ts";
import type { Workbench } from "./workbench.ts";

/** The view of gists, as ada at the service. */
export const openGists = async (workbench: Workbench, { url }: Service): Promise<TreeView> => {
  await signInWithToken(workbench, url, adaToken);
  await workbench.openContainer("Forgeside");
  return workbench.tree("Gists");
};
