import assert from "node:assert/strict";
import { commands } from "vscode";
import { contextKeys, repoCommands } from "../../src/ids.ts";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { acceptRow, namesIn, openList } from "./support/openList.ts";
import { hearCommands } from "./support/heardCommands.ts";
import { people, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const seed = (): SandboxSeed => ({
  ...people,
  tokens: (people.tokens ?? []).map((each) => ({ ...each, scopes: ["gist", "repo"] })),
});

describe("Open Repository", () => {
  const session = useSession({ seed });

  beforeEach(async () => {
    const mia = session.forge.client(tokens.mia);
    await mia.call("repos.create", { name: "tools", description: "What I need", auto_init: true });
    await mia.call("repos.create", { name: "secret-plans", private: true, auto_init: true });
    await session.forge.client(tokens.otto).call("repos.create", { name: "shared", auto_init: true });
    // The view may have read them before.
    session.parts.repos.refresh();
  });
  afterEach(async () => {
    await commands.executeCommand("workbench.action.closeQuickOpen");
    session.parts.repoRoots.forget(session.accountId);
  });

  const openBy = (type: Parameters<typeof openList>[1]): Promise<void> => openList(repoCommands.open, type);

  const opened = async (): Promise<readonly string[]> =>
    session.parts.repoRoots.of(session.accountId).opened.map(({ owner, repo }) => `${owner}/${repo}`);

  /** What the walkthrough is given to count, until `stop`. */
  const hearSteps = (): { readonly states: readonly unknown[]; readonly stop: () => void } => {
    const states: unknown[] = [];
    const stop = hearCommands((id, key, state) => {
      if (id === "setContext" && key === contextKeys.repoOpened) states.push(state);
    });
    return { states, stop };
  };

  it("gives a name that led nowhere back to be corrected", async () => {
    const { states, stop } = hearSteps();
    await answering({ showWarningMessage: () => "Enter Name..." }, () =>
      openBy(async (list, lists) => {
        list.value = "otto/shard";
        await eventually(() => namesIn(list)[0] === "otto/shard", "it is offered");
        await acceptRow();
        await eventually(() => lists.length === 2, "the list is open again");
        const again = lists[1] ?? assert.fail();
        assert.deepEqual([again.value, namesIn(again)[0]], ["otto/shard", "otto/shard"]);
        again.value = "otto/shared";
        await eventually(() => namesIn(again)[0] === "otto/shared", "the other one is offered");
        await acceptRow();
        await eventually(async () => (await opened()).includes("otto/shared"), "it is opened");
      }),
    );
    await eventually(() => states.length === 1, "it is counted");
    stop();
  });

  it("offers one's own repositories to open, and any other that is typed", async () => {
    const { states, stop } = hearSteps();
    // The walkthrough does not count a list that was left.
    await openBy(async (list) => {
      await eventually(() => namesIn(list).length === 2, "one's own are there");
      list.hide();
    });
    assert.deepEqual(states, []);
    await openBy(async (list) => {
      await eventually(() => namesIn(list).length === 2, "one's own are there");
      assert.deepEqual(namesIn(list).toSorted(), ["mia/secret-plans", "mia/tools"]);
      list.value = "plans";
      await eventually(() => list.activeItems[0]?.label.endsWith("mia/secret-plans") === true, "it is found");
      await acceptRow();
    });
    assert.deepEqual(await opened(), ["mia/secret-plans"]);
    await eventually(() => states.length > 0, "it is counted");
    stop();
    assert.deepEqual(states, [true]);
    await openBy(async (list) => {
      await eventually(() => list.activeItems.length > 0, "one's own are there");
      list.value = "xyzzy";
      await eventually(() => list.activeItems.length === 0, "nothing fits");
      await acceptRow();
      await eventually(() => namesIn(list).at(-1)?.startsWith("That doesn't look like") === true, "it is said");
      list.value = "MIA/tools";
      await eventually(() => namesIn(list)[0] === "MIA/tools", "what is typed is offered");
      assert.deepEqual(namesIn(list), ["MIA/tools", "mia/secret-plans"]);
      list.value = "otto/shared";
      await eventually(() => list.activeItems[0]?.label === "$(repo) otto/shared", "it is active");
      await acceptRow();
    });
    assert.deepEqual((await opened()).toSorted(), ["mia/secret-plans", "otto/shared"]);
    assert.deepEqual(session.messages, []);
  });

  it("opens what is typed also while one's own repositories can't be read", async () => {
    session.forge.answer = ({ url }) =>
      new URL(url).pathname === "/user/repos" ? new Response("{}", { status: 500 }) : undefined;
    await openBy(async (list) => {
      await eventually(
        () => namesIn(list)[0]?.startsWith("Your repositories couldn't be read: ") === true,
        "it is said",
      );
      list.value = "otto/shared";
      await eventually(() => list.activeItems[0]?.label === "$(repo) otto/shared", "it is active");
      await acceptRow();
    });
    assert.deepEqual(await opened(), ["otto/shared"]);
  });
});

describe("Commands for a repository that no row stands for", () => {
  const session = useSession({ seed });
  const mia = () => session.forge.client(tokens.mia);
  const shared = { user: "otto", repo: "shared" };

  beforeEach(async () => {
    await mia().call("repos.create", { name: "tools", auto_init: true });
    await session.forge.client(tokens.otto).call("repos.create", { name: "shared", auto_init: true });
    // The view may have read them before.
    session.parts.repos.refresh();
  });
  afterEach(() => commands.executeCommand("workbench.action.closeQuickOpen"));

  const take = async (command: string, offered: readonly string[], name?: string): Promise<void> =>
    openList(command, async (list) => {
      await eventually(
        () => namesIn(list).join() === offered.join() && list.activeItems.length > 0,
        `${offered.join()} are offered`,
      );
      if (name !== undefined) {
        list.value = name;
        await eventually(() => list.activeItems[0]?.label.endsWith(name) === true, `${name} is active`);
      }
      await acceptRow();
    });

  it("fork what is another user's: what is starred, or what is typed", async () => {
    const showQuickPick = (rows: readonly unknown[]): unknown => rows[0];
    await answering({ showQuickPick: showQuickPick as never, showInformationMessage: () => undefined }, () =>
      take(repoCommands.fork, ["You haven't starred another user's repository yet."], "otto/shared"),
    );
    const names = (await mia().call("repos.getFromUser", { user: "mia" })).map(({ full_name: name }) => name);
    assert.deepEqual(names.toSorted(), ["mia/shared", "mia/tools"]);
  });

  it("star what is typed, and take the star only from what is starred", async () => {
    await take(repoCommands.star, ["mia/tools"], "otto/shared");
    assert.equal(await mia().check("repos.getStarring", shared), true);
    await take(repoCommands.unstar, ["otto/shared"]);
    assert.equal(await mia().check("repos.getStarring", shared), false);
    assert.deepEqual(session.messages, []);
  });

  it("star nothing that is starred already, wherever that was done", async () => {
    await mia().call("repos.star", { user: "mia", repo: "tools" });
    session.parts.repos.refresh();
    await take(repoCommands.star, ["You have starred all of your repositories."], "otto/shared");
    assert.equal(await mia().check("repos.getStarring", shared), true);
  });
});
