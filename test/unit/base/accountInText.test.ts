import assert from "node:assert/strict";
import { test } from "node:test";
import { accountInText } from "../../../src/base/uriPart.ts";

test("the account in a sentence › has its login and its server", () => {
  const hash = "e1cbeea6e1883797088a";
  assert.equal(accountInText(`ada-at-127-0-0-1-4000-${hash}`), "ada (127-0-0-1-4000)");
  assert.equal(accountInText(`ada-at-git-at-work-com-${hash}`), "ada (git-at-work-com)");
  assert.equal(accountInText("nobody"), "nobody");
});
