import assert from "node:assert/strict";
import {
  commands,
  EventEmitter,
  FileSystemError,
  TabInputCustom,
  type Uri,
  ViewColumn,
  window,
  workspace,
} from "vscode";
import { HttpError } from "../../src/client/errors.ts";
import { repoScheme } from "../../src/ids.ts";
import { reportFailedOpens } from "../../src/features/reportFailedOpens.ts";
import type { FileRead } from "../../src/shell/lazyProviders.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { withRecordedProgress } from "./support/recordedProgress.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { nodeLabelled } from "./support/rows.ts";
import { ids, tokens } from "./support/seeds.ts";

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe("An editor that can't be opened", () => {
  const { session, uri: repoUri, add } = useRepositorySession();
  const refuse = (): void => {
    session.forge.answer = () => new Response("Bad Gateway", { status: 502 });
  };
  const accept = (): void => {
    session.forge.answer = () => undefined;
  };
  const isOpen = (uri: Uri): boolean =>
    workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
  const openTabs = () => window.tabGroups.all.flatMap(({ tabs }) => tabs);

  /** Runs with the error messages, none of which is answered before `press`. */
  const unanswered = async (
    act: (said: readonly (readonly string[])[], press: (button: string | undefined) => void) => Promise<void>,
  ): Promise<void> => {
    const said: string[][] = [];
    const waiting: ((button: string | undefined) => void)[] = [];
    const showErrorMessage = (...given: string[]) => {
      said.push(given);
      return new Promise<string | undefined>((resolve) => waiting.push(resolve));
    };
    try {
      await answering({ showErrorMessage: showErrorMessage as never }, () =>
        act(said, (button) => waiting.splice(0).forEach((answer) => answer(button))),
      );
    } finally {
      for (const answer of waiting) answer(undefined);
    }
  };
  /** Long enough for a second message. */
  const assertSaidOnce = async (said: readonly (readonly string[])[]): Promise<void> => {
    await eventually(() => said.length > 0, "it is reported");
    await pause(1000);
    assert.deepEqual(
      said.map(([text, ...buttons]) => [text?.startsWith("Open File: "), ...buttons]),
      [[true, "Try Again"]],
    );
  };

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

  for (const name of ["a.ipynb", "a.png"])
    it(`is reported, and opened by Try Again, also of ${name}`, async () => {
      await add(name, name.endsWith("png") ? "png" : '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}');
      const uri = repoUri(name);
      refuse();
      await unanswered(async (said, press) => {
        await commands.executeCommand("vscode.open", uri);
        await assertSaidOnce(said);
        accept();
        session.forge.requests.length = 0;
        press("Try Again");
        await eventually(
          () => session.forge.sent("GET").some((each) => each.includes("blobs") || each.includes(name)),
          "it is read",
        );
        await pause(1000);
        assert.equal(said.length, 1);
        assert.deepEqual(
          openTabs().map(({ label, input }) => [label, input instanceof TabInputCustom]),
          [[name, name.endsWith("png")]],
        );
      });
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
