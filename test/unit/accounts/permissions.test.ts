import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import type { Account } from "../../../src/accounts/model.ts";
import type { HttpError, MissingPermission } from "../../../src/client/errors.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import type { SeedToken } from "../../../src/sandbox/seed.ts";
import { failureOf } from "../../support/failureOf.ts";
import { json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";
import { permissionSeed } from "../../support/permissionSeed.ts";
import { type Service, startService } from "../sandbox/service.ts";
import { candidateFor, openWindow, signIn, type Window } from "./window.ts";

const tokens: readonly SeedToken[] = [
  { token: "of-gist", login: "mia", scopes: ["gist"] },
  { token: "of-hooks", login: "mia", scopes: ["gist", "admin:repo_hook"] },
  { token: "of-repo", login: "mia", scopes: ["repo"] },
  { token: "fine", login: "mia", permissions: { contents: "read" } },
];
const hooks = { user: "mia", repo: "hello" } as const;

let service: Service;
let window: Window;
let asked: MissingPermission[];
/** What the user does when asked. */
let answer: (account: Account) => Promise<boolean>;
let sent: string[];
before(async () => {
  service = await startService({ seed: permissionSeed(tokens) });
});
after(() => service.close());
beforeEach(() => {
  asked = [];
  sent = [];
  answer = () => Promise.resolve(false);
  window = openWindow({
    transportFor: async () => (request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`);
      return nodeTransport(request);
    },
    requestPermission: (account, missing) => {
      asked.push(missing);
      return answer(account);
    },
  });
});
afterEach(() => window.model.dispose());

const accountOf = async (token: string): Promise<Account> => {
  const id = await signIn(window, service.url, token);
  sent.length = 0;
  const account = window.model.get(id);
  assert.ok(account);
  return account;
};

describe("A command that needs more than the token is granted", () => {
  it("asks for it before anything is sent, each time, and ends when the user says no", async () => {
    const { permissions, profile } = await accountOf("of-gist");
    answer = () => Promise.resolve(false);
    for (let count = 1; count <= 2; count++) {
      await assert.rejects(permissions.require("repos.createHook"), { name: "CancelledError" });
      assert.equal(asked.length, count);
    }
    assert.deepEqual(asked[0], {
      kind: "scopes",
      scopes: ["write:repo_hook", "public_repo"],
      source: "token",
      operation: "repos.createHook",
      account: profile.id,
    });
    answer = () => Promise.resolve(true);
    await permissions.require("repos.createHook");
    await permissions.require("gists.create");
    assert.deepEqual([asked.length, sent], [3, []]);
  });
});

describe("A call that needs more than the token is granted", () => {
  it("is not sent, and asks nothing unless the user began it", async () => {
    const { client, profile } = await accountOf("of-gist");
    for (const priority of ["visible", "background"] as const) {
      const error = await failureOf(client.call("repos.getHooks", hooks, { priority }));
      assert.equal(error.kind, "permission");
      assert.deepEqual(error.missing, {
        kind: "scopes",
        scopes: ["read:repo_hook", "public_repo"],
        source: "token",
        operation: "repos.getHooks",
        account: profile.id,
      });
    }
    assert.deepEqual([asked, sent], [[], []]);
  });

  it("is sent once when the user grants it, with the new token", async () => {
    const { client, profile } = await accountOf("of-gist");
    answer = async () => {
      const identity = await window.model.check(candidateFor(service.url), "of-hooks");
      await window.model.replaceToken(profile.id, identity, "of-hooks");
      return true;
    };
    const message = { ...hooks, name: "web", config: { url: "https://example.com/once" } };
    const [made, list] = await Promise.all([
      client.call("repos.createHook", message),
      client.call("repos.getHooks", hooks),
    ]);
    assert.equal(made.config?.url, "https://example.com/once");
    assert.ok(list.length > 0);
    assert.deepEqual(sent.filter((each) => each.includes("/hooks")).toSorted(), [
      "GET /repos/mia/hello/hooks",
      "POST /repos/mia/hello/hooks",
    ]);
    assert.equal(asked.length, 1);
  });

  it("is cancelled when the user says no, and asks no second time", async () => {
    const { client } = await accountOf("of-gist");
    await assert.rejects(client.call("repos.getHooks", hooks), { name: "CancelledError" });
    const again = await failureOf(client.call("repos.getHooks", hooks));
    assert.equal(again.kind, "permission");
    assert.equal(asked.length, 1);
    // The button of the message asks all the same.
    assert.equal(await again.grant?.(), false);
    assert.equal(asked.length, 2);
    assert.deepEqual(sent, []);
  });

  it("asks one question for several calls", async () => {
    const { client } = await accountOf("of-gist");
    const calls = [1, 2, 3].map(() => failureOrCancel(client.call("repos.getHooks", hooks)));
    await Promise.all(calls);
    assert.equal(asked.length, 1);
  });
});

const failureOrCancel = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return await call;
  } catch (error) {
    return error;
  }
};

describe("A refusal of the service", () => {
  it("is remembered of a fine-grained token, which does not say what it is granted", async () => {
    const { client } = await accountOf("fine");
    const call = () => failureOf(client.call("repos.getHooks", hooks, { priority: "visible" }));
    const first = await call();
    assert.deepEqual(first.missing?.kind, "permissions");
    const second = await call();
    assert.deepEqual(second.missing, first.missing);
    assert.equal(sent.length, 1);
  });

  it("is reported with its button, and asked about once, when what was granted is not enough", async () => {
    const { client } = await accountOf("fine");
    answer = () => Promise.resolve(true);
    const error = await failureOf(client.call("repos.getHooks", hooks));
    assert.deepEqual([error.kind, error.missing?.kind], ["permission", "permissions"]);
    assert.equal(asked.length, 1);
  });

  it("is no question of permission for a file that does not exist in a repository that is seen", async () => {
    const { client } = await accountOf("of-gist");
    await client.call("repos.get", hooks);
    const error = await failureOf(client.call("repos.getContent", { ...hooks, path: "none.md" }));
    assert.equal(error.kind, "notFound");
    assert.deepEqual(asked, []);
  });

  it("of a repository that is not seen stays what it is, and names what a private one needs", async () => {
    const { client } = await accountOf("of-gist");
    const error = await failureOf(
      client.call("repos.get", { user: "mia", repo: "plans" }, { priority: "visible" }),
    );
    assert.deepEqual([error.kind, error.code], ["notFound", 404]);
    assert.deepEqual(error.missing?.kind === "scopes" && error.missing.scopes, ["repo"]);
  });

  it("is no question of permission where the token has all that counts", async () => {
    const { client } = await accountOf("of-repo");
    const error = await failureOf(client.call("repos.get", { user: "mia", repo: "none" }));
    assert.equal(error.kind, "notFound");
    assert.deepEqual(asked, []);
  });

  it("is the answer of a yes/no question", async () => {
    const { client } = await accountOf("of-gist");
    assert.equal(await client.check("repos.getStarring", { user: "bolt", repo: "nut" }), false);
    assert.deepEqual(asked, []);
  });
});

describe("A server that says nothing of scopes", () => {
  let server: RecordingServer;
  before(async () => {
    server = await startRecordingServer(json({ login: "mia" }));
  });
  after(() => server.close());
  beforeEach(() => {
    server.answer = json({ login: "mia" });
  });

  it("gets every call, and its refusals stay what they are", async () => {
    const id = await signIn(window, server.url, "any");
    const client = window.model.get(id)?.client;
    server.answer = json({ message: "Not Found" }, 404);
    const error: HttpError = await failureOf(client?.call("repos.getHooks", hooks) ?? Promise.resolve());
    assert.equal(error.kind, "notFound");
    server.answer = json({ message: "Forbidden" }, 403);
    const other = await failureOf(client?.call("repos.delete", hooks) ?? Promise.resolve());
    assert.equal(other.kind, "forbidden");
    assert.deepEqual(asked, []);
  });

  it("gets no profile of hostile headers", async () => {
    const id = await signIn(window, server.url, "any");
    const before = window.storage.writes;
    server.answer = json([], 200, {
      "x-github-sso": "required; url=javascript:alert(1)",
      "x-accepted-github-permissions": "__proto__=write,=,constructor=admin;;",
      "github-authentication-token-expiration": "9999-99-99 99:99:99 UTC",
    });
    await window.model.get(id)?.client.call("gists.getAll", {});
    assert.equal(window.storage.writes, before);
    assert.equal(window.model.get(id)?.profile.tokenExpiresAt, undefined);
  });
});

describe("What answers say of the token", () => {
  it("is not written into the secret, whatever each answer says, and gets no list read again", async () => {
    const server = await startRecordingServer(json({ login: "mia" }));
    try {
      const id = await signIn(window, server.url, "any");
      const { client } = window.model.get(id) ?? assert.fail();
      const { writes } = window.storage;
      window.changes.length = 0;
      for (const scopes of ["gist", "repo", "gist", "repo"]) {
        server.answer = json([], 200, { "x-oauth-scopes": scopes });
        await client.call("gists.getAll", {});
        assert.deepEqual(window.model.get(id)?.profile.scopes, [scopes]);
      }
      assert.equal(window.storage.writes, writes);
      assert.ok(window.changes.every(({ changed }) => changed.length === 0));
    } finally {
      await server.close();
    }
  });

  it("counts for the token that was asked with only", async () => {
    let release = (): void => undefined;
    const server = await startRecordingServer(json({ login: "mia" }, 200, { "x-oauth-scopes": "gist" }));
    try {
      const id = await signIn(window, server.url, "any");
      const { client } = window.model.get(id) ?? assert.fail();
      const held = new Promise<void>((resolve) => (release = resolve));
      server.answer = (request, response) =>
        void held.then(() => json([], 200, { "x-oauth-scopes": "gist" })(request, response));
      const late = client.call("gists.getAll", {});
      await window.model.replaceToken(id, { login: "mia", scopes: ["repo"] }, "another");
      release();
      await late;
      assert.deepEqual(window.model.get(id)?.profile.scopes, ["repo"]);
    } finally {
      await server.close();
    }
  });

  it("is what a 304 says, not what the kept answer said", async () => {
    const server = await startRecordingServer(json({ login: "mia" }, 200, { "x-oauth-scopes": "gist" }));
    try {
      const id = await signIn(window, server.url, "any");
      const { client } = window.model.get(id) ?? assert.fail();
      server.answer = json([], 200, { "x-oauth-scopes": "gist", etag: '"1"' });
      await client.call("gists.getAll", {});
      server.answer = (_, response) => response.writeHead(304, { "x-oauth-scopes": "repo" }).end();
      await client.call("gists.getAll", {});
      assert.deepEqual(window.model.get(id)?.profile.scopes, ["repo"]);
    } finally {
      await server.close();
    }
  });
});

describe("Looking around", () => {
  const candidate = () => ({ ...candidateFor(service.url), credential: "anonymous" }) as const;

  it("ends with a sign-in on the same server, which has the id of its own", async () => {
    await window.model.add(candidate(), { login: "" }, undefined);
    const id = await signIn(window, service.url, "of-gist");
    assert.match(id, /^mia-at-/);
    assert.deepEqual(
      window.model.accounts.map(({ profile }) => profile.id),
      [id],
    );
  });

  it("gives its place to a sign-in in the middle of a call, unless the user is signed in already", async () => {
    const anonymous = await window.model.add(candidate(), { login: "" }, undefined);
    const identity = await window.model.check(candidateFor(service.url), "of-gist");
    const id = await window.model.add(candidateFor(service.url), identity, "of-gist", anonymous);
    assert.equal(id, anonymous);
    await window.model.remove(id);
    const own = await signIn(window, service.url, "of-gist");
    assert.equal(await window.model.add(candidateFor(service.url), identity, "of-gist", "gone"), own);
  });
});
