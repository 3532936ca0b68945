import assert from "node:assert/strict";
import { commands } from "vscode";
import { gistCommands, settings, trashCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { nodeLabelled } from "./support/rows.ts";
import { ids, tokens } from "./support/seeds.ts";
import { useSession, withSetting } from "./support/session.ts";

describe("Deleting a gist", () => {
  const session = useSession();
  let questions: { readonly text: string; readonly detail: string }[];
  let shown: string[];
  beforeEach(() => {
    questions = [];
    shown = [];
  });
  afterEach(async () => {
    for (const deleted of await session.parts.trash.all()) await session.parts.trash.forget(deleted);
  });

  const ask = (text: string, options: { readonly detail: string }, action: string): string => {
    questions.push({ text, detail: options.detail });
    return action;
  };
  const note = (answer?: string) => (text: string) => {
    shown.push(text);
    return answer;
  };
  const remove = async (label: string, undo?: string): Promise<void> => {
    const { node } = await nodeLabelled(session.parts.trees.gists, label);
    await answering({ showWarningMessage: ask, showInformationMessage: note(undo) }, async () => {
      await commands.executeCommand(gistCommands.delete, node);
      await eventually(() => undo === undefined || shown.length === 2, "it is undone");
    });
  };

  it("keeps it, says so, and makes a new gist of it when that is undone", async () => {
    await remove("Hello in two languages", "Undo");
    assert.match(questions[0]?.detail ?? "", /stored on this computer for 30 days/);
    assert.equal(shown[0], "“Hello in two languages” is deleted. A copy is stored here for 30 days.");
    assert.match(
      shown[1] ?? "",
      /a new gist with a new link.*Comments, stars, forks and history are not restored/,
    );
    assert.equal(session.forge.files(ids.hello), undefined);
    const own = await session.parts.gists.lists.get(session.accountId, "own");
    const restored = own.gists.find(({ description }) => description === "Hello in two languages");
    assert.ok(restored && restored.id !== ids.hello && restored.public);
    assert.deepEqual(session.forge.files(restored.id), {
      "hello.py": 'print("Hello")\n',
      "hello.rb": 'puts "Hello"\n',
    });
  });

  it("names in its question the comments that are lost, where there are any", async () => {
    await session.forge.client(tokens.mia).call("gists.createComment", { gist_id: ids.notes, body: "One" });
    const { node } = await nodeLabelled(session.parts.trees.gists, "Hello in two languages");
    const commented = (await nodeLabelled(session.parts.trees.gists, "notes.md")).node;
    const stop = (text: string, options: { readonly detail: string }): undefined => {
      ask(text, options, "");
    };
    await answering({ showWarningMessage: stop }, async () => {
      await commands.executeCommand(gistCommands.delete, node);
      await commands.executeCommand(gistCommands.delete, commented);
    });
    const after =
      "The files are stored on this computer for 30 days: Restore Deleted Gist makes a new gist of them.";
    assert.deepEqual(
      questions.map(({ detail }) => detail),
      [`hello.py, hello.rb with its history. ${after}`, `notes.md with its history and 1 comment. ${after}`],
    );
  });

  it("shortens a long description in its question", async () => {
    await session.forge.client(tokens.mia).call("gists.edit", { id: ids.hello, description: "x".repeat(10_000) });
    const { node } = await nodeLabelled(session.parts.trees.gists, `${"x".repeat(119)}…`);
    const stop = (text: string, options: { readonly detail: string }): undefined => {
      ask(text, options, "");
    };
    await answering({ showWarningMessage: stop }, () => commands.executeCommand(gistCommands.delete, node));
    assert.deepEqual(
      questions.map(({ text }) => text),
      [`Delete the gist “${"x".repeat(299)}…”?`],
    );
  });

  it("names changes that are not published before it deletes, and keeps those that are stored", async () => {
    const place = { accountId: session.accountId, gistId: ids.hello, fileName: "hello.rb" };
    const now = Date.now();
    const edit = { place, state: "unpublished", base: "", mine: "mine", since: now, changed: now } as const;
    await session.parts.files.pending.put(edit);
    const document = await show(session.uri(ids.hello, "hello.py"));
    await type(document, "typed");
    const { node } = await nodeLabelled(session.parts.trees.gists, "Hello in two languages");
    const stop = (text: string, options: { readonly detail: string }): undefined => {
      ask(text, options, "");
    };
    await answering({ showWarningMessage: stop }, () => commands.executeCommand(gistCommands.delete, node));
    assert.match(questions[0]?.detail ?? "", /not published: hello\.rb, hello\.py\. .*stay under Unpublished/);
    assert.ok(session.forge.files(ids.hello));
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await remove("Hello in two languages");
    assert.match(questions[1]?.detail ?? "", /not published: hello\.rb\. /);
    assert.equal(session.parts.files.pending.known(place)?.mine, "mine");
  });

  it("can be undone later from the list, and asks before it is done twice", async () => {
    await remove("notes.md");
    const restore = () =>
      answering(
        {
          showQuickPick: (items: readonly unknown[]) => items[0],
          showWarningMessage: ask,
          showInformationMessage: note(),
        },
        async () => commands.executeCommand(trashCommands.restore),
      );
    questions.length = 0;
    await restore();
    assert.equal(questions.length, 0);
    assert.equal(session.forge.sent("POST").length, 1);
    await restore();
    assert.match(questions[0]?.text ?? "", /was restored already. Make one more gist of it\?/);
    assert.equal(session.forge.sent("POST").length, 2);
  });

  it("is not taken for restored when the guard's question about what it has in it is left", async () => {
    const content = `token: ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}\n`;
    const client = session.forge.client(tokens.mia);
    await client.call("gists.create", { public: false, description: "Secret", files: { "a.md": { content } } });
    session.parts.gists.refresh(session.accountId);
    await remove("Secret");
    const asked: string[] = [];
    const leave = (text: string) => void asked.push(text);
    const pick = ([first]: readonly unknown[]): unknown => first;
    await answering({ showWarningMessage: leave as never, showQuickPick: pick as never }, () =>
      commands.executeCommand(trashCommands.restore),
    );
    assert.deepEqual(asked, ["Possible secret found in the call of gists.create."]);
    assert.deepEqual(
      (await session.parts.trash.all()).map(({ title, tried }) => [title, tried]),
      [["Secret", undefined]],
    );
  });

  it("leaves the stored copy when the server still answers with the gist, and restores it later", async () => {
    const gist = await session.forge.client(tokens.mia).call("gists.get", { id: ids.notes });
    await remove("notes.md");
    const restore = () =>
      answering(
        { showQuickPick: (items: readonly unknown[]) => items[0], showInformationMessage: note() },
        async () => commands.executeCommand(trashCommands.restore),
      );
    session.forge.answer = ({ method, url }) =>
      method === "GET" && url.endsWith(ids.notes) ? Response.json(gist) : undefined;
    await restore();
    assert.match(shown.at(-1) ?? "", /^The server still has “notes.md”: nothing was restored\./);
    assert.equal((await session.parts.trash.all()).length, 1);
    assert.deepEqual(session.forge.sent("POST"), []);
    session.forge.answer = () => undefined;
    await restore();
    assert.match(shown.at(-1) ?? "", /a new gist with a new link/);
    assert.equal(session.forge.sent("POST").length, 1);
  });

  it("says so when it cannot be kept, and then deletes nothing unless the user wants it", async () => {
    session.forge.answer = ({ method, url }) =>
      method === "GET" && url.endsWith(ids.notes) && questions.length > 0
        ? Response.json({ message: "Not now" }, { status: 403 })
        : undefined;
    const { node } = await nodeLabelled(session.parts.trees.gists, "notes.md");
    const stop = (text: string, options: { readonly detail: string }, action: string) => {
      ask(text, options, action);
      return questions.length === 1 ? action : undefined;
    };
    await answering({ showWarningMessage: stop }, async () => commands.executeCommand(gistCommands.delete, node));
    assert.equal(questions[1]?.text, "A copy of “notes.md” can't be stored. Delete it permanently?");
    assert.match(questions[1]?.detail ?? "", /Not now.*can't be undone/);
    assert.ok(session.forge.files(ids.notes));
    questions.length = 0;
    await answering({ showWarningMessage: ask }, async () => commands.executeCommand(gistCommands.delete, node));
    assert.equal(session.forge.files(ids.notes), undefined);
    assert.deepEqual(await session.parts.trash.all(), []);
  });

  it("says before which files cannot be restored, and leaves everything when that is too much", async () => {
    session.forge.change = async (answer) => {
      const gist = answer.headers.get("content-type")?.includes("json") ? await answer.clone().json() : undefined;
      if (gist?.id !== ids.notes) return answer;
      const picture = { filename: "a.png", size: 3, encoding: "base64", content: "/9j/", truncated: false };
      return Response.json({ ...gist, files: { ...gist.files, "a.png": picture } });
    };
    const { node } = await nodeLabelled(session.parts.trees.gists, "notes.md");
    const stop = (text: string, options: { readonly detail: string }, action: string) => {
      ask(text, options, action);
      return questions.length === 1 ? action : undefined;
    };
    await answering({ showWarningMessage: stop }, async () => commands.executeCommand(gistCommands.delete, node));
    assert.match(questions[1]?.text ?? "", /though some of its files can't be restored\?$/);
    assert.match(questions[1]?.detail ?? "", /a\.png\.$/);
    assert.ok(session.forge.files(ids.notes));
    assert.deepEqual(await session.parts.trash.all(), []);
  });

  it("keeps nothing when the setting says so", async () => {
    await withSetting(settings.keepDeletedDays, 0, async () => {
      await remove("notes.md");
      assert.match(questions[0]?.detail ?? "", /This can't be undone/);
      assert.deepEqual(shown, []);
      assert.deepEqual(await session.parts.trash.all(), []);
    });
  });

  it("keeps nothing of an account that is signed out", async () => {
    await remove("notes.md");
    assert.equal((await session.parts.trash.all()).length, 1);
    const [deleted] = await session.parts.trash.all();
    await session.parts.accounts.remove(session.accountId);
    await eventually(async () => (await session.parts.trash.get(deleted?.id ?? "")) === undefined, "it is gone");
  });

  it("forgets what the user picks", async () => {
    await remove("notes.md");
    await answering({ showQuickPick: (items: readonly unknown[]) => items, showWarningMessage: ask }, async () =>
      commands.executeCommand(trashCommands.forget),
    );
    assert.deepEqual(await session.parts.trash.all(), []);
    await commands.executeCommand(trashCommands.restore);
    assert.match(session.messages.at(-1) ?? "", /^No deleted gist is stored/);
  });
});
