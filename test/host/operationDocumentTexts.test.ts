import assert from "node:assert/strict";
import { commands, FileSystemError, Uri, window, workspace } from "vscode";
import { systemClock } from "../../src/base/clock.ts";
import { SignedOutError } from "../../src/base/errors.ts";
import { UnsavedBaseStore } from "../../src/base/unsavedBaseStore.ts";
import { operationCommands } from "../../src/ids.ts";
import { OperationDocuments, savedTextOf } from "../../src/operations/documents.ts";
import { sharedFolder } from "../../src/storage/folders.ts";
import { storageFolder } from "../../src/storage/storageFolder.ts";
import { eventually } from "../support/eventually.ts";
import { MemoryFolder } from "../support/memoryFolder.ts";
import { type as typeText } from "./support/documents.ts";
import { choosing } from "./support/forms.ts";
import { closeEditors, useSession } from "./support/session.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("The text of an operation document", () => {
  const session = useSession();
  let folder: MemoryFolder;
  let failure: Error | undefined;
  let failures: unknown[];
  let signedOut: Set<string>;
  let windows: OperationDocuments[];
  beforeEach(() => {
    folder = new (class extends MemoryFolder {
      override async write(name: string, text: string): Promise<void> {
        if (failure) throw failure;
        await super.write(name, text);
      }
    })();
    failure = undefined;
    failures = [];
    signedOut = new Set();
    windows = [];
  });
  afterEach(async () => {
    windows.forEach((each) => each.dispose());
    await closeEditors();
  });

  /** The documents of a window, over the storage that all windows share; the next one is also that window after a reload. */
  const openWindow = (): OperationDocuments => {
    const documents = new OperationDocuments({
      store: new UnsavedBaseStore(folder, false, savedTextOf),
      requireAccount: async (accountId) => {
        if (signedOut.has(accountId)) throw new SignedOutError(accountId);
      },
      clock: systemClock,
      onError: (error) => failures.push(error),
    });
    windows.push(documents);
    return documents;
  };
  const open = (documents: OperationDocuments): Promise<Uri> =>
    documents.open(session.parts.accounts.get(session.accountId) ?? assert.fail(), "gists.create", {});
  const textIn = async (documents: OperationDocuments, uri: Uri): Promise<string> =>
    new TextDecoder().decode(await documents.readFile(uri));
  const emptyCall = '{\n  "operation": "gists.create",\n  "parameters": {}\n}\n';

  it("is there after a reload, however long it is, with the time that it was saved at", async () => {
    const before = openWindow();
    const uri = await open(before);
    const long = `{"note": "${"x".repeat(600_000)}"}`;
    await before.writeFile(uri, bytes(long));
    const { mtime, size } = await before.stat(uri);
    before.dispose();
    const after = openWindow();
    assert.equal(await textIn(after, uri), long);
    const stat = await after.stat(uri);
    assert.deepEqual([stat.mtime, stat.size], [mtime, size]);
    // A text that VS Code has backed up is based on this one, and can be saved.
    await after.writeFile(uri, bytes("{}"));
    assert.ok((await after.stat(uri)).mtime > mtime);
    assert.equal(await textIn(openWindow(), uri), "{}");
    assert.deepEqual(failures, []);
  });

  it("is stored without its secrets, which stay in the window", async () => {
    const documents = openWindow();
    const uri = await open(documents);
    const text = (secret: string) => `{ "operation": "gists.create", "parameters": { "secret": "${secret}" } }`;
    await documents.writeFile(uri, bytes(text("hunter2")));
    assert.equal(await textIn(documents, uri), text("hunter2"));
    assert.equal(await textIn(openWindow(), uri), text(""));
  });

  it("is not mixed up with that of another window", async () => {
    const [one, other] = [openWindow(), openWindow()];
    const uris = [await open(one), await open(other)] as const;
    assert.notEqual(uris[0].toString(), uris[1].toString());
    await one.writeFile(uris[0], bytes("1"));
    await other.writeFile(uris[1], bytes("2"));
    const after = openWindow();
    assert.deepEqual([await textIn(after, uris[0]), await textIn(after, uris[1])], ["1", "2"]);
    // What people see of the path says what the document is.
    const name = `mia (${session.forge.host})`;
    assert.deepEqual(
      uris.map(({ path }) => path),
      [`/${name}/gists.create.operation.json`, `/${name}/gists.create 2.operation.json`],
    );
  });

  it("is removed with its tab, and stored again when the tab is opened again", async () => {
    const documents = openWindow();
    const uri = await open(documents);
    await documents.writeFile(uri, bytes("typed"));
    assert.equal(folder.files.size, 1);
    await closeEditors();
    await eventually(() => folder.files.size === 0, "nothing is stored");
    await window.showTextDocument(uri, { preview: false });
    await eventually(() => folder.files.size === 1, "it is stored again");
    assert.equal(await textIn(openWindow(), uri), "typed");
    assert.deepEqual(failures, []);
  });

  it("is neither stored nor given back once its account is signed out", async () => {
    const documents = openWindow();
    const uri = await open(documents);
    await documents.writeFile(uri, bytes("typed"));
    documents.forget("another-account");
    assert.equal(folder.files.size, 1);
    signedOut.add(session.accountId);
    // What another window has not removed yet is not shown either.
    assert.equal(await textIn(openWindow(), uri), emptyCall);
    documents.forget(session.accountId);
    await eventually(() => folder.files.size === 0, "nothing is stored");
    assert.equal(await textIn(documents, uri), emptyCall);
    await assert.rejects(documents.writeFile(uri, bytes("more")), /signed out/);
    assert.equal(folder.files.size, 0);
  });

  it("stays unsaved where it can't be stored", async () => {
    failure = new Error("The disk is full.");
    const documents = openWindow();
    const uri = await open(documents);
    assert.deepEqual(failures, [failure]);
    const opened = await textIn(documents, uri);
    await assert.rejects(documents.writeFile(uri, bytes("typed")), (error) => {
      assert.ok(error instanceof FileSystemError);
      assert.match(error.message, /The disk is full\./);
      return true;
    });
    assert.equal(await textIn(documents, uri), opened);
    failure = undefined;
    await documents.writeFile(uri, bytes("typed"));
    assert.equal(await textIn(openWindow(), uri), "typed");
  });

  it("is in the extension's own storage while its tab is open, and none is left by a sign-out", async () => {
    const stored = storageFolder(sharedFolder(session.parts.context, "operationDocuments"));
    const texts = async (): Promise<readonly unknown[]> =>
      Promise.all(
        (await stored.list())
          .filter((name) => !name.startsWith("."))
          .map(async (name) => savedTextOf(JSON.parse((await stored.read(name)) ?? "{}").data)?.text),
      );
    const write = async (text: string): Promise<void> => {
      await choosing(
        ({ items }) => items.find((row) => row.operation === "gists.createComment"),
        () => commands.executeCommand(operationCommands.write),
      );
      const document = window.activeTextEditor?.document ?? assert.fail();
      await typeText(document, text);
      assert.ok(await document.save());
    };
    await write('{"note": "one"}\n');
    await write('{"note": "two"}\n');
    assert.deepEqual(new Set(await texts()), new Set(['{"note": "one"}\n', '{"note": "two"}\n']));
    await commands.executeCommand("workbench.action.closeActiveEditor");
    await eventually(async () => (await texts()).length === 1, "that of the closed tab is removed");
    assert.deepEqual(await texts(), ['{"note": "one"}\n']);
    await session.parts.accounts.remove(session.accountId);
    await eventually(async () => (await texts()).length === 0, "nothing is left");
    await assert.rejects(async () => workspace.fs.readFile(Uri.parse("forgeside-operation://a/b.operation.json")));
  });
});
