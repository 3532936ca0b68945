import assert from "node:assert/strict";
import { commands, type TextDocument, type Uri, window } from "vscode";
import { systemClock } from "../../src/base/clock.ts";
import { PendingEdits } from "../../src/gists/publishing/pendingEdits.ts";
import { GistDecorations } from "../../src/gists/view/decorations.ts";
import type { FilePlace } from "../../src/gists/types.ts";
import { LocalChanges } from "../../src/localChanges/model.ts";
import { encodeBase } from "../../src/repos/files/fileBases.ts";
import { sharedFolder } from "../../src/storage/folders.ts";
import { storageFolder } from "../../src/storage/storageFolder.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { bytes, show, type } from "./support/documents.ts";
import { hookTools } from "./support/hookTools.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { ids, tokens } from "./support/seeds.ts";
import { type Session, useSession, withAutoSave } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

/** Another window stores a change, which this one has not seen yet. */
const storeElsewhere = async ({ parts }: Session, uri: Uri, base: string, text: string): Promise<void> => {
  const changes = new LocalChanges(storageFolder(sharedFolder(parts.context, "localChanges")), systemClock);
  const place = { accountId: uri.authority, uri: uri.toString() };
  const content = Buffer.from(text).toString("base64");
  await changes.store({ place, base, content, description: "" }, undefined);
  changes.dispose();
};

const notes = ({ accountId }: Session): FilePlace => ({ accountId, gistId: ids.notes, fileName: "notes.md" });

/** The same of an edit of a gist. */
const storeEditElsewhere = async (session: Session, mine: string): Promise<void> => {
  const other = new PendingEdits(storageFolder(sharedFolder(session.parts.context, "edits")), systemClock);
  const now = Date.now() + 1;
  const content = { place: notes(session), state: "unpublished", base: "# Notes\n", mine } as const;
  await other.put({ ...content, since: now, changed: now });
  other.dispose();
};

const saveAutomatically = (document: TextDocument, text: string): Promise<void> =>
  withAutoSave(async () => {
    await type(document, text);
    await eventually(() => !document.isDirty && document.getText() === text, "Auto Save has saved it");
  });

/** Saves as Ctrl+S does, also what Auto Save has saved before. */
const saveByKey = async (document: TextDocument, isSent: () => Promise<boolean>): Promise<void> => {
  await commands.executeCommand("workbench.action.files.save");
  await eventually(isSent, "it is sent");
  assert.equal(document.isDirty, false);
};

describe("A save of what Auto Save has stored, while another window has stored something longer", () => {
  describe("of a repository's file", () => {
    const { session, at, mia, uri, add, atService } = useRepositorySession();

    it("is committed", async () => {
      await add("notes.txt", "one\ntwo\n");
      const found = await mia().call("repos.getContent", { ...at, path: "notes.txt", ref: "main" });
      const { sha } = found as { sha: string };
      const document = await show(uri("notes.txt"));
      await saveAutomatically(document, "MINE\ntwo\n");
      const base = encodeBase({ sha, bytes: bytes("one\ntwo\n") });
      await storeElsewhere(session, document.uri, base, "one\ntwo\nadded in another window\n");
      // As when the window gets the focus, right before the key.
      await session.parts.localChanges.refresh();
      await answering({ showInputBox: () => "Message" }, () =>
        saveByKey(document, async () => (await atService("notes.txt")) === "MINE\ntwo\n"),
      );
    });
  });

  describe("of a gist's file", () => {
    const session = useSession();
    const atService = (): string | undefined => session.forge.files(ids.notes)?.["notes.md"];

    it("is published", async () => {
      const document = await show(session.uri(ids.notes, "notes.md"));
      await saveAutomatically(document, "mine\n# Notes\n");
      await storeEditElsewhere(session, "# Notes\nadded in another window\n");
      await saveByKey(document, async () => atService() === "mine\n# Notes\n");
    });
  });

  describe("of a hook", () => {
    const session = useSession({ seed: toolsSeed });
    const { make, hooks, uriOf } = hookTools(session);

    it("is sent", async () => {
      const hook = await make({ events: ["push"] });
      const document = await show(uriOf(hook));
      const before = document.getText();
      await saveAutomatically(document, before.replace('"push"', '"star"'));
      const others = before.replace('"push"', '"push",\n    "watch"');
      await storeElsewhere(session, document.uri, JSON.stringify(hook), others);
      await saveByKey(document, async () => (await hooks())[0]?.events[0] === "star");
    });
  });
});

describe("An editor without changes, while another window has an edit of its file that is not published", () => {
  const session = useSession();
  const texts = useStatusTexts();
  const theirs = "# Notes\nadded in another window\n";
  const isSaid = "“notes.md” shows an edit of another window that isn't published yet.";
  const tooltip = (): string | undefined => {
    const { files, gists, uris } = session.parts;
    const decorations = new GistDecorations(files, gists, uris);
    const found = decorations.provideFileDecoration(session.uri(ids.notes, "notes.md"));
    decorations.dispose();
    return found?.tooltip;
  };

  it("says that it shows that edit, until it is gone", async () => {
    const { pending } = session.parts.files;
    const document = await show(session.uri(ids.notes, "notes.md"));
    await storeEditElsewhere(session, theirs);
    // As when the window gets the focus.
    await pending.refresh();
    await eventually(() => document.getText() === theirs, "it shows the edit");
    await eventually(() => texts().at(-1) === isSaid, `it says so: ${texts().join()}`);
    assert.equal(tooltip(), "Not published yet: an edit of another window");
    await pending.remove(pending.known(notes(session))?.id ?? "");
    await eventually(() => !texts().includes(isSaid), "it says nothing any longer");
    await eventually(() => document.getText() === "# Notes\n", "it shows what is at the service");
  });

  it("says that it shows that edit after a save that was merged, not that this was published", async () => {
    const lines = "1\n2\n3\n4\n5\n";
    const change = (content: string) =>
      session.forge.client(tokens.mia).call("gists.edit", { id: ids.notes, files: { "notes.md": { content } } });
    await change(lines);
    const document = await show(session.uri(ids.notes, "notes.md"));
    await type(document, lines.replace("1", "mine"));
    await change(lines.replace("5", "five"));
    await storeEditElsewhere(session, theirs);
    await document.save();
    assert.equal(session.forge.files(ids.notes)?.["notes.md"], "mine\n2\n3\n4\nfive\n");
    assert.deepEqual(
      texts().filter((text) => text.startsWith("Published")),
      [],
    );
    await eventually(() => document.getText() === theirs, "it shows the edit");
    await eventually(() => texts().at(-1) === isSaid, `it says so: ${texts().join()}`);
  });

  it("says nothing of the kind about an edit of its own", async () => {
    const document = await show(session.uri(ids.notes, "notes.md"));
    await saveAutomatically(document, "mine\n");
    assert.equal(tooltip(), "Not published yet");
    assert.deepEqual(texts(), ["Stored on this computer. It is published when you save, or after a pause."]);
  });
});

describe("An editor of an unpublished edit whose file another window has renamed", () => {
  const session = useSession();

  it("is replaced by one of the renamed file with its next save, which makes no second file", async () => {
    const { parts, accountId, forge } = session;
    const other = new PendingEdits(storageFolder(sharedFolder(parts.context, "edits")), systemClock);
    const place = { accountId, gistId: ids.notes, fileName: "n7.txt" };
    const now = Date.now() + 1;
    const refused = { place, state: "refused", base: null, mine: "seven\n", since: now, changed: now } as const;
    const edit = await other.put(refused);
    const document = await show(session.uri(ids.notes, "n7.txt"));
    assert.equal(document.getText(), "seven\n");
    const renamed = { ...edit, place: { ...place, fileName: "n7b.txt" }, formerIds: [edit.id] };
    await other.put(renamed, [edit.id]);
    other.dispose();
    await type(document, "seven\nmore\n");
    assert.equal(await document.save(), true);
    assert.deepEqual(forge.files(ids.notes), { "n7b.txt": "seven\nmore\n", "notes.md": "# Notes\n" });
    assert.deepEqual(parts.files.pending.all, []);
    const tabs = (): string =>
      window.tabGroups.all
        .flatMap((group) => group.tabs.map(({ input }) => String((input as { uri?: unknown }).uri)))
        .join();
    await eventually(
      () => tabs() === session.uri(ids.notes, "n7b.txt").toString(),
      () => `the tab follows: ${tabs()}`,
    );
    assert.deepEqual(session.messages, []);
  });
});
