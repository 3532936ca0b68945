import assert from "node:assert/strict";
import { commands, type TextDocument, window } from "vscode";
import { hookCommands, localChangeCommands } from "../../src/ids.ts";
import { isInTab } from "../../src/ui/tabs.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { holdPosts } from "./support/heldRequests.ts";
import { hookTools, url, yes } from "./support/hookTools.ts";
import { inOtherWindow, storeInOtherWindow } from "./support/otherWindow.ts";
import { ownRepository } from "./support/repoTools.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { closeEditors, withAutoSave } from "./support/session.ts";

describe("A webhook that is sent from its row", () => {
  const { session, uri, add } = useRepositorySession();
  afterEach(closeEditors);
  const autoSave = (document: TextDocument, text: string): Promise<void> =>
    withAutoSave(async () => {
      await type(document, text);
      await eventually(() => !document.isDirty, "it is saved");
    });
  const changes = () => session.parts.localChanges.all;
  /** Of several rows none is shown before it is sent. */
  const publishBoth = async (): Promise<void> => {
    await add("other.txt", "before\n");
    await autoSave(await show(uri("other.txt")), "other\n");
    const rows = changes().map((change) => ({ kind: "localChange", change }));
    assert.equal(rows.length, 2);
    session.forge.requests.length = 0;
    await commands.executeCommand(localChangeCommands.publish, rows[0], rows);
  };
  const openNew = async (): Promise<TextDocument> => {
    await commands.executeCommand(hookCommands.createDocument, await ownRepository(session, "mia/tools"));
    const document = window.activeTextEditor?.document;
    assert.ok(document);
    return document;
  };
  const withUrl = (text: string, address: string = url): string =>
    text.replace(/"url": "[^"]*"/, `"url": "${address}"`);
  const insecure = (text: string): string => text.replace('"insecure_ssl": "0"', '"insecure_ssl": "1"');

  for (const isNew of [true, false])
    it(`is not sent when another window discards it during a question about it, ${isNew ? "new" : "changed"}`, async () => {
      const { make, uriOf } = hookTools(session);
      const document = isNew ? await openNew() : await show(uriOf(await make()));
      await autoSave(document, insecure(withUrl(document.getText())));
      const [change] = changes();
      assert.ok(change);
      await closeEditors();
      const asked: string[] = [];
      const showWarningMessage = async (text: string, given: unknown, ...actions: readonly string[]) => {
        asked.push(text);
        if (text.startsWith("Publish changes")) return undefined;
        await inOtherWindow(session, (others) => others.remove(change.id));
        return yes(text, given, ...actions);
      };
      await answering({ showInputBox: () => "Mine", showWarningMessage } as never, publishBoth);
      assert.deepEqual(asked, ["Send this webhook anyway?", "Publish changes: 1 of 2 done."]);
      assert.deepEqual([...session.forge.sent("PATCH"), ...session.forge.sent("POST")], []);
      assert.deepEqual(changes(), []);
    });

  for (const isStored of [false, true])
    it(`that is new leaves its editor to the webhook${isStored ? ", with what Auto Save stores while that lasts" : ""}`, async () => {
      const { hooks } = hookTools(session);
      const document = await openNew();
      const blank = document.getText();
      const first = withUrl(blank);
      await autoSave(document, first);
      const next = first.replace('"push"', '"fork"');
      let count = 0;
      session.forge.answer = async ({ method, url: address }) => {
        if (method !== "POST" || !address.includes("hooks") || count++ > 0) return undefined;
        await window.showTextDocument(document);
        if (isStored) await autoSave(document, next);
        return undefined;
      };
      await answering({ showInputBox: () => "Mine" }, publishBoth);
      const shown = () => window.activeTextEditor?.document;
      await eventually(
        () => shown()?.uri.path.endsWith(" web.hook.json") === true,
        "its editor is that of the webhook",
      );
      assert.match(shown()?.getText() ?? "", isStored ? /"fork"/ : /"push"/);
      assert.deepEqual(
        changes().map(({ place }) => place.uri),
        isStored ? [shown()?.uri.toString()] : [],
      );
      if (isStored) await commands.executeCommand(localChangeCommands.publish, { change: changes()[0] });
      await eventually(() => changes().length === 0, "it is sent");
      assert.deepEqual(
        [count, (await hooks()).map(({ events }) => events), session.messages],
        [1, [[isStored ? "fork" : "push"]], []],
      );
      await eventually(() => !isInTab(document.uri), "the tab of the new one is closed");
      const another = await openNew();
      assert.deepEqual([another.uri.path, another.getText()], [document.uri.path, blank]);
    });

  for (const isOpen of [false, true])
    it(`that is new is not replaced by that of another window, its editor ${isOpen ? "in the background" : "closed"}`, async () => {
      const { hooks } = hookTools(session);
      const document = await openNew();
      const blank = document.getText();
      const first = withUrl(blank);
      await autoSave(document, first);
      const [change] = changes();
      assert.ok(change);
      if (!isOpen) await closeEditors();
      await storeInOtherWindow(session, { place: change.place, base: null }, first.replace(url, `${url}/other`));
      await add("other.txt", "before\n");
      const other = await show(uri("other.txt"));
      await autoSave(other, "other\n");
      assert.equal(changes().length, 3);
      // One after the other.
      for (const each of changes().filter(({ place }) => place.uri === change.place.uri)) {
        const file = changes().find(({ place }) => place.uri === other.uri.toString());
        const rows = [each, file].map((row) => ({ kind: "localChange", change: row }));
        const none = () => undefined;
        const nothing = { showInputBox: none, showWarningMessage: none, showInformationMessage: none };
        await answering(nothing as never, () =>
          commands.executeCommand(localChangeCommands.publish, rows[0], rows),
        );
      }
      const urls = (await hooks()).map(({ config }) => String(config?.url)).sort();
      assert.deepEqual(urls, [url, `${url}/other`]);
      assert.deepEqual(
        changes().map(({ place }) => place.uri),
        [other.uri.toString()],
      );
      const another = await openNew();
      await eventually(() => another.getText() === blank, "another new one begins blank");
    });

  it("that is new is changed by what is saved while it is created", async () => {
    const { hooks } = hookTools(session);
    const document = await openNew();
    const first = withUrl(document.getText());
    await autoSave(document, first);
    let saving: Thenable<boolean> | undefined;
    session.forge.answer = async ({ method, url: address }) => {
      if (method !== "POST" || !address.includes("hooks") || saving) return undefined;
      await window.showTextDocument(document);
      await type(document, first.replace('"push"', '"fork"'));
      saving = document.save();
      await new Promise((resolve) => setTimeout(resolve, 500));
      return undefined;
    };
    await answering({ showInputBox: () => "Mine" }, publishBoth);
    assert.equal(await saving, true);
    assert.deepEqual(
      [(await hooks()).map(({ events }) => events), changes(), session.messages],
      [[["fork"]], [], []],
    );
  });

  it("takes the place of its tab also when what was typed while it was created is reverted", async () => {
    const { hooks } = hookTools(session);
    const document = await openNew();
    const first = withUrl(document.getText());
    await type(document, first);
    const held = holdPosts(session.forge);
    const saving = document.save();
    await held.arrived();
    await type(document, first.replace('"push"', '"fork"'));
    held.release();
    await saving;
    await window.showTextDocument(document);
    await commands.executeCommand("workbench.action.files.revert");
    const shown = () => window.activeTextEditor?.document;
    await eventually(() => shown()?.uri.path.endsWith(" web.hook.json") === true, "it is shown");
    await eventually(() => window.tabGroups.all.every(({ tabs }) => tabs.length === 1), "its tab is closed");
    const another = await openNew();
    await type(another, withUrl(another.getText(), `${url}/other`));
    assert.equal(await another.save(), true);
    const urls = (await hooks()).map(({ config }) => String(config?.url)).sort();
    assert.deepEqual(urls, [url, `${url}/other`]);
  });

  it("is the only one of its tab, also where that was saved in the background", async () => {
    const { hooks } = hookTools(session);
    const create = async (address: string): Promise<TextDocument> => {
      const document = await openNew();
      await type(document, withUrl(document.getText(), address));
      return document;
    };
    const first = await create(url);
    await add("other.txt", "before\n");
    await show(uri("other.txt"));
    assert.equal(await first.save(), true);
    await eventually(() => window.tabGroups.all.every(({ tabs }) => tabs.length === 1), "its tab is closed");
    assert.equal(await (await create(`${url}/other`)).save(), true);
    await eventually(async () => (await hooks()).length === 2, "it is another one");
    assert.deepEqual([changes(), session.messages], [[], []]);
  });

  it("is not changed by a new one whose tab is opened while it is created", async () => {
    const { hooks } = hookTools(session);
    const document = await openNew();
    await type(document, withUrl(document.getText()));
    const held = holdPosts(session.forge);
    const saving = document.save();
    await held.arrived();
    await commands.executeCommand("workbench.action.closeActiveEditor");
    await eventually(() => window.tabGroups.all.every(({ tabs }) => tabs.length === 0), "its tab is closed");
    const next = await openNew();
    await type(next, withUrl(next.getText(), `${url}/other`));
    held.release();
    await saving;
    await eventually(async () => (await hooks()).length === 1, "the first is created");
    await commands.executeCommand("workbench.action.files.save");
    await eventually(async () => (await hooks()).length === 2, "it is another one");
    const urls = (await hooks()).map(({ config }) => String(config?.url)).sort();
    assert.deepEqual([urls, session.messages], [[url, `${url}/other`], []]);
  });

  for (const isTyped of [false, true])
    it(`is what Auto Save stores while that lasts is based on${isTyped ? ", with more that is typed" : ""}`, async () => {
      const { make, uriOf, hooks } = hookTools(session);
      const document = await show(uriOf(await make({ events: ["push"] })));
      await autoSave(document, document.getText().replace('"push"', '"star"'));
      const next = document.getText().replace('"star"', '"fork"');
      let isStored = false;
      session.forge.answer = async ({ method }) => {
        if (method !== "PATCH" || isStored) return undefined;
        isStored = true;
        await autoSave(document, next);
        if (isTyped) await type(document, `${next}\n`);
        return undefined;
      };
      await answering({ showInputBox: () => "Mine" }, publishBoth);
      const expected = isTyped ? `${next}\n` : next;
      assert.deepEqual([isStored, document.getText(), (await hooks())[0]?.events], [true, expected, ["star"]]);
      assert.equal(changes().length, 1);
      const asked: string[] = [];
      await answering({ showWarningMessage: (text: string) => void asked.push(text) } as never, async () => {
        if (isTyped) await document.save();
        else await commands.executeCommand(localChangeCommands.publish, document.uri);
        await eventually(() => changes().length === 0 || asked.length > 0, "it is sent");
      });
      assert.deepEqual([asked, (await hooks())[0]?.events], [[], ["fork"]]);
    });
});
