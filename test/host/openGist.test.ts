import assert from "node:assert/strict";
import { commands, window } from "vscode";
import { gistCommands, settings } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { acceptRow, namesIn, openList } from "./support/openList.ts";
import { startForge } from "./support/forge.ts";
import { hoursAgo, ids, smallSeed, tokens } from "./support/seeds.ts";
import { closeEditors, signIn, useSession, withSetting } from "./support/session.ts";

const year = {
  id: "9".repeat(32),
  owner: "mia",
  description: "Notes of 2024",
  createdAt: hoursAgo(1),
  files: { "year.md": "2024\n" },
};

describe("Open Gist", () => {
  const session = useSession({ seed: () => smallSeed([year]) });
  const own = ["Notes of 2024", "notes.md", "Hello in two languages", "Clean up"];
  const isOpen = (gistId: string, fileName: string) =>
    eventually(
      () => window.activeTextEditor?.document.uri.toString() === session.uri(gistId, fileName).toString(),
      `${fileName} is open`,
    );
  afterEach(async () => {
    await commands.executeCommand("workbench.action.closeQuickOpen");
    await closeEditors();
  });

  it("offers one's own gists and those with a star", async () => {
    await openList(gistCommands.open, async (list) => {
      await eventually(() => list.items.length === own.length, "they are read");
      assert.deepEqual(namesIn(list), own);
      list.value = "hello.rb";
      await eventually(() => list.activeItems[0]?.label.endsWith("Hello in two languages") === true, "it matches");
      await acceptRow();
    });
    await isOpen(ids.hello, "hello.py");
  });

  for (const [what, text] of [
    ["an ID", () => ` ${ids.foreign.toUpperCase()} `],
    ["an address", () => `${session.forge.url}/gist/otto/${ids.foreign}`],
  ] as const)
    it(`offers first to open ${what} that is pasted, and Enter opens it`, async () => {
      await openList(gistCommands.open, async (list) => {
        await eventually(() => list.items.length === own.length, "the gists are read");
        list.value = text();
        const label = `$(link-external) Open gist ${ids.foreign}`;
        await eventually(() => list.activeItems[0]?.label === label, "it is offered");
        await acceptRow();
      });
      await isOpen(ids.foreign, "one.ts");
      assert.deepEqual(session.messages, []);
    });

  it("is alike for Fork Gist, which lists none of one's own gists and takes an ID, too", async () => {
    await openList(gistCommands.fork, async (list) => {
      await eventually(() => list.items.length > 0 && !list.busy, "they are read");
      assert.deepEqual(namesIn(list), ["Clean up"]);
      list.value = ids.foreign;
      const label = `$(link-external) Fork gist ${ids.foreign}`;
      await eventually(() => list.activeItems[0]?.label === label, "it is offered");
      await acceptRow();
    });
    await eventually(() => session.messages.length > 0, "it is forked");
    assert.deepEqual(session.messages, ["Forked “Two of otto” into your gists."]);
    assert.deepEqual(session.forge.sent("POST"), [`POST /gists/${ids.foreign}/forks`]);
  });

  it("lists what can be forked though one's own gists can't be read, and reads more of it", async () => {
    session.forge.answer = ({ url }) =>
      new URL(url).pathname === "/gists" ? Response.json({ message: "No" }, { status: 500 }) : undefined;
    await session.forge.client(tokens.mia).call("gists.star", { id: ids.foreign });
    await withSetting(settings.pageSize, 1, async () => {
      await openList(gistCommands.fork, async (list) => {
        await eventually(() => list.items.length === 2 && !list.busy, "the first page is read");
        const more = list.items.find(({ label }) => label === "$(ellipsis) Load more");
        assert.ok(more, namesIn(list).join());
        list.value = "Load more";
        await eventually(() => list.activeItems[0]?.label === more.label, "it is the active row");
        await acceptRow();
        await eventually(
          () => list.items.length > 2 || (list.items.length === 2 && !namesIn(list).includes("Load more")),
          "the second page is read",
        );
        assert.deepEqual(namesIn(list).slice(0, 2).toSorted(), ["Clean up", "Two of otto"]);
        list.hide();
      });
    });
  });

  it("goes on with the address that was pasted to Fork Gist after the sign-in to its server", async () => {
    const elsewhere = await startForge(smallSeed());
    const { accounts } = session.parts;
    const former = accounts.signIn;
    const signInThere = async () => signIn(session.parts, elsewhere, tokens.mia);
    Object.defineProperty(accounts, "signIn", { value: signInThere, configurable: true });
    try {
      await answering({ showWarningMessage: (_: string, button: string) => button }, async () => {
        await openList(gistCommands.fork, async (list) => {
          await eventually(() => !list.busy, "it is open");
          list.value = `${elsewhere.url}/gist/otto/${ids.foreign}`;
          const label = `$(link-external) Fork gist ${ids.foreign}`;
          await eventually(() => list.activeItems[0]?.label === label, "it is offered");
          await acceptRow();
          await eventually(() => elsewhere.sent("POST").length > 0, "it is forked there");
        });
      });
      assert.deepEqual(elsewhere.sent("POST"), [`POST /gists/${ids.foreign}/forks`]);
      assert.deepEqual(session.forge.sent("POST"), []);
    } finally {
      Object.defineProperty(accounts, "signIn", { value: former, configurable: true });
      await elsewhere.stop();
    }
  });

  it("opens what is pasted by Enter at once, before the list of gists is read", async () => {
    let answer: () => void = () => undefined;
    const isRead = new Promise<void>((resolve) => (answer = resolve));
    session.forge.answer = ({ url }) =>
      new URL(url).pathname === "/gists" ? isRead.then(() => Response.json([])) : undefined;
    try {
      await openList(gistCommands.open, async (list) => {
        list.value = ids.foreign;
        await acceptRow();
        await isOpen(ids.foreign, "one.ts");
      });
    } finally {
      answer();
    }
  });

  it("says why the gists can't be read, and opens what is typed all the same", async () => {
    session.forge.answer = ({ url }) =>
      new URL(url).pathname === "/gists" ? Response.json({ message: "No" }, { status: 500 }) : undefined;
    await openList(gistCommands.open, async (list) => {
      await eventually(() => list.items.length === 1, "it is said");
      assert.match(list.items[0]?.label ?? "", /^\$\(warning\) The server /);
      list.value = ids.foreign;
      await eventually(() => list.activeItems[0]?.label.startsWith("$(link-external)") === true, "it is offered");
      await acceptRow();
    });
    await isOpen(ids.foreign, "one.ts");
  });

  it("offers a number last, which may be a part of a title", async () => {
    await openList(gistCommands.open, async (list) => {
      await eventually(() => list.items.length === own.length, "the gists are read");
      list.value = "2024";
      await eventually(() => namesIn(list).at(-1) === "Open gist 2024", "it is offered");
      await eventually(() => list.activeItems[0]?.label.endsWith("Notes of 2024") === true, "the title is first");
      await acceptRow();
    });
    await isOpen(year.id, "year.md");
  });

  it("says that a text is not a gist, and gives back an ID that led nowhere", async () => {
    await answering({ showWarningMessage: () => "Enter URL...", showInputBox: () => undefined }, () =>
      openList(gistCommands.open, async (list) => {
        await eventually(() => list.activeItems.length > 0, "the gists are there");
        list.value = "xyzzy";
        await eventually(() => list.activeItems.length === 0, "nothing matches");
        await acceptRow();
        await eventually(() => namesIn(list).at(-1)?.startsWith("That doesn't look like") === true, "it is said");
        list.value = "c0ffee".repeat(5);
        await eventually(() => namesIn(list)[0] === `Open gist ${"c0ffee".repeat(5)}`, "it is offered");
        await acceptRow();
      }),
    );
    assert.deepEqual(session.messages, []);
  });
});
