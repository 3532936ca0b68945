import assert from "node:assert/strict";
import { commands, env, TabInputTextDiff, TabInputWebview, Uri, window, workspace } from "vscode";
import { sha256 } from "../../src/base/sha256.ts";
import { repoCommands, repoFileCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { startForge } from "./support/forge.ts";
import { menuOf } from "./support/menus.ts";
import { labelOf, nodesOf } from "./support/rows.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { isBrowser } from "./support/versions.ts";

describe("Commands for a file of a repository", () => {
  const { session, at, mia, uri, add, atService } = useRepositorySession();
  const row = (path: string, ref = "main", kind = "content") => ({
    kind,
    place: { accountId: session.accountId, owner: at.user, repo: at.repo, ref, path },
  });
  /** Answers the input boxes in turn. */
  const typing = (answers: readonly (string | undefined)[], act: () => PromiseLike<unknown>) => {
    const rest = [...answers];
    return answering({ showInputBox: () => rest.shift() }, act);
  };
  beforeEach(() => add("docs/notes.txt", "one\n"));

  it("renames and moves it, asking for the message", async () => {
    await typing(["texts/notes.md", "Move it"], () =>
      commands.executeCommand(repoFileCommands.rename, row("docs/notes.txt")),
    );
    assert.deepEqual([await atService("docs/notes.txt"), await atService("texts/notes.md")], [undefined, "one\n"]);
    assert.deepEqual(session.messages, []);
  });

  it("renames it with what is unsaved in its editor", async () => {
    const document = await show(uri("docs/notes.txt"));
    await type(document, "one\ntyped\n");
    await typing(["docs/notes.md", "Move it"], () =>
      commands.executeCommand(repoFileCommands.rename, row("docs/notes.txt")),
    );
    assert.equal(await atService("docs/notes.md"), "one\n");
    const moved = workspace.textDocuments.find((each) => each.uri.toString() === uri("docs/notes.md").toString());
    assert.deepEqual([moved?.getText(), moved?.isDirty], ["one\ntyped\n", true]);
  });

  it("says why an open file is only copied, and not that nothing was sent", async () => {
    await show(uri("docs/notes.txt"));
    session.forge.answer = ({ method }) =>
      method === "DELETE" ? Response.json({ message: "Not now" }, { status: 502 }) : undefined;
    await typing(["docs/notes.md", "Move it"], () =>
      commands.executeCommand(repoFileCommands.rename, row("docs/notes.txt")),
    );
    await eventually(() => session.messages.length > 0, "it is reported");
    assert.match(
      session.messages.join("|"),
      /^“docs\/notes.txt” was copied to its new name, but not deleted at the old one: [^|]*Not now[^|]*$/,
    );
    assert.deepEqual([await atService("docs/notes.txt"), await atService("docs/notes.md")], ["one\n", "one\n"]);
    session.forge.answer = () => undefined;
    await typing(["docs/notes.md", "Move it"], () =>
      commands.executeCommand(repoFileCommands.rename, row("docs/notes.txt")),
    );
    assert.deepEqual([await atService("docs/notes.txt"), await atService("docs/notes.md")], [undefined, "one\n"]);
    assert.equal(session.messages.length, 1, "what failed is done again without another message");
  });

  it("finishes a renaming whose deletion failed, by the button of the message", async () => {
    let isDown = true;
    session.forge.answer = ({ method }) =>
      method === "DELETE" && isDown ? Response.json({ message: "Not now" }, { status: 502 }) : undefined;
    const inputs = ["docs/notes.md", "Move it"];
    const asked: string[] = [];
    const showWarningMessage = (text: string, ...actions: readonly string[]): string | undefined => {
      asked.push(text, ...actions);
      isDown = asked.length < 4;
      return actions.find((action) => action === "Finish Renaming");
    };
    await answering({ showWarningMessage, showInputBox: () => inputs.shift() } as never, async () => {
      await commands.executeCommand(repoFileCommands.rename, row("docs/notes.txt"));
      await eventually(async () => (await atService("docs/notes.txt")) === undefined, "it is deleted");
    });
    assert.equal(await atService("docs/notes.md"), "one\n");
    const offered = asked.filter((text) => text === "Finish Renaming");
    assert.equal(offered.length, 2, "what fails again is offered again");
  });

  it("does nothing when a question is left, and refuses a path that leaves the repository or is taken", async () => {
    const rename = () => commands.executeCommand(repoFileCommands.rename, row("docs/notes.txt"));
    await typing([undefined], rename);
    await typing(["docs/other.txt", undefined], rename);
    await typing(["README.md"], rename);
    await eventually(() => session.messages.length === 1, "it is reported");
    assert.match(session.messages[0] ?? "", /“README.md” already exists\./);
    let problem: unknown;
    const box = (options: { readonly validateInput: (text: string) => unknown }) =>
      void (problem = options.validateInput("../escape"));
    await answering({ showInputBox: box as never }, rename);
    assert.ok(problem);
    assert.equal(await atService("docs/notes.txt"), "one\n");
    assert.deepEqual(session.forge.sent("PUT", "DELETE"), []);
  });

  it("deletes it, or a folder, after the message is given", async () => {
    const remove = (given: unknown) => commands.executeCommand(repoFileCommands.delete, given);
    const prompts: string[] = [];
    const asked = (message: string | undefined, act: () => PromiseLike<unknown>) =>
      answering(
        { showInputBox: (({ prompt }: { prompt: string }) => (prompts.push(prompt), message)) as never },
        act,
      );
    await asked(undefined, () => remove(row("docs/notes.txt")));
    assert.equal(await atService("docs/notes.txt"), "one\n");
    await add("docs/deep/more.txt", "more\n");
    await asked("Away", () => remove(row("docs", "main", "folder")));
    assert.deepEqual(prompts, [
      "Delete docs/notes.txt: enter a commit message.",
      "Delete docs/ (2 files, each in its own commit): enter a commit message.",
    ]);
    assert.deepEqual(
      [await atService("docs/notes.txt"), await atService("docs/deep/more.txt")],
      [undefined, undefined],
    );
    assert.deepEqual(session.messages, []);
  });

  it("deletes no content that its editor has not shown, and shows it", async () => {
    const document = await show(uri("docs/notes.txt"));
    const { sha } = (await mia().call("repos.getContent", { ...at, path: "docs/notes.txt", ref: "main" })) as {
      readonly sha: string;
    };
    const content = Buffer.from("two\n").toString("base64");
    await mia().call("repos.updateFile", { ...at, path: "docs/notes.txt", message: "Second", content, sha });
    const remove = () =>
      typing(["Away"], () => commands.executeCommand(repoFileCommands.delete, row("docs/notes.txt")));
    await remove();
    await eventually(() => session.messages.length === 1, "it is reported");
    assert.match(session.messages[0] ?? "", /was changed elsewhere since you began. It was not deleted/);
    assert.equal(await atService("docs/notes.txt"), "two\n");
    await eventually(() => document.getText() === "two\n", "the editor shows it");
    await remove();
    assert.equal(await atService("docs/notes.txt"), undefined);
    assert.equal(session.messages.length, 1);
  });

  it("shows what a commit changed in it, and the file as its first commit made it", async () => {
    const { sha } = (await mia().call("repos.getContent", { ...at, path: "docs/notes.txt", ref: "main" })) as {
      readonly sha: string;
    };
    const content = Buffer.from("two\n").toString("base64");
    await mia().call("repos.updateFile", { ...at, path: "docs/notes.txt", message: "Second", content, sha });
    const pick = async (index: number) => {
      const labels: string[] = [];
      await answering(
        {
          showQuickPick: ((items: readonly { readonly label: string }[]) => {
            labels.push(...items.map(({ label }) => label));
            return items[index];
          }) as never,
        },
        () => commands.executeCommand(repoFileCommands.history, row("docs/notes.txt")),
      );
      return labels;
    };
    assert.deepEqual(await pick(0), ["$(git-commit) Second", "$(git-commit) Add"]);
    await eventually(
      () => window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputTextDiff,
      "the difference is shown",
    );
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof TabInputTextDiff);
    const { original, modified } = input;
    const texts = await Promise.all(
      [original, modified].map(async (side) => (await workspace.openTextDocument(side)).getText()),
    );
    assert.deepEqual(texts, ["one\n", "two\n"]);
    await pick(1);
    await eventually(() => window.activeTextEditor?.document.getText() === "one\n", "the first one is shown");
  });

  it("copies its path and its link, also of the active editor", async () => {
    await show(uri("docs/notes.txt"));
    await commands.executeCommand(repoFileCommands.copyPath);
    assert.equal(await env.clipboard.readText(), "docs/notes.txt");
    await commands.executeCommand(repoFileCommands.copyLink, row("docs/notes.txt", "release/1 #2"));
    assert.match(await env.clipboard.readText(), /\/mia\/tools\/blob\/release\/1%20%232\/docs\/notes\.txt$/);
    await commands.executeCommand(repoFileCommands.copyLink, row("docs", "main", "folder"));
    assert.match(await env.clipboard.readText(), /\/mia\/tools\/tree\/main\/docs$/);
  });

  it("says once that the editor shows the pointer of a file that is stored with Git LFS", async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0a".repeat(32)}\nsize 12345678\n`;
    await add("film.mp4.txt", pointer);
    await add("crlf.txt", pointer.replaceAll("\n", "\r\n"));
    await add("about-lfs.md", "version https://git-lfs.github.com/spec/v1\nsize 12\n");
    const said: string[] = [];
    await answering({ showInformationMessage: ((text: string) => void said.push(text)) as never }, async () => {
      for (const name of ["about-lfs.md", "film.mp4.txt", "film.mp4.txt", "crlf.txt"])
        await workspace.fs.readFile(uri(name));
    });
    assert.deepEqual(said, [
      "“film.mp4.txt” is stored with Git LFS (12.3 MB). The editor shows its pointer.",
      "“crlf.txt” is stored with Git LFS (12.3 MB). The editor shows its pointer.",
    ]);
  });

  it("offers the content of a file that is stored with Git LFS again when it is opened again", async () => {
    await add("film.txt", `version https://git-lfs.github.com/spec/v1\noid sha256:${"0a".repeat(32)}\nsize 9\n`);
    const said: string[] = [];
    await answering({ showInformationMessage: ((text: string) => void said.push(text)) as never }, async () => {
      const open = () => commands.executeCommand("vscode.open", uri("film.txt"));
      await open();
      await eventually(() => said.length === 1, "it is said");
      await workspace.fs.readFile(uri("film.txt"));
      assert.equal(said.length, 1);
      await commands.executeCommand("workbench.action.closeActiveEditor");
      const isOpen = () =>
        workspace.textDocuments.some((each) => each.uri.toString() === uri("film.txt").toString());
      await eventually(() => !isOpen(), "it is closed");
      await open();
      await eventually(() => said.length === 2, "it is said again");
    });
  });

  it("saves and opens the content of a file that is stored with Git LFS, and sends the token to its own server only", async () => {
    const film = Buffer.from("the film\n");
    const oid = await sha256(film);
    await add("film.txt", `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${film.length}\n`);
    const media = await startForge({ users: [] });
    media.answer = () => new Response(film);
    session.forge.change = async (answer, { path }) => {
      if (!path.includes("/contents/film.txt")) return answer;
      const record = (await answer.json()) as object;
      return Response.json({ ...record, download_url: `${media.url}/media/film.txt?token=of-the-server` });
    };
    const target = Uri.joinPath(session.parts.context.globalStorageUri, "film-saved.txt");
    const offered: string[] = [];
    const showInformationMessage = (_: string, ...buttons: readonly string[]) => {
      offered.push(...buttons);
      return "Save Content As...";
    };
    try {
      await answering(
        { showInformationMessage: showInformationMessage as never, showSaveDialog: () => target },
        async () => {
          await workspace.fs.readFile(uri("film.txt"));
          await eventually(
            () => window.activeTextEditor?.document.uri.toString() === target.toString(),
            "it is open",
          );
        },
      );
      assert.deepEqual(offered, ["Save Content As...", "Open in Browser"]);
      assert.equal(window.activeTextEditor?.document.getText(), film.toString());
      assert.deepEqual(
        media.requests.map(({ path, authorization }) => [path, authorization]),
        [["/media/film.txt?token=of-the-server", null]],
      );
      assert.deepEqual(session.messages, []);
    } finally {
      await media.stop();
      await workspace.fs.delete(target).then(undefined, () => undefined);
    }
  });

  it("says so where the server has the pointer only of a file that is stored with Git LFS, and saves nothing", async () => {
    await add("film.txt", `version https://git-lfs.github.com/spec/v1\noid sha256:${"0a".repeat(32)}\nsize 9\n`);
    let isAsked = false;
    const showInformationMessage = () => "Save Content As...";
    const showSaveDialog = () => void (isAsked = true);
    await answering({ showInformationMessage: showInformationMessage as never, showSaveDialog }, async () => {
      await workspace.fs.readFile(uri("film.txt"));
      await eventually(() => session.messages.length > 0, "it is said");
    });
    assert.deepEqual(session.messages, [
      "The server doesn't offer the content of this file for download. Open it in the browser.",
    ]);
    assert.equal(isAsked, false);
  });

  it("is offered where the file can be changed", () => {
    const offered = (contextValue: string) => menuOf("forgeside.repos", contextValue).menu;
    assert.ok(offered("repoFile;branch;file").includes(repoFileCommands.rename));
    const {
      copyFolderLink: link,
      copyPath: path,
      deleteFolder: remove,
      folderHistory: history,
      openFolderPage: page,
      renameFolder: move,
    } = repoFileCommands;
    const { newFile } = repoCommands;
    assert.deepEqual(offered("repoFolder;branch"), [page, history, newFile, move, remove, path, link]);
    assert.deepEqual(offered("repoFolder;top"), [page, history, newFile, path, link]);
    assert.ok(!offered("repoFile;file").includes(repoFileCommands.rename));
    assert.ok(offered("repoFile;file").includes(repoFileCommands.history));
  });

  it("is not offered where the account may not push", async () => {
    await add("docs/a.txt", "a\n");
    const contexts = async (): Promise<readonly unknown[]> => {
      const rows = await nodesOf(session.parts.trees.repos);
      return ["Files", "docs", "a.txt", "main"].map(
        (label) => rows.find(({ item }) => labelOf(item) === label)?.item.contextValue,
      );
    };
    const denied = <T extends object>(repository: T): T => ({
      ...repository,
      permissions: { pull: true, push: false },
    });
    session.forge.change = async (answer, { path }) => {
      if (!/\/(user\/repos|repos\/mia\/tools)(\?|$)/.test(path)) return answer;
      const body = (await answer.json()) as object;
      return Response.json(Array.isArray(body) ? body.map((each: object) => denied(each)) : denied(body));
    };
    await commands.executeCommand(repoCommands.refresh);
    assert.deepEqual(await contexts(), ["repoFolder", "repoFolder", "repoFile;file", "repoRef;branch"]);
    session.forge.change = (answer) => answer;
    await commands.executeCommand(repoCommands.refresh);
    assert.deepEqual(await contexts(), [
      "repoFolder;top",
      "repoFolder;branch",
      "repoFile;branch;file",
      "repoRef;branch;changeable",
    ]);
  });

  it("opens the README of a repository rendered, and as text where that can't be rendered", async () => {
    const place = { accountId: session.accountId, owner: at.user, repo: at.repo };
    const open = () => commands.executeCommand(repoCommands.openReadme, { kind: "repository", place });
    await open();
    const isShown = () =>
      window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputWebview ||
      // Not every browser build of VS Code can render.
      (isBrowser && window.activeTextEditor?.document.uri.toString() === uri("README.md").toString());
    await eventually(isShown, "it is open");
    session.forge.answer = ({ url }) =>
      url.includes("/readme") ? Response.json({ path: "docs/notes.txt", type: "file" }) : undefined;
    await open();
    assert.equal(window.activeTextEditor?.document.uri.toString(), uri("docs/notes.txt").toString());
    assert.deepEqual(session.messages, []);
  });
});
