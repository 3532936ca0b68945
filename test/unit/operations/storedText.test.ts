import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { storedText } from "../../../src/operations/storedText.ts";

const leaksNothing = (text: string): string => {
  const stored = storedText(text);
  assert.ok(!stored.includes("hunter2"), stored);
  return stored;
};

describe("What is stored of the text of a call", () => {
  it("is all of it but what may be secret, as it was written", () => {
    const text = (secret: string, otp: string, url: string) =>
      `{ "operation": "repos.createHook",\n  "parameters": {"name": "web", "config": {"url": ${url}, "secret":${secret}},\n "headers": {"X-Any": ${otp}} } }\n`;
    assert.equal(
      leaksNothing(text('"a \\"quoted\\" hunter2"', '"hunter2"', '"https://u:hunter2@x.org/?a=b"')),
      text('""', '""', '""'),
    );
    const harmless = text('""', '""', '"https://a.example/hook"');
    assert.equal(storedText(harmless), harmless);
    const other = '{"note": "token: c", "tokens": 3, "content": "https://x.org/?a is a page"}';
    assert.equal(storedText(other), other);
  });

  for (const name of [
    "access_token",
    "passphrase",
    "private_key",
    "Private-Token",
    "X-Api-Key",
    "Proxy-Authorization",
  ])
    it(`is nothing under ${name}`, () => {
      assert.equal(leaksNothing(`{"${name}": "hunter2"}`), `{"${name}": ""}`);
      leaksNothing(`{"${name}": ["hunter2", {"a": "hunter2"}]}`);
    });

  it("is nothing of a secret that is a number, has an escaped name, or is in JSON that is not complete", () => {
    assert.equal(storedText('{"password": 1234}'), '{"password": ""}');
    leaksNothing('{"pass\\u0077ord": "hunter2"}');
    leaksNothing('{"Password" : "hunter2');
    leaksNothing('{"secret": "a\nhunter2\nhunter2", "name": "web"}');
    assert.match(leaksNothing('{"secret": "hunter2", "name": "web",'), /"name": "web",$/);
  });

  it("is there for 20 million characters, too", () => {
    const long = "x".repeat(20_000_000);
    assert.equal(storedText(`{"secret": "${long}"}`), '{"secret": ""}');
    assert.equal(storedText(`{"note": "${long}"}`), `{"note": "${long}"}`);
  });
});
