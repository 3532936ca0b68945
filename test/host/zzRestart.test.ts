import assert from "node:assert/strict";
import { workspace } from "vscode";
import { activate } from "../../src/extension.ts";
import { sharedFolder } from "../../src/storage/folders.ts";
import { eventually } from "../support/eventually.ts";
import { activated } from "./support/activation.ts";
import { bytes } from "./support/documents.ts";
import { startForge } from "./support/forge.ts";
import { startParts } from "./support/parts.ts";
import { ids, smallSeed, tokens } from "./support/seeds.ts";
import { signIn } from "./support/session.ts";

// After other tests, by its name: it ends the extension that they share, and activates it again.
describe("After a restart", () => {
  it("an edit that waits is published though Forgeside is not used, and activation waits for none of that", async () => {
    const ended = (await activated()).parts;
    const { context } = ended;
    ended.dispose();
    const before = activate(context);
    assert.ok(before);
    const parts = await startParts(await before.features());
    const forge = await startForge(smallSeed());
    try {
      const accountId = await signIn(parts, forge, tokens.mia);
      forge.answer = ({ method }) =>
        method === "PATCH" ? Response.json({ message: "Not now" }, { status: 503 }) : undefined;
      const uri = parts.uris.of({ accountId, gistId: ids.notes, fileName: "notes.md" });
      await workspace.fs.writeFile(uri, bytes("written before the restart\n"));
      await eventually(
        async () => (await workspace.fs.readDirectory(sharedFolder(context, "edits"))).length > 0,
        "the edit is stored",
      );
      parts.dispose();
      forge.answer = () => undefined;
      forge.requests.length = 0;

      const api = activate(context);
      assert.equal(api?.hasBegunLoading(), false);
      assert.deepEqual(forge.requests, []);
      await eventually(
        () => forge.files(ids.notes)?.["notes.md"] === "written before the restart\n",
        "the edit is published",
      );
      const features = await api?.features();
      const core = await features?.start("core");
      await core?.accounts.remove(accountId);
    } finally {
      parts.dispose();
      await forge.stop();
    }
  });
});
