import assert from "node:assert/strict";
import { workspace } from "vscode";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { useRepositorySession } from "./support/repositorySession.ts";

describe("A commit that the rate limit refuses", () => {
  const { session, uri, add } = useRepositorySession();

  for (const pause of [600, 20])
    it(`for ${pause} seconds is stored at once: its message and its row say when it is sent, and offer nothing that would only fail`, async () => {
      await add("notes.txt", "one\n");
      session.forge.answer = ({ method }) =>
        method === "PUT"
          ? Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": String(pause) } })
          : undefined;
      const document = await show(uri("notes.txt"));
      await type(document, "ONE\n");
      const warnings: (readonly string[])[] = [];
      const showWarningMessage = (...given: readonly string[]): undefined => void warnings.push(given);
      await answering(
        { showWarningMessage: showWarningMessage as never, showInputBox: () => "My message" },
        async () => {
          assert.equal(await document.save(), true);
          await eventually(() => warnings.length === 1, "it is reported");
        },
      );
      session.forge.answer = () => undefined;
      assert.equal(session.forge.sent("PUT").length, 1);
      const [[message = "", ...buttons] = []] = warnings;
      assert.match(
        message,
        /^“notes\.txt” was not sent: Rate limit exceeded\. Forgeside tries again at .+ stored/,
      );
      assert.deepEqual(buttons, []);
      const [change] = session.parts.localChanges.all;
      assert.equal(change?.commitMessage, "My message");
      const node = { kind: "localChange", id: "change", change } as never;
      const { repos } = session.parts.trees;
      const row = repos.getTreeItem(node);
      assert.match(String(row.description), /^rate limit exceeded, sent at \d/);
      const { tooltip } = repos.resolveTreeItem(row, node);
      assert.ok(typeof tooltip === "string");
      assert.match(tooltip, /^notes\.txt · rate limit exceeded, sent at \d.*\n.+/);
    });

  it("because of the commit before it, which waits, is stored at once, with its message", async () => {
    await add("gone.txt", "one\n");
    await add("after.txt", "one\n");
    const document = await show(uri("after.txt"));
    await type(document, "ONE\n");
    let refuse = (): void => undefined;
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    session.forge.answer = async ({ method }) => {
      if (method !== "DELETE") return undefined;
      await refused;
      return Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": "20" } });
    };
    let asked = 0;
    await answering(
      { showWarningMessage: () => undefined, showInputBox: () => `Message ${++asked}` },
      async () => {
        workspace.fs.delete(uri("gone.txt")).then(undefined, () => undefined);
        await eventually(() => session.forge.sent("DELETE").length === 1, "the file is being deleted");
        const saving = document.save();
        await eventually(() => asked === 2, "the message of the save is entered");
        refuse();
        assert.equal(await saving, true);
      },
    );
    const [change] = session.parts.localChanges.all;
    assert.deepEqual([change?.reason, change?.commitMessage], ["failed", "Message 2"]);
    assert.deepEqual(session.forge.sent("PUT"), []);
  });

  it("because of another call is stored at once, with its message", async () => {
    await add("other.txt", "one\n");
    const document = await show(uri("other.txt"));
    await type(document, "ONE\n");
    session.forge.answer = () =>
      Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": "20" } });
    const { client } = session.parts.accounts.get(session.accountId) ?? {};
    const other = client?.call("gists.star", { id: "1" });
    other?.catch(() => undefined);
    await eventually(() => (client?.blockedUntil ?? 0) > 0, "the pause is known");
    const before = session.forge.requests.length;
    await answering({ showWarningMessage: () => undefined, showInputBox: () => "My message" }, async () =>
      assert.equal(await document.save(), true),
    );
    const [change] = session.parts.localChanges.all;
    assert.deepEqual([change?.reason, change?.commitMessage], ["failed", "My message"]);
    assert.equal(session.forge.requests.length, before);
  });
});
