import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { redact } from "../../../src/guard/redact.ts";
import { scan } from "../../../src/guard/scan.ts";

describe("The time limit of a scan", () => {
  const password = "DB_PASSWORD=Kx9fqZ2mTb!7\n";
  const text = `${password}MAIL_PASSWORD=Wp4!sLr8Hn2Q\n`;
  /** A clock that advances with each look at it. */
  const ticking = (step: number) => {
    let now = 0;
    return () => (now += step);
  };
  const scanned = (step: number) =>
    scan(text, { fileName: ".env", ownTokens: [], timeLimit: 100, now: ticking(step) });

  it("makes the whole text a finding when it is exceeded, so that the user is asked", () => {
    assert.deepEqual(
      scanned(60).map(({ kind, start, end, line }) => ({ kind, start, end, line })),
      [{ kind: "unchecked", start: 0, end: text.length, line: 1 }],
    );
  });

  it("changes nothing when it is not exceeded", () => {
    assert.deepEqual(
      scanned(1).map(({ kind }) => kind),
      ["password", "password"],
    );
  });

  it("leaves nothing of the text when the user redacts it", () => {
    assert.equal(redact(text, scanned(60)), "REDACTED\nREDACTED\n");
  });
});

describe("Redacting a secret of several lines", () => {
  it("redacts lines that have a line separator of Unicode", () => {
    const secret = "first\nsec\u2028ond\n";
    assert.equal(redact(secret, [{ start: 0, end: secret.length }]), "REDACTED\nREDACTED\n");
  });
});
