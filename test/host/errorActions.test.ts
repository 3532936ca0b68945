import assert from "node:assert/strict";
import { commands } from "vscode";
import { localizable } from "../../src/base/localizable.ts";
import { redirectRefused } from "../../src/client/errors.ts";
import { gistCommands, keyCommands } from "../../src/ids.ts";
import { showError } from "../../src/ui/showError.ts";
import { answering } from "./support/answers.ts";
import { useSession } from "./support/session.ts";
import { eventually } from "../support/eventually.ts";

describe("The message of an error", () => {
  const session = useSession();
  const fail = (method: string, status: number): void => {
    session.forge.answer = (request) =>
      request.method === method ? Response.json({ message: "Server Error" }, { status }) : undefined;
  };
  afterEach(() => (session.forge.answer = () => undefined));

  it("has a button to refresh where it is not known whether a change was made, which sends nothing again", async () => {
    const log = { error: () => undefined, info: () => undefined, show: () => undefined };
    let refreshes = 0;
    const listener = session.parts.gists.onDidRefresh(() => refreshes++);
    const error = redirectRefused(localizable("{0} redirected.", "forge.example"), true);
    const shown: (readonly string[])[] = [];
    const showErrorMessage = (...given: readonly string[]): string | undefined => {
      // What a test before left may say something, too.
      if (!given[0]?.includes("forge.example")) return undefined;
      shown.push(given);
      return given[1];
    };
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

  it("has a button to try again where nothing was changed, which does what was asked for", async () => {
    fail("GET", 502);
    const shown: (readonly string[])[] = [];
    const showErrorMessage = (...given: readonly string[]): string | undefined => {
      shown.push(given);
      session.forge.answer = () => undefined;
      session.forge.requests.length = 0;
      return given[1];
    };
    await answering({ showErrorMessage }, async () => {
      await commands.executeCommand(keyCommands.refresh, undefined);
      await eventually(() => shown.length > 0 && session.forge.sent("GET").length > 0, "it is asked for again");
    });
    await commands.executeCommand("workbench.action.closeQuickOpen");
    assert.deepEqual(
      shown.map(([, ...buttons]) => buttons),
      [["Try Again"]],
    );
  });
});
