import assert from "node:assert/strict";
import { commands, type Uri, window, workspace, WorkspaceEdit } from "vscode";
import { gistCommands, linkCommands, settings } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { readText, show, type } from "./support/documents.ts";
import { at, lines, nameOf, useLinkedFile } from "./support/linkedFile.ts";
import { ids, tokens } from "./support/seeds.ts";
import { closeEditors, useSession, withSetting } from "./support/session.ts";

describe("A linked file", () => {
  const session = useSession();
  const file = useLinkedFile(session);
  const { links, write, state, editThere, becomes, remote, link } = file;
  let uri: Uri;
  beforeEach(() => (uri = file.uri()));

  it("is ahead after a save, and synced after a push", async () => {
    await link();
    await becomes("synced");
    const document = await show(uri);
    await type(document, lines.replace("one", "ONE"));
    assert.equal(state(), "synced", "what is not saved does not count");
    await document.save();
    await becomes("ahead");
    await commands.executeCommand(linkCommands.push, uri);
    assert.equal(remote(), lines.replace("one", "ONE"));
    await becomes("synced");
    assert.deepEqual(session.messages, []);
  });

  it("has its actions in the menu of the status bar, without a question for the file", async () => {
    await link();
    await becomes("synced");
    await write(lines.replace("one", "ONE"));
    const titles: string[] = [];
    const showQuickPick = (items: readonly { readonly label: string }[], options: { readonly title: string }) => {
      titles.push(options.title);
      return items.find(({ label }) => label.includes("Push"));
    };
    await answering({ showQuickPick: showQuickPick as never }, async () =>
      commands.executeCommand(linkCommands.show, uri),
    );
    assert.deepEqual(titles, [nameOf(uri)]);
    assert.equal(remote(), lines.replace("one", "ONE"));
  });

  it("has the title of its gist in pickers also before a gist is read", async () => {
    await link();
    await becomes("synced");
    const details: (string | undefined)[] = [];
    const showQuickPick = (items: readonly { readonly detail?: string }[]) =>
      void details.push(...items.map(({ detail }) => detail));
    // As after a start.
    const unread = { value: () => undefined, configurable: true };
    Object.defineProperty(session.parts.gists, "knownTitle", unread);
    try {
      await closeEditors();
      await answering({ showQuickPick: showQuickPick as never }, async () =>
        commands.executeCommand(linkCommands.compare).then(undefined, () => undefined),
      );
    } finally {
      Reflect.deleteProperty(session.parts.gists, "knownTitle");
    }
    assert.deepEqual(details, ["notes.md in the gist notes.md"]);
  });

  it("keeps its own line ends, and those of the gist", async () => {
    await write(lines.replaceAll("\n", "\r\n"));
    await link();
    await becomes("synced");
    await editThere(`${lines}six\n`);
    await commands.executeCommand(linkCommands.pull, uri);
    assert.equal(await readText(uri), `${lines}six\n`.replaceAll("\n", "\r\n"));
    await write(`${lines}seven\n`.replaceAll("\n", "\r\n"));
    await commands.executeCommand(linkCommands.push, uri);
    assert.equal(remote(), `${lines}seven\n`);
  });

  it("is merged in the editor, unsaved, when both sides changed; saved and pushed, both are there", async () => {
    await link();
    await editThere(lines.replace("five", "FIVE"));
    await write(lines.replace("one", "ONE"));
    await commands.executeCommand(linkCommands.push, uri);
    assert.equal(remote(), lines.replace("five", "FIVE"), "nothing was sent");
    assert.equal(await readText(uri), lines.replace("one", "ONE"), "nothing was written");
    const document = window.activeTextEditor?.document;
    const both = lines.replace("one", "ONE").replace("five", "FIVE");
    assert.equal(document?.getText(), both);
    assert.equal(document?.isDirty, true);
    await commands.executeCommand(linkCommands.push, uri);
    assert.equal(remote(), both);
    await becomes("synced");
  });

  it("that was merged is saved and pushed by the button of the message", async () => {
    await link();
    await write(lines.replace("one", "mine"));
    await editThere(lines.replace("five", "FIVE"));
    const showInformationMessage = (...given: readonly string[]): string | undefined =>
      given.find((each) => each === "Push File to Gist");
    await answering({ showInformationMessage }, async () => {
      await commands.executeCommand(linkCommands.pull, uri);
      await eventually(() => remote() === lines.replace("one", "mine").replace("five", "FIVE"), "it is pushed");
    });
    await becomes("synced");
  });

  it("that is unsaved keeps what was typed when it is pulled", async () => {
    await link();
    const document = await show(uri);
    await type(document, lines.replace("one", "typed"));
    await editThere(lines.replace("five", "FIVE"));
    await commands.executeCommand(linkCommands.pull, uri);
    assert.equal(document.getText(), lines.replace("one", "typed").replace("five", "FIVE"));
    assert.equal(await readText(uri), lines);
    // Undone and saved: theirs are not taken in, so a push must not go over them.
    await commands.executeCommand("undo");
    assert.equal(document.getText(), lines.replace("one", "typed"));
    await document.save();
    await becomes("diverged");
    await commands.executeCommand(linkCommands.push, uri);
    assert.equal(remote(), lines.replace("five", "FIVE"));
  });

  it("is left alone when the same line was changed, until the user takes a side", async () => {
    await link();
    await write(lines.replace("one", "mine"));
    await editThere(lines.replace("one", "theirs"));
    let asked = "";
    await answering({ showWarningMessage: (text: string) => void (asked = text) }, async () => {
      await commands.executeCommand(linkCommands.pull, uri);
      await eventually(() => asked !== "", "it is asked");
    });
    assert.equal(
      asked,
      `“${nameOf(uri)}” was changed here and on the server, on the same lines. Nothing was overwritten.`,
    );
    assert.equal(await readText(uri), lines.replace("one", "mine"));
    await answering({ showWarningMessage: () => "Take Theirs" }, async () => {
      await commands.executeCommand(linkCommands.pull, uri);
      await eventually(() => window.activeTextEditor?.document.isDirty === true, "theirs are in the editor");
    });
    const document = window.activeTextEditor?.document;
    assert.equal(document?.getText(), lines.replace("one", "theirs"));
    await document?.save();
    await becomes("synced");
  });

  it("is still in conflict while a merge has own lines where both were changed, whatever else is saved", async () => {
    await link();
    await write(lines.replace("one", "mine"));
    const theirs = lines.replace("one", "theirs").replace("five", "FIVE");
    await editThere(theirs);
    const merging = () => window.tabGroups.activeTabGroup.activeTab?.label.startsWith("Merging") === true;
    let count = 0;
    await answering({ showWarningMessage: () => (count++ === 0 ? "Merge..." : undefined) }, async () => {
      await commands.executeCommand(linkCommands.pull, uri);
      await eventually(merging, "the merge editor is open");
    });
    const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    assert.ok(document);
    assert.equal(document.getText(), lines.replace("one", "mine").replace("five", "FIVE"));
    await type(document, lines.replace("one", "mine").replace("five", "FIVE!"));
    await document.save();
    await becomes("diverged");
    await answering({ showWarningMessage: () => undefined }, async () => {
      await commands.executeCommand(linkCommands.push, uri);
    });
    assert.equal(remote(), theirs, "nothing was sent");
    const merged = lines.replace("one", "mine and theirs").replace("five", "FIVE!");
    await type(document, merged);
    await document.save();
    await becomes("ahead");
    await commands.executeCommand(linkCommands.push, uri);
    assert.equal(remote(), merged);
  });

  it("replaces the gist's version when the user keeps their own, after a question", async () => {
    await link();
    await write(lines.replace("one", "mine"));
    await editThere(lines.replace("one", "theirs"));
    const asked: string[] = [];
    const keep = (text: string) => {
      asked.push(text);
      return "Keep Mine";
    };
    await answering({ showWarningMessage: keep }, async () => {
      await commands.executeCommand(linkCommands.pull, uri);
      await eventually(() => remote() === lines.replace("one", "mine"), "mine is in the gist");
    });
    assert.equal(asked[1], `Replace “${nameOf(uri)}” on the server with your version?`);
    assert.equal(asked.length, 2);
    await becomes("synced");
  });

  it("is pushed only when the guard lets it go, and never as something that is no text", async () => {
    await link();
    await write(`${lines}password = "Kx9f2mQ7vLp4Zr8T"\n`);
    let asked = "";
    await answering({ showWarningMessage: (text: string) => void (asked = text) }, async () =>
      commands.executeCommand(linkCommands.push, uri),
    );
    assert.match(asked, /Possible secret found in notes\.md/);
    assert.equal(remote(), lines);
    await workspace.fs.writeFile(uri, new Uint8Array([0xff, 0xd8, 0x00]));
    await commands.executeCommand(linkCommands.push, uri);
    assert.match(session.messages.at(-1) ?? "", /isn't UTF-8 text/);
    await workspace.fs.writeFile(at("picture.bin"), new Uint8Array([0xff, 0xd8, 0x00]));
    await commands.executeCommand(linkCommands.link, at("picture.bin"));
    assert.match(session.messages.at(-1) ?? "", /picture\.bin isn't UTF-8 text/);
    assert.equal(links().links.length, 1);
  });

  it("isn't pushed over a file of the gist that is no text, and the message says so", async () => {
    await link();
    await becomes("synced");
    await write(lines.replace("one", "ONE"));
    await editThere("no text");
    session.forge.change = async (answer, { path }) => {
      if (path !== `/gists/${ids.notes}`) return answer;
      const gist = (await answer.json()) as { files: Record<string, object> };
      gist.files["notes.md"] = { ...gist.files["notes.md"], encoding: "base64", content: "/9gA" };
      return Response.json(gist);
    };
    await commands.executeCommand(linkCommands.push, uri);
    assert.deepEqual(session.messages, [
      "notes.md in the gist isn't UTF-8 text, so it can't be linked to a file.",
    ]);
  });

  it("follows its renames, waits for its deleted file, and ends with the link", async () => {
    await link();
    const edit = new WorkspaceEdit();
    edit.renameFile(uri, at("moved.md"));
    await workspace.applyEdit(edit);
    await eventually(() => links().links[0]?.path === "moved.md", "the link has followed");
    await becomes("synced");
    const gone = new WorkspaceEdit();
    gone.deleteFile(at("moved.md"));
    await workspace.applyEdit(gone);
    await becomes("localMissing");
    await links().noteLocal(links().links[0]!);
    await answering({ showQuickPick: (items: readonly unknown[]) => items[0] }, async () =>
      commands.executeCommand(linkCommands.pull, at("moved.md")),
    );
    assert.equal(await readText(at("moved.md")), lines);
    await commands.executeCommand(linkCommands.unlink, at("moved.md"));
    assert.equal(links().links.length, 0);
    assert.equal(await readText(at("moved.md")), lines);
  });

  it("is linked, and that is said, also when its gist can't be read just then", async () => {
    let reads = 0;
    session.forge.answer = ({ method, url }) =>
      method === "GET" && url.includes(`/gists/${ids.notes}`) && reads++ > 0
        ? Response.json({ message: "Not today" }, { status: 500 })
        : undefined;
    await link();
    session.forge.answer = () => undefined;
    assert.equal(links().links.length, 1);
    assert.match(
      session.messages.join(),
      new RegExp(`${nameOf(uri)} is linked, but the gist couldn't be read: .+`),
    );
  });

  it("is asked about when the user refreshes, and not before", async () => {
    await link();
    await becomes("synced");
    await editThere(`${lines}six\n`);
    session.forge.requests.length = 0;
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(session.forge.requests, []);
    await commands.executeCommand(gistCommands.refresh);
    await becomes("behind");
    let shown = "";
    await answering({ showInformationMessage: (text: string) => void (shown = text) }, async () => {
      await commands.executeCommand(linkCommands.pullAll);
      await eventually(() => shown !== "", "it is shown");
    });
    assert.equal(shown, "Pull: 1 file done.");
    assert.equal(await readText(uri), `${lines}six\n`);
  });

  it("is kept in the repository's file when the setting says so, without account and secret", async () => {
    await withSetting(settings.linksKeepIn, "file", async () => {
      await link();
      const text = await readText(at(".forgeside/links.json"));
      assert.ok(text.includes(`"path": "${nameOf(uri)}"`));
      for (const secret of [session.accountId, tokens.mia]) assert.equal(text.includes(secret), false);
      const hostile = JSON.parse(text) as { links: object[] };
      hostile.links.push({ ...hostile.links[0], path: "../outside.md" });
      const warned: (readonly string[])[] = [];
      const warn = async (answer: string): Promise<void> => {
        const before = warned.length;
        const showWarningMessage = ((...given: string[]) => warned.push(given) && answer) as never;
        await answering({ showWarningMessage }, async () => {
          await write(JSON.stringify(hostile), at(".forgeside/links.json"));
          await links().load();
          await eventually(() => warned.length > before, "it is shown which entry");
        });
      };
      await warn("Open File");
      assert.match(warned[0]?.[0] ?? "", /used in part only: Line 1, column \d+: entry 2: its path does not stay/);
      assert.deepEqual(warned[0]?.slice(1), ["Open File", "Don't Show Again"]);
      const front = () => window.activeTextEditor?.document.uri.path ?? "";
      await eventually(() => front().endsWith("/.forgeside/links.json"), "the file is open");
      hostile.links.push({ ...hostile.links[0], path: "../elsewhere.md" });
      await warn("Don't Show Again");
      const dismissed = () => session.parts.context.globalState.get<readonly string[]>("dismissedWarnings") ?? [];
      await eventually(() => dismissed().some((each) => each.includes("entry 3")), "it is stored");
      assert.deepEqual(
        links().links.map(({ path }) => path),
        [nameOf(uri)],
      );
    });
  });

  it("is the only one that is linked of those that some disks take for one file", async () => {
    await link();
    const twin = at(nameOf(uri).toUpperCase());
    await write(lines, twin);
    const shown: string[] = [];
    try {
      await answering({ showWarningMessage: (text: string) => void shown.push(text) }, async () => {
        await link(twin).catch(() => undefined);
        await eventually(() => shown.length > 0, "it is shown why it is not linked");
      });
    } finally {
      await workspace.fs.delete(twin);
    }
    assert.match(shown[0] ?? "", /NOTES-\d+\.MD can't be linked: .*notes-\d+\.md/);
    assert.deepEqual(
      links().links.map(({ path }) => path),
      [nameOf(uri)],
    );
  });

  it("that the repository linked is neither pushed nor pulled before the user has confirmed it", async () => {
    await withSetting(settings.linksKeepIn, "file", async () => {
      await link();
      const { links: own } = JSON.parse(await readText(at(".forgeside/links.json"))) as {
        links: Record<string, unknown>[];
      };
      const foreign = at("moved.md");
      await write("my private notes\n", foreign);
      await write(
        JSON.stringify({ version: 1, links: [...own, { ...own[0], path: nameOf(foreign) }] }),
        at(".forgeside/links.json"),
      );
      await links().load();
      await eventually(() => links().links.length === 2, "both are linked");
      session.forge.requests.length = 0;
      const asked: string[] = [];
      const no = (text: string) => void asked.push(text);
      await answering({ showWarningMessage: no }, async () => {
        await commands.executeCommand(linkCommands.push, foreign);
        await commands.executeCommand(linkCommands.pull, foreign);
      });
      assert.deepEqual(
        asked.map((text) => text.slice(0, 44)),
        Array(2).fill("“moved.md” was linked by this repository, no"),
      );
      const listed: string[][] = [];
      const none = (items: readonly { readonly label: string }[]) => {
        listed.push(items.map(({ label }) => label));
        return [];
      };
      await answering({ showQuickPick: none, showInformationMessage: () => undefined }, async () => {
        await commands.executeCommand(linkCommands.pushAll);
        await commands.executeCommand(linkCommands.pullAll);
      });
      assert.deepEqual(listed, [["moved.md"], ["moved.md"]]);
      assert.equal(await readText(foreign), "my private notes\n");
      assert.deepEqual(session.forge.sent("PATCH"), []);
      // Confirmed once, it is not asked about again.
      const yes = (_: string, __: unknown, ...actions: readonly string[]) => actions[0];
      await write(lines, foreign);
      await answering({ showWarningMessage: yes }, async () =>
        commands.executeCommand(linkCommands.pull, foreign),
      );
      await answering({ showWarningMessage: no }, async () => commands.executeCommand(linkCommands.push, foreign));
      assert.equal(asked.length, 2);
      // A rename in the gist is followed without a question; another file that the repository names is not.
      const place = { accountId: session.accountId, gistId: ids.notes, fileName: "notes.md" };
      await session.parts.publisher.renameFile(place, "renamed.md");
      const isRenamed = () => links().links.every(({ fileName }) => fileName === "renamed.md");
      await eventually(isRenamed, "the links have followed");
      await answering({ showWarningMessage: no }, async () => commands.executeCommand(linkCommands.push, foreign));
      assert.equal(asked.length, 2);
      const file = await readText(at(".forgeside/links.json"));
      await write(file.replaceAll('"renamed.md"', '"other.md"'), at(".forgeside/links.json"));
      await links().load();
      await answering({ showWarningMessage: no }, async () => commands.executeCommand(linkCommands.push, foreign));
      assert.equal(asked.length, 3);
      await session.parts.publisher.renameFile({ ...place, fileName: "renamed.md" }, "notes.md");
    });
  });
});
