import assert from "node:assert/strict";
import { commands, env, extensions, TreeItemCollapsibleState, type Uri } from "vscode";
import { extensionId, rowCommands, views } from "../../src/ids.ts";
import type { TreeNode } from "../../src/tree/node.ts";
import type { TreeProvider } from "../../src/tree/treeProvider.ts";
import { checking } from "./support/boxes.ts";
import { labelOf, nodeLabelled, nodesOf } from "./support/rows.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { useSession } from "./support/session.ts";

interface Binding {
  readonly command: string;
  readonly args?: readonly [unknown, string, readonly string[]];
}

const { packageJSON } = extensions.getExtension(extensionId) ?? assert.fail();
const { keybindings: bindings } = (packageJSON as { contributes: { keybindings: readonly Binding[] } })
  .contributes;

describe("The keys of a row", () => {
  const session = useSession({ seed: toolsSeed });
  /** As VS Code does for the row with the focus. */
  const press = async (command: string, view: string, node: unknown): Promise<void> => {
    const args = bindings.find((each) => each.command === command && each.args?.[1] === view)?.args;
    assert.ok(args, `${command} in ${view}`);
    await commands.executeCommand(command, [node, view, args[2]]);
  };
  const copied = async (view: string, node: unknown): Promise<string> => {
    await env.clipboard.writeText("");
    await press(rowCommands.copy, view, node);
    return env.clipboard.readText();
  };
  const opening = async (act: () => Promise<void>): Promise<readonly string[]> => {
    const opened: string[] = [];
    const former = env.openExternal;
    const value = async (uri: Uri): Promise<boolean> => opened.push(uri.toString()) > 0;
    Object.defineProperty(env, "openExternal", { value, configurable: true, writable: true });
    try {
      await act();
    } finally {
      Object.defineProperty(env, "openExternal", { value: former, configurable: true, writable: true });
    }
    return opened;
  };

  it("copy something of every row of the Service and Accounts views", async () => {
    const { service, accounts } = session.parts.trees as unknown as Record<string, TreeProvider<TreeNode>>;
    for (const [view, tree] of [
      [views.service, service],
      [views.accounts, accounts],
    ] as const) {
      assert.ok(tree);
      const rows = (await nodesOf(tree)).filter(({ item }) => (item.contextValue ?? "") !== "");
      assert.ok(rows.length > 0);
      for (const { node, item } of rows)
        assert.notEqual(await copied(view, node), "", `${view}: ${labelOf(item)}`);
    }
  });

  it("change the description of a gist, whether it has one file or several", async () => {
    const rows = (await nodesOf(session.parts.trees.gists)).filter(({ item: { contextValue = "" } }) =>
      /^gist\b.*\bmine\b/.test(contextValue),
    );
    assert.ok(rows.some(({ item }) => item.contextValue?.includes("single")));
    assert.ok(rows.some(({ item }) => !item.contextValue?.includes("single")));
    const { gists } = session.parts.trees;
    for (const [index, { node }] of rows.entries()) {
      const text = `Described ${index}`;
      await checking([[text]], () => press(rowCommands.rename, views.gists, node));
      const labels = (await nodesOf(gists)).map(({ item }) => labelOf(item));
      assert.ok(labels.includes(text), labels.join("\n"));
    }
  });

  it("copy the login of a user, and open the profile", async () => {
    const { repos } = session.parts.trees;
    const { node: repo } = await nodeLabelled(repos, "mia/tools");
    const sections = await repos.getChildren(repo);
    const section = sections.find((node) => labelOf(repos.getTreeItem(node)) === "Collaborators");
    assert.ok(section);
    const [person] = await repos.getChildren(section);
    assert.ok(person);
    const item = repos.getTreeItem(person);
    assert.equal(item.collapsibleState, TreeItemCollapsibleState.None);
    assert.equal(await copied(views.repos, person), labelOf(item));
    const opened = await opening(() => press(rowCommands.open, views.repos, person));
    assert.equal(opened.length, 1);
    assert.match(opened[0] ?? "", new RegExp(`/${labelOf(item)}$`));
  });

  it("copy the name of an account, and open its profile", async () => {
    const { accounts } = session.parts.trees as unknown as Record<string, TreeProvider<TreeNode>>;
    const [account] = (await accounts?.getChildren()) ?? [];
    assert.match(await copied(views.accounts, account), /^mia \(/);
    const opened = await opening(() => press(rowCommands.open, views.accounts, account));
    assert.deepEqual(
      opened.map((url) => url.replace(/^http:\/\/[^/]+/, "")),
      ["/mia"],
    );
  });
});
