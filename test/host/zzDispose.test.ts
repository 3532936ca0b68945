import assert from "node:assert/strict";
import { commands, workspace } from "vscode";
import { settings } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { activated } from "./support/activation.ts";
import { bytes } from "./support/documents.ts";
import { startForge } from "./support/forge.ts";
import { rowsOf } from "./support/rows.ts";
import { ids, smallSeed, tokens } from "./support/seeds.ts";
import { failureOf, signIn, withSetting } from "./support/session.ts";
import { watchTimers } from "./support/timers.ts";

// The last test of the run, by its name: nothing of the extension is left after it.
describe("The extension's end", () => {
  it("leaves no command, no file system, no listener and no timer", async () => {
    const { parts } = await activated();
    const { accounts, gists, trees } = parts;
    const forge = await startForge(smallSeed());
    const timers = watchTimers();
    try {
      const accountId = await signIn(parts, forge, tokens.mia);
      const uri = parts.uris.of({ accountId, gistId: ids.notes, fileName: "notes.md" });
      await rowsOf(trees.gists);
      await workspace.fs.readFile(uri);
      let events = 0;
      accounts.onDidChange(() => events++);
      gists.onDidChangeLists(() => events++);
      gists.onDidChangeGist(() => events++);
      gists.onDidChangeFiles(() => events++);
      trees.gists.onDidChangeTreeData(() => events++);
      trees.accounts.onDidChangeTreeData(() => events++);
      gists.refresh();
      assert.ok(events > 0);
      // In the midst of things: a request without an answer, and a save that waits for others of its gist.
      forge.answer = ({ url }) => (url.endsWith(ids.hello) ? new Promise(() => undefined) : undefined);
      const unanswered = failureOf(gists.read(accountId, ids.hello));
      const late = workspace.fs.writeFile(uri, bytes("late"));
      await eventually(() => timers.waiting().length > 0, "the save waits");

      events = 0;
      parts.dispose();
      const ended = failureOf(late);

      await eventually(async () => {
        const left = (await commands.getCommands(true)).filter((id) =>
          /^forgeside\.(account|gist|search|log)\./.test(id),
        );
        return left.length === 0;
      }, "no command is left");
      assert.match((await failureOf(workspace.fs.stat(uri))).message, /No file system provider found/);
      assert.deepEqual(accounts.accounts, []);
      await withSetting(settings.pageSize, 50, () => Promise.resolve());
      gists.refresh();
      assert.equal(events, 0);
      await eventually(() => timers.waiting().length === 0, `no timer waits, such as ${timers.waiting()[0]}`);
      // It depends on how far the save was.
      assert.match((await ended).message, /is signed out|has ended/);
      assert.equal((await unanswered).name, "CancelledError");
      assert.deepEqual(forge.files(ids.notes), { "notes.md": "# Notes\n" });
    } finally {
      timers.stop();
      await forge.stop();
    }
  });

  it("is the same when it comes twice", async () => {
    const { parts } = await activated();
    parts.dispose();
  });
});
