import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { redact, redacted } from "../../../src/guard/redact.ts";
import { scan } from "../../../src/guard/scan.ts";
import { corpus } from "./corpus/corpus.ts";
import { Maker } from "./corpus/random.ts";

const make = new Maker(7);
const scanned = (text: string, fileName: string) => scan(text, { fileName, ownTokens: [] });
const clean = (text: string, fileName = "a.env") => redact(text, scanned(text, fileName));

describe("redacting", () => {
  it("puts the marker in the place of the secret and leaves everything else", () => {
    assert.equal(
      clean("A=1\nDB_PASSWORD='Kx9fqZ2mTb!7' # mine\nURL=ftp://shop:Kx9fqZ2mTb77@acme.dev/x\n"),
      "A=1\nDB_PASSWORD='REDACTED' # mine\nURL=ftp://shop:REDACTED@acme.dev/x\n",
    );
  });

  it("keeps the lines of a key and its BEGIN and END", () => {
    const key = (body: string): string => `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;
    const body = make.block(3, 64, "\n");
    assert.equal(clean(key(body)), key("REDACTED\nREDACTED\nREDACTED\nREDACTED"));
  });

  it("keeps indentation, quotes and line ends around the lines of a key", () => {
    const lines = Array.from({ length: 3 }, () => make.text(64, "base64"));
    const written = (body: readonly string[]): string =>
      ["-----BEGIN PRIVATE KEY-----", ...body, "-----END PRIVATE KEY-----"]
        .map((line) => String.raw`  "${line}\n" +`)
        .join("\r\n");
    assert.equal(clean(written(lines), "a.js"), written(["REDACTED", "REDACTED", "REDACTED"]));
  });

  it("keeps a key in one line in one line", () => {
    const text = (body: string): string =>
      String.raw`{"key":"-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n"}`;
    const body = make.block(4, 64, String.raw`\n`);
    assert.equal(clean(text(body), "a.json"), text("REDACTED"));
  });

  it("takes ranges in any order", () => {
    const ranges = [
      { start: 6, end: 8 },
      { start: 0, end: 2 },
    ];
    assert.equal(redact("ab cd ef", ranges), "REDACTED cd REDACTED");
    assert.equal(redact("ab cd ef", []), "ab cd ef");
  });

  it("changes nothing that is redacted already", () => {
    assert.equal(redacted("REDACTED"), "REDACTED");
    assert.equal(redacted("  REDACTED\n  REDACTED"), "  REDACTED\n  REDACTED");
  });

  it("leaves nothing of any secret that was found, no finding, and as many lines as before", () => {
    let count = 0;
    for (const { title, text, fileName, secrets } of corpus(3)) {
      const findings = scanned(text, fileName);
      const result = redact(text, findings);
      assert.deepEqual(scanned(result, fileName), [], title);
      assert.equal(redact(result, scanned(result, fileName)), result);
      assert.equal(result.split("\n").length, text.split("\n").length, title);
      if (findings.length === 0 || secrets.length === 0) continue;
      count++;
      for (const line of secrets.flatMap((secret) => secret.split("\n")))
        assert.ok(line.trim().length < 8 || !result.includes(line.trim()), title);
    }
    assert.ok(count > 300);
  });
});
