import assert from "node:assert/strict";
import { commands, env, type TreeItem, window } from "vscode";
import { plainArrangement } from "../../src/gists/arrange/arrangement.ts";
import { arrangeCommands, gistCommands, views } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { show, type } from "./support/documents.ts";
import { menuOf } from "./support/menus.ts";
import { labelOf, nodeLabelled, nodesOf, rowsOf } from "./support/rows.ts";
import { hoursAgo, ids, smallSeed } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const many = () =>
  smallSeed(
    Array.from({ length: 40 }, (_, index) => ({
      id: String(index).padStart(32, "0"),
      owner: "mia",
      description: `Recipe ${index} #${index % 2 === 0 ? "even" : "odd"}`,
      public: index % 10 === 0,
      createdAt: hoursAgo(100 + index),
      files: { [`recipe-${index}.${index < 5 ? "md" : "txt"}`]: "Stir.\n" },
    })),
  );

describe("The view of gists", () => {
  const session = useSession({ seed: many });
  afterEach(() => session.parts.arrangements.change(plainArrangement));

  const labels = async (list = "own"): Promise<readonly string[]> => {
    const { node } = (await nodesOf(session.parts.trees.gists)).find(
      ({ node: each }) => each.kind === "group" && each.id === `${session.accountId}/${list}`,
    ) ?? { node: undefined };
    return (await rowsOf(session.parts.trees.gists, node)).map(([label]) => label);
  };

  it("shows what fits the filter, says how many were looked at, and offers to read the rest", async () => {
    session.parts.arrangements.change({ filter: "#even lang:md" });
    assert.deepEqual(await labels(), [
      "Recipe 0 #even",
      "Recipe 2 #even",
      "Recipe 4 #even",
      "Load more",
      "Load all (30 loaded)",
    ]);
    session.parts.arrangements.change({ filter: "Recipe 39" });
    assert.deepEqual(await labels(), [
      "None of the 30 gists loaded so far match the filter.",
      "Load more",
      "Load all (30 loaded)",
    ]);
    session.forge.requests.length = 0;
    const { node } = await nodeLabelled(session.parts.trees.gists, "Your Gists");
    await commands.executeCommand(arrangeCommands.loadAll, node);
    assert.deepEqual(session.forge.sent("GET"), ["GET /gists?per_page=30&page=2"]);
    assert.deepEqual(await labels(), ["Recipe 39 #odd"]);
    session.parts.arrangements.change({ filter: "nothing like it" });
    assert.deepEqual(await labels(), ["None of the 42 gists match the filter."]);
    assert.deepEqual(session.messages, []);
  });

  it("moves a gist to the top when one of its files is saved", async () => {
    const title = "Recipe 20 #even";
    assert.ok((await labels()).indexOf(title) > 0);
    const document = await show(session.uri("20".padStart(32, "0"), "recipe-20.txt"));
    await type(document, "Stir, and wait.\n");
    assert.equal(await document.save(), true);
    await eventually(async () => (await labels())[0] === title, "it is the first one");
  });

  it("offers to read the rest of a group in its menu and the palette, but not of all public gists", async () => {
    const offers = ({ contextValue = "" }: TreeItem): boolean =>
      menuOf(views.gists, contextValue).menu.includes(arrangeCommands.loadAll);
    const { item } = await nodeLabelled(session.parts.trees.gists, "Your Gists");
    assert.equal(offers(item), true);
    assert.equal(offers((await nodeLabelled(session.parts.trees.gists, "Public")).item), false);
    assert.equal((await labels()).at(-1), "Load more");
    await commands.executeCommand(arrangeCommands.loadAll);
    assert.equal((await labels()).length, 42);
  });

  it("follows the filter box while the user types; Escape reverts it, Enter keeps it", async () => {
    /** The box is shown some time after the command began. */
    const endWith = async (command: string): Promise<void> => {
      let isOver = false;
      const running = Promise.resolve(commands.executeCommand(arrangeCommands.filter)).then(() => (isOver = true));
      await eventually(async () => {
        await commands.executeCommand(command);
        return isOver;
      }, "the box is closed");
      await running;
    };
    await endWith("workbench.action.closeQuickOpen");
    assert.deepEqual(session.parts.arrangements.current, plainArrangement);
    session.parts.arrangements.change({ filter: "kept" });
    await endWith("workbench.action.acceptSelectedQuickOpenItem");
    assert.equal(session.parts.arrangements.current.filter, "kept");
    await commands.executeCommand(arrangeCommands.clearFilter);
    assert.equal(session.parts.arrangements.current.filter, "");
  });

  it("sorts and groups what was read, and asks the service for nothing", async () => {
    await labels();
    session.forge.requests.length = 0;
    session.parts.arrangements.change({ sort: "nameDown", filter: "Recipe 2" });
    assert.deepEqual((await labels()).slice(0, 3), ["Recipe 27 #odd", "Recipe 26 #even", "Recipe 25 #odd"]);
    session.parts.arrangements.change({ group: "tag", sort: "name" });
    const { node } = await nodeLabelled(session.parts.trees.gists, "Your Gists");
    assert.deepEqual(
      (await rowsOf(session.parts.trees.gists, node))
        .slice(0, 2)
        .map(([label, count, kind, rows]) => [label, count, kind, rows?.[0]?.[0]]),
      [
        ["#even", "6", "gistSection", "Recipe 2 #even"],
        ["#odd", "4", "gistSection", "Recipe 21 #odd"],
      ],
    );
    const all = await nodesOf(session.parts.trees.gists);
    assert.equal(new Set(all.map(({ node: each }) => each.id)).size, all.length);
    assert.deepEqual(
      session.forge.sent("GET").filter((path) => !/starred|public/.test(path)),
      [],
    );
  });

  it("gets a group for a user whom one follows, until one does no more", async () => {
    await commands.executeCommand(arrangeCommands.follow, "@otto");
    assert.deepEqual(session.forge.sent("GET"), ["GET /users/otto/gists?per_page=30"]);
    assert.deepEqual(await labels("user:otto"), ["Clean up", "Two of otto"]);
    const { node, item } = await nodeLabelled(session.parts.trees.gists, "otto");
    assert.equal(item.contextValue, "gistGroup;followed");
    await commands.executeCommand(arrangeCommands.unfollow, node);
    assert.equal(
      (await nodesOf(session.parts.trees.gists)).some(({ item: each }) => labelOf(each) === "otto"),
      false,
    );
    assert.deepEqual(session.messages, []);
  });

  it("follows no user who does not exist and nothing that is not a name", async () => {
    for (const name of ["nobody", "../gists", "a b", ""]) {
      await commands.executeCommand(arrangeCommands.follow, name);
    }
    await eventually(() => session.messages.length === 4, "all are refused");
    assert.deepEqual(session.messages, [
      "There is no user nobody on this server. Check the name.",
      "Enter a valid username, such as octocat.",
      "Enter a valid username, such as octocat.",
      "Enter a valid username, such as octocat.",
    ]);
    assert.deepEqual(session.parts.followed.of(session.accountId), []);
  });

  it("forgets whom an account followed when it is signed out", async () => {
    await commands.executeCommand(arrangeCommands.follow, "otto");
    const { accountId } = session;
    await session.parts.accounts.remove(accountId);
    assert.deepEqual(session.parts.followed.of(accountId), []);
  });
});

describe("Several gists that are selected together", () => {
  const session = useSession();
  const selected = async (...labels: readonly string[]) => {
    const all = await nodesOf(session.parts.trees.gists);
    const nodes = labels.map((label) => all.find(({ item }) => labelOf(item) === label)?.node);
    session.forge.requests.length = 0;
    return nodes;
  };

  it("are starred in one go, each once", async () => {
    const nodes = await selected("notes.md", "one.ts", "two.ts");
    await commands.executeCommand(gistCommands.star, nodes[0], nodes);
    assert.deepEqual(session.forge.sent("PUT"), [
      `PUT /gists/${ids.notes}/star`,
      `PUT /gists/${ids.foreign}/star`,
    ]);
    assert.deepEqual(session.messages.slice(1), []);
  });

  it("give all of their links", async () => {
    const nodes = await selected("notes.md", "Two of otto");
    await commands.executeCommand(gistCommands.copyLink, nodes[0], nodes);
    assert.equal(
      await env.clipboard.readText(),
      `${session.forge.url}/gist/mia/${ids.notes}\n${session.forge.url}/gist/otto/${ids.foreign}`,
    );
  });

  it("are listed one by one in a report when some of them fail", async () => {
    const nodes = await selected("notes.md", "Two of otto");
    session.forge.answer = (request) =>
      request.method === "PUT" && request.url.includes(ids.notes)
        ? Response.json({ message: "Not today" }, { status: 403 })
        : undefined;
    const running = commands.executeCommand(gistCommands.star, nodes[0], nodes);
    await eventually(
      () => session.messages.some((text) => text === "Star gists: 1 of 2 done."),
      "it is said that one failed",
    );
    await commands.executeCommand("notifications.clearAll");
    await running;
    assert.equal(await session.parts.gists.checkStar(session.accountId, ids.foreign), true);
    assert.equal(window.activeTextEditor, undefined);
  });
});
