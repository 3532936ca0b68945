import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { Decisions } from "../../../src/guard/decisions.ts";

const secret = "Kx9fqZ2mTb!7";
const subject = { kind: "password", secret, accountId: "mia@acme" };

describe("remembered choices", () => {
  let kept: Readonly<Record<string, string>>;
  let decisions: Decisions;
  const storage = {
    read: () => kept,
    // As VS Code does: not at once.
    write: async (next: Readonly<Record<string, string>>) => {
      await new Promise(setImmediate);
      kept = next;
    },
  };
  beforeEach(() => {
    kept = {};
    decisions = new Decisions(storage);
  });

  it("are there again, also for a later reader of the storage", async () => {
    assert.equal(await decisions.get(subject), undefined);
    await decisions.remember(subject, "share");
    assert.equal(await decisions.get(subject), "share");
    await decisions.remember(subject, "redact");
    assert.equal(await new Decisions(storage).get(subject), "redact");
    assert.equal(decisions.size, 1);
  });

  it("fire once they are stored, and once they are removed", async () => {
    const sizes: number[] = [];
    decisions.onDidChange(() => sizes.push(decisions.size));
    await decisions.remember(subject, "share");
    await decisions.forgetAll();
    assert.deepEqual(sizes, [1, 0]);
  });

  it("are kept as digests: neither the secret nor the account is in the storage", async () => {
    await decisions.remember(subject, "share");
    assert.match(JSON.stringify(kept), /^\{"[\da-f]{64}":"share"\}$/);
  });

  for (const [what, other] of [
    ["account", { ...subject, accountId: "otto@acme" }],
    ["secret", { ...subject, secret: "Kx9fqZ2mTb!8" }],
    ["kind", { ...subject, kind: "jwt" }],
    ["split of the same letters", { ...subject, kind: "passwor", secret: `d${secret}` }],
  ] as const)
    it(`say nothing about another ${what}`, async () => {
      await decisions.remember(subject, "share");
      assert.equal(await decisions.get(other), undefined);
    });

  it("belong to an account", async () => {
    await assert.rejects(decisions.remember({ ...subject, accountId: "" }, "share"), TypeError);
    await assert.rejects(decisions.get({ ...subject, accountId: "" }), TypeError);
    assert.deepEqual(kept, {});
  });

  it("are all kept when several are made at once", async () => {
    const secrets = ["a", "b", "c", "d"];
    await Promise.all(secrets.map((each) => decisions.remember({ ...subject, secret: each }, "share")));
    assert.equal(decisions.size, 4);
    for (const each of secrets) assert.equal(await decisions.get({ ...subject, secret: each }), "share");
  });

  it("are forgotten all at once", async () => {
    await decisions.remember(subject, "share");
    await decisions.remember({ ...subject, secret: "other" }, "redact");
    assert.equal(await decisions.forgetAll(), 2);
    assert.deepEqual(kept, {});
    assert.equal(await decisions.get(subject), undefined);
  });

  it("count only where they are understood", async () => {
    await decisions.remember(subject, "share");
    const [digest = ""] = Object.keys(kept);
    kept = { [digest]: "always", everything: "share" };
    assert.equal(await decisions.get(subject), undefined);
    assert.equal(decisions.size, 0);
  });

  it("can be made after one could not be written", async () => {
    let fails = true;
    const failing = new Decisions({
      read: () => kept,
      write: async (next) => {
        if (fails) throw new Error("full");
        kept = next;
      },
    });
    await assert.rejects(failing.remember(subject, "share"), /full/);
    fails = false;
    await failing.remember(subject, "share");
    assert.equal(await failing.get(subject), "share");
  });
});
