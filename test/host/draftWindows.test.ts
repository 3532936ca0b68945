import assert from "node:assert/strict";
import { commands, type TextDocument, window, workspace } from "vscode";
import { systemClock } from "../../src/base/clock.ts";
import { PendingEdits } from "../../src/gists/publishing/pendingEdits.ts";
import { gistCommands } from "../../src/ids.ts";
import { basesFolder, sharedFolder } from "../../src/storage/folders.ts";
import { storageFolder } from "../../src/storage/storageFolder.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { holdPosts } from "./support/heldRequests.ts";
import { tokens } from "./support/seeds.ts";
import { closeEditors, signIn, useSession, withAutoSave } from "./support/session.ts";

describe("A draft and what is saved of it here and elsewhere", () => {
  const session = useSession();
  afterEach(closeEditors);
  const asked: string[] = [];
  beforeEach(() => void (asked.length = 0));
  const note = (text: string): void => void asked.push(text);
  const noted = { showWarningMessage: note, showInformationMessage: note, showErrorMessage: note } as never;
  let draftId = "";
  const place = () => ({ accountId: session.accountId, gistId: draftId, fileName: "a b.md" });
  const begin = async (): Promise<TextDocument> => {
    const { accountId, parts } = session;
    const draft = parts.files.drafts.add({ accountId, description: "Begun", public: true, files: ["a b.md"] });
    draftId = draft.id;
    return show(session.uri(draft.id, "a b.md"));
  };
  const pending = () => session.parts.files.pending;
  const edits = () => pending().all.map(({ state, mine }) => [state, mine]);
  const gistsOfDraft = async () =>
    (await session.forge.client(tokens.mia).call("gists.getAll", {}))
      .filter(({ description }) => description === "Begun" || description === "")
      .map(({ id }) => session.forge.files(id));
  const gists = async () => (await gistsOfDraft()).map((files) => files?.["a b.md"]);
  const inOther = async (act: (edits: PendingEdits) => Promise<unknown>): Promise<void> => {
    const other = new PendingEdits(storageFolder(sharedFolder(session.parts.context, "edits")), systemClock);
    await other.load();
    await act(other);
    other.dispose();
  };
  const storeThere = (state: "unpublished" | "queued" = "unpublished"): Promise<void> => {
    const now = Date.now() + 1;
    return inOther((others) =>
      others.put({ base: null, mine: "other\n", state, since: now, changed: now, place: place() }),
    );
  };
  const store = (document: TextDocument, text: string): Promise<void> =>
    withAutoSave(async () => {
      await type(document, text);
      const isStored = (): boolean => pending().all.some(({ mine }) => mine === text);
      await eventually(() => !document.isDirty && isStored(), "it is stored");
    });
  const publish = (edit = pending().all[0]) =>
    commands.executeCommand(gistCommands.publish, { kind: "edit", edit });
  /** Types more while the draft's gist is created. */
  const beginAndType = async (): Promise<TextDocument> => {
    const draft = await begin();
    await type(draft, "first\n");
    const held = holdPosts(session.forge);
    const saving = draft.save();
    await held.arrived();
    await type(draft, "first\nsecond\n");
    held.release();
    await saving;
    return draft;
  };

  for (const how of ["a save", "a save of what it has not seen", "Auto Save"])
    it(`leaves what the other one has stored beside ${how}`, async () => {
      const draft = await begin();
      await type(draft, "fir");
      await storeThere();
      if (how !== "a save of what it has not seen") await pending().refresh();
      if (how === "Auto Save") await store(draft, "first\n");
      else await type(draft, "first\n");
      if (how !== "Auto Save") assert.equal(await draft.save(), true);
      await pending().refresh();
      const both = [
        ["unpublished", "other\n"],
        ["unpublished", "first\n"],
      ];
      const expected = how === "Auto Save" ? [[], both] : [["first\n"], both.slice(0, 1)];
      assert.deepEqual([await gists(), edits()], expected);
    });

  it("conflicts with the gist that was made of the other text, and can be published there", async () => {
    await store(await begin(), "first\n");
    await storeThere();
    await pending().refresh();
    const [mine, other] = pending().all;
    await closeEditors();
    await answering(noted, async () => {
      await publish(mine);
      await publish(other);
    });
    assert.deepEqual([await gists(), edits()], [["first\n"], [["conflict", "other\n"]]]);
    assert.match(asked.join(), /was changed here and on the server/);
    const edit = pending().all[0];
    assert.notEqual(edit?.place.gistId, draftId, "it is one of the gist");
    await commands.executeCommand(gistCommands.compare, { kind: "edit", edit });
    assert.deepEqual(
      window.visibleTextEditors.map(({ document }) => document.getText()),
      ["first\n", "other\n"],
    );
    await answering({ showWarningMessage: (_text: string, _options: unknown, yes: string) => yes } as never, () =>
      commands.executeCommand(gistCommands.keepMine, { kind: "edit", edit }),
    );
    assert.deepEqual([await gists(), edits()], [["other\n"], []]);
  });

  it("conflicts also where both texts wait for the server", async () => {
    const draft = await begin();
    await type(draft, "first\n");
    session.forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "Not now" }, { status: 500 }) : undefined;
    await draft.save();
    await storeThere("queued");
    await pending().refresh();
    session.forge.answer = () => undefined;
    await answering(noted, async () => {
      session.parts.files.engine.retryAccount(session.accountId);
      await eventually(() => edits().every(([state]) => state !== "queued"), "both are sent");
    });
    assert.deepEqual([await gists(), edits()], [["first\n"], [["conflict", "other\n"]]]);
  });

  for (const isAutomatic of [false, true])
    it(`conflicts with the other text that is published while this one is ${isAutomatic ? "stored" : "saved"}`, async () => {
      const draft = await begin();
      await type(draft, "mi");
      await storeThere();
      await pending().refresh();
      const held = holdPosts(session.forge);
      await answering(noted, async () => {
        const publishing = publish();
        await held.arrived();
        const { engine } = session.parts.files;
        const inTurn = engine.inTurn.bind(engine);
        const waiting = new Promise<void>((resolve) => {
          engine.inTurn = (...given) => {
            resolve();
            return inTurn(...given);
          };
        });
        const saving = isAutomatic ? store(draft, "mine\n") : type(draft, "mine\n").then(() => draft.save());
        await waiting;
        engine.inTurn = inTurn;
        held.release();
        await Promise.all([publishing, saving]);
        if (isAutomatic) await publish(pending().all.find(({ mine }) => mine === "mine\n"));
      });
      assert.deepEqual([await gists(), edits()], [["other\n"], [["conflict", "mine\n"]]]);
    });

  it("changes the gist that the other one has made of its stored text", async () => {
    const draft = await begin();
    await store(draft, "first\n");
    await type(draft, "first\nsecond\n");
    const { id } = await session.forge
      .client(tokens.mia)
      .call("gists.create", { description: "Begun", public: true, files: { "a b.md": { content: "first\n" } } });
    const { drafts } = session.parts.files;
    const made = drafts.get(session.accountId, draftId);
    assert.ok(made);
    drafts.publish(made, id);
    const [stored] = pending().all;
    await inOther((others) => others.remove(stored?.id ?? ""));
    await pending().refresh();
    await answering(noted, async () => draft.save());
    assert.deepEqual([await gists(), edits(), asked], [["first\nsecond\n"], [], []]);
  });

  for (const how of ["saved after the next sign-in", "saved before the next sign-in", "in another window"])
    it(`that is published changes its gist after a sign-out, ${how}`, async () => {
      const draft = await beginAndType();
      const { parts, accountId } = session;
      const isElsewhere = how === "in another window";
      if (isElsewhere) await parts.state.forget(accountId);
      await parts.accounts.remove(accountId, isElsewhere);
      await answering(noted, async () => {
        if (how === "saved before the next sign-in") await draft.save();
        await signIn(parts, session.forge, tokens.mia);
        if (how !== "saved before the next sign-in") await draft.save();
        await eventually(() => edits().length === 0, "it is sent");
      });
      assert.deepEqual(await gists(), ["first\nsecond\n"]);
    });

  it("stores what is sent while its gist is created: it is based on that after a reload", async () => {
    const draft = await begin();
    await type(draft, "first\n");
    const held = holdPosts(session.forge);
    const saving = draft.save();
    await held.arrived();
    const bases = storageFolder(basesFolder(session.parts.context, "gistBases"));
    const texts = await Promise.all((await bases.list()).map((name) => bases.read(name)));
    held.release();
    await saving;
    assert.ok(texts.some((text) => text?.includes(draftId) && text.includes(String.raw`"sent":"first\n"`)));
  });

  it("becomes one gist, also when two files of it are saved together", async () => {
    const draft = await begin();
    const uri = session.uri(draftId, "c.md");
    await answering(noted, async () => {
      await type(draft, "first\n");
      await Promise.all([draft.save(), workspace.fs.writeFile(uri, new TextEncoder().encode("other\n"))]);
    });
    assert.deepEqual(await gistsOfDraft(), [{ "a b.md": "first\n", "c.md": "other\n" }]);
  });

  it("becomes one gist, also when the answer to its creation is lost and another file is saved", async () => {
    const draft = await begin();
    const { forge } = session;
    let isLost = true;
    forge.answer = ({ method }) =>
      isLost && method === "GET" ? Response.json({ message: "Not now" }, { status: 503 }) : undefined;
    forge.change = (answer) =>
      isLost && forge.requests.at(-1)?.method === "POST"
        ? Response.json({ message: "Bad Gateway" }, { status: 502 })
        : answer;
    await answering(noted, async () => {
      await type(draft, "first\n");
      await draft.save();
      isLost = false;
      await workspace.fs.writeFile(session.uri(draftId, "c.md"), new TextEncoder().encode("other\n"));
      session.parts.files.engine.retryAccount(session.accountId);
      await eventually(() => edits().length === 0, "both are sent");
    });
    assert.deepEqual(await gistsOfDraft(), [{ "a b.md": "first\n", "c.md": "other\n" }]);
  });

  for (const how of ["here", "by another window"] as const)
    it(`is not taken for an equal one that was published ${how} shortly before`, async () => {
      const { forge, accountId, parts } = session;
      const first = await begin();
      const refuse = (): void => {
        forge.answer = ({ method }) =>
          method === "POST" ? Response.json({ message: "Not now" }, { status: 500 }) : undefined;
      };
      const retry = async (): Promise<void> => {
        forge.answer = () => undefined;
        parts.files.engine.retryAccount(accountId);
        await eventually(() => edits().length === 0, "it is sent");
      };
      const create = async (): Promise<string> => {
        const files = { "a b.md": { content: "same\n" } };
        const made = await forge
          .client(tokens.mia)
          .call("gists.create", { description: "Begun", public: true, files });
        return made.id;
      };
      await answering(noted, async () => {
        if (how === "here") {
          // The server makes it, and does not say so.
          refuse();
          await type(first, "same\n");
          await first.save();
          await create();
          await retry();
        } else
          parts.files.drafts.publish(parts.files.drafts.get(accountId, draftId) ?? assert.fail(), await create());
        const next = await begin();
        if (how === "by another window") refuse();
        await type(next, "same\n");
        await next.save();
        await retry();
      });
      assert.deepEqual(await gists(), ["same\n", "same\n"]);
    });
});
