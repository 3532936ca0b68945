import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkRetention, type MarkerStorage } from "../../../src/accounts/storage/secretMarker.ts";

type Marker = ReturnType<MarkerStorage["readMarker"]>;

describe("The check of the secret storage", () => {
  let marker: Marker;
  let secret: string | undefined;
  const session = (name: string, changed: Partial<MarkerStorage> = {}): MarkerStorage => ({
    session: name,
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
});
