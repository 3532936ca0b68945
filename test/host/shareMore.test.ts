import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  commands,
  ConfigurationTarget,
  env,
  extensions,
  NotebookCellData,
  NotebookCellKind,
  NotebookData,
  NotebookRange,
  type QuickPickItem,
  Selection,
  Uri,
  window,
  workspace,
} from "vscode";
import { gistCommands, settings, shareCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { useFolders } from "./support/folders.ts";
import { show, type } from "./support/documents.ts";
import { useSession, withSetting } from "./support/session.ts";

interface Sent {
  readonly description: string;
  readonly public: boolean;
  readonly files: Readonly<Record<string, { readonly content: string }>>;
}

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=Mia", "-c", "user.email=mia@forge.example", ...args], {
    cwd: folder,
    encoding: "utf8",
  });

describe("Sharing more than selections and files", () => {
  const session = useSession();
  const newFolder = useFolders();
  const fill = (files: Readonly<Record<string, string>>): string => {
    const folder = newFolder();
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder;
  };
  const sent = (): readonly Sent[] =>
    session.forge.requests
      .filter(({ method, path }) => method === "POST" && path === "/gists")
      .map(({ body }) => JSON.parse(body) as Sent);
  const contents = (index = 0): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(sent()[index]?.files ?? {}).map(([name, { content }]) => [name, content]));
  const saysInstead = async (text: string): Promise<void> => {
    await eventually(() => session.messages.length > 0, "it is said");
    assert.deepEqual([session.messages, sent()], [[text], []]);
  };
  /** Takes what is ticked in the lists that are offered. */
  let showQuickPick: PropertyDescriptor | undefined;
  beforeEach(() => {
    showQuickPick = Object.getOwnPropertyDescriptor(window, "showQuickPick");
    const value = async (items: readonly QuickPickItem[] | Promise<readonly QuickPickItem[]>) =>
      (await items).filter(({ picked }) => picked);
    Object.defineProperty(window, "showQuickPick", { value, configurable: true });
  });
  afterEach(() => {
    if (showQuickPick) Object.defineProperty(window, "showQuickPick", showQuickPick);
  });

  it("takes the clipboard, and says so when it is empty", async () => {
    await env.clipboard.writeText('{"a": 1}');
    await commands.executeCommand(shareCommands.clipboard);
    assert.deepEqual(contents(), { "clipboard.json": '{"a": 1}' });
    session.forge.requests.length = 0;
    session.activation.laterPrompts.length = 0;
    await env.clipboard.writeText(" \n");
    await commands.executeCommand(shareCommands.clipboard);
    await eventually(
      () => session.messages.includes("The clipboard has no text. Copy what to share first."),
      "it is said",
    );
    assert.deepEqual(sent(), []);
  });

  it("takes the open editors as they are on the screen", async () => {
    const folder = fill({ "a.ts": "const a = 1;\n", "b/a.ts": "const b = 1;\n" });
    await show(Uri.file(join(folder, "a.ts")));
    await type(await show(Uri.file(join(folder, "b/a.ts"))), "// unsaved\n");
    await window.showTextDocument(
      await workspace.openTextDocument({ language: "python", content: "print(1)\n" }),
      {
        preview: false,
      },
    );
    await commands.executeCommand(shareCommands.tabs);
    const shown = contents();
    assert.equal(Object.keys(shown).length, 3);
    assert.equal(shown["untitled.py"], "print(1)\n");
    assert.match(Object.values(shown).join(""), /\/\/ unsaved/);
  });

  it("takes a folder without what the setting leaves out, links and empty files", async () => {
    const folder = fill({
      "index.ts": "1;\n",
      "lib/index.ts": "2;\n",
      "node_modules/x/index.js": "3;\n",
      ".env": "A=b\n",
      "empty.txt": "",
    });
    symlinkSync("/etc/hostname", join(folder, "link"));
    await commands.executeCommand(shareCommands.folder, Uri.file(folder));
    assert.deepEqual(contents(), { "index.ts": "1;\n", "lib-index.ts": "2;\n" });
    assert.equal(sent()[0]?.description, folder.split("/").at(-1));
  });

  it("leaves out what the workspace lists too, which cannot let more be shared", async () => {
    const folder = fill({ "a.txt": "a\n", "b.snap": "b\n", ".env": "A=b\n" });
    const shareFolder = async () => commands.executeCommand(shareCommands.folder, Uri.file(folder));
    await withSetting(settings.folderExclude, ["**/*.snap"], shareFolder, ConfigurationTarget.Workspace);
    assert.deepEqual(contents(), { "a.txt": "a\n" });
  });

  it("takes of a folder what git does not ignore", async () => {
    const folder = fill({
      ".gitignore": "*.log\ntmp/\n",
      "a.txt": "a\n",
      "a.log": "log\n",
      "tmp/b.txt": "b\n",
      "sub/.gitignore": "!c.log\n",
      "sub/c.log": "c\n",
      "sub/d.log": "d\n",
    });
    await commands.executeCommand(shareCommands.folder, Uri.file(folder));
    assert.deepEqual(Object.keys(contents()).toSorted(), [".gitignore", "a.txt", "sub-.gitignore", "sub-c.log"]);
  });

  it("takes of a folder what git does not ignore by the rules of the folders above it", async () => {
    const repository = fill({
      ".git/info/exclude": "private.txt\n",
      ".gitignore": "*.log\n/packages/app/built/\n",
      "packages/.gitignore": "*.tmp\n",
      "packages/app/a.txt": "a\n",
      "packages/app/a.log": "log\n",
      "packages/app/a.tmp": "tmp\n",
      "packages/app/private.txt": "mine\n",
      "packages/app/built/b.txt": "b\n",
    });
    await commands.executeCommand(shareCommands.folder, Uri.file(join(repository, "packages/app")));
    assert.deepEqual(contents(), { "a.txt": "a\n" });
    await commands.executeCommand(shareCommands.folder, Uri.file(join(repository, "packages/app/built")));
    assert.deepEqual(contents(1), { "b.txt": "b\n" });
  });

  it("takes of a folder in a project that an outer repository ignores what that project does not ignore", async () => {
    const outer = fill({
      ".git/HEAD": "ref: refs/heads/main\n",
      ".gitignore": "*\n",
      "project/.gitignore": "secret.txt\n",
      "project/src/a.txt": "a\n",
      "project/src/secret.txt": "mine\n",
    });
    await commands.executeCommand(shareCommands.folder, Uri.file(join(outer, "project/src")));
    assert.deepEqual(contents(), { "a.txt": "a\n" });
  });

  it("asks for the description first, and leaves without sending anything", async () => {
    await workspace.openTextDocument({ language: "python", content: "one\ntwo\n" }).then(window.showTextDocument);
    const asked: string[] = [];
    const answer = (text: string | undefined) => ({
      showInputBox: (options: { readonly title: string; readonly value: string }) => {
        asked.push(`${options.title}: ${options.value}`);
        return text;
      },
    });
    const editor = window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new Selection(0, 0, 0, 3);
    await answering(answer(undefined), () => commands.executeCommand(shareCommands.described));
    assert.deepEqual(sent(), []);
    await answering(answer("Mine"), () => commands.executeCommand(shareCommands.described));
    await answering(answer("Everyone's"), () => commands.executeCommand(shareCommands.public));
    assert.deepEqual(
      sent().map((gist) => [gist.description, gist.public]),
      [
        ["Mine", false],
        ["Everyone's", true],
      ],
    );
    assert.deepEqual(contents(), { "snippet.py": "one" });
    assert.deepEqual(asked, [
      "Share as Secret Gist: snippet.py, line 1",
      "Share as Secret Gist: snippet.py, line 1",
      "Share as Public Gist: snippet.py, line 1",
    ]);
  });

  it("is offered again by the message about a share that was undone", async () => {
    let press: (title: string) => void = () => assert.fail("no message");
    let restored = "";
    const said = (text: string, ...buttons: readonly string[]) => {
      if (text.startsWith("Shared as secret gist")) return new Promise((resolve) => (press = resolve));
      if (!buttons.includes("Restore")) return undefined;
      restored = text;
      return "Restore";
    };
    await env.clipboard.writeText("one\n");
    await answering({ showInformationMessage: said as never }, async () => {
      await commands.executeCommand(shareCommands.clipboard);
      await commands.executeCommand(shareCommands.undo);
      press("Open");
      await eventually(() => sent().length === 2, "it is restored");
    });
    assert.match(restored, /has since been deleted, so its link no longer works\.$/);
    assert.deepEqual(contents(1), contents(0));
  });

  it("has nothing to share of an empty folder", async () => {
    const folder = fill({});
    await commands.executeCommand(shareCommands.folder, Uri.file(folder));
    await saysInstead(`The folder ${folder.split("/").at(-1)} has no files to share.`);
  });

  it("says so when there is no terminal, no editor, no notebook and no repository", async () => {
    for (const command of [shareCommands.terminal, shareCommands.tabs, shareCommands.cell])
      await commands.executeCommand(command);
    const folder = fill({ "a.txt": "a\n" });
    await commands.executeCommand(shareCommands.changes, Uri.file(join(folder, "a.txt")));
    await eventually(() => session.messages.length === 4, "all is said");
    assert.deepEqual(session.messages, [
      "No terminal is open. Select text in one first.",
      "No text editor is open.",
      "No notebook cell is selected. Open a notebook and select one.",
      "This file isn't in a Git repository: there is nothing to compare it with.",
    ]);
    assert.deepEqual(sent(), []);
  });

  it("takes the selected cells of a notebook, a file each", async () => {
    const notebook = await workspace.openNotebookDocument(
      "jupyter-notebook",
      new NotebookData([
        new NotebookCellData(NotebookCellKind.Code, "print(1)", "python"),
        new NotebookCellData(NotebookCellKind.Markup, "# Title", "markdown"),
        new NotebookCellData(NotebookCellKind.Code, "", "python"),
      ]),
    );
    const editor = await window.showNotebookDocument(notebook);
    editor.selections = [new NotebookRange(0, 3)];
    await eventually(() => editor.selections[0]?.end === 3, "the cells are selected");
    await commands.executeCommand(shareCommands.cell);
    assert.deepEqual(Object.values(contents()), ["print(1)", "# Title"]);
    assert.match(Object.keys(contents()).join(" "), /-cell-1\.py .*-cell-2\.md$/);
    await commands.executeCommand(shareCommands.cell, notebook.cellAt(1));
    assert.deepEqual(Object.values(contents(1)), ["# Title"]);
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  describe("from a git repository", () => {
    interface Api {
      openRepository(uri: Uri): Promise<{ status(): Promise<void> } | null>;
    }
    let folder: string;
    let repository: { status(): Promise<void> };
    const file = () => Uri.file(join(folder, "src/a b.ts"));

    beforeEach(async () => {
      folder = fill({ "src/a b.ts": "one\ntwo\nthree\n", "other.ts": "x\n" });
      const upstream = fill({});
      git(upstream, "init", "-q", "--bare");
      git(folder, "init", "-q", "-b", "main");
      git(folder, "add", ".");
      git(folder, "commit", "-q", "-m", "First");
      git(folder, "remote", "add", "far", upstream);
      git(folder, "push", "-q", "-u", "far", "main");
      git(folder, "remote", "add", "origin", `http://mia:secret-token@${session.forge.host}/mia/repo.git`);
      const extension = extensions.getExtension<{ getAPI(version: 1): Api }>("vscode.git");
      const api = (await extension?.activate())?.getAPI(1);
      let opened: { status(): Promise<void> } | null | undefined;
      // The folder is none of the workspace's.
      await withSetting("git.openRepositoryInParentFolders", "always", async () => {
        opened = await api?.openRepository(Uri.file(folder));
      });
      assert.ok(opened);
      repository = opened;
      await repository.status();
    });
    const select = async (): Promise<void> => {
      const editor = await window.showTextDocument(file());
      editor.selection = new Selection(1, 0, 2, 5);
    };

    it("takes the changes of a file, and those that are staged", async () => {
      await commands.executeCommand(shareCommands.changes, file());
      await saysInstead("src/a b.ts has no saved changes since the last commit.");
      session.activation.laterPrompts.length = 0;
      writeFileSync(file().fsPath, "one\n2\nthree\n");
      await repository.status();
      await commands.executeCommand(shareCommands.changes, file());
      assert.match(contents()["a b.ts.patch"] ?? "", /-two\n\+2\n/);
      writeFileSync(join(folder, "other.ts"), "y\n");
      git(folder, "add", "other.ts");
      await repository.status();
      await window.showTextDocument(file());
      await commands.executeCommand(shareCommands.staged);
      const [name = ""] = Object.keys(contents(1));
      assert.equal(name, `${folder.split("/").at(-1)}.patch`);
      assert.match(contents(1)[name] ?? "", /-x\n\+y\n/);
      assert.doesNotMatch(contents(1)[name] ?? "", /two/);
    });

    it("writes the address of the shared lines below the description, without the token of the remote", async () => {
      await select();
      await commands.executeCommand(gistCommands.shareSelection);
      const commit = git(folder, "rev-parse", "HEAD").trim();
      assert.equal(
        sent()[0]?.description,
        `a b.ts, lines 2–3\nhttps://${session.forge.host}/mia/repo/blob/${commit}/src/a%20b.ts#L2-L3`,
      );
      assert.equal(JSON.stringify(session.forge.requests).includes("secret-token"), false);
    });

    it("copies the permalink of the clicked line, or of the selection that it is in, and shares these lines", async () => {
      const commit = git(folder, "rev-parse", "HEAD").trim();
      const page = `https://${session.forge.host}/mia/repo/blob/${commit}/src/a%20b.ts`;
      const copied = async (lineNumber: number): Promise<string> => {
        await commands.executeCommand(shareCommands.permalink, { uri: file(), lineNumber });
        return env.clipboard.readText();
      };
      await select();
      assert.equal(await copied(1), `${page}#L1`);
      assert.equal(await copied(2), `${page}#L2-L3`);
      await commands.executeCommand(shareCommands.lines, { uri: file(), lineNumber: 3 });
      await commands.executeCommand(shareCommands.lines, { uri: file(), lineNumber: 1 });
      assert.deepEqual([contents()["a b.ts"], contents(1)["a b.ts"]], ["two\nthree", "one"]);
      assert.equal(session.forge.sent("POST").length, 2);
    });

    it("copies no permalink that would not show those lines, and says why", async () => {
      await env.clipboard.writeText("before");
      const text = readFileSync(file().fsPath, "utf8");
      const editor = await window.showTextDocument(file());
      await editor.edit((edit) => edit.insert(editor.document.positionAt(0), "new\n"));
      await commands.executeCommand(shareCommands.permalink, { uri: file(), lineNumber: 1 });
      assert.match(
        session.messages.join("\n"),
        /^These lines have no permalink\. The file must be in a Git repository/,
      );
      session.activation.laterPrompts.length = 0;
      assert.equal(await env.clipboard.readText(), "before");
      assert.equal(readFileSync(file().fsPath, "utf8"), text);
    });

    it("writes no address that would not show those lines, or that was not asked for", async () => {
      const shareOnce = async (): Promise<void> => {
        await select();
        await commands.executeCommand(gistCommands.shareSelection);
        assert.equal(sent().at(-1)?.description, "a b.ts, lines 2–3");
      };
      await withSetting(settings.permalink, "never", shareOnce);
      await withSetting(settings.defaultVisibility, "public", shareOnce);
      git(folder, "commit", "-q", "--allow-empty", "-m", "Not pushed");
      await repository.status();
      await shareOnce();
      git(folder, "reset", "-q", "--hard", "HEAD~1");
      writeFileSync(file().fsPath, "one\ntwo\nthree\nfour\n");
      await repository.status();
      await eventually(
        async () => (await workspace.openTextDocument(file())).lineCount === 5,
        "the file is read again",
      );
      await shareOnce();
      assert.equal(sent().length, 4);
    });
  });
});
