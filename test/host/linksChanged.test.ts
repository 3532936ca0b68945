import assert from "node:assert/strict";
import { commands, TabInputText, window, workspace } from "vscode";
import { sha256 } from "../../src/base/sha256.ts";
import { plainOf } from "../../src/gists/links/textShape.ts";
import { linkCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { readText, show, type } from "./support/documents.ts";
import { holdReads, holdWrites } from "./support/heldRequests.ts";
import { lines, nameOf, useLinkedFile } from "./support/linkedFile.ts";
import { ids, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const mine = lines.replace("one", "mine");

describe("A link that changes while its file is pushed or pulled", () => {
  const session = useSession();
  const file = useLinkedFile(session);
  const { links, editThere, becomes, remote, link } = file;

  const ahead = async (): Promise<void> => {
    await link();
    const document = await show(file.uri());
    await type(document, mine);
    await document.save();
    await becomes("ahead");
  };
  /** What is said while this is done. */
  const saidDuring = async (act: () => Promise<void>): Promise<readonly string[]> => {
    const said: string[] = [];
    const note = (text: string) => void said.push(text);
    await answering(
      { showErrorMessage: note, showWarningMessage: note, showInformationMessage: note },
      async () => {
        await act();
        await eventually(() => said.length > 0, "it is said");
      },
    );
    return said;
  };
  const unlink = async (): Promise<void> => {
    await commands.executeCommand(linkCommands.unlink, file.uri());
    assert.deepEqual(links().links, []);
  };
  const unlinkedText = (end: string): string =>
    `“${nameOf(file.uri())}” is no longer linked to notes.md in that gist. ${end}`;

  const isTextTab = (): boolean => window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputText;

  it("sends nothing when the file is unlinked while the gist is read", async () => {
    await ahead();
    const held = holdReads(session.forge);
    const said = await saidDuring(async () => {
      const pushing = commands.executeCommand(linkCommands.push, file.uri());
      await held.arrived();
      await unlink();
      held.release();
      await pushing;
    });
    assert.deepEqual(said, [unlinkedText("Nothing was sent.")]);
    assert.equal(remote(), lines);
  });

  it("sends nothing when the file is unlinked while a question is shown", async () => {
    await ahead();
    await session.forge
      .client(tokens.mia)
      .call("gists.edit", { id: ids.notes, files: { "notes.md": null, "other.md": { content: "other" } } });
    const said: string[] = [];
    const showWarningMessage = async (text: string, options: unknown, add: string) => {
      if (typeof options !== "object") return void said.push(text);
      await unlink();
      return add;
    };
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      await commands.executeCommand(linkCommands.push, file.uri());
      await eventually(() => said.length > 0, "it is said");
    });
    assert.deepEqual(said, [unlinkedText("Nothing was sent.")]);
    assert.equal(remote(), undefined);
  });

  it("leaves the file as it is when it is unlinked while the gist is read", async () => {
    await link();
    await becomes("synced");
    await editThere(lines.replace("one", "theirs"));
    const held = holdReads(session.forge);
    const said = await saidDuring(async () => {
      const pulling = commands.executeCommand(linkCommands.pull, file.uri());
      await held.arrived();
      await unlink();
      held.release();
      await pulling;
    });
    assert.deepEqual(said, [unlinkedText("The file was not changed.")]);
    assert.equal(await readText(file.uri()), lines);
  });

  it("asks before the file is overwritten when it was linked to another gist while it was sent", async () => {
    await ahead();
    const held = holdWrites(session.forge);
    const pushing = commands.executeCommand(linkCommands.push, file.uri());
    await held.arrived();
    const [former] = links().links;
    assert.ok(former);
    await links().put({ ...former, gistId: ids.hello, fileName: "hello.py", base: null });
    held.release();
    await pushing;
    assert.equal(remote(), mine);
    assert.equal(links().links[0]?.base, null);
    const said = await saidDuring(async () => {
      await commands.executeCommand(linkCommands.pull, file.uri());
    });
    assert.match(said[0] ?? "", /Nothing was overwritten\.$/);
    assert.equal(await readText(file.uri()), mine);
  });

  it("says that the account is signed out when that happens while the gist is read", async () => {
    await ahead();
    const held = holdReads(session.forge);
    const said = await saidDuring(async () => {
      const pushing = commands.executeCommand(linkCommands.push, file.uri());
      await held.arrived();
      await session.parts.accounts.remove(session.accountId);
      held.release();
      await pushing;
    });
    assert.match(said[0] ?? "", /^The account .+ is signed out\. Sign in again\.$/);
    assert.equal(remote(), lines);
  });

  for (const [button, part] of [
    ["Keep Mine", "one"],
    ["Push File to Gist", "five"],
    ["Take Theirs", "one"],
  ] as const)
    it(`changes nothing by ${button} of a message when the file was linked to another gist since`, async () => {
      await ahead();
      await editThere(lines.replace(part, "theirs"));
      const hello = () => session.forge.files(ids.hello)?.["hello.py"] ?? "";
      const before = hello();
      const said: string[] = [];
      let answer: (button: unknown) => void = () => undefined;
      const answered = new Promise((resolve) => (answer = resolve));
      const ask = (text: string, ...given: readonly unknown[]) => {
        said.push(text);
        if (said.length === 1) return answered;
        return typeof given[0] === "object" ? given[1] : undefined;
      };
      await answering({ showWarningMessage: ask, showInformationMessage: ask } as never, async () => {
        await commands.executeCommand(linkCommands.pull, file.uri());
        await eventually(() => said.length > 0, "it is asked");
        await workspace.saveAll();
        const [former] = links().links;
        assert.ok(former);
        const base = await sha256(plainOf(before));
        await links().put({ ...former, gistId: ids.hello, fileName: "hello.py", base });
        answer(button);
        await eventually(() => said.at(-1) === unlinkedText("Nothing was sent."), "it is said");
      });
      assert.equal(hello(), before);
      assert.doesNotMatch(await readText(file.uri()), button === "Take Theirs" ? /theirs/ : /hello/);
    });

  for (const [button, isSaved] of [
    ["Merge...", true],
    ["Merge...", false],
    ["Take Theirs", true],
  ] as const)
    it(`loses nothing that was ${isSaved ? "saved" : "typed"} since by ${button} of a message`, async () => {
      await ahead();
      await editThere(lines.replace("one", "theirs"));
      const said: string[] = [];
      let answer: (button: unknown) => void = () => undefined;
      const answered = new Promise((resolve) => (answer = resolve));
      const ask = (text: string) => {
        said.push(text);
        return said.length === 1 ? answered : undefined;
      };
      const document = await show(file.uri());
      await answering({ showWarningMessage: ask, showInformationMessage: ask } as never, async () => {
        await commands.executeCommand(linkCommands.pull, file.uri());
        await eventually(() => said.length > 0, "it is asked");
        await type(document, `${mine}more\n`);
        if (isSaved) assert.equal(await document.save(), true);
        answer(button);
        if (button === "Take Theirs") await eventually(() => said.length === 2, "it asks again");
        else await eventually(() => !isTextTab(), "the merge editor is in front");
      });
      assert.match(document.getText(), /^mine\n[^]*more\n$/);
      if (button === "Take Theirs") assert.match(said[1] ?? "", /^Discard your changes to /);
    });

  it("stays when an old message offers to unlink another one", async () => {
    await link();
    await becomes("synced");
    await session.forge
      .client(tokens.mia)
      .call("gists.edit", { id: ids.notes, files: { "notes.md": null, "other.md": { content: "other" } } });
    const said: string[] = [];
    let answer: (button: unknown) => void = () => undefined;
    const answered = new Promise((resolve) => (answer = resolve));
    const showErrorMessage = (text: string) => {
      said.push(text);
      return said.length === 1 ? answered : undefined;
    };
    await answering({ showErrorMessage, showWarningMessage: showErrorMessage } as never, async () => {
      void commands.executeCommand(linkCommands.pull, file.uri());
      await eventually(() => said.length > 0, "it is said");
      const [former] = links().links;
      assert.ok(former);
      await links().put({ ...former, gistId: ids.hello, fileName: "hello.py", base: null });
      answer("Unlink");
      await eventually(() => said.length === 2, "it is refused");
    });
    assert.equal(said[1], unlinkedText("The file was not changed."));
    assert.deepEqual(
      links().links.map(({ gistId }) => gistId),
      [ids.hello],
    );
  });
});
