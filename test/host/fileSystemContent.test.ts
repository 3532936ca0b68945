import assert from "node:assert/strict";
import { commands, window, workspace } from "vscode";
import { gistCommands, settings } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { bytes, readText, show, type } from "./support/documents.ts";
import { nodesOf } from "./support/rows.ts";
import { ids } from "./support/seeds.ts";
import { failureOf, useSession, withAutoSave, withSetting } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

describe("A file that is no text for a gist", () => {
  const session = useSession();
  const statusTexts = useStatusTexts();
  const { hello, notes } = ids;
  const before = { "notes.md": "# Notes\n" };
  const notesUri = () => session.uri(notes, "notes.md");
  const stored = () =>
    session.parts.files.pending.all.map(({ place, state, reason, mine }) => [place.fileName, state, reason, mine]);
  const rowNotes = async () =>
    (await nodesOf(session.parts.trees.gists))
      .filter(({ node }) => node.kind === "edit")
      .map(({ item }) => String(item.description).split(" · ")[0]);

  /**
   * Runs it with answers to warnings, and with what these asked. No one answers before the document is saved: VS Code looks at
   * the file again after it was written.
   */
  const choosing = async (
    choices: readonly string[],
    act: (asked: readonly (readonly string[])[]) => Promise<void>,
  ): Promise<void> => {
    const asked: string[][] = [];
    const answer = async (text: string, ...offered: readonly unknown[]) => {
      const titles = offered.filter((each): each is string => typeof each === "string");
      asked.push([text, ...titles]);
      const isSaved = () => !workspace.textDocuments.some(({ isDirty }) => isDirty);
      await eventually(isSaved, "the save has ended");
      return titles.find((each) => choices.includes(each));
    };
    await answering({ showWarningMessage: answer as never }, () => act(asked));
  };

  it("is not sent when it is binary, and the reason is given", async () => {
    const uri = session.uri(notes, "picture.png");
    for (const content of [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff), bytes("text\0more")]) {
      const error = await failureOf(workspace.fs.writeFile(uri, content));
      assert.match(error.message, /^picture\.png isn't UTF-8 text, and a gist can have text only\.$/);
    }
    assert.deepEqual(session.forge.files(notes), before);
    assert.deepEqual([session.forge.sent("PATCH"), stored()], [[], []]);
  });

  it("is stored as refused when a zero byte was typed, and published once it is text", async () => {
    const document = await show(notesUri());
    await type(document, "zero \0 byte");
    await choosing([], async (asked) => {
      assert.equal(await document.save(), true);
      await eventually(() => asked.length > 0, "it is reported");
      await session.parts.files.engine.flush();
      assert.deepEqual(asked, [
        [
          "“notes.md” was not published: notes.md isn't UTF-8 text, and a gist can have text only. Your edit is stored on this computer.",
          "Save Locally",
          "Discard Changes",
        ],
      ]);
    });
    assert.deepEqual(stored(), [["notes.md", "refused", "binary", "zero \0 byte"]]);
    assert.deepEqual(await rowNotes(), ["not sent: binary"]);
    assert.equal(await readText(notesUri()), "zero \0 byte");
    assert.deepEqual(session.forge.sent("PATCH"), []);
    await type(document, "text");
    assert.equal(await document.save(), true);
    assert.deepEqual([session.forge.files(notes), stored()], [{ "notes.md": "text" }, []]);
  });

  it("is stored as refused when it is empty, and can be deleted from the message", async () => {
    const document = await show(session.uri(hello, "hello.rb"));
    await type(document, "");
    await choosing(["Delete File", "Delete and Discard"], async (asked) => {
      assert.equal(await document.save(), true);
      assert.equal(document.isDirty, false);
      await eventually(() => stored().length === 0, "it is deleted");
      assert.deepEqual(asked[0], [
        "“hello.rb” was not published: hello.rb is empty, and a gist can't have empty files. Your edit is stored on this computer.",
        "Delete File",
        "Discard Changes",
      ]);
      assert.deepEqual(session.forge.files(hello), { "hello.py": 'print("Hello")\n' });
    });
  });

  it("is stored when it is empty and the gist's only file: the gist can be deleted, and nothing is sent", async () => {
    const document = await show(notesUri());
    await type(document, "");
    await choosing([], async (asked) => {
      assert.equal(await document.save(), true);
      await eventually(() => asked.length > 0, "it is reported");
      assert.deepEqual(asked[0]?.slice(1), ["Delete Gist", "Discard Changes"]);
      assert.deepEqual(stored(), [["notes.md", "refused", "emptyContent", ""]]);
      assert.deepEqual(await rowNotes(), ["not sent: empty"]);
      // Publish says it again, and sends nothing.
      await commands.executeCommand(gistCommands.publish, document.uri);
      assert.equal(asked.length, 2);
      assert.deepEqual(asked[1], asked[0]);
    });
    assert.deepEqual([session.forge.sent("PATCH"), session.forge.files(notes)], [[], before]);
    await type(document, "# Notes\n");
    assert.equal(await document.save(), true);
    assert.deepEqual([session.forge.sent("PATCH"), stored()], [[], []]);
  });

  it("asks nothing while Auto Save stores a text that is empty", async () => {
    const document = await show(notesUri());
    await choosing([], async (asked) => {
      await withAutoSave(async () => {
        await type(document, "");
        await eventually(() => stored().length > 0 && !document.isDirty, "it is stored");
      });
      assert.deepEqual([stored(), asked], [[["notes.md", "refused", "emptyContent", ""]], []]);
    });
  });

  it("is discarded from a message that was shown before it was saved again", async () => {
    const document = await show(notesUri());
    const asked: string[] = [];
    let press: (answer: string) => void = () => undefined;
    const showWarningMessage = (text: string, ...offered: readonly unknown[]): unknown => {
      asked.push(text);
      if (offered.some((each) => typeof each === "object")) return "Discard Changes";
      return asked.length === 1 ? new Promise<string>((resolve) => (press = resolve)) : undefined;
    };
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      await type(document, "one \0 byte");
      assert.equal(await document.save(), true);
      await eventually(() => asked.length === 1, "it is reported");
      await type(document, "another \0 byte");
      assert.equal(await document.save(), true);
      await eventually(() => stored()[0]?.[3] === "another \0 byte", "it is stored again");
      press("Discard Changes");
      await eventually(() => stored().length === 0, "it is discarded");
      await eventually(() => document.getText() === "# Notes\n", "the editor has what the server has");
    });
    assert.equal(asked.at(-1), "Discard your changes to “notes.md”?");
    assert.deepEqual(session.messages, []);
  });

  it("says so when what a message is about was published since", async () => {
    const document = await show(notesUri());
    let press: ((answer: string) => void) | undefined;
    const showWarningMessage = () => new Promise<string>((resolve) => (press = resolve));
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      await type(document, "one \0 byte");
      assert.equal(await document.save(), true);
      await eventually(() => press !== undefined, "it is reported");
      await type(document, "text");
      assert.equal(await document.save(), true);
      press?.("Discard Changes");
      await eventually(() => statusTexts().length > 0, "it is said");
    });
    assert.deepEqual(statusTexts(), ["“notes.md” was published or discarded since then."]);
    assert.deepEqual(session.forge.files(notes), { "notes.md": "text" });
  });

  it("is stored as refused when it is larger than the setting allows, which the message opens", async () => {
    const document = await show(notesUri());
    const large = "x".repeat(1001);
    await withSetting(settings.maxFileMegabytes, 0.001, async () => {
      await type(document, large);
      await choosing(["Open Setting"], async (asked) => {
        assert.equal(await document.save(), true);
        await eventually(() => window.tabGroups.activeTabGroup.activeTab?.label === "Settings", "it is open");
        assert.match(asked[0]?.[0] ?? "", /larger than .+ MB, the limit of the setting forgeside\.gists\.maxFile/);
        assert.deepEqual(asked[0]?.slice(1), ["Open Setting", "Save Locally", "Discard Changes"]);
        assert.deepEqual(await rowNotes(), ["not sent: too large"]);
        await commands.executeCommand("workbench.action.closeActiveEditor");
      });
      assert.deepEqual(
        [stored(), session.forge.sent("PATCH")],
        [[["notes.md", "refused", "tooLarge", large]], []],
      );
    });
    // The setting allows it now.
    await commands.executeCommand(gistCommands.publish, document.uri);
    assert.deepEqual([session.forge.files(notes), stored()], [{ "notes.md": large }, []]);
  });

  it("stays unsaved when it is too large to be stored on this computer as well", async () => {
    const document = await show(notesUri());
    await withSetting(settings.maxFileMegabytes, 0.001, async () => {
      const error = await failureOf(workspace.fs.writeFile(notesUri(), new Uint8Array(33_000_000).fill(97)));
      assert.match(
        error.message,
        /can't be sent, and is too large to be stored on this computer: more than 32 MB\./,
      );
    });
    assert.deepEqual([stored(), document.getText()], [[], "# Notes\n"]);
  });

  it("does not keep another file of its gist from being saved at the same time", async () => {
    const [good, bad] = [
      await show(session.uri(hello, "hello.py")),
      await show(session.uri(hello, "hello.rb")),
    ] as const;
    await type(good, "good");
    await type(bad, "");
    await choosing([], async () => assert.deepEqual(await Promise.all([good.save(), bad.save()]), [true, true]));
    assert.deepEqual(session.forge.files(hello), { "hello.py": "good", "hello.rb": 'puts "Hello"\n' });
    assert.deepEqual(stored(), [["hello.rb", "refused", "emptyContent", ""]]);
  });
});
