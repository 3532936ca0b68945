import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { accessTo } from "../../../src/accounts/featureAccess.ts";
import { grantedScopes } from "../../../src/accounts/grantedScopes.ts";
import { failureOf } from "../../support/failureOf.ts";
import { json, startRecordingServer } from "../../support/recordingServer.ts";
import { candidateFor, openWindow, signIn } from "./window.ts";

describe("The granted scopes of an account", () => {
  it("are those that the service reports, also when there are none", () => {
    assert.deepEqual(grantedScopes({ kind: "github", scopes: ["gist"] }), ["gist"]);
    assert.deepEqual(grantedScopes({ kind: "github", scopes: [] }), []);
    assert.equal(accessTo("gists", { kind: "github", scopes: [] }), "partial");
  });

  it("are unknown where the service reports none, and for words of another server", () => {
    for (const known of [{ kind: "github" }, { kind: "other", scopes: ["read", "write"] }] as const) {
      assert.equal(grantedScopes(known), undefined);
      assert.equal(accessTo("gists", known), "unknown");
    }
  });

  it("are unknown for a token of a GitHub App, whose empty list says nothing, in every window", async () => {
    const server = await startRecordingServer(json({ login: "mia" }, 200, { "x-oauth-scopes": "" }));
    const window = openWindow();
    const id = await signIn(window, server.url, "ghu_ofAnApp");
    const other = openWindow({ storage: window.storage });
    try {
      await other.model.load();
      for (const { model } of [window, other]) {
        const { client, profile } = model.get(id) ?? assert.fail();
        assert.equal(grantedScopes(profile), undefined);
        assert.equal(accessTo("hooks", profile), "unknown");
        await client.get("/user");
        assert.equal(grantedScopes(model.get(id)?.profile ?? assert.fail()), undefined);
      }
      const classic = await window.model.check(candidateFor(server.url), "ghp_classic");
      await window.model.replaceToken(id, classic, "ghp_classic");
      assert.deepEqual(grantedScopes(window.model.get(id)?.profile ?? assert.fail()), []);
      assert.doesNotMatch(window.storage.secret ?? "", /isAppToken/);
    } finally {
      window.model.dispose();
      other.model.dispose();
      await server.close();
    }
  });

  it("are compared in the server's own words where it refuses in these", async () => {
    const server = await startRecordingServer(json({ login: "mia" }, 200, { "x-oauth-scopes": "read" }));
    const window = openWindow();
    try {
      const { client } = window.model.get(await signIn(window, server.url, "any")) ?? assert.fail();
      const refusal = (accepted: string) => {
        server.answer = json({ message: "no" }, 404, {
          "x-oauth-scopes": "read",
          ...(accepted ? { "x-accepted-oauth-scopes": accepted } : {}),
        });
        return failureOf(client.call("repos.getHooks", { user: "mia", repo: "hello" }, { priority: "visible" }));
      };
      assert.equal((await refusal("")).missing, undefined);
      const { missing } = await refusal("write");
      assert.deepEqual(missing?.kind === "scopes" && missing.scopes, ["write"]);
    } finally {
      window.model.dispose();
      await server.close();
    }
  });
});
