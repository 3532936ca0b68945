import assert from "node:assert/strict";
import { commands, type QuickPick, type QuickPickItem, window } from "vscode";
import { repoCommands } from "../../src/ids.ts";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
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
  });
  afterEach(async () => {
    await commands.executeCommand("workbench.action.closeQuickOpen");
    session.parts.repoRoots.forget(session.accountId);
  });

  /** Runs Open Repository; `type` has its list while that is shown. */
  const openBy = async (
    type: (list: QuickPick<QuickPickItem>, lists: readonly QuickPick<QuickPickItem>[]) => Promise<void>,
  ): Promise<void> => {
    const create = window.createQuickPick;
    const lists: QuickPick<QuickPickItem>[] = [];
    Object.defineProperty(window, "createQuickPick", {
      value: () => {
        const list = create.call(window);
        lists.push(list);
        return list;
      },
      configurable: true,
    });
    try {
      const over = commands.executeCommand(repoCommands.open);
      await eventually(() => lists.length > 0, "the list is open");
      await type(lists[0] as QuickPick<QuickPickItem>, lists);
      await over;
    } finally {
      Object.defineProperty(window, "createQuickPick", { value: create, configurable: true });
    }
  };
  const names = ({ items }: QuickPick<QuickPickItem>): readonly string[] =>
    items.map(({ label }) => label.replace(/^\$\([\w-]+\) /, ""));
  const accept = (): Thenable<unknown> => commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");

  const opened = async (): Promise<readonly string[]> =>
    session.parts.repoRoots.of(session.accountId).opened.map(({ owner, repo }) => `${owner}/${repo}`);

  it("gives a name that led nowhere back to be corrected", async () => {
    await answering({ showWarningMessage: () => "Enter Name..." }, () =>
      openBy(async (list, lists) => {
        list.value = "otto/shard";
        await eventually(() => names(list)[0] === "otto/shard", "it is offered");
        await accept();
        await eventually(() => lists.length === 2, "the list is open again");
        const again = lists[1] ?? assert.fail();
        assert.deepEqual([again.value, names(again)[0]], ["otto/shard", "otto/shard"]);
        again.value = "otto/shared";
        await eventually(() => names(again)[0] === "otto/shared", "the other one is offered");
        await accept();
        await eventually(async () => (await opened()).includes("otto/shared"), "it is opened");
      }),
    );
  });

  it("offers one's own repositories to open, and any other that is typed", async () => {
    await openBy(async (list) => {
      await eventually(() => names(list).length === 2, "one's own are there");
      assert.deepEqual(names(list).toSorted(), ["mia/secret-plans", "mia/tools"]);
      list.value = "plans";
      await eventually(() => list.activeItems[0]?.label.endsWith("mia/secret-plans") === true, "it is found");
      await accept();
    });
    assert.deepEqual(await opened(), ["mia/secret-plans"]);
    await openBy(async (list) => {
      await eventually(() => list.activeItems.length > 0, "one's own are there");
      list.value = "xyzzy";
      await eventually(() => list.activeItems.length === 0, "nothing fits");
      await accept();
      await eventually(() => names(list).at(-1)?.startsWith("That doesn't look like") === true, "it is said");
      list.value = "MIA/tools";
      await eventually(() => names(list)[0] === "MIA/tools", "what is typed is offered");
      assert.deepEqual(names(list), ["MIA/tools", "mia/secret-plans"]);
      list.value = "otto/shared";
      await eventually(() => list.activeItems[0]?.label === "$(repo) otto/shared", "it is active");
      await accept();
    });
    assert.deepEqual((await opened()).toSorted(), ["mia/secret-plans", "otto/shared"]);
    assert.deepEqual(session.messages, []);
  });

  it("opens what is typed also while one's own repositories can't be read", async () => {
    session.forge.answer = ({ url }) =>
      new URL(url).pathname === "/user/repos" ? new Response("{}", { status: 500 }) : undefined;
    await openBy(async (list) => {
      await eventually(
        () => names(list)[0]?.startsWith("Your repositories couldn't be read: ") === true,
        "it is said",
      );
      list.value = "otto/shared";
      await eventually(() => list.activeItems[0]?.label === "$(repo) otto/shared", "it is active");
      await accept();
    });
    assert.deepEqual(await opened(), ["otto/shared"]);
  });
});
