import assert from "node:assert/strict";
import { test } from "node:test";
import { loginOf } from "../../../src/base/uriPart.ts";

test("the login of an account's id › has no server, and is whole where it looks like one", () => {
  const hash = "e1cbeea6e1883797088a";
  assert.equal(loginOf(`ada-at-127-0-0-1-4000-${hash}`), "ada");
  assert.equal(loginOf(`look-at-me-at-git-example-com-${hash}`), "look-at-me");
  assert.equal(loginOf("nobody"), "nobody");
});
