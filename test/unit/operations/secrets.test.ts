import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withoutSecretValues } from "../../../src/operations/secrets.ts";

describe("The secrets of a call", () => {
  it("are taken out of its text, at any depth, and nothing else", () => {
    const text = (secret: string, token: string) =>
      `${JSON.stringify({ operation: "repos.createHook", parameters: { name: "web", config: { url: "https://a.example", secret }, headers: { "X-GitHub-OTP": token } } }, undefined, 2)}\n`;
    assert.equal(withoutSecretValues(text('a "quoted" \\ s3cret', "123456")), text("", ""));
    assert.equal(withoutSecretValues(text("", "")), text("", ""));
  });

  it("are taken out of JSON that is not complete, too", () => {
    assert.equal(withoutSecretValues('{"Password" : "hunter2'), '{"Password" : "');
    assert.equal(
      withoutSecretValues('{"token": "a\\"b", "note": "token: c",'),
      '{"token": "", "note": "token: c",',
    );
  });
});
