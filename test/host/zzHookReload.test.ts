import assert from "node:assert/strict";
import { window } from "vscode";
import { activate } from "../../src/extension.ts";
import { systemClock } from "../../src/base/clock.ts";
import { LocalChanges } from "../../src/localChanges/model.ts";
import { sharedFolder } from "../../src/storage/folders.ts";
import { storageFolder } from "../../src/storage/storageFolder.ts";
import { newHookUri } from "../../src/hooks/uri.ts";
import { eventually } from "../support/eventually.ts";
import { activated } from "./support/activation.ts";
import { show, type } from "./support/documents.ts";
import { startForge } from "./support/forge.ts";
import { holdPosts } from "./support/heldRequests.ts";
import { url } from "./support/hookTools.ts";
import { startParts } from "./support/parts.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { tokens } from "./support/seeds.ts";
import { closeEditors, signIn, signOut } from "./support/session.ts";

// After other tests, by its name: it ends the extension that they share, and activates it again.
describe("After a restart", () => {
  it("what is stored is known before anything is opened", async () => {
    const ended = (await activated()).parts;
    const { context } = ended;
    const changes = new LocalChanges(storageFolder(sharedFolder(context, "localChanges")), systemClock);
    const place = {
      accountId: "mia",
      uri: newHookUri({ accountId: "mia", owner: "mia", repo: "tools" }).toString(),
    };
    const stored = await changes.store(
      { place, content: "e30=", base: null, description: "mia/tools", reason: undefined },
      undefined,
    );
    ended.dispose();
    const parts = await startParts(await (activate(context) ?? assert.fail()).features());
    try {
      await eventually(() => parts.localChanges.all.length === 1, "it is known");
      assert.equal(parts.localChanges.all[0]?.id, stored.id);
    } finally {
      await changes.remove(stored.id);
      changes.dispose();
      parts.dispose();
    }
  });

  it("a document that has become a hook changes that hook when what was typed on in it is saved, and makes no second one", async () => {
    const ended = (await activated()).parts;
    const { context } = ended;
    ended.dispose();
    const begin = async () => startParts(await (activate(context) ?? assert.fail()).features());
    let parts = await begin();
    const forge = await startForge(toolsSeed());
    const accountId = await signIn(parts, forge, tokens.mia);
    try {
      const textOf = (events: readonly string[]): string =>
        `${JSON.stringify({ events, config: { url } }, undefined, 2)}\n`;
      const hooks = () => forge.client(tokens.mia).call("repos.getHooks", { user: "mia", repo: "tools" });
      const document = await show(newHookUri({ accountId, owner: "mia", repo: "tools" }));
      await type(document, textOf(["push"]));
      const posts = holdPosts(forge);
      const saving = document.save();
      await posts.arrived();
      await type(document, textOf(["push", "star"]));
      posts.release();
      await saving;
      await eventually(async () => (await hooks()).length === 1, "the hook is made");
      parts.dispose();
      parts = await begin();
      assert.equal(window.activeTextEditor?.document, document);
      assert.equal(await document.save(), true);
      await eventually(async () => (await hooks()).some(({ events }) => events.includes("star")), "it is sent");
      assert.equal((await hooks()).length, 1);
    } finally {
      await closeEditors();
      await signOut(parts, accountId);
      parts.dispose();
      await forge.stop();
    }
  });
});
