import assert from "node:assert/strict";
import { commands, type QuickPickItem } from "vscode";
import { SignedOutError, UserError } from "../../src/base/errors.ts";
import { toHookError } from "../../src/hooks/problemText.ts";
import { DeletedInPart } from "../../src/repos/files/commitErrors.ts";
import { RepoProblem } from "../../src/repos/problem.ts";
import { toUserError as toRepoError } from "../../src/repos/problemText.ts";
import { localizable } from "../../src/base/localizable.ts";
import {
  activityCommands,
  commentCommands,
  gistCommands,
  hookCommands,
  localChangeCommands,
  operationCommands,
  repoCommands,
  shareCommands,
} from "../../src/ids.ts";
import { HttpError, redirectRefused, toRefusal } from "../../src/client/errors.ts";
import { showError } from "../../src/ui/showError.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { ids } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

describe("The message of an error", () => {
  const session = useSession();
  const log = { error: () => undefined, info: () => undefined, show: () => undefined };

  let shown: (readonly string[])[];
  beforeEach(() => (shown = []));
  /** Presses the button of each message of these tests; what a test before left may say something, too. */
  const showErrorMessage = (...given: readonly string[]): string | undefined => {
    if (!given[0]?.includes("forge.example")) return undefined;
    shown.push(given);
    return given[1];
  };

  it("has a button to refresh where it is not known whether a change was made, which sends nothing again", async () => {
    let refreshes = 0;
    const listener = session.parts.gists.onDidRefresh(() => refreshes++);
    const error = redirectRefused(localizable("{0} redirected.", "forge.example"), true);
    let again = 0;
    await answering({ showErrorMessage }, async () =>
      showError(gistCommands.delete, error, log, async () => void again++),
    );
    listener.dispose();
    assert.deepEqual(
      shown.map(([text, ...buttons]) => [text?.endsWith("Refresh before you try again."), ...buttons]),
      [[true, "Refresh"]],
    );
    assert.deepEqual([refreshes, again], [1, 0]);
  });

  it("refreshes what the command was about, such as the comments of a gist", async () => {
    const error = redirectRefused(localizable("{0} redirected.", "forge.example"), true);
    const { notes } = ids;
    const read = `GET /gists/${notes}/comments`;
    const reads = () => session.forge.sent("GET").filter((each) => each.startsWith(read)).length;
    const uri = session.uri(notes, "notes.md");
    await answering({ showErrorMessage }, async () => {
      await showError(commentCommands.refresh, error, log, undefined, uri);
      assert.equal(reads(), 1);
      // As a reply has it.
      await showError(commentCommands.create, error, log, undefined, { thread: uri, text: "" });
      assert.equal(reads(), 2);
      let refreshes = 0;
      const listener = session.parts.gists.onDidRefresh(() => refreshes++);
      await showError(commentCommands.save, error, log, undefined, uri);
      listener.dispose();
      assert.deepEqual([reads(), refreshes], [3, 0]);
    });
  });

  it("has a button to try again where nothing was changed, which does what was asked for", async () => {
    const error = new HttpError("server", 502, localizable("{0} failed.", "forge.example"));
    let again = 0;
    await answering({ showErrorMessage }, async () => {
      await showError(gistCommands.open, error, log, async () => void again++);
      await showError(gistCommands.open, error, log);
    });
    assert.deepEqual(
      shown.map(([, ...buttons]) => buttons),
      [["Try Again"], []],
    );
    assert.equal(again, 1);
  });

  it("has a button to sign in where an account is signed out, which then does what was asked for", async () => {
    const error = new SignedOutError(session.accountId);
    let again = 0;
    const asked: (readonly string[])[] = [];
    const press = (text: string, ...buttons: readonly string[]): string | undefined => {
      if (!text.includes("is signed out")) return undefined;
      asked.push(buttons);
      return buttons[0];
    };
    const signIn = (way: RegExp | undefined) => (rows: readonly QuickPickItem[]) =>
      way && rows.find(({ label }) => way.test(label));
    for (const way of [undefined, /sandbox/i])
      await answering({ showWarningMessage: press, showQuickPick: signIn(way) }, async () =>
        showError(gistCommands.open, error, log, async () => void again++),
      );
    assert.deepEqual([asked, again], [[["Sign In..."], ["Sign In..."]], 1]);
  });

  it("has a button to refresh where something was deleted elsewhere, but not after a refresh", async () => {
    const gone = () => new HttpError("notFound", 404, "forge.example has none");
    let refreshes = 0;
    const listener = session.parts.gists.onDidRefresh(() => refreshes++);
    const buttons: (readonly string[])[] = [];
    const press = (text: string, ...given: readonly string[]): string | undefined => {
      if (!/Not found|Not today/.test(text)) return undefined;
      buttons.push(given);
      return given.find((button) => button === "Refresh");
    };
    await answering({ showErrorMessage: press }, async () => {
      await showError(gistCommands.star, gone(), log);
      await showError(gistCommands.refresh, gone(), log);
      await showError("Merge", gone(), log);
      // Where a feature says it in words of its own.
      await showError(gistCommands.star, toHookError(gone()), log);
      await showError(gistCommands.star, toHookError(new HttpError("forbidden", 403, "Not today")), log);
    });
    listener.dispose();
    assert.deepEqual([buttons, refreshes], [[["Refresh"], [], [], ["Refresh"], []], 2]);
  });

  it("has a button to refresh where something was changed elsewhere in the meantime", async () => {
    let refreshes = 0;
    const listener = session.parts.gists.onDidRefresh(() => refreshes++);
    const buttons: (readonly string[])[] = [];
    const press = (text: string, ...given: readonly string[]): string | undefined => {
      if (!text.includes("notes.txt")) return undefined;
      buttons.push(given);
      return given[0];
    };
    const changed = toRepoError(new RepoProblem("changedSince", "notes.txt"));
    const inPart = new DeletedInPart(
      { done: 1, total: 2, path: "notes.txt" },
      new RepoProblem("changedSince", "b"),
    );
    await answering({ showWarningMessage: press, showErrorMessage: press }, async () => {
      await showError(gistCommands.delete, changed, log);
      await showError(gistCommands.delete, toRepoError(inPart), log);
      await showError(gistCommands.refresh, changed, log);
      await showError(gistCommands.delete, toRepoError(new RepoProblem("unsaved", "notes.txt")), log);
    });
    listener.dispose();
    assert.deepEqual([buttons, refreshes], [[["Refresh"], ["Refresh"], [], []], 2]);
  });

  it("has no button to refresh where something new was refused, so that there is nothing to show", async () => {
    const refused: (readonly string[])[] = [];
    const read = (text: string, ...given: readonly string[]): void => void refused.push([text, ...given]);
    const making = [
      gistCommands.create,
      gistCommands.shareFiles,
      gistCommands.shareSelection,
      shareCommands.public,
      repoCommands.create,
      activityCommands.addFeed,
      operationCommands.run,
    ];
    const using = [shareCommands.undo, hookCommands.create, repoCommands.fork];
    await answering({ showErrorMessage: read }, async () => {
      for (const what of [...making, ...using]) await showError(what, new HttpError("notFound", 404, "None"), log);
    });
    assert.deepEqual(
      refused.map(([, ...buttons]) => buttons.join()),
      [...making.map(() => ""), ...using.map(() => "Refresh")],
    );
    // It may have been made all the same.
    shown = [];
    const unknown = redirectRefused(localizable("{0} redirected.", "forge.example"), true);
    await answering({ showErrorMessage: (...given: readonly string[]) => void shown.push(given) }, () =>
      showError(repoCommands.create, unknown, log),
    );
    assert.deepEqual(shown[0]?.slice(1), ["Refresh"]);
  });

  it("begins with the command that failed where the server or the connection refused it", async () => {
    const error = new HttpError("notFound", 404, "Not Found");
    const asked: string[] = [];
    const read = (text: string): undefined => void asked.push(text);
    await answering({ showErrorMessage: read, showWarningMessage: read }, async () => {
      // The title without its ellipsis.
      await showError(gistCommands.open, error, log);
      await showError("Merge", new HttpError("forbidden", 403, "Not today"), log);
      await showError("forgeside.unknown.command", error, log);
      await showError(gistCommands.open, new UserError("This gist was deleted."), log);
      await showError(gistCommands.open, new TypeError("x is undefined"), log);
    });
    const notFound = "Not found. It may have been deleted, or this account may not have access.";
    assert.deepEqual(asked, [
      `Open Gist: ${notFound}`,
      "Merge: The server refused it: Not today.",
      notFound,
      "This gist was deleted.",
      "Open Gist failed unexpectedly: x is undefined",
    ]);
  });

  it("has a button to try again after a 401 of one route, whose token the server accepts", async () => {
    const refusal = toRefusal(new HttpError("unauthorized", 401, localizable("{0} refused it.", "forge.example")));
    let again = 0;
    await answering({ showErrorMessage }, () =>
      showError(gistCommands.open, refusal, log, async () => void again++),
    );
    assert.deepEqual([shown.map(([, ...buttons]) => buttons), again], [[["Try Again"]], 1]);
  });

  it("is a warning without a stack where nothing failed: a command that has nothing to do", async () => {
    const [warnings, errors, lines]: [unknown[], unknown[], string[]] = [[], [], []];
    const answers = {
      showWarningMessage: (...given: readonly unknown[]) => void warnings.push(given),
      showErrorMessage: (...given: readonly unknown[]) => void errors.push(given),
    };
    const spy = {
      error: (...given: readonly unknown[]) => void errors.push(given),
      info: (text: string) => void lines.push(text),
      show: () => undefined,
    };
    await answering(answers, () => showError(shareCommands.undo, new UserError("Nothing was shared."), spy));
    assert.deepEqual(
      [warnings, errors, lines],
      [[["Nothing was shared."]], [], [`${shareCommands.undo}: Nothing was shared.`]],
    );
    // What is about an answer of the server is an error still.
    const refused = new HttpError("permission", 403, "forge.example refused it.");
    await answering(answers, () =>
      showError(gistCommands.delete, new UserError("forge.example refused it.", { cause: refused }), spy),
    );
    assert.deepEqual(errors, [[gistCommands.delete, refused], ["forge.example refused it."]]);
  });

  it("of a command of the palette that has nothing to do is no error", async () => {
    const [warnings, errors]: [string[], string[]] = [[], []];
    await answering(
      {
        showWarningMessage: (text: string) => void warnings.push(text),
        showErrorMessage: (text: string) => void errors.push(text),
      },
      async () => {
        await commands.executeCommand(localChangeCommands.show);
        await eventually(() => warnings.length === 1, "it is said");
      },
    );
    assert.deepEqual(errors, []);
  });
});
