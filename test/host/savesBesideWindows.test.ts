import assert from "node:assert/strict";
import { commands, type TextDocument, type Uri } from "vscode";
import { systemClock } from "../../src/base/clock.ts";
import { PendingEdits } from "../../src/gists/publishing/pendingEdits.ts";
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
import { ids } from "./support/seeds.ts";
import { type Session, useSession, withAutoSave } from "./support/session.ts";

/** Another window stores a change, which this one has not seen yet. */
const storeElsewhere = async ({ parts }: Session, uri: Uri, base: string, text: string): Promise<void> => {
  const changes = new LocalChanges(storageFolder(sharedFolder(parts.context, "localChanges")), systemClock);
  const place = { accountId: uri.authority, uri: uri.toString() };
  const content = Buffer.from(text).toString("base64");
  await changes.store({ place, base, content, description: "" }, undefined);
  changes.dispose();
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
      const other = new PendingEdits(storageFolder(sharedFolder(session.parts.context, "edits")), systemClock);
      const place = { accountId: session.accountId, gistId: ids.notes, fileName: "notes.md" };
      const now = Date.now() + 1;
      const mine = "# Notes\nadded in another window\n";
      await other.put({ place, state: "unpublished", base: "# Notes\n", mine, since: now, changed: now });
      other.dispose();
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
