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
  const rowsBelow = async (...path: readonly string[]) => {
    const tree = session.parts.trees.repos;
    let children = await tree.getChildren();
    for (const label of path)
      children = await tree.getChildren(children.find((each) => labelOf(tree.getTreeItem(each)) === label));
    return children.map((each) => [labelOf(tree.getTreeItem(each)), each.id] as const);
  };

  it("stay the same when a commit is added above them", async () => {
    const client = session.forge.client(tokens.mia);
    await client.call("repos.create", { name: "tools", auto_init: true });
    const idOf = async (subject: string): Promise<string> => {
      const rows = await rowsBelow("Your Repositories", "mia/tools", "Commits");
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

  it("and of people have ids of their own when someone is called as a row of the view", async () => {
    await session.forge.client(tokens.mia).call("repos.create", { name: "tools", auto_init: true });
    const people = ["stale", "more", "empty"].map((login, index) => ({ id: index + 1, login }));
    const link = `<${session.forge.url}/repositories/1/stargazers?page=2>; rel="next"`;
    let answer = () => Response.json(people, { headers: { link } });
    session.forge.answer = ({ url }) => (url.includes("/stargazers") ? answer() : undefined);
    const path = ["Your Repositories", "mia/tools", "Stargazers"];
    session.parts.repos.refresh();
    assert.equal((await rowsBelow(...path)).length, 4);
    answer = () => new Response("<html>", { headers: { "content-type": "text/html" } });
    session.parts.repos.refresh();
    const rows = await rowsBelow(...path);
    assert.match(rows[0]?.[0] ?? "", /^Updated /);
    assert.equal(rows.length, 5);
    assert.equal(new Set(rows.map(([, id]) => id)).size, 5, String(rows));
  });
});
