import assert from "node:assert/strict";
import { CommentMode, commands } from "vscode";
import { accountCommands, commentCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { textOf, useCommitTalk } from "./support/commitTalk.ts";
import { useGistTalk } from "./support/gistTalk.ts";
import { holdPosts } from "./support/heldRequests.ts";
import { withOpenMessages } from "./support/openMessages.ts";
import { sendReply } from "./support/replies.ts";
import { ids, tokens } from "./support/seeds.ts";
import { signIn } from "./support/session.ts";

const isSent =
  "Another window may be sending this comment, or this one before it was reloaded. Try again in a minute.";
const goneSince = "The comment was sent or discarded since.";

describe("A comment that is not sent yet", () => {
  const talk = useGistTalk();
  const { session } = talk;
  const deleteThere = async () =>
    talk.mia.call("gists.deleteComment", { gist_id: ids.notes, id: await talk.idOf("Thanks") });
  const editThere = async () =>
    talk.mia.call("gists.editComment", { gist_id: ids.notes, id: await talk.idOf("Thanks"), body: "Theirs" });
  const tried = (draft: object) => ({ ...draft, triedAt: Date.now() });
  const failReply = async (text: string): Promise<void> => {
    talk.refuse("POST");
    await sendReply(session, { thread: talk.thread(), text });
    session.forge.answer = () => undefined;
  };
  const signOut = (): Thenable<unknown> =>
    commands.executeCommand(accountCommands.signOut, { id: session.accountId });
  const isSignedIn = (): boolean => session.parts.accounts.accounts.length === 1;

  it("is sent once as a new one, though two messages offer that and the first answer is lost", async () => {
    await talk.open();
    const shown = await talk.edit();
    await deleteThere();
    await withOpenMessages(async (said) => {
      void talk.save(shown, "Mine");
      await eventually(() => said.length === 1, "it is gone");
      void commands.executeCommand(commentCommands.retry, talk.comment("Mine"));
      await eventually(() => said.length === 2, "it is said again");
      let isLost = false;
      session.forge.answer = ({ method }) =>
        isLost && method === "GET" ? Response.json({}, { status: 500 }) : undefined;
      session.forge.change = (answer, { method }) => {
        if (method !== "POST" || isLost) return answer;
        isLost = true;
        return Response.json({}, { status: 500 });
      };
      said[0]?.click("Send as New Comment");
      await eventually(() => said.length === 3, "it is not confirmed");
      session.forge.answer = () => undefined;
      said[1]?.click("Send as New Comment");
      await eventually(() => talk.drafts().length === 0, "it is there");
    });
    assert.deepEqual(await talk.bodies(), ["Nice", "Mine"]);
  });

  for (const [button, changeThere] of [
    ["Send as New Comment", deleteThere],
    ["Keep Mine", editThere],
    ["Take Theirs", editThere],
  ] as const)
    it(`is left to the other window that sends it: ${button}`, async () => {
      await talk.open();
      const shown = await talk.edit();
      await changeThere();
      await withOpenMessages(async (said) => {
        void talk.save(shown, "Mine");
        await eventually(() => said.length === 1, "it is said");
        await talk.inOtherWindow((draft) => ({ ...tried(draft), body: "Mine of there" }));
        session.forge.requests.length = 0;
        said[0]?.click(button);
        await eventually(() => said.length === 2, "it is refused");
        assert.equal(said[1]?.text, isSent);
      });
      assert.deepEqual([session.forge.sent("POST"), session.forge.sent("PATCH")], [[], []]);
      assert.equal(talk.drafts()[0]?.[0], "Mine of there");
    });

  for (const command of [commentCommands.retry, commentCommands.discard])
    for (const [done, change, text] of [
      ["sends", tried, isSent],
      ["has sent", () => undefined, goneSince],
    ] as const)
      it(`is neither sent nor discarded where another window ${done} it, unseen here: ${command}`, async () => {
        await talk.open();
        await failReply("Once");
        await talk.inOtherWindow(change);
        session.forge.requests.length = 0;
        await withOpenMessages(async (said) => {
          void commands.executeCommand(command, talk.comment("Once"));
          await eventually(() => said.length === 1, "it is said");
          assert.equal(said[0]?.text, text);
        });
        assert.deepEqual(session.forge.sent("POST"), []);
        assert.equal(talk.drafts().length, done === "sends" ? 1 : 0);
      });

  it("stays when it is saved while its comment is being deleted", async () => {
    await talk.open();
    const shown = talk.comment("Thanks");
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    session.forge.answer = async ({ method }) => {
      if (method === "DELETE") await held;
      return undefined;
    };
    await withOpenMessages(async (said) => {
      const deletion = commands.executeCommand(commentCommands.delete, shown);
      await eventually(() => said.length === 1, "it asks");
      said[0]?.click("Delete Comment");
      await eventually(() => session.forge.sent("DELETE").length === 1, "it is being deleted");
      await talk.edit(shown);
      void talk.save(shown, "A long text");
      await eventually(() => talk.drafts().length === 1, "the text is stored");
      release();
      await deletion;
      await eventually(() => said.length === 2, "it is said");
      assert.deepEqual(talk.drafts(), [["A long text", "notFound"]]);
      said[1]?.click("Send as New Comment");
      await eventually(() => talk.drafts().length === 0, "it is sent");
    });
    assert.deepEqual(await talk.bodies(), ["Nice", "A long text"]);
  });

  for (const button of ["Publish and Sign Out", "Discard and Sign Out"])
    it(`is left to the other window that sends it: ${button}`, async () => {
      await talk.open();
      await failReply("Once");
      await talk.inOtherWindow(tried);
      session.forge.requests.length = 0;
      await withOpenMessages(async (said) => {
        void signOut();
        await eventually(() => said.length === 1, "it asks");
        said[0]?.click(button);
        await eventually(() => said.length === 2, "it is said");
        assert.ok(said[1]?.text.endsWith(isSent), said[1]?.text);
      });
      assert.deepEqual([session.forge.sent("POST"), isSignedIn()], [[], true]);
    });

  for (const [button, text] of [
    ["Publish and Sign Out", undefined],
    ["Discard and Sign Out", "A comment was sent before it could be discarded. You're still signed in."],
  ] as const)
    it(`is waited for while it is sent: ${button}`, async () => {
      await talk.open();
      const held = holdPosts(session.forge);
      await withOpenMessages(async (said) => {
        await commands.executeCommand(commentCommands.create, { thread: talk.thread(), text: "Typed" });
        await held.arrived();
        void signOut();
        await eventually(() => said.length === 1, "it asks");
        const { comments } = session.parts;
        const idle = comments.idle.bind(comments);
        comments.idle = (id) => {
          held.release();
          return idle(id);
        };
        try {
          said[0]?.click(button);
          await eventually(() => (text === undefined ? !isSignedIn() : said.length === 2), "it is over");
        } finally {
          Reflect.deleteProperty(comments, "idle");
        }
        assert.equal(said[1]?.text, text);
      });
      assert.deepEqual(await talk.bodies(), ["Nice", "Thanks", "Typed"]);
    });

  it("that another window has sent since does not come back when another one is sent here", async () => {
    await talk.open();
    await failReply("Of there");
    const held = holdPosts(session.forge);
    await commands.executeCommand(commentCommands.create, { thread: talk.thread(), text: "Of here" });
    await held.arrived();
    await talk.inOtherWindow(({ body, ...draft }) => (body === "Of there" ? undefined : { ...draft, body }));
    held.release();
    await eventually(async () => (await talk.bodies()).includes("Of here"), "it is sent");
    await eventually(() => talk.drafts().length === 0, "no draft is left");
    await session.parts.state.refresh();
    assert.deepEqual(talk.drafts(), []);
    assert.ok(!talk.thread().comments.some((each) => textOf(each).includes("Of there")));
  });

  it("that another window has changed since is not discarded by a sign-out", async () => {
    await talk.open();
    await failReply("asked");
    await withOpenMessages(async (said) => {
      void signOut();
      await eventually(() => said.length === 1, "it asks");
      const { comments } = session.parts;
      const idle = comments.idle.bind(comments);
      comments.idle = async (id) => {
        await talk.inOtherWindow((draft) => ({ ...draft, body: "changed since" }));
        await idle(id);
      };
      try {
        said[0]?.click("Discard and Sign Out");
        await eventually(() => !isSignedIn(), "it is signed out");
      } finally {
        Reflect.deleteProperty(comments, "idle");
      }
    });
    await signIn(session.parts, session.forge, tokens.mia);
    await eventually(() => talk.drafts()[0]?.[0] === "changed since", "it is there");
  });

  it("is asked about when its editor is open while its account is signed out", async () => {
    await talk.open();
    await talk.edit();
    await withOpenMessages(async (said) => {
      void signOut();
      await eventually(() => said.length === 1, "it asks");
      said[0]?.click("Sign Out");
      await eventually(() => said.length === 2, "it asks about the editor");
      assert.equal(said[1]?.detail, "Its editor is closed. What you typed since its last save is lost.");
      said[1]?.click(undefined);
    });
    assert.ok(isSignedIn());
    assert.equal(talk.comment("Thanks").mode, CommentMode.Editing);
  });
});

describe("A comment of a line that is not sent yet", () => {
  const talk = useCommitTalk();
  const at = { path: talk.file, position: 4 };
  const deleteThere = async () => {
    const [{ id } = assert.fail()] = await talk.atService();
    await talk.mia.call("repos.deleteCommitComment", { user: "mia", repo: "tools", id });
  };

  it("stays in its editor when its draft is discarded and nothing else is at the line", async () => {
    await talk.say(talk.mia, "On the line", at);
    await talk.openCommit();
    await eventually(() => talk.inFile().length > 0, "the line's thread is there");
    const [line] = talk.inFile()[0] ?? assert.fail();
    talk.refuse("POST");
    await sendReply(talk.session, { thread: talk.threadAt(line), text: "My draft" });
    await deleteThere();
    await commands.executeCommand(commentCommands.refresh, talk.threadAt(line));
    const shown = talk.comment("My draft");
    await commands.executeCommand(commentCommands.edit, shown);
    await withOpenMessages(async (said) => {
      const discarding = commands.executeCommand(commentCommands.discard, shown);
      await eventually(() => said.length === 1, "it asks");
      said[0]?.click("Discard");
      await discarding;
      shown.body = "A long text";
      await commands.executeCommand(commentCommands.save, shown);
      await eventually(() => said.length === 2, "it is said");
    });
    assert.ok(talk.threadAt(line).comments.includes(shown));
    assert.deepEqual([shown.mode, textOf(shown)], [CommentMode.Editing, "A long text"]);
  });

  it("is sent as a new one at its line where it was deleted elsewhere", async () => {
    await talk.say(talk.mia, "Mine on the line", at);
    await talk.openCommit();
    await eventually(() => talk.inFile().length > 0, "the line's thread is there");
    const shown = talk.comment("Mine on the line");
    await commands.executeCommand(commentCommands.edit, shown);
    await deleteThere();
    await withOpenMessages(async (said) => {
      shown.body = "Changed text";
      void commands.executeCommand(commentCommands.save, shown);
      await eventually(() => said.length === 1, "it is gone");
      said[0]?.click("Send as New Comment");
      await eventually(async () => (await talk.atService()).length === 1, "it is sent");
    });
    const [{ body, path, position } = assert.fail()] = await talk.atService();
    assert.deepEqual([body, path, position], ["Changed text", at.path, at.position]);
  });
});
