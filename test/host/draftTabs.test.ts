import assert from "node:assert/strict";
import { commands, type TextDocument, ViewColumn, window } from "vscode";
import { gistCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { holdPosts } from "./support/heldRequests.ts";
import { ids } from "./support/seeds.ts";
import { closeEditors, useSession, withAutoSave } from "./support/session.ts";

describe("The tab of a draft that has become a gist", () => {
  const session = useSession();
  afterEach(closeEditors);
  const asked: string[] = [];
  beforeEach(() => void (asked.length = 0));
  const note = (text: string): void => void asked.push(text);
  const noted = { showWarningMessage: note, showInformationMessage: note } as never;
  const begin = async (): Promise<TextDocument> => {
    const { accountId, parts } = session;
    const draft = parts.files.drafts.add({ accountId, description: "Begun", public: true, files: ["a b.md"] });
    return show(session.uri(draft.id, "a b.md"));
  };
  const edits = () => session.parts.files.pending.all.map(({ state, mine }) => [state, mine]);
  const made = async (): Promise<string> =>
    (await session.parts.gists.lists.get(session.accountId, "own")).gists[0]?.id ?? "";
  const filesOf = async () => session.forge.files(await made());
  const store = (document: TextDocument, text: string): Promise<void> =>
    withAutoSave(async () => {
      await type(document, text);
      await eventually(() => !document.isDirty, "it is stored");
    });
  const publish = () =>
    commands.executeCommand(gistCommands.publish, { kind: "edit", edit: session.parts.files.pending.all[0] });
  /** Runs `act` while the gist of the draft, which Auto Save has stored, is created from its row. */
  const whilePublished = async (
    act: (draft: TextDocument, publishing: Thenable<unknown>, release: () => void) => Promise<void>,
  ): Promise<void> => {
    const draft = await begin();
    await store(draft, "first\n");
    const held = holdPosts(session.forge);
    await answering(noted, async () => {
      const publishing = publish();
      await held.arrived();
      await act(draft, publishing, () => held.release());
    });
    assert.deepEqual([await filesOf(), edits(), asked], [{ "a b.md": "first\nsecond\n" }, [], []]);
  };
  const showOther = (viewColumn = ViewColumn.Active) =>
    window.showTextDocument(session.uri(ids.hello, "hello.py"), { viewColumn, preview: false });
  const hasTab = (uri: unknown): boolean =>
    window.tabGroups.all.some(({ tabs }) =>
      tabs.some(({ input }) => String((input as { uri?: unknown } | undefined)?.uri) === String(uri)),
    );

  for (const how of ["saved in the background", "published from its row in the background"] as const)
    it(`${how} shows what the gist has, and is replaced when it is shown`, async () => {
      const draft = await begin();
      if (how === "saved in the background") await type(draft, "first\n");
      else await store(draft, "first\n");
      await showOther();
      if (how === "saved in the background") assert.equal(await draft.save(), true);
      else await publish();
      await eventually(async () => (await filesOf()) !== undefined, "it is a gist");
      const own = await show(session.uri(await made(), "a b.md"));
      await type(own, "first\nsecond\n");
      assert.equal(await own.save(), true);
      await eventually(() => draft.isClosed || draft.getText() === "first\nsecond\n", "it is read again");
      if (!draft.isClosed) await window.showTextDocument(draft, { preview: false });
      await eventually(() => !hasTab(draft.uri), "it is replaced");
      assert.deepEqual([await filesOf(), edits(), asked], [{ "a b.md": "first\nsecond\n" }, [], []]);
    });

  it("is based on what it showed, whatever is saved in the gist's own editor", async () => {
    const draft = await begin();
    await type(draft, "one\ntwo\nthree\n");
    const held = holdPosts(session.forge);
    const saving = draft.save();
    await held.arrived();
    await type(draft, "ONE\ntwo\nthree\n");
    held.release();
    await saving;
    const own = await show(session.uri(await made(), "a b.md"));
    await type(own, "one\ntwo\nTHREE\n");
    assert.equal(await own.save(), true);
    await answering(noted, async () => draft.save());
    assert.deepEqual([await filesOf(), edits(), asked], [{ "a b.md": "ONE\ntwo\nTHREE\n" }, [], []]);
  });

  for (const isAfter of [false, true])
    it(`does not conflict with its own row when more is saved ${isAfter ? "after" : "while"} that is published`, () =>
      whilePublished(async (draft, publishing, release) => {
        await type(draft, "first\nsecond\n");
        if (isAfter) {
          release();
          await publishing;
        }
        const saving = draft.save();
        release();
        await Promise.all([publishing, saving]);
      }));

  it("hands on to the gist what Auto Save stores while its row is published", () =>
    whilePublished(async (draft, publishing, release) => {
      const storing = store(draft, "first\nsecond\n");
      release();
      await Promise.all([storing, publishing]);
      await eventually(() => edits().length === 1, "it is stored once");
      assert.deepEqual(await filesOf(), { "a b.md": "first\n" });
      await publish();
    }));

  it("does not stay under the old name in another group when its file is renamed", async () => {
    const draft = await begin();
    await type(draft, "first\n");
    await draft.save();
    await eventually(() => !hasTab(draft.uri), "it is replaced");
    const uri = session.uri(await made(), "a b.md");
    const document = await show(uri);
    await type(document, "first\ntyped\n");
    await showOther(ViewColumn.Two);
    await answering({ showInputBox: () => "new.md" }, () => commands.executeCommand(gistCommands.renameFile, uri));
    await eventually(() => !hasTab(uri), "its tab is closed");
    const renamed = window.activeTextEditor?.document;
    assert.deepEqual([renamed?.getText(), renamed?.isDirty], ["first\ntyped\n", true]);
  });
});
