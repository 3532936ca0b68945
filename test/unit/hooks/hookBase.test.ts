import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hook } from "../../../src/client/types/hook.ts";
import { hookOfBase, unsavedBaseOf } from "../../../src/hooks/hookBase.ts";

const hook: Hook = {
  id: 7,
  url: "https://api.example.com/hooks/7",
  test_url: "https://api.example.com/hooks/7/tests",
  name: "web",
  active: true,
  events: ["push"],
  config: { url: "https://example.com/" },
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-02T00:00:00Z",
} as Hook;

test("What a hook's unsaved document is based on › is read back as it was stored", () => {
  const stored: unknown = JSON.parse(JSON.stringify({ hook, change: "a.1.b" }));
  assert.deepEqual(unsavedBaseOf(stored), { hook, change: "a.1.b" });
  assert.deepEqual(unsavedBaseOf({ change: "a.1.b" }), { hook: undefined, change: "a.1.b" });
  assert.deepEqual(hookOfBase(JSON.stringify(hook)), hook);
});

test("What a hook's unsaved document is based on › is unknown for anything that is not a hook", () => {
  for (const data of [undefined, null, 1, "x", [], {}, { hook: undefined }])
    assert.equal(unsavedBaseOf(data), undefined);
  for (const data of [null, 1, "x"]) assert.equal(unsavedBaseOf({ hook: data, change: "c" })?.hook, undefined);
  for (const text of ["", "{", "null", "1"]) assert.equal(hookOfBase(text), undefined);
  assert.equal(hookOfBase(null), undefined);
});
