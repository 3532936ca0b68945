import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import {
  askAtServer,
  askForSession,
  type Session,
  type SessionAccount,
  type SessionRequest,
  sessionOf,
} from "../../../src/accounts/sessions.ts";
import { type RecordingServer, json, startRecordingServer } from "../../support/recordingServer.ts";
import { candidateFor, openWindow, type Window } from "./window.ts";

const alice = { id: "1", label: "alice" };
const bob = { id: "2", label: "bob" };

/** VS Code's sign-in to GitHub. `answersWith`: what it answers whatever account it is asked for. */
class FakeSessions {
  signedIn: readonly SessionAccount[] = [alice];
  answersWith: SessionAccount | undefined;
  readonly asked: SessionRequest[] = [];

  async getAccounts(): Promise<readonly SessionAccount[]> {
    return this.signedIn;
  }

  async getSession(options: SessionRequest): Promise<Session | undefined> {
    this.asked.push(options);
    const account =
      this.answersWith ?? (options.account ? this.signedIn.find(({ id }) => id === options.account?.id) : alice);
    return account && { accessToken: `token-of-${account.label}`, account };
  }
}

let server: RecordingServer;
let sessions: FakeSessions;
let window: Window;
before(async () => {
  server = await startRecordingServer(json([]));
});
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  sessions = new FakeSessions();
  window = openWindow({ tokenOf: async (profile) => (await sessionOf(sessions, profile))?.accessToken });
});

const add = (more: { sessionAccountId?: string }): Promise<string> =>
  window.model.add({ ...candidateFor(server.url), credential: "session", ...more }, { login: "Alice" }, undefined);

for (const [title, more] of [
  ["with the id of its GitHub account", { sessionAccountId: "1" }],
  ["of version 0.1, which has a login only,", {}],
] as const) {
  describe(`An account ${title}`, () => {
    it("asks for its own session among several", async () => {
      sessions.signedIn = [bob, alice];
      const id = await add(more);
      assert.equal(window.model.get(id)?.problem, undefined);
      assert.deepEqual(sessions.asked.at(-1), {
        provider: "github",
        scopes: ["gist"],
        ask: false,
        account: alice,
      });
    });

    it("has no token, and sends none of another, when VS Code is signed in as another user", async () => {
      const id = await add(more);
      sessions.signedIn = [bob];
      await window.model.refreshTokens();
      assert.equal(window.model.get(id)?.problem, "noToken");
      assert.deepEqual(await window.model.ownTokens(), []);
      sessions.signedIn = [bob, alice];
      await window.model.refreshTokens();
      assert.equal(window.model.get(id)?.problem, undefined);
      await window.model.get(id)?.client.call("gists.getAll", {});
      assert.deepEqual(
        server.requests.map(({ headers }) => headers.authorization),
        ["Bearer token-of-alice"],
      );
    });

    it("does not take the session of another account that VS Code answers with", async () => {
      sessions.answersWith = bob;
      const id = await add(more);
      assert.equal(window.model.get(id)?.problem, "noToken");
    });
  });
}

describe("A GitHub account that was renamed", () => {
  it("keeps its session, and a new user of its former name does not get it", async () => {
    sessions.signedIn = [{ id: "1", label: "alice-two" }];
    const id = await add({ sessionAccountId: "1" });
    assert.equal(window.model.get(id)?.problem, undefined);
    sessions.signedIn = [{ id: "3", label: "alice" }];
    await window.model.refreshTokens();
    assert.equal(window.model.get(id)?.problem, "noToken");
  });
});

describe("Replacing the token of a GitHub session", () => {
  it("asks VS Code for the account itself", async () => {
    assert.equal(await askForSession(sessions, { login: "alice", sessionAccountId: "1" }), "granted");
    assert.deepEqual(sessions.asked, [{ provider: "github", scopes: ["gist"], ask: true, account: alice }]);
  });

  it("names the account when VS Code is not signed in to it", async () => {
    sessions.signedIn = [bob];
    await askForSession(sessions, { login: "alice" });
    assert.deepEqual(sessions.asked, [
      { provider: "github", scopes: ["gist"], ask: true, account: { id: "", label: "alice" } },
    ]);
  });

  it("reports the other account that the user signed in to", async () => {
    sessions.answersWith = bob;
    assert.deepEqual(await askForSession(sessions, { login: "alice", sessionAccountId: "1" }), bob);
  });
});

describe("A session that is asked for", () => {
  const asking = async (...servers: readonly (string | undefined)[]) => {
    let [asked, at] = [0, 0];
    const answer = await askAtServer(
      "https://a.example/api/v3",
      () => servers[at],
      async () => {
        asked += 1;
        at += 1;
        return "token";
      },
    );
    return [answer, asked];
  };

  it("is used where the sign-in is to the account's server, from the beginning to the end", async () => {
    const [own, other] = ["https://a.example/api/v3", "https://b.example/api/v3"];
    assert.deepEqual(await asking(own, own), ["token", 1]);
    assert.deepEqual(await asking(other, other), ["otherServer", 0]);
    assert.deepEqual(await asking(undefined, own), ["otherServer", 0]);
    assert.deepEqual(await asking(own, other), ["otherServer", 1]);
    assert.deepEqual(await asking(own, undefined), ["otherServer", 1]);
  });
});
