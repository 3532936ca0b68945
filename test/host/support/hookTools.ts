import { commands, type TreeItem } from "vscode";
import type { Hook } from "../../../src/client/types/hook.ts";
import type { HookNode } from "../../../src/hooks/nodes.ts";
import { hookUri } from "../../../src/hooks/uri.ts";
import { ownRepository } from "./repoTools.ts";
import { tokens } from "./seeds.ts";
import type { Session } from "./session.ts";

export const url = "https://example.com/hook";

/** Answers a question with its first action. */
export const yes = (_: string, __: unknown, ...actions: readonly string[]): string | undefined => actions[0];

/** What tests of hooks do with the repository mia/tools and its neighbours. */
export const hookTools = (session: Session) => {
  const mia = () => session.forge.client(tokens.mia);
  const place = () => ({ accountId: session.accountId, owner: "mia", repo: "tools" });
  const rows = async () => {
    session.parts.hooks.refresh(place());
    const parent = await ownRepository(session, "mia/tools", "Webhooks");
    const tree = session.parts.trees.repos;
    return (await tree.getChildren(parent)).map((node) => ({
      node: node as unknown as HookNode,
      item: tree.getTreeItem(node) as TreeItem,
    }));
  };
  const firstRow = async () => (await rows())[0]?.node;
  return {
    mia,
    place,
    rows,
    firstRow,
    said: () => session.messages,
    make: (more: object = {}, repo = "tools") =>
      mia().call("repos.createHook", { user: "mia", repo, name: "web", config: { url }, ...more }),
    hooks: (repo = "tools"): Promise<readonly Hook[]> => mia().call("repos.getHooks", { user: "mia", repo }),
    run: async (id: string) => commands.executeCommand(id, await firstRow()),
    uriOf: ({ id, name }: Pick<Hook, "id" | "name">) => hookUri({ ...place(), id }, name),
  };
};
