import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import type { Profile } from "../../../src/accounts/profile.ts";
import { encodeAccounts, type StoredAccount } from "../../../src/accounts/storage/storage.ts";
import { fitting } from "../../support/fittingAnswer.ts";
import { type RecordingServer, json, startRecordingServer } from "../../support/recordingServer.ts";
import { type Service, startService } from "../sandbox/service.ts";
import { decodeAccounts, MemoryStorage } from "./memoryStorage.ts";
import { candidateFor, openWindow, signIn } from "./window.ts";

let service: Service;
let server: RecordingServer;
let storage: MemoryStorage;
before(async () => {
  service = await startService();
});
after(() => service.close());
beforeEach(async () => {
  server = await startRecordingServer(json([]));
  storage = new MemoryStorage();
});
afterEach(() => server.close());

const tokensIn = ({ secret }: MemoryStorage) =>
  decodeAccounts(secret)
    .map(({ token }) => token)
    .toSorted((left = "", right = "") => left.localeCompare(right));

describe("a keyring that was locked", () => {
  it("keeps the tokens of other accounts when it opens and an account is added", async () => {
    await signIn(openWindow({ storage }), service.url, "sandbox_mia");
    storage.failure = new Error("locked");
    const window = openWindow({ storage });
    await window.model.load();
    assert.equal(window.model.accounts[0]?.problem, "noToken");
    storage.failure = undefined;
    await signIn(window, service.url, "sandbox_otto");
    assert.deepEqual(tokensIn(storage), ["sandbox_mia", "sandbox_otto"]);
    assert.equal(window.model.accounts[0]?.problem, undefined);
    assert.equal(window.model.storageBroken, false);
  });

  it("gets what was added in the meantime, and brings back nothing that another window removed", async () => {
    const other = openWindow({ storage });
    const removed = await signIn(other, service.url, "sandbox_mia");
    const window = openWindow({ storage });
    await window.model.load();
    const { failure } = Object.assign(storage, { failure: new Error("locked") });
    await signIn(window, service.url, "sandbox_otto");
    assert.equal(window.model.accounts.length, 2);
    assert.ok(window.problems.includes(failure));
    storage.failure = undefined;
    await other.model.remove(removed);
    await window.model.add(candidateFor(server.url), { login: "ida" }, "token-of-ida");
    assert.deepEqual(tokensIn(storage), ["sandbox_otto", "token-of-ida"]);
  });

  it("counts as working as soon as it can be read again", async () => {
    const window = openWindow({ storage });
    await signIn(window, service.url, "sandbox_mia");
    storage.failure = new Error("locked");
    storage.changed.fire();
    await window.model.refreshTokens();
    assert.equal(window.model.storageBroken, true);
    storage.failure = undefined;
    storage.changed.fire();
    await window.model.refreshTokens();
    assert.equal(window.model.storageBroken, false);
    assert.equal(window.model.accounts.length, 1);
  });
});

describe("an account that cannot be used", () => {
  const good = (): StoredAccount & { profile: Profile } => ({
    profile: { ...candidateFor(service.url), id: "mia-at-x", login: "mia" },
    token: "sandbox_mia",
  });

  for (const [title, change] of [
    ["is null", () => null],
    ["has a token that is no text", (account: StoredAccount) => ({ ...account, token: 5 })],
    ["has a token that no header can hold", (account: StoredAccount) => ({ ...account, token: "two words" })],
    [
      "would show its token",
      (account: StoredAccount) => ({ ...account, profile: { ...account.profile, baseUrl: "http://x.example" } }),
    ],
    [
      "has no address",
      (account: StoredAccount) => ({ ...account, profile: { ...account.profile, baseUrl: "nonsense" } }),
    ],
  ] as const) {
    it(`leaves the others alone when it ${title}`, async () => {
      const bad = change({ ...good(), profile: { ...good().profile, id: "bad" } });
      storage.secret = JSON.stringify({ version: 1, accounts: [bad, good()] });
      const window = openWindow({ storage });
      await window.model.load();
      assert.deepEqual(
        window.model.accounts.map(({ profile, problem }) => [profile.id, problem]),
        [["mia-at-x", undefined]],
      );
      assert.deepEqual(window.problems, []);
    });
  }

  it("leaves the others alone when VS Code does not give its token", async () => {
    const session: StoredAccount = { profile: { ...good().profile, id: "session", credential: "session" } };
    storage.secret = encodeAccounts([session, good()]);
    const failure = new Error("Timed out waiting for authentication provider");
    const window = openWindow({ storage, tokenOf: () => Promise.reject(failure) });
    await window.model.load();
    assert.equal(window.model.get("session")?.problem, "noToken");
    assert.equal((await window.model.get("mia-at-x")?.client.call("gists.getAll", {}))?.length, 2);
    assert.deepEqual(window.problems, [failure]);
    assert.equal(window.model.storageBroken, false);
  });

  it("leaves the others alone when there is no way to its server, and its calls fail", async () => {
    storage.secret = encodeAccounts([good()]);
    const window = openWindow({ storage, transportFor: () => Promise.reject(new Error("no sandbox")) });
    await window.model.load();
    const client = window.model.get("mia-at-x")?.client ?? assert.fail();
    await assert.rejects(client.call("gists.create", { public: false, files: {} }), { kind: "network" });
  });
});

describe("an account that is signed in again", () => {
  it("speaks the dialect that was chosen last, with its token", async () => {
    const window = openWindow({ storage });
    const candidate = candidateFor(server.url);
    const id = await window.model.add({ ...candidate, dialect: "github" }, { login: "mia" }, "t");
    assert.equal(await window.model.add({ ...candidate, dialect: "interface" }, { login: "mia" }, "t"), id);
    server.answer = fitting;
    await window.model.get(id)?.client.call("gists.fork", { id: "1" });
    assert.equal(server.requests[0]?.url, "/gists/1/fork");
    assert.equal(server.requests[0]?.headers.authorization, "Bearer t");
  });

  it("is well again with the token that the server refused before", async () => {
    const window = openWindow({ storage });
    const candidate = candidateFor(server.url);
    const id = await window.model.add(candidate, { login: "mia" }, "t");
    for (const again of [
      () => window.model.replaceToken(id, { login: "mia" }, "t"),
      () => window.model.add(candidate, { login: "mia" }, "t"),
    ]) {
      server.answer = json({ message: "Maintenance" }, 401);
      await assert.rejects(window.model.get(id)?.client.call("gists.getAll", {}) ?? Promise.resolve(), {
        code: 401,
      });
      assert.equal(window.model.get(id)?.problem, "refused");
      window.changes.length = 0;
      await again();
      assert.equal(window.model.get(id)?.problem, undefined);
      assert.deepEqual(window.changes, [{ added: [], removed: [], changed: [id] }]);
    }
  });

  it("is there even when the profiles cannot be written", async () => {
    const failure = new Error("disk full");
    storage.writeLocalProfiles = () => Promise.reject(failure);
    const window = openWindow({ storage });
    const id = await signIn(window, service.url, "sandbox_mia");
    assert.equal(window.model.get(id)?.problem, undefined);
    assert.deepEqual(window.problems, [failure]);
  });
});
