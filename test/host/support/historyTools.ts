import assert from "node:assert/strict";
import { commands, TabInputText, TabInputTextDiff, type TreeItem, type Uri, window, workspace } from "vscode";
import type { GistNode, GistTreeNode } from "../../../src/gists/nodeTypes.ts";
import type { SandboxSeed } from "../../../src/sandbox/seed.ts";
import type { KitNode } from "../../../src/tree/node.ts";
import { eventually } from "../../support/eventually.ts";
import { labelOf, nodesOf } from "./rows.ts";
import { hoursAgo, ids, people, smallSeed, tokens } from "./seeds.ts";
import { useSession } from "./session.ts";

export const draftId = "e".repeat(32);
export const forkId = "f".repeat(32);

/** Of the gist that tests are about, the oldest first: the last one is what it is now. */
export const states = [
  { "a.md": "one\n", "old.md": "old\n" },
  { "a.md": "one\ntwo\n", "old.md": "old\n" },
  { "a.md": "one\ntwo\nthree\n", "b.md": "added\n" },
] as const;

export const historySeed = (): SandboxSeed => ({
  ...people,
  gists: [
    {
      id: draftId,
      owner: "mia",
      description: "A draft",
      public: true,
      createdAt: hoursAgo(72),
      updatedAt: hoursAgo(2),
      files: states[2],
      earlier: [
        { committedAt: hoursAgo(72), files: states[0] },
        { committedAt: hoursAgo(48), files: states[1] },
      ],
    },
    {
      id: forkId,
      owner: "otto",
      description: "A draft of otto",
      public: true,
      createdAt: hoursAgo(24),
      forkOf: draftId,
      files: { "a.md": "one\ntwo\nthree\nfour\n", "c.md": "of otto\n" },
    },
    ...(smallSeed().gists ?? []).filter(({ id }) => id === ids.notes || id === ids.foreign),
  ],
});

export interface ShownRow {
  readonly node: GistTreeNode | KitNode;
  readonly item: TreeItem;
}

/** Called in a `describe`: its tests find mia signed in, with a gist of three revisions and a fork. */
export const useHistory = (seed = historySeed) => {
  const session = useSession({ seed });
  const tree = () => session.parts.trees.gists;
  const gistRow = async (label = "A draft"): Promise<GistNode> => {
    const found = (await nodesOf(tree())).find(
      ({ node, item }) => node.kind === "gist" && labelOf(item) === label,
    );
    return (found?.node ?? assert.fail(label)) as GistNode;
  };
  const shown = async (node: GistTreeNode): Promise<readonly ShownRow[]> =>
    (await tree().getChildren(node)).map((child) => ({ node: child, item: tree().getTreeItem(child) }));
  /** The row History or Forks of a gist. */
  const partOf = async (kind: "history" | "forks", label?: string): Promise<GistTreeNode> =>
    ((await shown(await gistRow(label))).find(({ node }) => node.kind === kind)?.node ??
      assert.fail(kind)) as GistTreeNode;
  const below = async (kind: "history" | "forks", label?: string) => shown(await partOf(kind, label));
  /** The rows of the three revisions, the newest first. */
  const revisions = async (): Promise<readonly GistTreeNode[]> =>
    (await below("history")).map(({ node }) => node as GistTreeNode);
  const place = (gistId = draftId) => ({ accountId: session.accountId, gistId });
  /** The same user, elsewhere. */
  const changeElsewhere = (files: Readonly<Record<string, { readonly content: string } | null>>) =>
    session.forge.client(tokens.mia).call("gists.edit", { id: draftId, files });
  const files = () => session.forge.files(draftId);
  return { session, tree, gistRow, shown, partOf, below, revisions, place, changeElsewhere, files };
};

const activeTab = () => window.tabGroups.activeTabGroup.activeTab;

/** What the active editor of differences compares; of one with many files only its title. */
export const comparison = async (title: RegExp): Promise<readonly (string | undefined)[]> => {
  await eventually(() => title.test(activeTab()?.label ?? ""), `an editor of differences is open: ${title}`);
  const input = activeTab()?.input;
  if (!(input instanceof TabInputTextDiff)) return [];
  const text = async (uri: Uri) => (await workspace.openTextDocument(uri)).getText();
  return [await text(input.original), await text(input.modified)];
};

/** The document of the active editor. */
export const openedUri = async (name: string): Promise<Uri> => {
  const uriOf = () => {
    const input = activeTab()?.input;
    return input instanceof TabInputText ? input.uri : undefined;
  };
  await eventually(() => uriOf()?.path.endsWith(`/${name}`) === true, `${name} is open`);
  return uriOf() ?? assert.fail(name);
};

/** Notes what a command of VS Code is called with while `act` runs, in place of running it. */
export const capturing = async (command: string, act: () => PromiseLike<unknown>): Promise<readonly unknown[]> => {
  const former = Object.getOwnPropertyDescriptor(commands, "executeCommand");
  const execute = commands.executeCommand;
  const given: unknown[] = [];
  Object.defineProperty(commands, "executeCommand", {
    value: async (id: string, ...rest: readonly unknown[]) =>
      id === command ? void given.push(...rest) : execute(id, ...rest),
    configurable: true,
  });
  try {
    await act();
  } finally {
    if (former) Object.defineProperty(commands, "executeCommand", former);
  }
  return given;
};
