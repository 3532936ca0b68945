import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { syncProfiles } from "../../../src/accounts/storage/syncedProfiles.ts";
import { SharedState } from "../../../src/base/sharedState.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";
import { json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";
import { candidateFor, openWindow, signIn, type Window } from "./window.ts";

const fail = (error: unknown): void => {
  throw error;
};

/** The ids of profiles that came before are digested by then, and what is adopted of them is in the model's queue. */
const settle = async ({ model }: Window): Promise<void> => {
  for (let round = 0; round < 3; round++) {
    await model.idsOf({ ...candidateFor(server.url), id: "x", login: "x" });
    await new Promise((resolve) => setImmediate(resolve));
  }
  await model.refreshTokens();
};

/** A computer with one window and the state that Settings Sync copies. */
class Computer {
  readonly clock = new ManualClock();
  readonly state = new SharedState(new MemoryFolder(), fail, this.clock);
  readonly window: Window = openWindow();
  readonly syncing = syncProfiles(this.window.model, this.state, fail);

  /** As Settings Sync does. */
  async copyFrom(other: Computer): Promise<void> {
    const copy: unknown = JSON.parse(JSON.stringify(other.state.entries("profiles")));
    await this.state.join("profiles", copy);
    await settle(this.window);
  }

  get logins(): readonly string[] {
    return this.window.model.accounts.map(({ profile }) => profile.login);
  }
}

let server: RecordingServer;
let [left, right] = [new Computer(), new Computer()];
before(async () => {
  server = await startRecordingServer(json({ login: "mia" }));
});
after(() => server.close());
beforeEach(() => {
  server.answer = json({ login: "mia" });
  server.requests.length = 0;
  [left, right] = [new Computer(), new Computer()];
});

const given = (computer: Computer): Promise<void> =>
  eventually(() => Object.keys(computer.state.entries("profiles")).length === 1, "the profile is stored");

describe("Profiles on several computers", () => {
  it("arrive without their token, and ask for one", async () => {
    const id = await signIn(left.window, server.url, "a-secret-token");
    await given(left);
    assert.doesNotMatch(JSON.stringify(left.state.entries("profiles")), /a-secret-token/);
    await right.copyFrom(left);
    assert.deepEqual(right.logins, ["mia"]);
    const account = right.window.model.get(id);
    assert.equal(account?.problem, "noToken");
    server.requests.length = 0;
    await assert.rejects(account?.client.call("gists.getAll", {}, { priority: "visible" }) ?? Promise.resolve());
    assert.equal(server.requests.length, 0);
  });

  it("stay on one when they are signed out on the other, and do not come back there", async () => {
    const id = await signIn(left.window, server.url, "a-secret-token");
    await given(left);
    await right.copyFrom(left);
    right.clock.advance(1000);
    await right.window.model.remove(id);
    await eventually(() => right.state.get("profiles") === undefined, "it is no longer stored");
    await right.state.forget(id);
    // A newer profile of the other computer is no reason, either.
    left.clock.advance(60_000);
    server.answer = json([]);
    await left.window.model.probe(id);
    const { profile } = left.window.model.get(id) ?? assert.fail();
    await left.state.update("profiles", { [id]: { ...profile, missing: { publicGists: 404 } } });
    await right.copyFrom(left);
    assert.deepEqual(right.logins, []);
    await left.copyFrom(right);
    assert.deepEqual(left.logins, ["mia"]);
    assert.equal(left.window.model.get(id)?.problem, undefined);
  });

  it("do not come back where they are signed out, when the other computer has another id for them", async () => {
    const id = await signIn(left.window, server.url, "a-secret-token");
    await given(left);
    const { profile } = left.window.model.get(id) ?? assert.fail();
    // As version 0.1 named it.
    const other = { at: 5, value: { ...profile, id: "mia-at-elsewhere" } };
    await left.state.join("profiles", { [other.value.id]: other });
    await left.window.model.remove(id);
    await left.state.forget(id);
    await left.state.join("profiles", { [other.value.id]: { ...other, at: 6 } });
    await settle(left.window);
    assert.deepEqual(left.logins, []);
  });

  it("do not come back when they are signed out while another change is taken over", async () => {
    const id = await signIn(left.window, server.url, "a-secret-token");
    await given(left);
    // Its profile is read before it is signed out, and would be added afterwards.
    const other = { at: 5, value: { ...candidateFor(server.url), id: "noa-at-elsewhere", login: "noa" } };
    const joined = left.state.join("profiles", { [other.value.id]: other });
    const removed = left.window.model.remove(id);
    await Promise.all([joined, removed]);
    await settle(left.window);
    assert.deepEqual(left.logins, ["noa"]);
    assert.deepEqual(left.window.model.get(id), undefined);
  });

  it("are left out when they are not what this version writes", async () => {
    const at = 5;
    const profile = {
      id: "x",
      kind: "other",
      baseUrl: server.url,
      dialect: "github",
      login: "x",
      credential: "token",
    };
    const bad = {
      sandbox: { ...profile, credential: "sandbox" },
      anonymous: { ...profile, credential: "anonymous" },
      kind: { ...profile, kind: "constructor" },
      id: { ...profile, id: "../x" },
      plain: { ...profile, baseUrl: "http://example.com" },
      text: "x",
      none: null,
    };
    const entries = Object.entries(bad).map(([key, value]) => [key, { at, value }]);
    await left.state.join("profiles", Object.fromEntries(entries));
    await left.state.join("profiles", [1, null, { at: "x" }]);
    await settle(left.window);
    assert.deepEqual(left.logins, []);
  });
});
