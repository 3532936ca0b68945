import assert from "node:assert/strict";
import { type Uri, workspace } from "vscode";
import { gistScheme } from "../../src/ids.ts";
import { AnnouncedSaves } from "../../src/shell/announcedSaves.ts";
import { takeSaveReason } from "../../src/ui/saveReasons.ts";
import { eventually } from "../support/eventually.ts";
import { ManualClock } from "../support/manualClock.ts";
import { answering } from "./support/answers.ts";
import { bytes, show, type } from "./support/documents.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { ids } from "./support/seeds.ts";
import { useSession, withSetting } from "./support/session.ts";

describe("The reason of a save", () => {
  const session = useSession();

  it("counts for the write that follows, and not for one long after a save that was never made", async () => {
    const clock = new ManualClock();
    const saves = new AnnouncedSaves([gistScheme], clock);
    try {
      // A gist has text in UTF-8 only: the document stays unsaved.
      await withSetting("files.encoding", "utf16le", async () => {
        const document = await show(session.uri(ids.notes, "notes.md"));
        const fail = async (text: string): Promise<Uint8Array> => {
          await type(document, text);
          assert.equal(await document.save(), false);
          return workspace.encode(text, { encoding: document.encoding });
        };
        const content = await fail("größe\n");
        clock.advance(5000);
        assert.equal(await takeSaveReason(saves, document.uri, content), "user");
        const later = await fail("größer\n");
        clock.advance(60_000);
        assert.equal(await takeSaveReason(saves, document.uri, later), "autoSave");
        assert.equal(await takeSaveReason(saves, document.uri, bytes("copied\n")), "other");
      });
    } finally {
      saves.dispose();
    }
  });

  for (const encoding of ["utf8", "utf16le", "windows1252"])
    it(`is found for a document in ${encoding} by what it is saved as`, async () => {
      const saves = new AnnouncedSaves([gistScheme]);
      try {
        await withSetting("files.encoding", encoding, async () => {
          const document = await show(session.uri(ids.notes, "notes.md"));
          await type(document, "# größe\n");
          const content = await workspace.encode(document.getText(), { encoding: document.encoding });
          assert.equal(document.encoding, encoding);
          assert.equal(await takeSaveReason(saves, document.uri, content), "autoSave");
          assert.equal(await takeSaveReason(saves, document.uri, bytes("# other\n")), "other");
        });
      } finally {
        saves.dispose();
      }
    });
});

describe("A file that is copied over one with unsaved changes", () => {
  const { session, uri: file, add, atService } = useRepositorySession();
  const questions: string[] = [];
  const answers = {
    showInputBox: () => "Message",
    showWarningMessage: ((question: string) => void questions.push(question)) as never,
  };
  beforeEach(() => void questions.splice(0));
  const copied = "one\ntwo\n";
  const fromBase64 = (text: string): string => Buffer.from(text, "base64").toString();

  // VS Code deletes a file before it copies another one over it; other extensions write at once.
  for (const way of ["copied", "written"])
    it(`is committed in a repository when it is ${way}, and not overwritten by the next save of what was unsaved`, async () => {
      await add("a.txt", copied);
      await add("b.txt", "b\n");
      const document = await show(file("b.txt"));
      await type(document, "b, typed\n");
      await answering(answers, async () => {
        if (way === "copied") await workspace.fs.copy(file("a.txt"), file("b.txt"), { overwrite: true });
        else await workspace.fs.writeFile(file("b.txt"), bytes(copied));
        assert.equal(await atService("b.txt"), copied);
        assert.deepEqual([document.isDirty, document.getText()], [true, "b, typed\n"]);
        // As Auto Save does, and then Publish.
        await workspace.fs.writeFile(file("b.txt"), bytes("b, typed\n"));
        assert.equal(await document.save(), true);
        assert.deepEqual(
          session.parts.localChanges.all.map(({ reason, content }) => [reason, fromBase64(content)]),
          [["conflict", "b, typed\n"]],
        );
        await eventually(() => questions.length > 0, "the user is asked");
      });
      assert.equal(await atService("b.txt"), copied);
    });

  for (const way of ["copied", "written"])
    it(`is published in a gist when it is ${way}, and not overwritten by the next save of what was unsaved`, async () => {
      const [from, to] = ["hello.rb", "hello.py"].map((name) => session.uri(ids.hello, name)) as [Uri, Uri];
      const document = await show(to);
      await type(document, "typed\n");
      const theirs = 'puts "Hello"\n';
      await answering(answers, async () => {
        if (way === "copied") await workspace.fs.copy(from, to, { overwrite: true });
        else await workspace.fs.writeFile(to, bytes(theirs));
        assert.deepEqual([document.isDirty, document.getText()], [true, "typed\n"]);
        assert.equal(session.forge.files(ids.hello)?.["hello.py"], theirs);
        assert.equal(await document.save(), true);
        assert.deepEqual(
          session.parts.files.pending.all.map(({ state, mine }) => [state, mine]),
          [["conflict", "typed\n"]],
        );
        await eventually(() => questions.length > 0, "the user is asked");
      });
      assert.equal(session.forge.files(ids.hello)?.["hello.py"], theirs);
    });
});
