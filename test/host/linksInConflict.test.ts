import assert from "node:assert/strict";
import { commands, type TextDocument, type Uri, window } from "vscode";
import { linkCommands, settings } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { readText, show, type } from "./support/documents.ts";
import { at, lines, nameOf, useLinkedFile } from "./support/linkedFile.ts";
import { useSession, withSetting } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

const mine = lines.replace("one", "mine");
const theirs = lines.replace("one", "theirs");

describe("A linked file in conflict", () => {
  const session = useSession();
  const texts = useStatusTexts();
  const file = useLinkedFile(session);
  const { links, write, state, editThere, becomes, remote, link } = file;
  let uri: Uri;
  beforeEach(() => (uri = file.uri()));

  const diverge = async (text = mine): Promise<TextDocument> => {
    await link();
    const document = await show(uri);
    await type(document, text);
    await document.save();
    await editThere(theirs);
    await links().check(links().links);
    await becomes("diverged");
    return document;
  };
  /** What the menu of the status bar offers, of which one is chosen. */
  const choose = async (wanted: RegExp | undefined, target = uri): Promise<readonly string[]> => {
    const offered: string[] = [];
    const showQuickPick = (items: readonly { readonly label: string }[]) => {
      offered.push(...items.map(({ label }) => label.replace(/^\$\(.+?\) /, "")));
      return items.find(({ label }) => wanted?.test(label) === true);
    };
    await answering({ showQuickPick: showQuickPick as never }, async () =>
      commands.executeCommand(linkCommands.show, target),
    );
    return offered;
  };
  const nothingToPull = (): string => `${nameOf(uri)}: nothing to pull. Push the file to send its changes.`;
  const assertStillInConflict = async (text: string): Promise<void> => {
    await links().noteLocal(links().links[0]!);
    assert.equal(state(), "diverged");
    assert.deepEqual((await choose(undefined)).slice(0, 3), ["Merge...", "Keep Mine", "Take Theirs"]);
    const said: string[] = [];
    const note = (shown: string) => void said.push(shown);
    await answering({ showWarningMessage: note, showInformationMessage: note }, async () => {
      await commands.executeCommand(linkCommands.pull, uri);
      await eventually(() => said.length > 0, "it is asked");
      await commands.executeCommand(linkCommands.pushAll);
      await eventually(() => said.length > 1, "it is reported");
    });
    assert.deepEqual(said, [
      `“${nameOf(uri)}” was changed here and on the server, on the same lines. Nothing was overwritten.`,
      `Push: “${nameOf(uri)}” left as it is.`,
    ]);
    assert.equal(await readText(uri), text);
    assert.equal(remote(), theirs);
  };

  for (const status of [403, 500])
    it(`remains one when the server answers Keep Mine with ${String(status)}, which the message names`, async () => {
      await diverge();
      session.forge.answer = ({ method }) =>
        method === "PATCH" ? Response.json({ message: "Not today" }, { status }) : undefined;
      const shown: string[] = [];
      await answering(
        { showWarningMessage: () => "Keep Mine", showErrorMessage: (text: string) => void shown.push(text) },
        async () => {
          await choose(/Keep Mine/);
          await eventually(() => shown.length > 0, "it is shown that it failed");
        },
      );
      session.forge.answer = () => undefined;
      assert.match(shown[0] ?? "", /^Keep Mine: /);
      await assertStillInConflict(mine);
    });

  it("remains one when a possible secret keeps the user from sending theirs", async () => {
    const secret = `${mine}password = "Kx9f2mQ7vLp4Zr8T"\n`;
    await diverge(secret);
    const asked: string[] = [];
    const showWarningMessage = (text: string) => {
      asked.push(text);
      return text.startsWith("Possible secret") ? undefined : "Keep Mine";
    };
    await answering({ showWarningMessage }, async () => {
      await choose(/Keep Mine/);
      await eventually(() => asked.some((text) => text.startsWith("Possible secret")), "the guard asks");
    });
    await assertStillInConflict(secret);
  });

  it("asks again when the gist was changed since the user chose to replace it", async () => {
    await diverge();
    const latest = lines.replace("one", "latest");
    const asked: string[] = [];
    const showWarningMessage = async (text: string) => {
      asked.push(text);
      if (asked.length > 1) return undefined;
      await editThere(latest);
      return "Keep Mine";
    };
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      await choose(/Keep Mine/);
      await eventually(() => asked.length === 2, "it is asked again");
    });
    assert.deepEqual(asked, [
      `Replace “${nameOf(uri)}” on the server with your version?`,
      `“${nameOf(uri)}” was changed here and on the server, on the same lines. Nothing was overwritten.`,
    ]);
    assert.equal(remote(), latest);
    await becomes("diverged");
  });

  it("has a status text when Keep Mine was sent", async () => {
    await diverge();
    await answering({ showWarningMessage: () => "Keep Mine" }, async () => {
      await choose(/Keep Mine/);
      await eventually(() => texts().includes(`${nameOf(uri)}: pushed`), "it is said");
    });
    assert.equal(remote(), mine);
    await becomes("synced");
  });

  it("has a status text that Take Theirs is to be saved, and is one until then", async () => {
    const document = await diverge();
    await choose(/Take Theirs/);
    const text = `“${nameOf(uri)}” has the gist's version in the editor. It is taken when the file is saved.`;
    await eventually(() => texts().includes(text), `it is said, not ${texts().join()}`);
    assert.equal(document.getText(), theirs);
    assert.equal(document.isDirty, true);
    assert.equal(await readText(uri), mine);
    assert.equal(state(), "diverged");
    await document.save();
    await becomes("synced");
  });

  it("is none, and no merge is reported, where the saved file has all that was changed in the gist", async () => {
    await link();
    const all = lines.replace("one", "ONE").replace("three", "THREE").replace("five", "FIVE");
    await write(all);
    await links().noteLocal(links().links[0]!);
    await editThere(lines.replace("five", "FIVE"));
    const said: string[] = [];
    await answering({ showInformationMessage: (text: string) => void said.push(text) }, async () => {
      await commands.executeCommand(linkCommands.pull, uri);
      assert.equal(state(), "ahead");
      assert.deepEqual(texts(), [nothingToPull()]);
      await editThere(lines.replace("one", "ONE").replace("five", "FIVE"));
      await commands.executeCommand(linkCommands.push, uri);
    });
    assert.deepEqual(said, []);
    assert.equal(await readText(uri), all);
    assert.equal(remote(), all);
    await becomes("synced");
  });

  it("is none where only the text in the editor differs from the gist", async () => {
    await link();
    const document = await show(uri);
    const typed = lines.replace("one", "typed");
    await type(document, typed);
    const said: string[] = [];
    await answering({ showInformationMessage: (text: string) => void said.push(text) }, () =>
      commands.executeCommand(linkCommands.pull, uri),
    );
    assert.deepEqual([said, texts()], [[], [nothingToPull()]]);
    assert.equal(document.getText(), typed);
    await document.save();
    await becomes("ahead");
  });

  it("isn't sent by Keep Mine when it was unlinked in the meantime", async () => {
    await diverge();
    const shown: string[] = [];
    const showWarningMessage = async (text: string) => {
      shown.push(text);
      if (!text.startsWith("Replace ")) return undefined;
      for (const each of links().links) await links().remove(each);
      return "Keep Mine";
    };
    const text = `“${nameOf(uri)}” is no longer linked to notes.md in that gist. Nothing was sent.`;
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      await choose(/Keep Mine/);
      await eventually(() => shown.includes(text), "it is said");
    });
    assert.equal(remote(), theirs);
  });

  it("that the repository linked is confirmed by a button with the name of what was chosen", async () => {
    await withSetting(settings.linksKeepIn, "file", async () => {
      await link();
      const { links: own } = JSON.parse(await readText(at(".forgeside/links.json"))) as { links: object[] };
      const foreign = at("moved.md");
      await write("my private notes\n", foreign);
      const entries = [...own, { ...own[0], path: nameOf(foreign), base: null }];
      await write(JSON.stringify({ version: 1, links: entries }), at(".forgeside/links.json"));
      await links().load();
      await links().check(links().links);
      const asked: (readonly unknown[])[] = [];
      const showWarningMessage = (...given: readonly unknown[]) => void asked.push(given);
      await answering({ showWarningMessage: showWarningMessage as never }, async () => {
        for (const choice of [/Merge/, /Keep Mine/, /Take Theirs/]) await choose(choice, foreign);
      });
      assert.deepEqual(
        asked.map(([text, , ...buttons]) => [text, ...buttons]),
        ["Merge", "Keep Mine", "Take Theirs"].map((button) => [
          "“moved.md” was linked by this repository, not by you. Continue?",
          button,
        ]),
      );
      assert.deepEqual(session.forge.sent("PATCH"), []);
      assert.equal(window.activeTextEditor?.document.isDirty ?? false, false);
    });
  });
});
