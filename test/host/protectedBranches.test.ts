import assert from "node:assert/strict";
import { commands, type TextDocument, window } from "vscode";
import { localChangeCommands, repoFileCommands } from "../../src/ids.ts";
import { encodeBase } from "../../src/repos/files/fileBases.ts";
import { contentUri } from "../../src/repos/uri.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { bytes, show, type } from "./support/documents.ts";
import { yes } from "./support/hookTools.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { tokens } from "./support/seeds.ts";
import { closeEditors, useSession } from "./support/session.ts";

describe("A commit to a protected branch", () => {
  const session = useSession({ seed: toolsSeed });
  const mia = () => session.forge.client(tokens.mia);
  const at = { user: "mia", repo: "tools" };
  const place = (path: string) => ({
    accountId: session.accountId,
    owner: "mia",
    repo: "tools",
    ref: "release/1",
    path,
  });
  const atService = async (path: string): Promise<string | undefined> => {
    const content = await mia()
      .call("repos.getContent", { ...at, path, ref: "patch-1" })
      .catch(() => undefined);
    return content && "content" in content ? Buffer.from(content.content ?? "", "base64").toString() : undefined;
  };
  const branches = async (): Promise<readonly string[]> =>
    (await mia().call("repos.getBranches", at)).map(({ name }) => name).filter((name) => name.startsWith("patch"));
  const stored = (): readonly unknown[] => session.parts.localChanges.all.map(({ reason }) => reason);
  /** Takes the value that each input box proposes, the first one this; answers warnings in turn. */
  const answered = async (
    answers: readonly string[],
    act: (asked: readonly string[]) => Promise<unknown>,
    first?: string,
  ): Promise<readonly string[]> => {
    const asked: string[] = [];
    let boxes = 0;
    const showInputBox = ({ value }: { readonly value: string }) => (boxes++ === 0 ? (first ?? value) : value);
    const showWarningMessage = (question: string) => answers[asked.push(question) - 1];
    await answering(
      {
        showInputBox: showInputBox as never,
        showWarningMessage: showWarningMessage as never,
        showQuickPick: pickWhere("Commit to release/1") as never,
      },
      () => act(asked),
    );
    return asked;
  };
  const writes = (): readonly string[] => ["PUT", "DELETE"].flatMap((method) => session.forge.sent(method));
  /** Takes a new branch before the message is entered; answers what the boxes are titled. */
  const choosingNewBranch = async (act: () => Promise<unknown>, first?: string): Promise<readonly string[]> => {
    const titles: string[] = [];
    const showInputBox = ({ title, value }: { readonly title: string; readonly value: string }) =>
      titles.push(title) === 1 ? (first ?? value) : value;
    const confirmDelete = (question: string, _: unknown, action?: string) =>
      question.startsWith("Delete ") ? action : assert.fail(question);
    await answering(
      {
        showInputBox: showInputBox as never,
        showWarningMessage: confirmDelete as never,
        showQuickPick: pickWhere("Commit to a New Branch...") as never,
      },
      act,
    );
    return titles;
  };
  /** `mine` is stored as a change that is based on a text that the branch no longer has. */
  const storeOutdated = async (): Promise<TextDocument> => {
    const document = await show(contentUri(place("v.txt")));
    await type(document, "mine\n");
    await answered([], async (asked) => {
      assert.equal(await document.save(), true);
      await eventually(() => asked.length === 1, "it is reported");
    });
    const [change] = session.parts.localChanges.all;
    assert.ok(change);
    const base = encodeBase({ sha: "0".repeat(40), bytes: bytes("0\n") });
    const { id } = await session.parts.localChanges.store({ ...change, base }, change.id);
    await session.parts.localChanges.refresh();
    assert.equal(session.parts.localChanges.known(change.place)?.id, id);
    return document;
  };

  it("is not tried there where the user takes a new branch: the message is entered once", async () => {
    const document = await show(contentUri(place("v.txt")));
    await type(document, "mine\n");
    const titles = await choosingNewBranch(async () => {
      assert.equal(await document.save(), true);
      await eventually(async () => (await atService("v.txt")) === "mine\n", "it is on the new branch");
    });
    assert.deepEqual(titles, ["Commit Message for a New Branch", "Commit to a New Branch"]);
    await eventually(() => stored().length === 0, "nothing is stored any longer");
    assert.deepEqual([await branches(), writes().length, session.messages], [["patch-1"], 1, []]);
  });

  it("is not tried there either where a file is renamed or deleted on a new branch", async () => {
    await choosingNewBranch(async () => {
      await commands.executeCommand(repoFileCommands.rename, { kind: "content", place: place("v.txt") });
      await eventually(async () => (await atService("renamed.txt")) === "1\n", "it is there");
      await eventually(async () => (await atService("v.txt")) === undefined, "it is renamed, not copied");
    }, "renamed.txt");
    assert.equal(writes().length, 2);
    const row = { kind: "content", place: place("README.md") };
    await choosingNewBranch(async () => {
      await commands.executeCommand(repoFileCommands.delete, row);
      await eventually(async () => (await branches()).includes("patch-2"), "there is another branch");
      await eventually(() => writes().length === 3, "the file is deleted");
    });
    assert.match(writes()[2] ?? "", /^DELETE .*README\.md/);
  });

  it("stays stored where the name of the new branch is not entered", async () => {
    const document = await show(contentUri(place("v.txt")));
    await type(document, "mine\n");
    const rest = ["Mine"];
    await answering(
      {
        showInputBox: () => rest.shift(),
        showQuickPick: pickWhere("Commit to a New Branch...") as never,
        showWarningMessage: () => undefined,
      },
      async () => {
        assert.equal(await document.save(), true);
        await eventually(() => stored().length === 1, "it is stored");
      },
    );
    const [change] = session.parts.localChanges.all;
    assert.deepEqual([change?.reason, writes()], ["canceled", []]);
  });

  it("says what failed on the way to the new branch, where the text is, and goes on when it is tried again", async () => {
    const document = await show(contentUri(place("v.txt")));
    await type(document, "mine\n");
    session.forge.answer = ({ method, url }) =>
      method === "POST" && url.endsWith("/git/refs")
        ? Response.json({ message: "No" }, { status: 502 })
        : undefined;
    const said: (readonly string[])[] = [];
    const showWarningMessage = (...given: readonly string[]): string | undefined => {
      said.push(given);
      session.forge.answer = () => undefined;
      return given[1];
    };
    await answering(
      {
        showInputBox: (({ value }: { readonly value: string }) => value) as never,
        showQuickPick: pickWhere("Commit to a New Branch...") as never,
        showWarningMessage: showWarningMessage as never,
      },
      async () => {
        assert.equal(await document.save(), true);
        await eventually(async () => (await atService("v.txt")) === "mine\n", "it is on the new branch");
      },
    );
    assert.match(said[0]?.[0] ?? "", /Your changes are stored on this computer\.$/);
    assert.deepEqual([said.length, said[0]?.[1]], [1, "Try Again"]);
    await eventually(() => stored().length === 0, "nothing is stored any longer");
    assert.equal(writes().length, 1);
  });

  it("is not offered a new branch where stored changes are published at once, whose message says that it is protected", async () => {
    const document = await show(contentUri(place("v.txt")));
    await type(document, "mine\n");
    const leave = { showInputBox: () => undefined, showQuickPick: pickWhere("Commit to release/1") as never };
    await answering(leave, async () => assert.equal(await document.save(), true));
    await closeEditors();
    const prompts: string[] = [];
    await answering(
      {
        showQuickPick: () => assert.fail("where to commit"),
        showInputBox: ({ prompt }: { readonly prompt: string }) => void prompts.push(prompt),
        showWarningMessage: () => undefined,
      } as never,
      async () => {
        await commands.executeCommand(localChangeCommands.publishAll);
        await eventually(() => prompts.length === 1, "the message is asked for");
      },
    );
    assert.match(prompts[0] ?? "", /release\/1 is protected: if it refuses/);
  });

  it("that is refused is done again on a new branch, also where it is a rename", async () => {
    await answered(
      ["Commit to a New Branch"],
      async () => {
        await commands.executeCommand(repoFileCommands.rename, { kind: "content", place: place("v.txt") });
        await eventually(async () => (await atService("renamed.txt")) === "1\n", "it is there");
        await eventually(async () => (await atService("v.txt")) === undefined, "it is renamed, not copied");
      },
      "renamed.txt",
    );
    assert.deepEqual([await branches(), session.messages], [["patch-1"], []]);
  });

  it("is not what was discarded while its message was shown, for which no branch is made", async () => {
    const document = await show(contentUri(place("v.txt")));
    await type(document, "discarded\n");
    let answer: ((taken: string) => void) | undefined;
    const showWarningMessage = () => new Promise<string>((resolve) => (answer = resolve));
    const boxes = { showInputBox: ({ value }: { readonly value: string }) => value };
    const picks = { showQuickPick: pickWhere("Commit to release/1") };
    await answering({ ...boxes, ...picks, showWarningMessage } as never, async () => {
      await document.save();
      await eventually(() => answer !== undefined, "it is asked");
    });
    assert.equal(stored().length, 1);
    await answering({ showWarningMessage: yes }, () =>
      commands.executeCommand(localChangeCommands.discard, document.uri),
    );
    assert.deepEqual(stored(), []);
    await answering(boxes as never, async () => {
      answer?.("Commit to a New Branch");
      await eventually(() => session.messages.length > 0, "it is said");
    });
    assert.deepEqual(
      [await branches(), session.messages],
      [[], ["“v.txt” was published or discarded since then."]],
    );
  });

  it("is not made a branch for while others changed the same lines: the user decides first", async () => {
    const document = await storeOutdated();
    const asked = await answered(["Keep Mine", "Keep Mine", "Commit to a New Branch"], async (all) => {
      await commands.executeCommand(localChangeCommands.moveToBranch, document.uri);
      await eventually(() => all.length > 0, "it is asked");
      assert.deepEqual([await branches(), session.messages], [[], []]);
      await eventually(async () => (await atService("v.txt")) === "mine\n", "it is on the new branch");
    });
    assert.match(asked[0] ?? "", /was changed here and on the server, on the same lines/);
    await eventually(() => stored().length === 0, "nothing is stored any longer");
    assert.deepEqual(await branches(), ["patch-1"]);
  });

  it("is not sent to another branch while it has the marks of a merge, and stays stored", async () => {
    const document = await storeOutdated();
    const questions = await answered([], async () => {
      await commands.executeCommand(localChangeCommands.resolve, document.uri);
      const label = () => window.tabGroups.activeTabGroup.activeTab?.label ?? "";
      await eventually(() => label().startsWith("Merging"), "the merge editor is open");
      assert.ok(session.parts.localChanges.all.every(({ content }) => isMarked(content)));
    });
    assert.deepEqual(questions, []);
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    const asked = await answered([], async (all) => {
      await commands.executeCommand(localChangeCommands.moveToBranch, document.uri);
      await eventually(() => all.length > 0, "it is asked");
    });
    assert.match(asked[0] ?? "", /was changed here and on the server, on the same lines/);
    assert.deepEqual([await branches(), stored().length], [[], 1]);
  });
});

/** Picks the row that says where to commit. */
const pickWhere =
  (label: string) =>
  (rows: readonly { readonly label: string }[]): unknown =>
    rows.find((row) => row.label.endsWith(label));

const isMarked = (content: string): boolean => Buffer.from(content, "base64").toString().includes("<<<<<<<");
