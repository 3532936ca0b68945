import assert from "node:assert/strict";
import { commands, env, type QuickPickItem } from "vscode";
import { repoCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { ownRepository, toolsSeed } from "./support/repoTools.ts";
import { tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

type Row = QuickPickItem & { readonly ref?: string };

describe("Branches of a repository", () => {
  const session = useSession({ seed: toolsSeed });
  const statusTexts = useStatusTexts();
  beforeEach(() => {
    session.parts.repos.refresh();
    // The sandbox has no tags.
    session.forge.answer = ({ url }) =>
      url.includes("/tools/tags?")
        ? Response.json([{ name: "v1.0.0", commit: { sha: "1".repeat(40) } }])
        : undefined;
  });
  after(() => commands.executeCommand("workbench.view.explorer"));

  const branch = (name: string) => ownRepository(session, "mia/tools", "Branches", name);
  const description = async (name: string) => {
    const node = await branch(name);
    return session.parts.trees.repos.getTreeItem(node).description;
  };

  /** Runs a command on a branch; answers the rows of its list. The row at `index`, from the end, is taken. */
  const offered = async (
    command: string,
    name: string,
    texts: readonly string[] = [],
    index = -1,
  ): Promise<readonly string[]> => {
    let labels: readonly string[] = [];
    const rest = [...texts];
    await answering(
      {
        showQuickPick: (rows: readonly Row[]) => {
          labels = rows.map(({ label }) => label);
          return texts.length === 0 ? undefined : rows.at(index);
        },
        showInputBox: () => rest.shift(),
      },
      async () => commands.executeCommand(command, await branch(name)),
    );
    return labels;
  };
  const posted = () => session.forge.requests.filter(({ method }) => method === "POST").map(({ body }) => body);

  it("are made in a repository that is not loaded yet: the row that loads more stays while a name is typed", async () => {
    const mia = session.forge.client(tokens.mia);
    for (let number = 0; number < 101; number++) await mia.call("repos.create", { name: `many-${number}` });
    session.parts.repos.refresh();
    const offeredRows: (readonly QuickPickItem[])[] = [];
    const showQuickPick = (rows: readonly QuickPickItem[]) => {
      offeredRows.push(rows);
      return offeredRows.length === 1 ? rows.at(-1) : undefined;
    };
    await answering({ showQuickPick }, async () => commands.executeCommand(repoCommands.newBranch));
    const [first, second] = offeredRows;
    assert.deepEqual(
      [first?.length, first?.at(-1)?.alwaysShow, first?.at(-1)?.label],
      [101, true, "$(ellipsis) Load more"],
    );
    assert.ok(second?.some(({ label }) => label === "$(repo) mia/many-0"));
  });

  it("are refused in the box where the name is taken or isn't one", async () => {
    const hints: unknown[] = [];
    const showInputBox = ({ validateInput }: { readonly validateInput: (text: string) => unknown }) => {
      for (const name of ["release/1", "release 1", "release/2"]) hints.push(validateInput(name));
      return undefined;
    };
    await answering({ showInputBox }, async () =>
      commands.executeCommand(repoCommands.newBranch, await branch("main")),
    );
    assert.deepEqual(hints, [
      "The branch release/1 already exists. Enter another name.",
      "Enter a valid branch name, without spaces, .., ~, ^, :, ?, *, [ or \\.",
      undefined,
    ]);
  });

  it("say which one is the default", async () => {
    assert.match(String(await description("main")), /^[0-9a-f]{7} · default$/);
    assert.match(String(await description("release/1")), /^[0-9a-f]{7} · protected$/);
    assert.match(String(await description("feature/x#1")), /^[0-9a-f]{7}$/);
  });

  it("are merged into other branches, not into tags or themselves", async () => {
    assert.deepEqual(await offered(repoCommands.merge, "feature/x#1"), [
      "$(git-branch) main",
      "$(lock) release/1",
      "$(edit) Another branch...",
    ]);
  });

  it("that are typed for a merge exist, and are not merged into themselves", async () => {
    const hints: unknown[] = [];
    const enter = async (name: string): Promise<void> => {
      const showQuickPick = (rows: readonly QuickPickItem[]) => rows.at(-1);
      const showInputBox = ({ validateInput }: { readonly validateInput: (text: string) => unknown }) => {
        hints.push(validateInput(name));
        return hints.at(-1) === undefined ? name : undefined;
      };
      await answering({ showQuickPick, showInputBox }, async () =>
        commands.executeCommand(repoCommands.merge, await branch("feature/x#1")),
      );
    };
    await enter("v1-none");
    await eventually(() => session.messages.length === 1, "it is said");
    assert.deepEqual(session.messages, ["mia/tools has no branch “v1-none”."]);
    const merges = () => session.forge.requests.filter(({ path }) => path.endsWith("/merges")).length;
    assert.equal(merges(), 0);
    await enter(" feature/x#1 ");
    await enter(" ");
    assert.deepEqual(hints, [
      undefined,
      "feature/x#1 was chosen already. Enter another one.",
      "Enter the name of a branch.",
    ]);
  });

  it("are what is merged: no tag is offered", async () => {
    const place = { accountId: session.accountId, owner: "mia", repo: "tools" };
    let labels: readonly string[] = [];
    await answering(
      {
        showQuickPick: (rows: readonly Row[]) => {
          labels = rows.map(({ label }) => label);
          return undefined;
        },
      },
      async () => commands.executeCommand(repoCommands.merge, { kind: "repo", place }),
    );
    assert.deepEqual(labels, [
      "$(git-branch) main",
      "$(git-branch) feature/x#1",
      "$(lock) release/1",
      "$(edit) Another branch...",
    ]);
  });

  it("are offered with the default branch first", async () => {
    const [first] = await offered(repoCommands.merge, "release/1");
    assert.equal(first, "$(git-branch) main");
  });

  it("are merged into a branch that is typed; what is merged already, and a conflict, are said", async () => {
    const merge = () => offered(repoCommands.merge, "feature/x#1", ["main", ""]);
    await merge();
    await eventually(() => statusTexts().length === 1, "it is said");
    assert.match(statusTexts()[0] ?? "", /^feature\/x#1 is merged into main: /);
    assert.match(posted()[0] ?? "", /"base":"main"/);
    await merge();
    await eventually(() => statusTexts()[0]?.startsWith("main") === true, "it is said");
    assert.deepEqual(statusTexts(), ["main has everything of feature/x#1 already."]);
    assert.deepEqual(session.messages, []);
    session.forge.answer = (request) =>
      request.url.endsWith("/merges") ? Response.json({ message: "Merge conflict" }, { status: 409 }) : undefined;
    await merge();
    await eventually(() => session.messages.length === 1, "it is said");
    assert.match(session.messages[0] ?? "", /changed the same lines, so the server can't merge them/);
  });

  it("that conflict can be compared, or merged in a clone by commands, unless a name is more than a word", async () => {
    session.forge.answer = (request) =>
      request.url.endsWith("/merges") ? Response.json({ message: "Merge conflict" }, { status: 409 }) : undefined;
    const choices: (readonly string[])[] = [];
    const choose = (_: string, ...titles: readonly string[]): string | undefined => {
      choices.push(titles);
      return titles[1];
    };
    const merge = (name: string, base: string) =>
      answering({ showErrorMessage: choose, showWarningMessage: choose }, async () => {
        const before = choices.length;
        await offered(repoCommands.merge, name, [base, ""]);
        await eventually(() => choices.length > before, "it is said");
      });
    await merge("release/1", "main");
    await eventually(
      async () => (await env.clipboard.readText()).endsWith("git merge origin/release/1"),
      "the commands are copied",
    );
    await merge("feature/x#1", "main");
    assert.deepEqual(choices, [["Compare", "Copy Git Commands"], ["Compare"]]);
  });

  it("are compared with other branches and tags, not with themselves", async () => {
    assert.deepEqual(await offered(repoCommands.compare, "main"), [
      "$(git-branch) feature/x#1",
      "$(lock) release/1",
      "$(tag) v1.0.0",
      "$(edit) Another branch, tag or commit...",
    ]);
  });
});
