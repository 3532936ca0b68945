import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import type { Account } from "../../../src/accounts/model.ts";
import { AuthorizationsModel } from "../../../src/authorizations/model.ts";
import { systemClock } from "../../../src/base/clock.ts";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";
import { createSandbox } from "../../../src/sandbox/createSandbox.ts";
import { type SandboxServer, serveSandbox } from "../../../src/sandbox/server.ts";
import { openWindow, signIn, type Window } from "../accounts/window.ts";
import { repeatable } from "../sandbox/service.ts";

describe("Authorizations", () => {
  let server: SandboxServer;
  let window: Window;
  let account: Account;
  let client: Client;
  let model: AuthorizationsModel;
  let asked: string[];
  let bodies: unknown[];
  beforeEach(async () => {
    const sandbox = createSandbox({
      clock: systemClock,
      random: repeatable(),
      seed: {
        users: [{ login: "mia", password: "hunter2" }],
        tokens: [{ token: "sandbox_mia", login: "mia", scopes: ["gist", "user"], note: "Signed in" }],
      },
    });
    bodies = [];
    server = await serveSandbox({
      ...sandbox,
      fetch: async (request) => {
        if (request.method === "PATCH") bodies.push(await request.clone().json());
        return sandbox.fetch(request);
      },
    });
    window = openWindow();
    const found = window.model.get(await signIn(window, server.url, "sandbox_mia"));
    assert.ok(found);
    account = found;
    client = new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport });
    client.authenticate({ type: "basic", username: "mia", password: "hunter2" });
    asked = [];
    model = new AuthorizationsModel({
      accounts: window.model,
      withPassword: (_, title, call) => {
        asked.push(title);
        return call(client, {});
      },
    });
  });
  afterEach(async () => {
    model.dispose();
    client.dispose();
    window.model.dispose();
    await server.close();
  });

  it("are known once they were read, without a token", async () => {
    assert.equal(model.known(account.profile.id), undefined);
    const [only] = await model.read(account, "List");
    assert.deepEqual([only?.note, only?.scopes], ["Signed in", ["gist", "user"]]);
    assert.ok(!("token" in (model.known(account.profile.id)?.[0] ?? {})));
    assert.deepEqual(asked, ["List"]);
  });

  it("are made with a token that is handed out once and kept nowhere", async () => {
    await model.read(account, "List");
    const made = await model.create(
      account,
      { scopes: ["repo"], note: "Build", noteUrl: "https://x.example" },
      "New",
    );
    assert.match(made.token ?? "", /^sandbox_[0-9a-f]{32}$/);
    const all = model.known(account.profile.id) ?? [];
    assert.deepEqual(
      all.map(({ note }) => note),
      ["Signed in", "Build"],
    );
    assert.ok(!JSON.stringify(all).includes(made.token ?? "?"));
    const fresh = new Client({ baseUrl: server.url, dialect: "github", transport: nodeTransport });
    fresh.authenticate({ type: "token", token: made.token ?? "" });
    assert.equal(((await fresh.get("/user")) as { login?: string }).login, "mia");
    fresh.dispose();
  });

  it("are changed with what changed alone, and deleted", async () => {
    const [only] = await model.read(account, "List");
    assert.ok(only);
    const draft = { scopes: ["gist", "user"], note: "Signed in", noteUrl: "" };
    assert.equal(await model.update(account, only, draft, "Change"), undefined);
    const wider = await model.update(account, only, { ...draft, scopes: ["gist", "user", "repo"] }, "Change");
    assert.deepEqual(wider?.scopes, ["gist", "user", "repo"]);
    assert.ok(wider);
    await model.update(account, wider, { scopes: ["repo", "read:org"], note: "Other", noteUrl: "" }, "Change");
    assert.deepEqual(bodies, [{ add_scopes: ["repo"] }, { scopes: ["repo", "read:org"], note: "Other" }]);
    const [now] = model.known(account.profile.id) ?? [];
    assert.deepEqual([now?.scopes, now?.note], [["repo", "read:org"], "Other"]);
    await model.delete(account, only.id, "Delete");
    assert.deepEqual(model.known(account.profile.id), []);
  });

  it("are forgotten with the account", async () => {
    await model.read(account, "List");
    const changes: string[] = [];
    model.onDidChange((id) => changes.push(id));
    await window.model.remove(account.profile.id);
    assert.equal(model.known(account.profile.id), undefined);
    assert.deepEqual(changes, [account.profile.id]);
  });
});
