import assert from "node:assert/strict";
import {
  commands,
  TabInputTerminal,
  TerminalLocation,
  type TextDocument,
  ViewColumn,
  window,
  workspace,
} from "vscode";
import type { PendingEdit } from "../../src/gists/publishing/pendingEdit.ts";
import { gistCommands, localChangeCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { isUnsavedTab, show, type } from "./support/documents.ts";
import { yes } from "./support/hookTools.ts";
import { whileInLine } from "./support/inLine.ts";
import { notebookContent, notebookName, typeInNotebook } from "./support/notebooks.ts";
import { withRecordedProgress } from "./support/recordedProgress.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { nodesOf } from "./support/rows.ts";
import { ids } from "./support/seeds.ts";
import { closeEditors, withAutoSave, withSetting } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";
import { isBrowser } from "./support/versions.ts";

describe("A discard beside what else goes on", () => {
  const { session, at, mia, uri, add } = useRepositorySession();
  const texts = useStatusTexts();
  afterEach(async () => {
    session.forge.answer = () => undefined;
    await closeEditors();
  });
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const tabs = () =>
    window.tabGroups.all.map((group) => group.tabs.map(({ label, isActive }) => `${label}${isActive ? "!" : ""}`));
  // The folder is read with the first one.
  const addAll = async (...names: readonly string[]): Promise<void> => {
    for (const name of names) await add(name, "one\n");
  };
  /** Shows a file that Auto Save has stored, with more that is unsaved. */
  const stored = async (name: string): Promise<TextDocument> => {
    const document = await show(uri(name));
    await withAutoSave(async () => {
      await type(document, "discarded\n");
      await eventually(() => !document.isDirty, "it is stored");
    });
    await type(document, "discarded, and more\n");
    return document;
  };
  const discardAll = () => {
    const rows = session.parts.localChanges.all.map((change) => ({ change }));
    return answering({ showWarningMessage: yes }, () =>
      commands.executeCommand(localChangeCommands.discard, rows[0], rows),
    );
  };
  const savesByItself = (document: TextDocument) =>
    withAutoSave(() => eventually(() => !document.isDirty, "it is saved"));

  it("leaves the focus and the tabs as they are", async () => {
    await addAll("side.txt", "other.txt");
    const document = await stored("side.txt");
    await window.showTextDocument(uri("other.txt"), { viewColumn: ViewColumn.Two, preview: false });
    const before = tabs();
    await discardAll();
    assert.equal(document.getText(), "one\n");
    await eventually(
      () => window.activeTextEditor?.document.uri.path.endsWith("other.txt") === true,
      "it is active",
    );
    assert.deepEqual(tabs(), before);
  });

  it("opens no tab for a file that is in a comparison only", async () => {
    await addAll("left.txt", "right.txt");
    const document = await stored("right.txt");
    await closeEditorsOf(document);
    await commands.executeCommand("vscode.diff", uri("left.txt"), uri("right.txt"), "Comparison", {
      preview: false,
    });
    const compared = window.activeTextEditor?.document;
    assert.ok(compared);
    await type(compared, "discarded, and more\n");
    const before = tabs();
    await discardAll();
    await eventually(() => compared.getText() === "one\n", "it shows what the service has");
    assert.deepEqual(tabs(), before);
  });
  const closeEditorsOf = async (document: TextDocument): Promise<void> => {
    await window.showTextDocument(document);
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  };

  for (const autoSave of ["off", "onFocusChange"])
    it(`of several lets the user type on in another file, with Auto Save ${autoSave}`, async () => {
      const names = ["first.txt", "second.txt", "third.txt"];
      await addAll(...names, "typing.txt");
      const documents: TextDocument[] = [];
      for (const name of names) documents.push(await stored(name));
      const typing = await show(uri("typing.txt"));
      await withSetting("files.autoSave", autoSave, async () => {
        session.forge.answer = async () => void (await sleep(200));
        await discardAll();
      });
      assert.deepEqual(
        documents.map((document) => [document.getText(), isUnsavedTab(document)]),
        documents.map(() => ["one\n", false]),
      );
      assert.deepEqual(session.parts.localChanges.all, []);
      assert.equal(window.activeTextEditor?.document, typing);
    });

  // A browser has none.
  const onDesktop = isBrowser ? () => undefined : it;
  onDesktop("leaves a terminal in front", async () => {
    await addAll("first.txt");
    const document = await stored("first.txt");
    const terminal = window.createTerminal({ name: "In front", location: TerminalLocation.Editor });
    try {
      const inFront = () => window.tabGroups.activeTabGroup.activeTab?.input;
      await eventually(() => inFront() instanceof TabInputTerminal, "it is in front");
      await discardAll();
      assert.equal(document.getText(), "one\n");
      await eventually(() => inFront() instanceof TabInputTerminal, "it is in front again");
    } finally {
      terminal.dispose();
    }
  });

  for (const [autoSave, settled] of [
    ["off", false],
    ["afterDelay", false],
    ["afterDelay", true],
  ] as const)
    it(`of a repository's notebook shows what the service has, with Auto Save ${autoSave}${settled ? ", settled" : ""}`, async () => {
      await add(notebookName, notebookContent("server"));
      const target = uri(notebookName);
      const notebook = await typeInNotebook(target, "stored");
      await answering({ showInputBox: () => undefined, showWarningMessage: () => undefined }, () =>
        notebook.save(),
      );
      await eventually(() => session.parts.localChanges.all.length === 1, "it is stored");
      await typeInNotebook(target, "discarded, and more");
      await withSetting("files.autoSaveDelay", 50, () =>
        withSetting("files.autoSave", autoSave, async () => {
          if (settled) await eventually(() => !notebook.isDirty, "it is saved");
          await discardAll();
        }),
      );
      const text = () => notebook.cellAt(0).document.getText();
      const found = () => JSON.stringify([text(), notebook.isClosed, notebook.isDirty, texts(), session.messages]);
      await eventually(() => text() === "server", found, 5000);
      assert.deepEqual([notebook.isDirty, session.parts.localChanges.all, session.messages], [false, [], []]);
    });

  it("takes what Auto Save stored during the question, which was about that", async () => {
    await addAll("asked.txt");
    const document = await stored("asked.txt");
    const [change] = session.parts.localChanges.all;
    const showWarningMessage = async (text: string, given: unknown, ...actions: readonly string[]) => {
      await savesByItself(document);
      return yes(text, given, ...actions);
    };
    await answering({ showWarningMessage } as never, () =>
      commands.executeCommand(localChangeCommands.discard, { change }),
    );
    assert.deepEqual([document.getText(), session.parts.localChanges.all, session.messages], ["one\n", [], []]);
  });

  for (const command of [gistCommands.discardEdit, gistCommands.revert])
    it(`takes what Auto Save stored of a gist's file during the question of ${command}`, async () => {
      const document = await show(session.uri(ids.hello, "hello.py"));
      const before = document.getText();
      await withAutoSave(async () => {
        await type(document, "discarded\n");
        await eventually(() => !document.isDirty, "it is stored");
      });
      await type(document, "discarded, and more\n");
      const showWarningMessage = async (text: string, given: unknown, ...actions: readonly string[]) => {
        await savesByItself(document);
        return yes(text, given, ...actions);
      };
      await answering({ showWarningMessage } as never, () => commands.executeCommand(command, document.uri));
      await eventually(() => document.getText() === before, "it shows what the service has");
      assert.deepEqual([session.parts.files.pending.all, session.messages], [[], []]);
    });

  for (const isOpen of [true, false])
    it(`says that a gist's edit was published before it, its editor ${isOpen ? "open" : "closed"}`, async () => {
      const target = session.uri(ids.hello, "hello.py");
      const document = await show(target);
      await type(document, "published\n");
      session.forge.answer = () => Response.json({ message: "Not now" }, { status: 403 });
      await answering({ showWarningMessage: () => undefined }, () => document.save());
      await eventually(() => session.parts.files.pending.all.length === 1, "it is stored");
      if (!isOpen) await closeEditors();
      let release: (answer: undefined) => void = () => undefined;
      session.forge.requests.length = 0;
      session.forge.answer = ({ method }) =>
        method === "PATCH" ? new Promise<undefined>((resolve) => (release = resolve)) : undefined;
      let isConfirmed = false;
      const showWarningMessage = (...given: readonly [string, unknown, ...string[]]) => {
        isConfirmed = true;
        return yes(...given);
      };
      await answering({ showWarningMessage } as never, async () => {
        const publishing = commands.executeCommand(gistCommands.publish, target);
        await eventually(() => session.forge.sent("PATCH").length === 1, "it is being published");
        const discarding = commands.executeCommand(gistCommands.discardEdit, target);
        await eventually(() => isConfirmed, "the discard is confirmed");
        // Time to look at the server first.
        await sleep(1000);
        release(undefined);
        await Promise.all([publishing, discarding]);
      });
      await eventually(
        () => session.messages.some((text) => text.includes("was published or discarded since then")),
        "it is said",
      );
      assert.equal(session.forge.files(ids.hello)?.["hello.py"], "published\n");
    });

  it("takes a gist's edit also where an attempt by itself stored it again before its turn", async () => {
    const target = session.uri(ids.hello, "hello.py");
    const document = await show(target);
    const before = document.getText();
    await withAutoSave(async () => {
      await type(document, "stored again\n");
      await eventually(() => !document.isDirty, "it is stored");
    });
    const { pending } = session.parts.files;
    const [edit] = pending.all;
    assert.ok(edit);
    await whileDiscardWaits(edit, async () => void (await pending.put(edit, [edit.id])));
    await eventually(() => document.getText() === before, "it shows what the service has");
    assert.deepEqual([pending.all, session.messages], [[], []]);
  });

  it("that fails leaves to Auto Save what it has typed by then", async () => {
    const document = await show(session.uri(ids.hello, "hello.py"));
    await withAutoSave(async () => {
      await type(document, "stored\n");
      await eventually(() => !document.isDirty, "it is stored");
    });
    await type(document, "stored, and more\n");
    const { pending } = session.parts.files;
    const [edit] = pending.all;
    assert.ok(edit);
    await withSetting("files.autoSaveDelay", 50, () =>
      withSetting("files.autoSave", "off", () =>
        whileDiscardWaits(edit, async () => {
          let isSaving = false;
          const noted = workspace.onWillSaveTextDocument((event) => (isSaving ||= event.document === document));
          await withSetting("files.autoSave", "afterDelay", async () => {
            await eventually(() => isSaving, "it is being saved").finally(() => noted.dispose());
            // VS Code writes it then.
            await sleep(300);
            await pending.put({ ...edit, mine: "of another window\n" }, [edit.id]);
          });
        }),
      ),
    );
    await eventually(() => session.messages.length > 0, "it is said");
    await savesByItself(document);
    assert.equal(document.getText(), "stored, and more\n");
    assert.ok(pending.all.some(({ mine }) => mine === "stored, and more\n"));
  });

  const whileDiscardWaits = (edit: PendingEdit, change: () => Promise<void>): Promise<void> => {
    const discard = () =>
      answering({ showWarningMessage: yes }, () =>
        commands.executeCommand(gistCommands.discardEdit, { kind: "edit", edit }),
      );
    return whileInLine(session.parts.files.engine, edit, "discard", discard, change);
  };

  const pauseAt = (method: string): void => {
    let isRefused = false;
    session.forge.answer = (request) => {
      if (request.method !== method || isRefused) return undefined;
      isRefused = true;
      return Response.json({ message: "Secondary rate limit" }, { status: 403, headers: { "retry-after": "20" } });
    };
  };

  it("of nothing: a gist whose deletion was canceled before it was sent isn't listed as deleted", () =>
    withRecordedProgress(async ({ titles, cancel }) => {
      const node = (await nodesOf(session.parts.trees.gists)).find(({ item }) =>
        item.id?.includes(ids.notes),
      )?.node;
      pauseAt("DELETE");
      await answering({ showWarningMessage: yes }, async () => {
        const deleting = commands.executeCommand(gistCommands.delete, node);
        await eventually(() => titles.some((title) => title.includes("accepts no requests")), "it waits");
        cancel();
        await deleting;
      });
      assert.equal(session.forge.sent("DELETE").length, 1);
      assert.notEqual(session.forge.files(ids.notes), undefined);
      assert.deepEqual(await session.parts.trash.all(), []);
    }));

  for (const isDiscarded of [false, true])
    it(`of nothing: a branch that was made for a canceled commit is named, and takes it then${isDiscarded ? ", unless it was discarded" : ""}`, () =>
      withRecordedProgress(async ({ titles, messages, cancel }) => {
        await addAll("moved.txt");
        const document = await stored("moved.txt");
        await savesByItself(document);
        const [change] = session.parts.localChanges.all;
        pauseAt("PUT");
        const asked: string[] = [];
        const showWarningMessage = async (text: string, ...actions: readonly string[]) => {
          asked.push(text);
          session.forge.answer = () => undefined;
          if (isDiscarded && change) await session.parts.localChanges.remove(change.id);
          return actions.find((action) => action === "Commit to patch-1");
        };
        const showInputBox = ({ value }: { readonly value?: string }) => (value === "patch-1" ? value : "Mine");
        await answering({ showWarningMessage, showInputBox } as never, async () => {
          const moving = commands.executeCommand(localChangeCommands.moveToBranch, { change });
          await eventually(() => [...titles, ...messages].some((text) => text.includes("accepts no")), "it waits");
          cancel();
          await moving;
          await eventually(() => session.parts.localChanges.all.length === 0, "it is committed", 25_000);
        });
        assert.deepEqual(asked.slice(0, 1), ["Canceled. The branch patch-1 was created, without your commit."]);
        if (isDiscarded) {
          const said =
            "“moved.txt” was published or discarded since then. The branch patch-1 was created, without your commit.";
          await eventually(() => session.messages.includes(said), "it is said");
        }
        const { content = "" } = (await mia().call("repos.getContent", {
          ...at,
          path: "moved.txt",
          ref: "patch-1",
        })) as { readonly content?: string };
        const expected = isDiscarded ? "one\n" : "discarded, and more\n";
        assert.equal(Buffer.from(content, "base64").toString(), expected);
      }));
});
