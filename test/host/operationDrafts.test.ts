import assert from "node:assert/strict";
import type { Memento, Uri } from "vscode";
import { operationScheme } from "../../src/ids.ts";
import { DocumentDrafts } from "../../src/operations/documentDrafts.ts";
import { OperationDocuments } from "../../src/operations/documents.ts";
import { eventually } from "../support/eventually.ts";
import { closeEditors, useSession } from "./support/session.ts";

describe("An operation document that is written", () => {
  const session = useSession();
  let secrets: Map<string, string>;
  let state: Map<string, unknown>;
  let failure: Error | undefined;
  let failures: unknown[];
  let opened: { dispose(): void }[];
  beforeEach(() => {
    secrets = new Map();
    state = new Map();
    failure = undefined;
    failures = [];
    opened = [];
  });
  afterEach(async () => {
    opened.forEach((each) => each.dispose());
    await closeEditors();
  });

  /** A window's documents; another one with the same storage is that window after a reload. */
  const openWindow = (): OperationDocuments => {
    const drafts = new DocumentDrafts({
      secrets: {
        get: async (key) => secrets.get(key),
        store: async (key, text) => {
          if (failure) throw failure;
          secrets.set(key, text);
        },
        delete: async (key) => void secrets.delete(key),
      },
      state: {
        get: (key: string) => state.get(key),
        update: async (key: string, value: unknown) => void state.set(key, value),
      } as Pick<Memento, "get" | "update">,
      onError: (error) => failures.push(error),
    });
    const documents = new OperationDocuments(drafts);
    opened.push(drafts, documents);
    return documents;
  };
  const open = (documents: OperationDocuments): Promise<Uri> =>
    documents.open(session.parts.accounts.get(session.accountId) ?? assert.fail(), "gists.create", {});
  const textIn = async (documents: OperationDocuments, uri: Uri): Promise<string> =>
    new TextDecoder().decode(await documents.readFile(uri));
  const bytes = (text: string) => new TextEncoder().encode(text);

  it("has its text after a reload, with the secrets in it in the secret storage only", async () => {
    const before = openWindow();
    const uri = await open(before);
    assert.equal(uri.scheme, operationScheme);
    before.writeFile(uri, bytes('{"secret": "s3cret"}'));
    await eventually(() => [...secrets.values()].includes('{"secret": "s3cret"}'), "it is stored");
    assert.doesNotMatch(JSON.stringify([...state]), /s3cret/);
    const after = openWindow();
    assert.equal(await textIn(after, uri), '{"secret": "s3cret"}');
    assert.equal((await after.stat(uri)).size, 20);
    // A new one does not take its place.
    assert.notEqual((await open(after)).toString(), uri.toString());
  });

  it("is forgotten with its tab, and when its account is signed out", async () => {
    const documents = openWindow();
    await open(documents);
    await eventually(() => secrets.size === 1, "it is stored");
    await closeEditors();
    await eventually(() => secrets.size === 0, "it is forgotten");
    await open(documents);
    await eventually(() => secrets.size === 1, "it is stored");
    documents.forget("another account");
    documents.forget(session.accountId);
    await eventually(() => secrets.size === 0, "it is forgotten");
    assert.deepEqual([...state.values()], [undefined]);
  });

  it("can be written where the secret storage fails, which is logged", async () => {
    failure = new Error("no keyring");
    const documents = openWindow();
    const uri = await open(documents);
    documents.writeFile(uri, bytes("{}"));
    await eventually(() => failures.length === 2, "it is logged");
    assert.equal(await textIn(documents, uri), "{}");
    assert.deepEqual(failures, [failure, failure]);
  });
});
