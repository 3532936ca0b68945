import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { OtherVersionError } from "../../../src/accounts/storage/storage.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { CommentsModel } from "../../../src/gists/comments/model.ts";
import { Trash } from "../../../src/gists/trash/model.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";
import { MemoryComments } from "../gists/comments/memory.ts";
import { type OpenService, openService } from "../gists/openService.ts";
import { publicId, secretId, smallSeed } from "../sandbox/service.ts";
import { decodeAccounts, type MemoryStorage } from "./memoryStorage.ts";
import { candidateFor, openWindow, signIn, type Window } from "./window.ts";

let service: OpenService;
let window: Window;
let storage: MemoryStorage;
let mia: string;
beforeEach(async () => {
  service = await openService(smallSeed);
  ({ window, accountId: mia } = service);
  ({ storage } = window);
});
afterEach(() => service.close());

const ofAnotherVersion = JSON.stringify({ version: 2, vault: "sandbox_mia" });
const hasNoToken = (error: unknown): boolean => HttpError.is(error, "unauthorized");
const tokens = () => decodeAccounts(storage.secret).map(({ token }) => token);
/** The secret was written by another window; until this one has read it. */
const changeSecret = (text: string | undefined): Promise<void> => {
  storage.secret = text;
  storage.changed.fire();
  return window.model.refreshTokens();
};

describe("What is stored on this machine", () => {
  let folder: MemoryFolder;
  let comments: MemoryComments;
  let trash: Trash;
  let model: CommentsModel;
  beforeEach(async () => {
    folder = new MemoryFolder();
    comments = new MemoryComments();
    trash = new Trash({
      accounts: window.model,
      folder,
      clock: new ManualClock(),
      keepDays: () => 30,
      create: () => assert.fail(),
      onError: (error) => assert.fail(String(error)),
    });
    comments.drafts = [{ accountId: mia, gistId: publicId, localId: "draft-1", body: "unsent" }];
    model = new CommentsModel({
      accounts: window.model,
      storage: comments,
      inspect: (_, text) => Promise.resolve(text),
      own: () => [],
    });
    await trash.keep(mia, secretId);
    window.changes.length = 0;
  });
  afterEach(() => {
    trash.dispose();
    model.dispose();
  });
  const assertStored = (count: number): void => {
    assert.deepEqual([folder.files.size, comments.drafts.length], [count, count]);
  };

  for (const [title, text] of [
    ["was saved by a newer version", ofAnotherVersion],
    ["is damaged", "{oops"],
    ["is empty", ""],
    ["is missing", undefined],
    ["has only entries that are not understood", (id: string) => ({ profile: { id, server: 5 }, key: "k" })],
  ] as const) {
    it(`stays when the secret ${title}, and the account works with its token`, async () => {
      await changeSecret(
        typeof text === "function" ? JSON.stringify({ version: 1, accounts: [text(mia)] }) : text,
      );
      assertStored(1);
      assert.deepEqual(window.changes, []);
      assert.equal((await window.model.get(mia)?.client.call("gists.getAll", {}))?.length, 2);
    });
  }

  it("stays when the secret cannot be read", async () => {
    storage.readFailure = new Error("locked");
    await changeSecret(undefined);
    assertStored(1);
    assert.deepEqual(window.changes, []);
  });

  it("is deleted when another window signs out", async () => {
    const other = openWindow({ storage });
    await other.model.remove(mia);
    await window.model.refreshTokens();
    assertStored(0);
    assert.deepEqual(window.changes, [{ added: [], removed: [mia], changed: [] }]);
  });
});

describe("Accounts that another version saved", () => {
  beforeEach(() => changeSecret(ofAnotherVersion));

  it("are reported, and are not changed by anything", async () => {
    const { profiles } = storage;
    assert.ok(window.problems.at(-1) instanceof OtherVersionError);
    assert.equal(window.model.isReadOnly, true);
    assert.equal(window.model.storageBroken, true);
    const { model } = window;
    for (const change of [
      () => signIn(window, service.url, "sandbox_otto"),
      () => model.replaceToken(mia, { login: "mia" }, "other"),
      () => model.remove(mia),
      () => model.requireWritable(),
    ])
      await assert.rejects(change(), OtherVersionError);
    await model.probe(mia);
    assert.equal(storage.secret, ofAnotherVersion);
    assert.deepEqual(storage.profiles, profiles);
    assert.deepEqual(
      model.accounts.map(({ profile }) => profile.id),
      [mia],
    );
  });

  it("are listed without tokens in a new window", async () => {
    const next = openWindow({ storage });
    await next.model.load();
    assert.equal(next.model.get(mia)?.problem, "noToken");
    assert.equal(storage.secret, ofAnotherVersion);
  });

  it("can be changed again when this version's text is back", async () => {
    await changeSecret(JSON.stringify({ version: 1, accounts: [] }));
    assert.equal(window.model.isReadOnly, false);
    assert.deepEqual(window.model.accounts, []);
    await signIn(window, service.url, "sandbox_otto");
    assert.deepEqual(tokens(), ["sandbox_otto"]);
  });
});

describe("A secret that can be written and not read", () => {
  let next: Window;
  beforeEach(async () => {
    storage.readFailure = new Error("locked");
    next = openWindow({ storage });
    await next.model.load();
  });
  const unlock = async (): Promise<void> => {
    storage.readFailure = undefined;
    storage.changed.fire();
    await next.model.refreshTokens();
  };

  it("keeps the first token when an account is added, and gets the second with the next change", async () => {
    const before = storage.secret;
    const otto = await signIn(next, service.url, "sandbox_otto");
    assert.equal(storage.secret, before);
    assert.equal(next.model.storageBroken, true);
    assert.deepEqual(
      next.model.accounts.map(({ problem }) => problem),
      ["noToken", undefined],
    );
    await unlock();
    assert.deepEqual(
      next.model.accounts.map(({ problem }) => problem),
      [undefined, undefined],
    );
    await next.model.replaceToken(otto, { login: "otto" }, "sandbox_otto");
    assert.deepEqual(tokens(), ["sandbox_mia", "sandbox_otto"]);
    assert.equal(next.model.storageBroken, false);
  });

  it("keeps the token of an account whose server was probed", async () => {
    await assert.rejects(next.model.probe(mia), hasNoToken);
    await unlock();
    assert.equal(next.model.get(mia)?.problem, undefined);
    await signIn(next, service.url, "sandbox_otto");
    assert.deepEqual(tokens(), ["sandbox_mia", "sandbox_otto"]);
  });

  it("does not bring back an account that was signed out while it could not be read", async () => {
    await next.model.remove(mia);
    await unlock();
    assert.deepEqual(next.model.accounts, []);
    await signIn(next, service.url, "sandbox_otto");
    assert.deepEqual(tokens(), ["sandbox_otto"]);
  });
});

describe("A secret that is missing for a while", () => {
  for (const missing of [undefined, "", "{oops"])
    it(`keeps its tokens when it is read as ${JSON.stringify(missing)} at first`, async () => {
      await signIn(window, service.url, "sandbox_otto");
      const { secret } = storage;
      storage.secret = missing;
      const next = openWindow({ storage });
      await next.model.load();
      await assert.rejects(next.model.probe(mia), hasNoToken);
      await next.model.adopt(
        [{ ...candidateFor("https://other.example"), id: "zoe-1", login: "zoe" }],
        () => true,
      );
      const otto = next.model.accounts.find(({ profile: { login } }) => login === "otto")?.profile.id ?? "";
      await next.model.remove(otto);
      assert.deepEqual([storage.secret, next.model.storageBroken], [missing, false]);
      storage.secret = secret;
      storage.changed.fire();
      await next.model.refreshTokens();
      assert.deepEqual(
        next.model.accounts.map(({ profile: { login }, problem }) => [login, problem]),
        [
          ["mia", undefined],
          ["zoe", "noToken"],
        ],
      );
      await next.model.replaceToken(mia, { login: "mia" }, "other");
      assert.deepEqual(tokens(), ["other", undefined]);
    });

  it("is written again when the user signs out of the only account whose token is missing", async () => {
    const { secret } = storage;
    storage.secret = undefined;
    const next = openWindow({ storage });
    await next.model.load();
    await next.model.remove(mia);
    assert.notEqual(storage.secret, undefined);
    assert.deepEqual(tokens(), []);
    assert.notEqual(storage.secret, secret);
    const later = openWindow({ storage });
    await later.model.load();
    assert.deepEqual(later.model.accounts, []);
  });

  it("is written again when the user gives a token", async () => {
    storage.secret = undefined;
    const next = openWindow({ storage });
    await next.model.load();
    await assert.rejects(next.model.probe(mia), hasNoToken);
    await next.model.replaceToken(mia, { login: "mia" }, "sandbox_mia");
    assert.deepEqual(tokens(), ["sandbox_mia"]);
  });
});

describe("Stored entries", () => {
  it("that have no id sign no account out", async () => {
    await changeSecret(JSON.stringify({ version: 1, accounts: [{ profile: { ID: mia }, key: "k" }] }));
    assert.equal(window.model.get(mia)?.problem, undefined);
    await window.model.remove(mia);
    assert.deepEqual(window.model.accounts, []);
    await changeSecret(JSON.stringify({ version: 1, accounts: [null] }));
    assert.deepEqual(window.model.accounts, []);
  });

  it("that are not understood are written back as they were", async () => {
    const strange = { profile: { id: "x", server: 5 }, key: "k" };
    const { accounts } = JSON.parse(storage.secret ?? "") as { accounts: unknown[] };
    await changeSecret(JSON.stringify({ version: 1, accounts: [...accounts, strange] }));
    await signIn(window, service.url, "sandbox_otto");
    assert.ok(storage.secret?.includes(JSON.stringify(strange)));
    assert.equal(window.model.accounts.length, 2);
  });

  it("without the token that this window has get it with the next change", async () => {
    const profiles = window.model.accounts.map(({ profile }) => ({ profile }));
    await changeSecret(JSON.stringify({ version: 1, accounts: profiles }));
    assert.equal(window.model.get(mia)?.problem, undefined);
    await signIn(window, service.url, "sandbox_otto");
    assert.deepEqual(tokens(), ["sandbox_mia", "sandbox_otto"]);
  });
});
