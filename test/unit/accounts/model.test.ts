import assert from "node:assert/strict";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { isTokenMissing } from "../../../src/client/errors.ts";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Profile } from "../../../src/accounts/profile.ts";
import { encodeAccounts } from "../../../src/accounts/storage/storage.ts";
import { type Service, startService } from "../sandbox/service.ts";
import { decodeAccounts, MemoryStorage } from "./memoryStorage.ts";
import { failureOf } from "../../support/failureOf.ts";
import { assertSilent, candidateFor, openWindow, signIn, type Window } from "./window.ts";

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

const idsOf = ({ model }: Window): readonly string[] => model.accounts.map(({ profile }) => profile.id);
const nothing = { added: [], removed: [], changed: [] };

describe("the accounts", () => {
  let window: Window;
  beforeEach(async () => {
    window = openWindow();
    await window.model.load();
  });

  it("are none at first, and reading them writes nothing", async () => {
    assert.deepEqual(window.model.accounts, []);
    assert.equal(window.model.active, undefined);
    assert.equal(window.storage.writes, 0);
    assert.deepEqual(window.changes, []);
  });

  it("have a working client each, after signing in", async () => {
    const mia = await signIn(window, service.url, "sandbox_mia");
    const otto = await signIn(window, service.url, "sandbox_otto");
    assert.notEqual(mia, otto);
    assert.deepEqual(idsOf(window), [mia, otto]);
    for (const [id, login] of [
      [mia, "mia"],
      [otto, "otto"],
    ] as const) {
      const account = window.model.get(id);
      assert.equal(account?.profile.login, login);
      assert.equal(account?.problem, undefined);
      assert.equal(Reflect.get((await account?.client.get("/user")) as object, "login"), login);
    }
    assert.deepEqual(window.model.get(mia)?.profile.scopes, ["gist", "repo"]);
    assert.deepEqual(window.changes, [
      { ...nothing, added: [mia] },
      nothing,
      { ...nothing, added: [otto] },
      nothing,
    ]);
  });

  it("are there again in a new window, with their tokens and the active one", async () => {
    const mia = await signIn(window, service.url, "sandbox_mia");
    await signIn(window, service.url, "sandbox_otto");
    await window.model.setActive(mia);
    const next = openWindow({ storage: window.storage });
    await next.model.load();
    assert.deepEqual(idsOf(next), idsOf(window));
    assert.equal(next.model.active?.profile.id, mia);
    assert.equal((await next.model.get(mia)?.client.call("gists.getAll", {}))?.length, 2);
  });

  it("keep tokens in the secret only", async () => {
    await signIn(window, service.url, "sandbox_mia");
    const { storage } = window;
    assert.ok(storage.secret?.includes("sandbox_mia"));
    assert.equal(JSON.stringify([storage.profiles, storage.active]).includes("sandbox_mia"), false);
    assert.deepEqual(
      storage.profiles,
      window.model.accounts.map(({ profile }) => profile),
    );
    assertSilent(
      window.model.accounts.map(({ profile }) => profile),
      "sandbox_mia",
    );
  });

  it("are one when the same user signs in again on the same server", async () => {
    const first = await signIn(window, service.url, "sandbox_mia");
    const client = window.model.get(first)?.client;
    window.changes.length = 0;
    const second = await signIn(window, service.url, "sandbox_mia_reader");
    assert.equal(second, first);
    assert.deepEqual(idsOf(window), [first]);
    assert.deepEqual(window.model.get(first)?.profile.scopes, ["read:user"]);
    assert.equal(window.model.get(first)?.client, client, "views keep the client that they have");
    assert.deepEqual(window.changes, [{ ...nothing, changed: [first] }]);
  });

  it("have the first as active until another is chosen or added", async () => {
    const mia = await signIn(window, service.url, "sandbox_mia");
    const otto = await signIn(window, service.url, "sandbox_otto");
    assert.equal(window.model.active?.profile.id, otto);
    window.changes.length = 0;
    await window.model.setActive(mia);
    await window.model.setActive(mia);
    assert.equal(window.model.active?.profile.id, mia);
    assert.deepEqual(window.changes, [nothing]);
    await window.model.remove(mia);
    assert.equal(window.model.active?.profile.id, otto);
  });

  it("lose account and token by signing out, and its client stops", async () => {
    const mia = await signIn(window, service.url, "sandbox_mia");
    window.changes.length = 0;
    const client = window.model.get(mia)?.client;
    await window.model.remove(mia);
    assert.deepEqual(idsOf(window), []);
    assert.deepEqual(await window.model.ownTokens(), []);
    assert.ok(client);
    await assert.rejects(client.get("/user"), { name: "CancelledError" });
    assert.equal(window.storage.secret?.includes("sandbox_mia"), false);
    assert.deepEqual(window.storage.profiles, []);
    assert.deepEqual(window.changes, [{ ...nothing, removed: [mia] }]);
    await window.model.remove("never-there");
    assert.equal(window.changes.length, 1);
  });

  it("take another token and keep the login as it was written first", async () => {
    const mia = await signIn(window, service.url, "sandbox_mia");
    window.changes.length = 0;
    await window.model.replaceToken(mia, { login: "MIA", scopes: ["read:user"] }, "sandbox_mia_reader");
    assert.equal(window.model.get(mia)?.profile.login, "mia");
    assert.deepEqual(window.changes, [{ ...nothing, changed: [mia] }]);
    assert.deepEqual(decodeAccounts(window.storage.secret)[0]?.token, "sandbox_mia_reader");
    const error = await failureOf(
      window.model
        .get(mia)
        ?.client.call(
          "gists.create",
          { public: false, files: { a: { content: "a" } } },
          { priority: "visible" },
        ) ?? Promise.resolve(),
    );
    assert.deepEqual(error.missing, {
      kind: "scopes",
      scopes: ["gist"],
      source: "token",
      operation: "gists.create",
      account: mia,
    });
  });

  it("remember what their server lacks, and ask the keyring only when that changed", async () => {
    const mia = await signIn(window, service.url, "sandbox_mia");
    const { writes } = window.storage;
    assert.deepEqual(await window.model.probe(mia), {});
    assert.equal(window.storage.writes, writes + 1);
    assert.deepEqual(await window.model.probe(mia), {});
    assert.equal(window.storage.writes, writes + 1);
    assert.deepEqual(window.model.get(mia)?.profile.missing, {});
    assert.deepEqual(await window.model.probe("never-there"), {});
    await signIn(window, service.url, "sandbox_mia_reader");
    assert.deepEqual(window.model.get(mia)?.profile.missing, {});
  });

  it("ask what their server lacks once at a time", async () => {
    let asked = 0;
    const counted = openWindow({
      transportFor: async () => (request) => {
        if (request.url.includes("/gists/starred")) asked++;
        return nodeTransport(request);
      },
    });
    const mia = await signIn(counted, service.url, "sandbox_mia");
    const otto = await signIn(counted, service.url, "sandbox_otto");
    await Promise.all([mia, mia, otto].map((id) => counted.model.probe(id)));
    assert.equal(asked, 2);
    await counted.model.probe(mia);
    assert.equal(asked, 3);
    counted.model.dispose();
  });

  it("come one after the other when several are changed at once", async () => {
    const add = (login: string) => window.model.add(candidateFor(service.url), { login }, `token-of-${login}`);
    const ids = await Promise.all(["a", "b", "c"].map(add));
    await Promise.all([window.model.remove(ids[0] ?? ""), add("d")]);
    // Their ids are digested at the same time: any of them may be the first.
    const stored = decodeAccounts(window.storage.secret).map(({ token }) => token);
    assert.deepEqual([stored.length, new Set(stored)], [3, new Set(["token-of-b", "token-of-c", "token-of-d"])]);
    assert.equal(window.model.accounts.length, 3);
  });

  it("are silent after the end, and their clients stop", async () => {
    await signIn(window, service.url, "sandbox_mia");
    window.model.dispose();
    window.changes.length = 0;
    window.storage.changed.fire();
    assert.deepEqual(window.model.accounts, []);
    assert.deepEqual(window.changes, []);
    assert.equal(window.storage.changed.listenerCount, 0);
  });
});

describe("accounts whose token is kept elsewhere", () => {
  const session = { ...candidateFor(""), credential: "session" } as const;

  it("ask for it, and keep none", async () => {
    const window = openWindow({ tokenOf: () => Promise.resolve("sandbox_mia") });
    const id = await window.model.add({ ...session, baseUrl: service.url }, { login: "mia" }, undefined);
    assert.equal(window.model.get(id)?.problem, undefined);
    assert.equal((await window.model.get(id)?.client.call("gists.getAll", {}))?.length, 2);
    assert.equal(window.storage.secret?.includes("sandbox_mia"), false);
  });

  it("have no token until there is one, and follow when it is another", async () => {
    let token: string | undefined;
    const window = openWindow({ tokenOf: () => Promise.resolve(token) });
    const id = await window.model.add(
      { ...session, baseUrl: service.url },
      { login: "mia", scopes: ["gist", "repo"] },
      undefined,
    );
    assert.equal(window.model.get(id)?.problem, "noToken");
    window.changes.length = 0;
    token = "sandbox_mia";
    await window.model.refreshTokens();
    assert.equal(window.model.get(id)?.problem, undefined);
    assert.deepEqual(window.changes, [{ ...nothing, changed: [id] }]);
    assert.equal((await window.model.get(id)?.client.call("gists.getAll", {}))?.length, 2);
    await window.model.refreshTokens();
    assert.equal(window.changes.length, 1);
    token = undefined;
    await window.model.refreshTokens();
    assert.equal(window.model.get(id)?.problem, "noToken");
    await assert.rejects(
      window.model.get(id)?.client.call("gists.getAll", {}) ?? Promise.resolve(),
      isTokenMissing,
    );
  });
});

describe("a secret storage that does not work", () => {
  it("is reported, and the account works until the end of the session", async () => {
    const storage = new MemoryStorage();
    storage.failure = new Error("no keyring");
    const window = openWindow({ storage });
    await window.model.load();
    assert.deepEqual(window.problems, [storage.failure]);
    assert.equal(window.model.storageBroken, true);
    const id = await signIn(window, service.url, "sandbox_mia");
    await signIn(window, service.url, "sandbox_otto");
    assert.equal(window.model.accounts.length, 2);
    assert.ok(window.problems.length > 1 && window.problems.every((problem) => problem === storage.failure));
    assert.equal((await window.model.get(id)?.client.call("gists.getAll", {}))?.length, 2);
    for (const problem of window.problems) assertSilent(problem, "sandbox_mia");

    const next = openWindow({ storage });
    await next.model.load();
    assert.deepEqual(idsOf(next), idsOf(window));
    assert.deepEqual(
      next.model.accounts.map(({ problem }) => problem),
      ["noToken", "noToken"],
    );
    await next.model.replaceToken(id, { login: "mia" }, "sandbox_mia");
    assert.equal(next.model.get(id)?.problem, undefined);
  });

  it("is used again as soon as it works", async () => {
    const storage = new MemoryStorage();
    storage.failure = new Error("locked");
    const window = openWindow({ storage });
    await signIn(window, service.url, "sandbox_mia");
    storage.failure = undefined;
    await signIn(window, service.url, "sandbox_otto");
    assert.equal(window.model.storageBroken, false);
    assert.deepEqual(
      decodeAccounts(storage.secret).map(({ token }) => token),
      ["sandbox_mia", "sandbox_otto"],
    );
  });
});

describe("a secret that another program wrote", () => {
  const profile: Profile = { ...candidateFor("https://forge.example.com"), id: "mia-at-forge", login: "mia" };

  for (const [title, text] of [
    ["empty", ""],
    ["no JSON", "\0\0\0"],
    ["null", "null"],
    ["of other entries", JSON.stringify({ version: 1, accounts: [1, "a", { profile: { login: "mia" } }] })],
  ] as const) {
    it(`gives no accounts and no complaint when it is ${title}, and signing in works`, async () => {
      const storage = new MemoryStorage();
      storage.secret = text;
      const window = openWindow({ storage });
      await window.model.load();
      assert.deepEqual(window.model.accounts, []);
      assert.deepEqual(window.problems, []);
      await signIn(window, service.url, "sandbox_mia");
      assert.equal(decodeAccounts(storage.secret).length, 1);
    });
  }

  it("leaves the profiles to choose from when it is gone", async () => {
    const storage = new MemoryStorage();
    storage.profiles = [profile];
    const window = openWindow({ storage });
    await window.model.load();
    assert.equal(window.model.get(profile.id)?.problem, "noToken");
    await window.model.replaceToken(profile.id, { login: "mia" }, "again");
    assert.equal(window.model.get(profile.id)?.problem, undefined);
    assert.equal(
      storage.secret,
      encodeAccounts([{ profile: window.model.accounts[0]?.profile ?? profile, token: "again" }]),
    );
  });
});
