import assert from "node:assert/strict";
import { commands, EventEmitter, FileSystemError, type Uri, ViewColumn, window, workspace } from "vscode";
import { HttpError } from "../../src/client/errors.ts";
import { repoScheme } from "../../src/ids.ts";
import { reportFailedOpens } from "../../src/features/reportFailedOpens.ts";
import type { FileRead } from "../../src/shell/lazyProviders.ts";
import { eventually } from "../support/eventually.ts";
import {
  acceptReads,
  assertOpenedAgain,
  assertSaidOnce,
  openTabs,
  pause,
  refuseReads,
  unanswered,
} from "./support/failedOpens.ts";
import { withRecordedProgress } from "./support/recordedProgress.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { nodeLabelled } from "./support/rows.ts";
import { ids, tokens } from "./support/seeds.ts";

describe("An editor that can't be opened", () => {
  const repository = useRepositorySession();
  const { session, uri: repoUri, add } = repository;
  const refuse = (): void => refuseReads(session);
  const accept = (): void => acceptReads(session);
  const isOpen = (uri: Uri): boolean =>
    workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
  for (const [kind, uriOf] of [
    ["repository", () => repoUri("a.txt")],
    ["gist", () => session.uri(ids.hello, "hello.py")],
  ] as const)
    it(`of a ${kind}'s file is reported once for each time, and opened by Try Again`, async () => {
      await add("a.txt", "a\n");
      const uri = uriOf();
      refuse();
      await unanswered(async (said, press) => {
        await commands.executeCommand("vscode.open", uri, { viewColumn: ViewColumn.One, preview: true });
        await assertSaidOnce(said);
        press("Try Again");
        await eventually(() => said.length === 2, "it fails again");
        accept();
        press("Try Again");
        await eventually(() => isOpen(uri), "it is open");
        await pause(500);
        assert.equal(said.length, 2);
      });
      assert.deepEqual(
        openTabs().map(({ label, isPreview }) => [label, isPreview]),
        [[uri.path.split("/").at(-1), true]],
      );
    });

  it("is reported again when its row is chosen again", async () => {
    const { item } = await nodeLabelled(session.parts.trees.gists, "hello.py");
    const { command, arguments: given = [] } = item.command ?? assert.fail();
    refuse();
    await session.parts.accounts.replaceToken(session.accountId, { login: "mia" }, tokens.mia);
    await unanswered(async (said) => {
      await commands.executeCommand(command, ...(given as readonly unknown[]));
      await assertSaidOnce(said);
      await commands.executeCommand(command, ...(given as readonly unknown[]));
      await eventually(() => said.length === 2, "it is reported again");
    });
  });

  it("is reported, and opened by Try Again, also of a notebook", () =>
    assertOpenedAgain(repository, {
      name: "a.forgeside",
      text: '{"version":1,"cells":[]}',
      isCustom: false,
    }));

  it("is reported once where it compares two files, and opened by Try Again", async () => {
    await add("a.txt", "a\n");
    await add("b.txt", "b\n");
    refuse();
    await unanswered(async (said, press) => {
      await commands.executeCommand("vscode.diff", repoUri("a.txt"), repoUri("b.txt"), "a and b");
      await assertSaidOnce(said);
      accept();
      press("Try Again");
      await eventually(() => isOpen(repoUri("a.txt")) && isOpen(repoUri("b.txt")), "both are open");
      await pause(500);
      assert.equal(said.length, 1);
    });
    assert.deepEqual(
      openTabs().map(({ label }) => label),
      ["a and b"],
    );
  });

  it("is not reported when the user cancels the read", () =>
    withRecordedProgress(async ({ titles, cancel }) => {
      await add("a.txt", "a\n");
      let answerAll = (): void => undefined;
      const answered = new Promise<undefined>((resolve) => {
        answerAll = () => resolve(undefined);
      });
      session.forge.answer = () => answered;
      await unanswered(async (said) => {
        let isOver = false;
        const opening = Promise.resolve(commands.executeCommand("vscode.open", repoUri("a.txt")));
        void opening.finally(() => (isOver = true));
        // VS Code reads what describes the file and its content.
        await eventually(
          () => {
            cancel();
            return isOver;
          },
          "the opening has ended",
          15_000,
        );
        await pause(1000);
        assert.ok(titles.length > 0);
        assert.deepEqual(said, []);
      });
      answerAll();
    }));

  it("is not reported for reads without an editor, or whose command shows the error", async () => {
    await add("a.txt", "a\n");
    refuse();
    await unanswered(async (said) => {
      await assert.rejects(async () => workspace.fs.readFile(repoUri("a.txt")));
      await assert.rejects(async () => workspace.fs.stat(session.uri(ids.hello, "hello.py")));
      await assert.rejects(async () => workspace.openTextDocument(repoUri("a.txt")));
      await assert.rejects(async () => window.showTextDocument(session.uri(ids.hello, "hello.py")));
      await pause(1000);
      assert.deepEqual(said, []);
    });
  });

  it("is not reported where VS Code restored it, or has content, or says itself that the file doesn't exist", async () => {
    await add("a.txt", "a\n");
    const log = { error: () => undefined, info: () => undefined, show: () => undefined };
    const reads = new EventEmitter<FileRead>();
    const fail = (uri: Uri): void => {
      const error = FileSystemError.Unavailable("It can't be reached.");
      error.cause = new HttpError("network", 503, "It can't be reached.");
      const result = Promise.reject<unknown>(error);
      result.catch(() => undefined);
      reads.fire({ uri, isContent: true, result });
    };
    await unanswered(async (said, press) => {
      refuse();
      await commands.executeCommand("vscode.open", repoUri("a.txt"));
      await eventually(() => said.length === 1, "the extension reports it");
      press(undefined);
      const reporter = reportFailedOpens(reads.event, [repoScheme], log);
      fail(repoUri("a.txt"));
      await pause(600);
      assert.equal(said.length, 1);
      fail(repoUri("a.txt"));
      await eventually(() => said.length === 2, "it is reported once it isn't restored");
      press(undefined);
      accept();
      await window.showTextDocument(repoUri("a.txt"));
      fail(repoUri("a.txt"));
      await pause(600);
      reporter.dispose();
      await commands.executeCommand("vscode.open", repoUri("missing.txt"));
      await pause(1000);
      assert.equal(said.length, 2);
    });
    reads.dispose();
  });
});
