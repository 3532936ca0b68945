import assert from "node:assert/strict";
import { commands, env, window, workspace } from "vscode";
import { systemClock } from "../../src/base/clock.ts";
import { LastShare } from "../../src/gists/share/lastShare.ts";
import { storedSharesKey } from "../../src/gists/share/storedShares.ts";
import { undoShare } from "../../src/gists/share/undoShare.ts";
import { gistCommands, shareCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

describe("A share that is undone", () => {
  const session = useSession();
  const statusTexts = useStatusTexts();
  const own = async () => (await session.parts.gists.lists.get(session.accountId, "own")).gists.length;
  const shareText = async (copied = "mine"): Promise<void> => {
    await env.clipboard.writeText(copied);
    await workspace.openTextDocument({ content: "text" }).then(window.showTextDocument);
    await commands.executeCommand(gistCommands.shareFiles);
    await eventually(async () => (await env.clipboard.readText()) !== copied, "the link is in the clipboard");
  };

  it("is gone, and the clipboard is as before", async () => {
    const before = await own();
    await shareText();
    assert.equal(await own(), before + 1);
    await commands.executeCommand(shareCommands.undo);
    assert.equal(await own(), before);
    assert.equal(await env.clipboard.readText(), "mine");
    await commands.executeCommand(shareCommands.undo);
    await eventually(
      () => session.messages.length >= 2,
      () => `it is said: ${session.messages.join("; ")}`,
    );
    assert.deepEqual(session.messages.slice(1), ["Nothing was shared from this window since it was opened."]);
    assert.deepEqual(statusTexts(), ["Share undone: “snippet.txt” was deleted."]);
  });

  it("takes back one share after the other, the latest first", async () => {
    const before = await own();
    await shareText();
    await shareText();
    assert.equal(await own(), before + 2);
    await commands.executeCommand(shareCommands.undo);
    assert.equal(await own(), before + 1);
    await commands.executeCommand(shareCommands.undo);
    assert.equal(await own(), before);
  });

  it("in another order leaves no link of a deleted gist in the clipboard", async () => {
    const before = await own();
    let answerFirst: (button: string) => void = () => undefined;
    const first = new Promise<string>((resolve) => (answerFirst = resolve));
    let messages = 0;
    const showInformationMessage = (() => (messages++ === 0 ? first : undefined)) as never;
    await answering({ showInformationMessage }, async () => {
      await shareText();
      await shareText(await env.clipboard.readText());
      const secondLink = await env.clipboard.readText();
      answerFirst("Undo");
      await eventually(async () => (await own()) === before + 1, "the first one is undone");
      assert.equal(await env.clipboard.readText(), secondLink);
      await commands.executeCommand(shareCommands.undo);
      assert.equal(await own(), before);
      assert.equal(await env.clipboard.readText(), "mine");
    });
  });

  const deleteGist = async (link: string): Promise<void> => {
    const { gists } = await session.parts.gists.lists.get(session.accountId, "own");
    const gist = gists.find(({ html_url }) => html_url === link);
    assert.ok(gist);
    await answering({ showWarningMessage: () => "Delete Gist" }, () =>
      commands.executeCommand(gistCommands.delete, { kind: "gist", accountId: session.accountId, gist }),
    );
  };

  it("puts back no link of a gist that was deleted in another way, before or after it", async () => {
    const before = await own();
    await shareText();
    const first = await env.clipboard.readText();
    await shareText(first);
    await deleteGist(first);
    // Its link is in the clipboard again.
    await shareText(first);
    assert.equal(await own(), before + 2);
    await commands.executeCommand(shareCommands.undo);
    assert.equal(await env.clipboard.readText(), "mine");
    await shareText(first);
    await commands.executeCommand(shareCommands.undo);
    assert.equal(await env.clipboard.readText(), "mine");
    await env.clipboard.writeText("other");
    await commands.executeCommand(shareCommands.undo);
    assert.equal(await own(), before);
    assert.equal(await env.clipboard.readText(), "other");
  });

  it("leaves an empty clipboard where only the link of a deleted gist was in it", async () => {
    const { gists } = await session.parts.gists.lists.get(session.accountId, "own");
    const link = gists[0]?.html_url ?? "";
    await deleteGist(link);
    await shareText(link);
    await commands.executeCommand(shareCommands.undo);
    assert.equal(await env.clipboard.readText(), "");
  });

  it("asks when the gist was changed since, and leaves what was copied since", async () => {
    const before = await own();
    await shareText();
    const [gist] = (await session.parts.gists.lists.get(session.accountId, "own")).gists;
    assert.ok(gist);
    await session.parts.publisher.editDescription(session.accountId, gist.id, "Other words");
    await env.clipboard.writeText("copied since");
    const asked: string[] = [];
    const answer = (given: string | undefined) => ({
      showWarningMessage: (text: string) => {
        asked.push(text);
        return given;
      },
    });
    await answering(answer(undefined), () => commands.executeCommand(shareCommands.undo));
    assert.equal(await own(), before + 1);
    await answering(answer("Delete Gist"), () => commands.executeCommand(shareCommands.undo));
    assert.equal(await own(), before);
    assert.deepEqual(asked, ["Delete “snippet.txt”?", "Delete “snippet.txt”?"]);
    assert.equal(await env.clipboard.readText(), "copied since");
  });

  describe("after a reload of the window", () => {
    /** What a window has that begins now. */
    const shared = (): LastShare => new LastShare(session.parts.context.workspaceState, systemClock);
    const undo = async (lastShare: LastShare): Promise<void> => {
      const { accounts, gists, trash, uris, files } = session.parts;
      const onError = (_: string, error: unknown) => assert.fail(String(error));
      assert.ok(lastShare.current);
      await undoShare({ accounts, gists, trash, uris, files, onError }, lastShare, lastShare.current);
    };

    it("is gone, and the message says that the clipboard is not as before", async () => {
      const before = await own();
      await shareText("a secret of mine");
      const link = await env.clipboard.readText();
      assert.doesNotMatch(JSON.stringify(session.parts.context.workspaceState.get(storedSharesKey)), /secret/);
      const lastShare = shared();
      await undo(lastShare);
      assert.equal(await own(), before);
      assert.equal(lastShare.current, undefined);
      assert.equal(shared().current, undefined);
      assert.equal(await env.clipboard.readText(), link);
      assert.equal(
        session.messages.at(-1),
        "Share undone: “snippet.txt” was deleted. The clipboard still has its link: what was there before isn't stored.",
      );
    });

    it("asks when the gist was changed since", async () => {
      const before = await own();
      await shareText();
      const { current } = shared();
      const files = { "snippet.txt": { content: "changed" } };
      await session.forge.client(tokens.mia).call("gists.edit", { id: current?.gist.id ?? "", files });
      const asked: string[] = [];
      const showWarningMessage = (text: string) => void asked.push(text);
      await answering({ showWarningMessage: showWarningMessage as never }, async () => {
        await assert.rejects(undo(shared()));
      });
      assert.deepEqual(asked, ["Delete “snippet.txt”?"]);
      assert.equal(await own(), before + 1);
    });

    it("is not possible after a day, nor when the account is signed out", async () => {
      await shareText();
      const { workspaceState } = session.parts.context;
      assert.ok(shared().current);
      const tomorrow = { ...systemClock, now: () => Date.now() + 24 * 60 * 60 * 1000 };
      assert.equal(new LastShare(workspaceState, tomorrow).current, undefined);
      await session.parts.accounts.remove(session.accountId);
      await eventually(() => workspaceState.get(storedSharesKey) === undefined, "nothing is stored");
    });
  });
});
