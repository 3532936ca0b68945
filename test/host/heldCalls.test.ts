import assert from "node:assert/strict";
import { commands, window, workspace } from "vscode";
import { gistCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { isUnsavedTab, show, type } from "./support/documents.ts";
import { withRecordedProgress } from "./support/recordedProgress.ts";
import { ids } from "./support/seeds.ts";
import { isBrowser } from "./support/versions.ts";
import { useSession } from "./support/session.ts";
import { labelOf, nodesOf } from "./support/rows.ts";

describe("A server that accepts no requests for a while", () => {
  const session = useSession();
  /** The first request with this method is refused, and the next ones of so many seconds aren't sent. */
  const pauseAt = (method: string, seconds: number): void => {
    let isRefused = false;
    session.forge.answer = (request) => {
      if (isRefused || request.method !== method) return undefined;
      isRefused = true;
      const headers = { "retry-after": String(seconds) };
      return Response.json({ message: "You have exceeded a secondary rate limit" }, { status: 403, headers });
    };
  };
  const star = async (id: string): Promise<void> => {
    const nodes = await nodesOf(session.parts.trees.gists);
    const { node } = nodes.find(({ item }) => item.id?.includes(id)) ?? {};
    assert.ok(node);
    session.forge.requests.length = 0;
    await commands.executeCommand(gistCommands.star, node);
  };
  /** Of a pause of so many seconds: what is left is rounded, and it is named up to a second later. */
  const accepts = (seconds: number): RegExp =>
    new RegExp(`accepts no requests for (?:${seconds - 1}|${seconds}) seconds?\\.$`);

  it("is named while a command waits, which goes on then", () =>
    withRecordedProgress(async ({ titles, cancellable, shown }) => {
      pauseAt("PUT", 3);
      const starring = star(ids.notes);
      await eventually(() => titles.length === 1, "it is named");
      assert.match(titles[0] ?? "", accepts(3));
      assert.deepEqual(cancellable, titles);
      await starring;
      assert.equal(session.forge.sent("PUT").length, 2);
      await eventually(() => shown() === 0, "the notification is over");
      assert.equal(titles.length, 1);
    }));

  it("isn't asked by a command that is canceled", () =>
    withRecordedProgress(async ({ titles, shown, cancel }) => {
      pauseAt("PUT", 25);
      const starring = star(ids.notes);
      await eventually(() => titles.length === 1, "it is named");
      assert.match(titles[0] ?? "", accepts(25));
      cancel();
      await starring;
      await eventually(() => shown() === 0, "the notification is over");
      assert.equal(session.forge.sent("PUT").length, 1);
    }));

  it("is named in the notification of the task", () =>
    withRecordedProgress(async ({ titles, messages, cancel }) => {
      pauseAt("POST", 20);
      await window.showTextDocument(await workspace.openTextDocument({ content: "canceled" }));
      const sharing = commands.executeCommand(gistCommands.shareFiles);
      await eventually(() => messages.length === 1, "it is named");
      assert.deepEqual(titles, ["Sharing as gist…"]);
      assert.match(messages[0] ?? "", accepts(20));
      cancel();
      await sharing;
      assert.equal(session.forge.sent("POST").length, 1);
    }));

  it("is named in the notification of a batch, whose Cancel ends the wait", () =>
    withRecordedProgress(async ({ titles, messages, cancel }) => {
      pauseAt("PUT", 20);
      const rows = await nodesOf(session.parts.trees.gists);
      const nodes = ["notes.md", "Two of otto"].map(
        (label) => rows.find(({ item }) => labelOf(item) === label)?.node,
      );
      session.forge.requests.length = 0;
      await answering({ showInformationMessage: () => undefined }, async () => {
        const starring = commands.executeCommand(gistCommands.star, nodes[0], nodes);
        // A browser doesn't know which task a call is of: it is named beside it.
        const named = (): string | undefined => (isBrowser ? titles : messages)[1];
        await eventually(() => named() !== undefined, "it is named");
        assert.match(named() ?? "", accepts(20));
        assert.deepEqual([titles[0], messages[0]], ["Star gists", "0 of 2"]);
        assert.deepEqual([titles.length, messages.length], isBrowser ? [2, 1] : [1, 2]);
        cancel();
        await starring;
      });
      assert.deepEqual(session.forge.sent("PUT"), [`PUT /gists/${ids.notes}/star`]);
    }));

  it("isn't named for a save, which is stored", () =>
    withRecordedProgress(async ({ titles }) => {
      const document = await show(session.uri(ids.hello, "hello.py"));
      await type(document, "print('later')\n");
      pauseAt("PATCH", 4);
      assert.equal(await document.save(), true);
      assert.equal(isUnsavedTab(document), false);
      await eventually(() => session.forge.files(ids.hello)?.["hello.py"] === "print('later')\n", "it is sent");
      assert.deepEqual(titles, []);
    }));
});
