import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkRetention, type MarkerStorage, sessionIdOf } from "../../../src/accounts/storage/secretMarker.ts";

type Marker = ReturnType<MarkerStorage["readMarker"]>;

describe("The check of the secret storage", () => {
  let marker: Marker;
  let secret: string | undefined;
  const session = (name: string, changed: Partial<MarkerStorage> = {}): MarkerStorage => ({
    session: name,
    startedAt: Number.MAX_SAFE_INTEGER,
    readMarker: () => marker,
    writeMarker: async (next) => void (marker = next),
    readSecret: async () => secret,
    writeSecret: async (next) => void (secret = next),
    ...changed,
  });

  it("knows after a restart whether secrets were retained, in each session where they were lost", async () => {
    assert.equal(await checkRetention(session("first")), "unknown");
    assert.equal(await checkRetention(session("first")), "unknown", "memory still has it");
    assert.equal(await checkRetention(session("second")), "retained");
    secret = undefined;
    assert.equal(await checkRetention(session("third")), "lost");
    assert.equal(await checkRetention(session("fourth")), "retained");
    secret = undefined;
    assert.equal(await checkRetention(session("fifth")), "lost");
  });

  it("does not take a storage that cannot be used now for one that lost something", async () => {
    await checkRetention(session("sixth"));
    const before = marker;
    const locked = { readSecret: () => Promise.reject(new Error("locked")) };
    await assert.rejects(checkRetention(session("seventh", locked)), /locked/);
    assert.equal(marker, before);
    assert.equal(await checkRetention(session("eighth")), "retained");
  });

  it("does not take for lost what a window that lives stored since this one was opened", async () => {
    marker = { value: "of another page", session: "another page", at: 2000 };
    secret = undefined;
    assert.equal(await checkRetention(session("opened before", { startedAt: 1000 })), "unknown");
    assert.deepEqual(marker, { value: "of another page", session: "another page", at: 2000 }, "the marker stays");
    assert.equal(secret, undefined);
    assert.equal(await checkRetention(session("opened after", { startedAt: 3000 })), "lost");
  });

  it("makes an id of the session where VS Code gives the same one to all, and uses VS Code's where it is one", () => {
    const placeholder = "someValue.sessionId";
    assert.notEqual(sessionIdOf(placeholder), placeholder);
    assert.notEqual(sessionIdOf(placeholder), sessionIdOf(placeholder));
    assert.equal(sessionIdOf(sessionIdOf(placeholder)).length, 36);
    const given = "0d9a1c7e-3c0f-4b0e-9d55-5f3b5b8a1f0a1764353752000";
    assert.equal(sessionIdOf(given), given);
  });
});
