import assert from "node:assert/strict";
import { commands, type TextDocument, type Uri, window, workspace } from "vscode";
import { gistCommands, localChangeCommands } from "../../src/ids.ts";
import { hasTab } from "../../src/ui/tabs.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { isUnsavedTab, saveOrExplain, show, type } from "./support/documents.ts";
import { hookTools, url, yes } from "./support/hookTools.ts";
import { withRecordedProgress } from "./support/recordedProgress.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { ids } from "./support/seeds.ts";
import { closeEditors, withAutoSave } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

describe("The editor of a file whose edit is discarded while it can't be read", () => {
  const { session, uri, at, mia, add, atService } = useRepositorySession();
  const { make, uriOf } = hookTools(session);
  const statusTexts = useStatusTexts();
  afterEach(closeEditors);
  const nameOf = ({ path }: Uri): string => path.split("/").at(-1) ?? "";
  const shaOf = async (path: string): Promise<string> => {
    const { sha = "" } = (await mia().call("repos.getContent", { ...at, path, ref: "main" })) as {
      readonly sha?: string;
    };
    return sha;
  };
  const autoSave = (document: TextDocument, text: string): Promise<void> =>
    withAutoSave(async () => {
      await type(document, text);
      await eventually(() => !document.isDirty, "it is saved");
    });
  const pause = (): void => {
    const reset = String(Math.ceil(Date.now() / 1000) + 600);
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
    session.forge.answer = () => Response.json({ message: "API rate limit exceeded" }, { status: 403, headers });
  };
  const endPause = async (): Promise<void> => {
    session.forge.answer = () => undefined;
    await session.parts.accounts.get(session.accountId)?.client.call("misc.rateLimit", {});
  };
  const saved = async (target: Uri, text: string): Promise<TextDocument> => {
    const document = await show(target);
    pause();
    await type(document, text);
    await answering({ showWarningMessage: () => undefined, showInputBox: () => "My message" }, () =>
      saveOrExplain(document, () => session.messages),
    );
    return document;
  };

  for (const [title, isDirty, prepare] of [
    [
      "of a gist",
      false,
      async () => ({
        target: session.uri(ids.hello, "hello.py"),
        discard: gistCommands.discardEdit,
        published: async () => session.forge.files(ids.hello)?.["hello.py"],
      }),
    ],
    [
      "of a repository",
      false,
      async () => {
        await add("discarded.txt", "one\n");
        return {
          target: uri("discarded.txt"),
          discard: localChangeCommands.discard,
          published: () => atService("discarded.txt"),
        };
      },
    ],
    [
      "of a gist, with unsaved text",
      true,
      async () => ({
        target: session.uri(ids.hello, "hello.py"),
        discard: gistCommands.discardEdit,
        published: async () => session.forge.files(ids.hello)?.["hello.py"],
      }),
    ],
  ] as const)
    it(`is closed, and what is saved later has nothing of the edit: a file ${title}`, async () => {
      const { target, discard, published } = await prepare();
      const document = await show(target);
      const before = document.getText();
      await saved(target, "discarded\n");
      if (isDirty) await type(document, "discarded, and more\n");
      await answering({ showWarningMessage: yes }, () => commands.executeCommand(discard, target));
      await eventually(() => !hasTab(target), "the editor with the discarded text is closed");
      assert.match(
        statusTexts().at(-1) ?? "",
        /^“(hello\.py|discarded\.txt)” was closed: it can't be read now\. Rate limit exceeded until \d.*\.$/,
      );
      await endPause();
      const again = await show(target);
      await eventually(() => again.getText() === before, "it shows what the service has");
      await type(again, `${before}more\n`);
      await answering({ showWarningMessage: () => undefined, showInputBox: () => "My message" }, async () =>
        assert.equal(await again.save(), true),
      );
      await eventually(async () => (await published()) === `${before}more\n`, "it is published");
    });

  it("is closed where the service is away, too", async () => {
    await add("away.txt", "one\n");
    const target = uri("away.txt");
    const document = await show(target);
    await type(document, "discarded\n");
    session.forge.answer = () => Response.json({ message: "Down" }, { status: 500 });
    await answering({ showWarningMessage: () => undefined }, async () =>
      assert.equal(await document.save(), true),
    );
    await answering({ showWarningMessage: yes }, () =>
      commands.executeCommand(localChangeCommands.discard, target),
    );
    assert.equal(hasTab(target), false);
    assert.match(statusTexts().at(-1) ?? "", /^“away\.txt” was closed: it can't be read now\. ./);
    assert.deepEqual(session.parts.localChanges.all, []);
  });

  it("is closed after a few seconds where the service doesn't respond, the next one at once", () =>
    withRecordedProgress(async ({ titles, shown }) => {
      const targets = ["first.txt", "second.txt"].map((name) => uri(name));
      for (const target of targets) await add(nameOf(target), "one\n");
      for (const target of targets) {
        const document = await show(target);
        await autoSave(document, "discarded\n");
      }
      let isAnswered = (): void => undefined;
      const never = new Promise<undefined>((resolve) => (isAnswered = () => resolve(undefined)));
      session.forge.answer = () => never;
      await answering({ showWarningMessage: yes }, async () => {
        for (const target of targets) await commands.executeCommand(localChangeCommands.discard, target);
      });
      assert.deepEqual(targets.filter(hasTab), []);
      assert.equal(
        statusTexts().at(-1),
        "“second.txt” was closed: it can't be read now. The server didn't respond.",
      );
      // Nothing goes on that is named as slow.
      assert.deepEqual([titles, shown()], [["Discarding changes…"], 0]);
      isAnswered();
    }));

  it("is closed where the last request that the limit allows was used to look for it", async () => {
    await add("last.txt", "one\n");
    const target = uri("last.txt");
    const document = await show(target);
    await autoSave(document, "discarded\n");
    session.forge.change = (answer) => {
      const headers = new Headers(answer.headers);
      headers.set("x-ratelimit-remaining", "0");
      headers.set("x-ratelimit-reset", String(Math.ceil(Date.now() / 1000) + 600));
      return new Response(answer.body, { status: answer.status, headers });
    };
    await answering({ showWarningMessage: yes }, () =>
      commands.executeCommand(localChangeCommands.discard, target),
    );
    assert.equal(hasTab(target), false);
    session.forge.change = (answer) => answer;
    await endPause();
  });

  for (const isDirty of [false, true])
    it(`is closed where only the first request is answered${isDirty ? ", with unsaved text" : ""}`, async () => {
      await add("once.txt", "one\n");
      const target = uri("once.txt");
      const document = await show(target);
      await autoSave(document, "discarded\n");
      if (isDirty) await type(document, "discarded, and more\n");
      session.forge.requests.length = 0;
      session.forge.answer = () =>
        session.forge.requests.length > 1 ? Response.json({ message: "Down" }, { status: 500 }) : undefined;
      await answering({ showWarningMessage: yes }, () =>
        commands.executeCommand(localChangeCommands.discard, target),
      );
      assert.equal(hasTab(target), false);
      assert.match(statusTexts().at(-1) ?? "", /^“once\.txt” was closed: it can't be read now\. ./);
      assert.deepEqual(session.parts.localChanges.all, []);
    });

  it("shows what the service has, however slowly it answers", async () => {
    await add("slow.txt", "one\n");
    const target = uri("slow.txt");
    const document = await show(target);
    await autoSave(document, "discarded\n");
    session.forge.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1300));
      return undefined;
    };
    await answering({ showWarningMessage: yes }, () =>
      commands.executeCommand(localChangeCommands.discard, target),
    );
    session.forge.answer = () => undefined;
    await eventually(() => document.getText() === "one\n", "it shows what the service has");
    assert.equal(hasTab(target), true);
  });

  it("has what was saved after theirs was taken, while the service answered", async () => {
    await add("saved.txt", "one\n");
    const target = uri("saved.txt");
    const document = await show(target);
    await type(document, "mine\n");
    await mia().call("repos.updateFile", {
      ...at,
      path: "saved.txt",
      message: "Theirs",
      content: Buffer.from("theirs\n").toString("base64"),
      sha: await shaOf("saved.txt"),
    });
    let isTyped = false;
    const asked: string[] = [];
    const showWarningMessage = (text: string): string => {
      asked.push(text);
      session.forge.change = async (answer) => {
        if (isTyped) return answer;
        isTyped = true;
        await autoSave(document, "typed\n");
        return answer;
      };
      return "Take Theirs";
    };
    await answering({ showWarningMessage, showInputBox: () => "My message" } as never, async () => {
      assert.equal(await document.save(), true);
      await eventually(() => isTyped && session.messages.length > 0, "it is said");
    });
    assert.equal(document.getText(), "typed\n");
    assert.deepEqual(
      session.parts.localChanges.all.map(({ content }) => Buffer.from(content, "base64").toString()),
      ["typed\n"],
    );
    session.forge.change = (answer) => answer;
  });

  it("has what Auto Save stored while the question about a revert was open, which is said", async () => {
    const target = session.uri(ids.hello, "hello.py");
    const document = await show(target);
    await type(document, "typed\n");
    let isAsked = false;
    // What is said afterwards is no question.
    const showWarningMessage = async (_: string, __: unknown, ...actions: readonly string[]) => {
      if (isAsked) return undefined;
      isAsked = true;
      await autoSave(document, "typed, and more\n");
      return actions[0];
    };
    await answering({ showWarningMessage } as never, () => commands.executeCommand(gistCommands.revert, target));
    await eventually(() => session.messages.some((text) => text.includes("was changed since")), "it is said");
    assert.equal(document.getText(), "typed, and more\n");
    assert.deepEqual(
      session.parts.files.pending.all.map(({ mine }) => mine),
      ["typed, and more\n"],
    );
  });

  it("is closed with its comparisons", async () => {
    const target = session.uri(ids.hello, "hello.py");
    // No unsaved one: VS Code gives that a tab of its own when the comparison is closed.
    const other = session.uri(ids.notes, "notes.md");
    await workspace.openTextDocument(other);
    await saved(target, "discarded\n");
    await commands.executeCommand("vscode.diff", other, target, "Comparison", { preview: false });
    assert.equal(window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 2);
    await answering({ showWarningMessage: yes }, () => commands.executeCommand(gistCommands.discardEdit, target));
    assert.deepEqual(
      window.tabGroups.all.flatMap(({ tabs }) => tabs),
      [],
    );
    await endPause();
  });

  for (const isTyped of [false, true])
    it(`is closed when theirs is taken${isTyped ? ", with what was typed since" : ""}`, async () => {
      await add("taken.txt", "one\n");
      const target = uri("taken.txt");
      const document = await show(target);
      await type(document, "mine\n");
      const sha = await shaOf("taken.txt");
      const content = Buffer.from("theirs\n").toString("base64");
      await mia().call("repos.updateFile", { ...at, path: "taken.txt", message: "Theirs", content, sha });
      const asked: string[] = [];
      const showWarningMessage = async (text: string): Promise<string> => {
        pause();
        if (asked.push(text) === 1 && isTyped) await type(document, "mine, and more\n");
        return asked.length === 1 ? "Take Theirs" : "Discard Changes";
      };
      await answering({ showWarningMessage, showInputBox: () => "My message" } as never, async () => {
        assert.equal(await document.save(), true);
        await eventually(() => !hasTab(target), "the editor with the discarded text is closed");
      });
      assert.match(asked[0] ?? "", /was changed here and on the server/);
      assert.equal(asked.length, isTyped ? 2 : 1);
      await endPause();
      const again = await show(target);
      await eventually(() => again.getText() === "theirs\n", "it shows what the service has");
      assert.deepEqual(session.parts.localChanges.all, []);
    });

  it("is closed when the server's webhook is taken", async () => {
    const hook = await make({ events: ["push"] });
    const target = uriOf(hook);
    const document = await show(target);
    await type(document, document.getText().replace('"push"', '"star"'));
    await mia().call("repos.updateHook", { ...at, id: hook.id, name: "web", config: { url }, events: ["fork"] });
    const showWarningMessage = (): string => {
      pause();
      return "Take Theirs";
    };
    await answering({ showWarningMessage }, async () => {
      assert.equal(await document.save(), true);
      await eventually(() => !hasTab(target), "the editor with the discarded text is closed");
    });
    await endPause();
    const again = await show(target);
    await eventually(() => again.getText().includes('"fork"'), "it shows what the service has");
  });

  it("shows the server's webhook where only a save without a change met it", async () => {
    const hook = await make({ events: ["push"] });
    const document = await show(uriOf(hook));
    await mia().call("repos.updateHook", { ...at, id: hook.id, name: "web", config: { url }, events: ["fork"] });
    await answering({ showWarningMessage: () => "Take Theirs" }, async () => {
      await commands.executeCommand("workbench.action.files.save");
      await eventually(() => document.getText().includes('"fork"'), "it shows what the service has");
    });
    assert.equal(isUnsavedTab(document), false);
  });

  it("is closed during a short pause, not after it", async () => {
    const target = session.uri(ids.hello, "hello.py");
    const document = await show(target);
    await type(document, "discarded\n");
    const headers = { "retry-after": "20" };
    session.forge.answer = () => Response.json({ message: "Secondary rate limit" }, { status: 403, headers });
    assert.equal(await document.save(), true);
    await type(document, "discarded, and more\n");
    await answering({ showWarningMessage: yes }, () => commands.executeCommand(gistCommands.discardEdit, target));
    const { blockedUntil = 0 } = session.parts.accounts.get(session.accountId)?.client ?? {};
    assert.deepEqual([hasTab(target), blockedUntil > Date.now()], [false, true]);
  });

  for (const isDirty of [false, true])
    it(`stays with what is typed during the discard${isDirty ? " of unsaved text" : ""}`, async () => {
      await add("typed.txt", "one\n");
      const target = uri("typed.txt");
      const document = await saved(target, "discarded\n");
      if (isDirty) await type(document, "discarded, and more\n");
      await endPause();
      let isTyped = false;
      session.forge.answer = async () => {
        if (!isTyped) {
          isTyped = true;
          await type(document, "typed\n");
        }
        return Response.json({ message: "Down" }, { status: 500 });
      };
      await answering({ showWarningMessage: yes }, () =>
        commands.executeCommand(localChangeCommands.discard, target),
      );
      assert.deepEqual([isTyped, hasTab(target), isUnsavedTab(document)], [true, true, true]);
      assert.equal(document.getText(), "typed\n");
    });
});
