import assert from "node:assert/strict";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { labelOf } from "./support/rows.ts";
import { people, smallSeed, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const seed = (): SandboxSeed => ({
  ...smallSeed(),
  tokens: (people.tokens ?? []).map((each) => ({ ...each, scopes: ["gist", "repo"] })),
});

describe("The rows of commits", () => {
  const session = useSession({ seed });

  it("stay the same when a commit is added above them", async () => {
    const client = session.forge.client(tokens.mia);
    await client.call("repos.create", { name: "tools", auto_init: true });
    const tree = session.parts.trees.repos;
    const idOf = async (subject: string): Promise<string> => {
      let children = await tree.getChildren();
      for (const label of ["Your Repositories", "mia/tools", "Commits"])
        children = await tree.getChildren(children.find((each) => labelOf(tree.getTreeItem(each)) === label));
      const rows = children.map((each) => [labelOf(tree.getTreeItem(each)), each.id] as const);
      return rows.find(([label]) => label === subject)?.[1] ?? assert.fail(`${subject} in ${String(rows)}`);
    };
    session.parts.repos.refresh();
    const id = await idOf("Initial commit");
    const file = { user: "mia", repo: "tools", path: "new.txt", message: "Add new.txt", content: "bmV3Cg==" };
    await client.call("repos.createFile", file);
    session.parts.repos.refresh();
    assert.notEqual(await idOf("Add new.txt"), id);
    assert.equal(await idOf("Initial commit"), id);
  });
});
