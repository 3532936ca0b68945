import assert from "node:assert/strict";
import { commands, FileType, workspace } from "vscode";
import { plainArrangement } from "../../src/gists/arrange/arrangement.ts";
import { arrangeCommands, gistCommands, repoCommands } from "../../src/ids.ts";
import { contentUri } from "../../src/repos/uri.ts";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { ownRepository } from "./support/repoTools.ts";
import { labelOf } from "./support/rows.ts";
import { people, smallSeed, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const padded = (index: number): string => String(index).padStart(4, "0");
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

const fileNames = numbers(2000).map((index) => `part-${padded(index)}.txt`);

const repositorySeed = (): SandboxSeed => ({
  ...smallSeed(),
  tokens: (people.tokens ?? []).map((each) => ({ ...each, scopes: ["gist", "repo"] })),
  repositories: [
    {
      owner: "mia",
      name: "tools",
      commits: [
        {
          author: "mia",
          date: "2026-01-01T00:00:00Z",
          message: "Begin",
          files: {
            "README.md": "# Tools\n",
            [`parts/${fileNames[0]}`]: "first\n",
            "parts/inner/deep.txt": "deep\n",
          },
        },
      ],
    },
  ],
});

describe("A folder of which the server lists the first 1,000 entries", () => {
  const session = useSession({
    seed: () => {
      const seed = repositorySeed();
      const [repository] = seed.repositories ?? [];
      const [commit] = repository?.commits ?? [];
      if (!repository || !commit) return assert.fail("no commit");
      const files = Object.fromEntries(fileNames.map((name) => [`parts/${name}`, `${name}\n`]));
      const whole = { ...commit, files: { ...commit.files, ...files, "parts/z/deep.txt": "deep\n" } };
      return { ...seed, repositories: [{ ...repository, commits: [whole] }] };
    },
  });
  afterEach(() => session.parts.repoRoots.forget(session.accountId));
  const uri = (path: string) =>
    contentUri({ accountId: session.accountId, owner: "mia", repo: "tools", ref: "main", path });

  it("says so below them, and has the others all the same", async () => {
    const tree = session.parts.trees.repos;
    const children = await tree.getChildren(await ownRepository(session, "mia/tools", "Files", "parts"));
    assert.equal(children.length, 1001);
    assert.match(labelOf(tree.getTreeItem(children.at(-1) ?? assert.fail())), /lists the first 1,000 entries/);
    assert.equal((await workspace.openTextDocument(uri("parts/part-1999.txt"))).getText(), "part-1999.txt\n");
    assert.equal((await workspace.fs.stat(uri("parts/z"))).type, FileType.Directory);
    await assert.rejects(async () => workspace.fs.stat(uri("parts/none.txt")), /FileNotFound|EntryNotFound/);
  });

  it("is neither deleted nor renamed in part", async () => {
    const more = /more entries than the server lists/;
    await assert.rejects(async () => workspace.fs.delete(uri("parts"), { recursive: true }), more);
    await assert.rejects(async () => workspace.fs.rename(uri("parts"), uri("pieces")), more);
    assert.deepEqual(session.forge.sent("DELETE", "PUT"), []);
  });
});

describe("A folder of a repository with 2,000 files", () => {
  const session = useSession({ seed: repositorySeed });
  afterEach(() => session.parts.repoRoots.forget(session.accountId));
  beforeEach(() => {
    // As a server without GitHub's limit, which is 1,000 entries of a folder.
    session.forge.change = async (answer, { path }) => {
      if (!path.startsWith("/repos/mia/tools/contents/parts?")) return answer;
      const [folder, first] = (await answer.json()) as readonly Readonly<Record<string, unknown>>[];
      const files = fileNames.map((name) => ({ ...first, name, path: `parts/${name}` }));
      return Response.json([...files, folder]);
    };
  });
  const folderReads = (): readonly string[] =>
    session.forge.sent("GET").filter((path) => path.includes("/contents/parts"));

  it("has a row for each of them below its folders, which are read once", async () => {
    const tree = session.parts.trees.repos;
    const node = await ownRepository(session, "mia/tools", "Files", "parts");
    const children = await tree.getChildren(node);
    assert.deepEqual(
      children.map((each) => labelOf(tree.getTreeItem(each))),
      ["inner", ...fileNames],
    );
    assert.equal(new Set(children.map(({ id }) => id)).size, 2001);
    const last = tree.getTreeItem(children.at(-1) ?? assert.fail("no row"));
    assert.equal(last.resourceUri?.path, `/mia/tools/main/parts/${fileNames.at(-1)}`);
    await tree.getChildren(node);
    assert.deepEqual(folderReads(), ["GET /repos/mia/tools/contents/parts?ref=main"]);
    assert.deepEqual(session.messages, []);
  });

  it("lists them all as a folder of VS Code, and asks once for the folder to describe each", async () => {
    const { accountId } = session;
    const uri = (path: string) => contentUri({ accountId, owner: "mia", repo: "tools", ref: "main", path });
    assert.deepEqual(await workspace.fs.readDirectory(uri("parts")), [
      ["inner", FileType.Directory],
      ...fileNames.map((name) => [name, FileType.File]),
    ]);
    const described = await Promise.all(
      fileNames.slice(-100).map((name) => workspace.fs.stat(uri(`parts/${name}`))),
    );
    assert.ok(described.every(({ type }) => type === FileType.File));
    assert.deepEqual(folderReads(), ["GET /repos/mia/tools/contents/parts?ref=main"]);
    assert.deepEqual(session.messages, []);
  });
});

const title = (index: number): string => `Recipe ${padded(index)}`;

const gistCount = 5000;

describe("The view of gists with 5,000 gists", () => {
  const session = useSession();
  beforeEach(async () => {
    const [gist] = await session.forge.client(tokens.mia).call("gists.getAll", {});
    session.forge.answer = (request) => {
      const url = new URL(request.url);
      if (url.pathname !== "/gists") return undefined;
      const [page, size] = ["page", "per_page"].map((name) => Number(url.searchParams.get(name) ?? 1));
      const begin = ((page ?? 1) - 1) * (size ?? 1);
      const items = numbers(Math.min(size ?? 1, gistCount - begin)).map((index) => ({
        ...gist,
        id: padded(begin + index).padStart(32, "0"),
        description: title(begin + index),
      }));
      url.searchParams.set("page", String((page ?? 1) + 1));
      const link = `<${url.href}>; rel="next"`;
      return Response.json(items, begin + items.length < gistCount ? { headers: { link } } : {});
    };
  });
  afterEach(() => session.parts.arrangements.change(plainArrangement));

  it("loads pages on demand, all of them once, and its filter finds one by its title", async () => {
    const tree = session.parts.trees.gists;
    const pages = (): readonly string[] =>
      session.forge.sent("GET").filter((path) => path.startsWith("GET /gists?"));
    const groups = await tree.getChildren();
    const node = groups.find((each) => labelOf(tree.getTreeItem(each)) === "Your Gists");
    assert.ok(node);
    const labels = async (): Promise<readonly string[]> =>
      (await tree.getChildren(node)).map((each) => labelOf(tree.getTreeItem(each)));
    const first = "GET /gists?per_page=30";
    assert.deepEqual(await labels(), [...numbers(30).map(title), "Load more"]);
    assert.deepEqual(pages(), [first]);
    await commands.executeCommand(gistCommands.loadMore, node);
    assert.deepEqual(await labels(), [...numbers(60).map(title), "Load more"]);
    assert.deepEqual(pages(), [first, `${first}&page=2`]);

    await commands.executeCommand(arrangeCommands.loadAll, node);
    const titles = (await tree.getChildren(node)).map((each) => each.kind === "gist" && each.gist.description);
    assert.deepEqual(titles, numbers(gistCount).map(title));
    // Each page once; several are asked for at the same time.
    const others = numbers(166).map((index) => `${first}&page=${index + 2}`);
    assert.deepEqual(pages().toSorted(), [first, ...others].toSorted());

    session.parts.arrangements.change({ filter: title(4321) });
    assert.deepEqual(await labels(), [title(4321)]);
    assert.equal(pages().length, 167);
    assert.deepEqual(session.messages, []);
  });
});

const repoCount = 1000;
const nameOf = (index: number): string => `tool-${padded(index)}`;

describe("The view of repositories with 1,000 repositories", () => {
  const session = useSession({ seed: repositorySeed });
  beforeEach(async () => {
    const [repo] = await session.forge.client(tokens.mia).call("repos.getAll", {});
    session.forge.answer = (request) => {
      const url = new URL(request.url);
      if (url.pathname !== "/user/repos") return undefined;
      const [page = 1, size = 1] = ["page", "per_page"].map((name) => Number(url.searchParams.get(name) ?? 1));
      const begin = (page - 1) * size;
      const items = numbers(Math.min(size, repoCount - begin)).map((index) => {
        const name = nameOf(begin + index);
        return { ...repo, id: begin + index + 1, name, full_name: `mia/${name}` };
      });
      url.searchParams.set("page", String(page + 1));
      const link = `<${url.href}>; rel="next"`;
      return Response.json(items, begin + items.length < repoCount ? { headers: { link } } : {});
    };
    session.parts.repos.refresh();
  });

  it("loads pages on demand, each of them once", async () => {
    const tree = session.parts.trees.repos;
    const pages = (): number =>
      session.forge.sent("GET").filter((path) => path.startsWith("GET /user/repos?")).length;
    const before = pages();
    const node = (await tree.getChildren()).find(
      (each) => labelOf(tree.getTreeItem(each)) === "Your Repositories",
    );
    assert.ok(node);
    const labels = async (): Promise<readonly string[]> =>
      (await tree.getChildren(node)).map((each) => labelOf(tree.getTreeItem(each)));
    let shown = await labels();
    const size = shown.length - 1;
    assert.ok(size >= 30 && size <= 100, String(size));
    assert.deepEqual([shown.at(-1), pages() - before], ["Load more", 1]);
    for (let page = 2; shown.at(-1) === "Load more"; page++) {
      await commands.executeCommand(repoCommands.loadMore, node);
      shown = await labels();
      assert.equal(pages() - before, page);
    }
    assert.deepEqual(
      shown.toSorted(),
      numbers(repoCount).map((index) => `mia/${nameOf(index)}`),
    );
    assert.deepEqual(session.messages, []);
  });
});
