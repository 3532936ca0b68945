import assert from "node:assert/strict";
import { commands, type TextDocument, type TreeItem, Uri, window } from "vscode";
import { newHookUri } from "../../src/hooks/uri.ts";
import { accountCommands, hookCommands, localChangeCommands } from "../../src/ids.ts";
import { contentUri } from "../../src/repos/uri.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { readText, show, type } from "./support/documents.ts";
import { hookTools, url, yes } from "./support/hookTools.ts";
import { ownRepository, toolsSeed } from "./support/repoTools.ts";
import { registerMemoryDisk } from "./support/memoryDisk.ts";
import { labelOf } from "./support/rows.ts";
import { tokens } from "./support/seeds.ts";
import { closeEditors, useSession, withAutoSave } from "./support/session.ts";

describe("Auto Save", () => {
  const session = useSession({ seed: toolsSeed });
  let prompts: string[];
  let former: PropertyDescriptor | undefined;
  beforeEach(() => {
    session.parts.repos.refresh();
    prompts = [];
    former = Object.getOwnPropertyDescriptor(window, "showInputBox");
    const value = async (options: { readonly value: string }) => {
      prompts.push(options.value);
      return "My message";
    };
    Object.defineProperty(window, "showInputBox", { value, configurable: true });
  });
  afterEach(() => {
    if (former) Object.defineProperty(window, "showInputBox", former);
  });
  const { place, make, hooks, uriOf } = hookTools(session);

  const fileUri = (): Uri => contentUri({ ...place(), ref: "main", path: "README.md" });
  const writes = () => session.forge.requests.filter(({ method }) => method !== "GET");
  const rows = async (): Promise<readonly string[]> => {
    const { repos } = session.parts.trees;
    const roots = await repos.getChildren();
    const root = roots.find(({ kind }) => kind === "localChanges");
    const children = root ? await repos.getChildren(root) : [];
    return children.map((node) => labelOf(repos.getTreeItem(node) as TreeItem));
  };
  const isSaved = (document: TextDocument, text: string) =>
    eventually(() => !document.isDirty && document.getText() === text, "the document is saved");
  const save = () => commands.executeCommand("workbench.action.files.save");

  it("stores a repository's file here, and Save commits it", async () => {
    const before = await readText(fileUri());
    const document = await show(fileUri());
    session.forge.requests.length = 0;
    await withAutoSave(async () => {
      await type(document, "half a sent");
      await isSaved(document, "half a sent");
      await type(document, "half a sentence\n");
      await isSaved(document, "half a sentence\n");
    });
    // An extension of VS Code looks for a package.json beside a file that is opened.
    const asked = session.forge.requests.filter(({ path }) => !path.includes("package.json"));
    assert.deepEqual([prompts, asked], [[], []]);
    assert.deepEqual(await rows(), ["README.md"]);
    // As another reader and the editor after a reload have it.
    assert.equal(await readText(fileUri()), "half a sentence\n");
    await save();
    await eventually(() => writes().length === 1, "it is committed");
    await eventually(async () => (await rows()).length === 0, "the row is gone");
    assert.deepEqual(prompts, ["Update README.md"]);
    assert.equal(document.isDirty, false);
    assert.notEqual(await readText(fileUri()), before);
    assert.deepEqual(session.messages, []);
  });

  it("stores a gist's file here without a question, and Save publishes it", async () => {
    const { forge, parts, accountId } = session;
    const gist = await forge
      .client(tokens.mia)
      .call("gists.create", { public: false, files: { "a.md": { content: "A\n" } } });
    const uri = session.uri(gist.id, "a.md");
    const document = await show(uri);
    const secret = `token: ghp_${"x1Y2z3".repeat(6)}\n`;
    forge.requests.length = 0;
    await withAutoSave(async () => {
      await type(document, "half a sent");
      await isSaved(document, "half a sent");
      await type(document, secret);
      await isSaved(document, secret);
      await type(document, "half a sentence\n");
      await isSaved(document, "half a sentence\n");
    });
    assert.deepEqual([writes(), session.messages], [[], []]);
    const place = { accountId, gistId: gist.id, fileName: "a.md" };
    assert.deepEqual(
      parts.files.pending.of(place).map(({ mine, state }) => [mine, state]),
      [["half a sentence\n", "unpublished"]],
    );
    await save();
    await eventually(() => writes().length === 1, "it is published");
    await eventually(() => parts.files.pending.of(place).length === 0, "nothing waits");
    assert.equal(forge.files(gist.id)?.["a.md"], "half a sentence\n");
  });

  it("asks about a possible secret once the user publishes it, by the file's name and as what the gist is", async () => {
    const { forge, parts, accountId } = session;
    const gist = await forge
      .client(tokens.mia)
      .call("gists.create", { public: true, files: { "a.md": { content: "A\n" } } });
    const document = await show(session.uri(gist.id, "a.md"));
    const secret = `token: ghp_${"x1Y2z3".repeat(6)}\n`;
    forge.requests.length = 0;
    await withAutoSave(async () => {
      await type(document, secret);
      await isSaved(document, secret);
    });
    const asked: string[] = [];
    let review = (_button: string): void => undefined;
    const showWarningMessage = async (question: string, ...given: readonly unknown[]): Promise<unknown> => {
      asked.push(question);
      if (question.includes("was not published")) return new Promise((resolve) => (review = resolve));
      const buttons = given.filter((each) => typeof (each as { readonly title?: unknown }).title === "string");
      return (buttons as readonly { readonly title: string }[]).find(({ title }) => title === "Send Anyway");
    };
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      parts.files.engine.publishAutomatic();
      await eventually(() => asked.length === 1, "it is reported");
      assert.deepEqual(writes(), []);
      review("Review and Publish...");
      await eventually(() => writes().length === 1, "it is published");
      await eventually(() => parts.files.pending.all.length === 0, "nothing waits");
    });
    assert.match(asked[0] ?? "", /^“a\.md” was not published: there may be a secret in it\./);
    assert.deepEqual(asked.slice(1), ["Possible secret found in a.md."]);
    assert.equal(forge.files(gist.id)?.["a.md"], secret);
    assert.equal(parts.accounts.get(accountId)?.problem, undefined);
  });

  it("says once that a gist belongs to another user, and again when the user saves", async () => {
    const { forge } = session;
    const gist = await forge
      .client(tokens.otto)
      .call("gists.create", { public: true, files: { "a.md": { content: "A\n" } } });
    const document = await show(session.uri(gist.id, "a.md"));
    await withAutoSave(async () => {
      for (const text of ["h", "ha", "half"]) {
        await type(document, text);
        await isSaved(document, text);
      }
    });
    assert.equal(session.messages.length, 1);
    await type(document, "half a sentence\n");
    assert.equal(await document.save(), true);
    await eventually(() => session.messages.length === 2, "it is said again");
  });

  it("changes no webhook; Save sends the change", async () => {
    const hook = await make({ config: { url } });
    const document = await show(uriOf(hook));
    session.forge.requests.length = 0;
    const text = document.getText().replace('"push"', '"push",\n    "star"');
    await withAutoSave(async () => {
      await type(document, document.getText().replace('"push"', '"pu'));
      await isSaved(document, document.getText().replace('"push"', '"pu'));
      await type(document, text);
      await isSaved(document, text);
    });
    assert.deepEqual(writes(), []);
    assert.equal((await rows()).length, 1);
    await save();
    await eventually(() => writes().length === 1, "it is sent");
    assert.deepEqual(JSON.parse(writes()[0]?.body ?? ""), { add_events: ["star"] });
    await eventually(async () => (await rows()).length === 0, "the row is gone");
    assert.equal(document.isDirty, false);
  });

  it("sends nothing of what VS Code saves without saying why, as at the end of a window; Save sends it", async () => {
    const hook = await make({ config: { url } });
    const file = await show(fileUri());
    session.forge.requests.length = 0;
    const saveSilently = () => commands.executeCommand("workbench.action.files.saveWithoutFormatting");
    await type(file, "at the end\n");
    await saveSilently();
    await isSaved(file, "at the end\n");
    const document = await show(uriOf(hook));
    const text = document.getText().replace('"push"', '"push",\n    "star"');
    await type(document, text);
    await saveSilently();
    await isSaved(document, text);
    assert.deepEqual([prompts, writes(), (await rows()).length], [[], [], 2]);
    await save();
    await eventually(async () => (await rows()).length === 1, "the hook is sent");
    await show(fileUri());
    await save();
    await eventually(async () => (await rows()).length === 0, "the file is committed");
    assert.equal(writes().length, 2);
  });

  it("creates no webhook; Save creates one", async () => {
    await commands.executeCommand(hookCommands.createDocument, await ownRepository(session, "mia/tools"));
    const document = window.activeTextEditor?.document;
    assert.equal(document?.uri.toString(), newHookUri(place()).toString());
    const text = document.getText().replace(/"url": "[^"]*"/, `"url": "${url}"`);
    session.forge.requests.length = 0;
    await withAutoSave(async () => {
      await type(document, text);
      await isSaved(document, text);
    });
    assert.deepEqual([writes(), await hooks()], [[], []]);
    assert.equal(await readText(newHookUri(place())), text);
    await save();
    await eventually(async () => (await hooks()).length === 1, "the hook is created");
    await eventually(async () => (await rows()).length === 0, "the row is gone");
  });

  it("publishes nothing at sign-out while something unsaved is based on it", async () => {
    const document = await show(fileUri());
    await withAutoSave(async () => {
      await type(document, "stored\n");
      await isSaved(document, "stored\n");
    });
    await type(document, "stored\nand typed\n");
    const publish = () => "Publish and Sign Out";
    await answering({ showWarningMessage: publish }, async () =>
      commands.executeCommand(accountCommands.signOut, { id: session.accountId }),
    );
    assert.match(session.messages.join("\n"), /still signed in: .*“README.md” has unsaved changes/);
    assert.deepEqual([writes(), document.getText(), document.isDirty], [[], "stored\nand typed\n", true]);
    await answering({ showWarningMessage: yes }, () => commands.executeCommand(localChangeCommands.discard));
  });

  it("lets the user save what it stored to a file, and keeps it until it is discarded", async () => {
    const before = await readText(fileUri());
    const document = await show(fileUri());
    await withAutoSave(async () => {
      await type(document, "stored\n");
      await isSaved(document, "stored\n");
    });
    const file = Uri.from({ scheme: "forgeside-test-disk", path: "/rescued.md" });
    const written = new Map<string, string>();
    const disk = registerMemoryDisk(file.scheme, written);
    try {
      const save = () => commands.executeCommand(localChangeCommands.saveToFile, fileUri());
      await answering({ showSaveDialog: () => undefined }, save);
      assert.deepEqual([...written], [], "the user left the dialog");
      await answering({ showSaveDialog: () => file }, save);
      assert.equal(written.get(file.path), "stored\n");
      assert.match(
        session.messages.join("\n"),
        /“README.md” was saved to a file. Its change is still unpublished/,
      );
      const duringDialog = async (): Promise<Uri> => {
        await withAutoSave(async () => {
          await type(document, "stored later\n");
          await isSaved(document, "stored later\n");
        });
        return file;
      };
      await answering({ showSaveDialog: duringDialog as never }, save);
      assert.equal(written.get(file.path), "stored later\n");
      await type(document, "stored\nand typed\n");
      const discard = () => "Discard Local Change";
      await answering(
        { showSaveDialog: () => file, showInformationMessage: discard, showWarningMessage: yes },
        async () => {
          await save();
          await eventually(async () => (await rows()).length === 0, "the row is gone");
          await eventually(() => document.getText() === before, "the editor shows what the server has");
        },
      );
      assert.equal(written.get(file.path), "stored\nand typed\n");
      assert.deepEqual(writes(), []);
    } finally {
      await closeEditors();
      disk.dispose();
    }
  });

  it("lets the user publish, compare and discard what it stored, from its row", async () => {
    const before = await readText(fileUri());
    const document = await show(fileUri());
    await withAutoSave(async () => {
      await type(document, "mine\n");
      await isSaved(document, "mine\n");
    });
    const { repos } = session.parts.trees;
    const [root] = await repos.getChildren();
    const [row] = root ? await repos.getChildren(root) : [];
    await commands.executeCommand(localChangeCommands.compare, row);
    await eventually(
      () => window.tabGroups.activeTabGroup.activeTab?.label.includes("Server") === true,
      () => `compared: ${window.tabGroups.activeTabGroup.activeTab?.label}; ${session.messages.join("; ")}`,
    );
    await answering({ showWarningMessage: yes }, () => commands.executeCommand(localChangeCommands.discard, row));
    await eventually(() => document.getText() === before, "the editor shows what the service has");
    assert.deepEqual([writes(), await rows()], [[], []]);
    await withAutoSave(async () => {
      await type(document, "mine again\n");
      await isSaved(document, "mine again\n");
    });
    await commands.executeCommand(localChangeCommands.publish);
    await eventually(
      async () => (await readText(fileUri())) === "mine again\n" && writes().length === 1,
      "published",
    );
  });
});
