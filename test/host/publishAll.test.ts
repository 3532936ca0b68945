import assert from "node:assert/strict";
import { commands } from "vscode";
import { gistCommands, settings } from "../../src/ids.ts";
import { show, type } from "./support/documents.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { whileInLine } from "./support/inLine.ts";
import { ids, tokens } from "./support/seeds.ts";
import { useSession, withSetting } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

describe("Publish All Edits", () => {
  const session = useSession();
  const statusTexts = useStatusTexts();

  it("says that the server's limit is reached, and when the edits are sent again", async () => {
    await withSetting(settings.publish, "manual", async () => {
      const document = await show(session.uri(ids.notes, "notes.md"));
      await type(document, "edited\n");
      assert.equal(await document.save(), true);
      // As a browser sees it where the server lets pages read no `Retry-After`.
      session.forge.answer = () => Response.json({ message: "Too many requests" }, { status: 429 });
      const published = commands.executeCommand(gistCommands.publishAll);
      await published;
      const [message = ""] = session.messages;
      assert.match(
        message,
        /^1 of 1 edit couldn't be published: notes\.md\. What wasn't published is stored on this computer\. Rate limit exceeded\. Forgeside tries again at \d/,
      );
    });
  });

  it("doesn't count what was discarded before its turn", async () => {
    await withSetting(settings.publish, "manual", async () => {
      const document = await show(session.uri(ids.notes, "notes.md"));
      await type(document, "edited\n");
      assert.equal(await document.save(), true);
      const { engine, pending } = session.parts.files;
      const [edit] = pending.all;
      assert.ok(edit);
      const publish = () => commands.executeCommand(gistCommands.publishAll);
      await whileInLine(engine, edit, "publish", publish, () => pending.remove(edit.id));
      assert.deepEqual([statusTexts().at(-1), session.messages], ["0 edits published.", []]);
    });
  });

  /** Both edits are in conflict, or the first one only. */
  const conflict = async (files: readonly [id: string, name: string][], both: boolean): Promise<void> => {
    for (const [index, [id, name]] of files.entries()) {
      const document = await show(session.uri(id, name));
      await type(document, `mine\n${document.getText()}`);
      assert.equal(await document.save(), true);
      if (index === 0 || both)
        await session.forge
          .client(tokens.mia)
          .call("gists.edit", { id, files: { [name]: { content: "theirs\n" } } });
    }
  };
  const files: readonly [id: string, name: string][] = [
    [ids.notes, "notes.md"],
    [ids.hello, "hello.py"],
  ];

  for (const [both, expected] of [
    [false, ["Merge...", "Compare", "Keep Mine", "Take Theirs"]],
    [true, ["Show Unpublished Gist Edits"]],
  ] as const)
    it(`offers what can be done about ${both ? "several conflicts" : "the only conflict"}`, () =>
      withSetting(settings.publish, "manual", async () => {
        await conflict(files, both);
        const asked: (readonly string[])[] = [];
        const note = (...given: readonly string[]): undefined => void asked.push(given);
        await answering({ showWarningMessage: note as never }, async () => {
          await commands.executeCommand(gistCommands.publishAll);
          await eventually(() => asked.some(([text]) => text?.includes("notes.md")), "it is asked");
        });
        const [[text = "", ...buttons] = []] = asked.filter(([each]) => each?.includes("notes.md"));
        assert.deepEqual(buttons, expected);
        if (both)
          assert.match(text, /“notes\.md” was changed on both sides\. “hello\.py” was changed on both sides\.$/);
      }));
});
