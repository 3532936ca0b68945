import assert from "node:assert/strict";
import { commands, env, Selection, window } from "vscode";
import { gistCommands, settings, shareCommands } from "../../src/ids.ts";
import { show, type } from "./support/documents.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { withSetting } from "./support/session.ts";

describe("The permalink of lines of a repository's file that was opened through the service", () => {
  const { session, at, mia, uri, add } = useRepositorySession();
  const copied = async (lineNumber: number): Promise<string> => {
    await env.clipboard.writeText("");
    await commands.executeCommand(shareCommands.permalink, { uri: uri("a b.txt"), lineNumber });
    return env.clipboard.readText();
  };
  const page = async (): Promise<string> => {
    const { sha } = await mia().call("repos.getCommit", { ...at, sha: "main" });
    return `https://${session.forge.host}/${at.user}/${at.repo}/blob/${sha}/a%20b.txt`;
  };

  beforeEach(() => add("a b.txt", "one\ntwo\nthree\n"));

  it("names the commit that the branch has, and stays the same when the branch goes on", async () => {
    await show(uri("a b.txt"));
    const before = await page();
    assert.equal(await copied(2), `${before}#L2`);
    await add("other.txt", "x");
    assert.notEqual(await page(), before);
    assert.equal(await copied(2), `${await page()}#L2`);
  });

  it("is not made of a text that is not committed", async () => {
    const document = await show(uri("a b.txt"));
    await type(document, "zero\n");
    assert.equal(await copied(1), "");
    assert.match(session.messages.join("\n"), /^These lines have no permalink\./);
    session.activation.laterPrompts.length = 0;
    await commands.executeCommand("workbench.action.files.revert");
  });

  it("is written into the description of a secret gist of these lines", async () => {
    await show(uri("a b.txt"));
    const editor = window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new Selection(1, 0, 2, 5);
    await withSetting(settings.permalink, "secret", async () => {
      await commands.executeCommand(gistCommands.shareSelection);
    });
    const sent = session.forge.requests.find(({ method, path }) => method === "POST" && path === "/gists");
    assert.equal(
      (JSON.parse(sent?.body ?? "{}") as { description?: string }).description,
      `a b.txt, lines 2–3\n${await page()}#L2-L3`,
    );
  });
});
