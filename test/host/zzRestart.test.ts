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
import { candidateFor, signIn, signOut } from "./support/session.ts";

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

  it("a sign-in says at once that tokens are not kept, where an earlier session's secret was lost", async () => {
    const { laterPrompts, parts: ended } = await activated();
    const { context } = ended;
    const marker = "forgeside.secretMarker";
    const former = context.globalState.get(marker);
    ended.dispose();
    await context.globalState.update(marker, { value: "of a secret", session: "an earlier one" });
    await context.secrets.delete(marker);
    const said = () => laterPrompts.map(({ text }) => text).filter((text) => text.includes("secret storage"));
    const api = activate(context);
    assert.ok(api);
    const parts = await startParts(await api.features());
    const forge = await startForge(smallSeed());
    laterPrompts.length = 0;
    try {
      await parts.accounts.load();
      assert.deepEqual(said(), [], "no token is affected yet");
      const accountId = await signIn(parts, forge, tokens.mia);
      await eventually(() => said().length > 0, "it is said");
      assert.deepEqual(said(), [
        "VS Code's secret storage lost what was stored in an earlier session, so tokens are needed again after each restart. In the browser, this depends on the server of VS Code.",
      ]);
      await signOut(parts, accountId);
    } finally {
      parts.dispose();
      await context.globalState.update(marker, former);
      await forge.stop();
    }
  });

  it("the message about a token that was lost is the only one, and why is said once another one is entered", async () => {
    const { laterPrompts, parts: first } = await activated();
    const { context } = first;
    // It was there before others stored accounts.
    first.dispose();
    const ended = await startParts((await activate(context)?.features()) ?? assert.fail());
    const marker = "forgeside.secretMarker";
    const former = context.globalState.get(marker);
    const forge = await startForge(smallSeed());
    const accountId = await signIn(ended, forge, tokens.mia);
    ended.dispose();
    await context.globalState.update(marker, { value: "of a secret", session: "an earlier one" });
    const secret = "forgeside.accounts";
    // An activation that hears of it would take it for a change by another page.
    const isHeard = new Promise<void>((resolve) => {
      const listener = context.secrets.onDidChange(({ key }) => {
        if (key !== secret) return;
        listener.dispose();
        resolve();
      });
    });
    for (const key of [marker, secret]) await context.secrets.delete(key);
    await isHeard;
    const said = () => laterPrompts.map(({ text }) => text).filter((text) => text.includes("secret storage"));
    laterPrompts.length = 0;
    const api = activate(context);
    const parts = await startParts((await api?.features()) ?? assert.fail());
    try {
      await parts.accounts.load();
      assert.equal(parts.accounts.get(accountId)?.problem, "noToken");
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.deepEqual(said(), []);
      await parts.accounts.replaceToken(
        accountId,
        await parts.accounts.check(candidateFor(forge), tokens.mia),
        tokens.mia,
      );
      await eventually(() => said().length > 0, "it is said");
      await signOut(parts, accountId);
    } finally {
      parts.dispose();
      await context.globalState.update(marker, former);
      await forge.stop();
    }
  });
});
