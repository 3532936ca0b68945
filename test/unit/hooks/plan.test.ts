import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { draftOf } from "../../../src/hooks/hookDocument.ts";
import { planOf } from "../../../src/hooks/plan.ts";
import type { HookDraft } from "../../../src/hooks/types.ts";

const url = "https://example.com/hook";
const config = { url, content_type: "json", insecure_ssl: "0", secret: "********" };
const hook = { id: 1, name: "web", active: true, events: ["push", "star", "fork"], config };
const plan = (change: Partial<HookDraft>, dialect: "github" | "interface" = "github") =>
  planOf(dialect, hook, { ...draftOf(hook), ...change });

describe("What is sent of a changed hook", () => {
  it("is nothing when nothing changed", () => {
    assert.deepEqual(plan({}), { edit: {}, config: { kind: "keep" }, losesSecret: false, isEmpty: true });
    assert.equal(plan({ events: ["fork", "push", "star"] }).isEmpty, true);
    assert.equal(plan({}, "interface").isEmpty, true);
  });

  it("is events one by one where that is less, and all of them where it is not", () => {
    assert.deepEqual(plan({ events: ["push", "star", "fork", "release"] }).edit, { add_events: ["release"] });
    assert.deepEqual(plan({ events: ["push", "star"] }).edit, { remove_events: ["fork"] });
    assert.deepEqual(plan({ events: ["push", "star", "watch"] }).edit, {
      add_events: ["watch"],
      remove_events: ["fork"],
    });
    assert.deepEqual(plan({ events: ["release"] }).edit, { events: ["release"] });
    assert.deepEqual(plan({ events: ["*"] }).edit, { events: ["*"] });
    assert.deepEqual(plan({ events: [] }).edit, { events: [] });
  });

  it("leaves settings that did not change alone: the secret stays", () => {
    assert.deepEqual(plan({ active: false }), {
      edit: { active: false },
      config: { kind: "keep" },
      losesSecret: false,
      isEmpty: false,
    });
  });

  it("is the changed settings alone, so that the secret stays", () => {
    const next = { url: `${url}/2`, content_type: "json", insecure_ssl: "0" };
    assert.deepEqual(plan({ config: next }).config, { kind: "merge", changes: { url: `${url}/2` } });
    assert.equal(plan({ config: next }).losesSecret, false);
  });

  it("is all settings when one is taken away, and in the routes of 2015: the secret would go", () => {
    const shorter = plan({ config: { url, insecure_ssl: "0" } });
    assert.deepEqual(shorter.config, { kind: "replace", config: { url, insecure_ssl: "0" } });
    assert.equal(shorter.losesSecret, true);
    const old = plan({ active: false }, "interface");
    assert.equal(old.losesSecret, true);
    assert.deepEqual(old.config, { kind: "replace", config: { url, content_type: "json", insecure_ssl: "0" } });
  });

  it("is never the stars that the service shows in place of a password", () => {
    const masked = { ...hook, config: { ...config, url: "https://me:********@example.com/" } };
    const shown = draftOf(masked);
    assert.equal(planOf("github", masked, { ...shown, active: false }).config.kind, "keep");
    assert.throws(() => planOf("interface", masked, { ...shown, active: false }), { kind: "hidden" });
    const other = { ...shown.config, url: "https://me:********@example.org/" };
    assert.throws(() => planOf("github", masked, { ...shown, config: other }), { kind: "hidden" });
  });

  it("is no other name: a hook keeps its own", () => {
    assert.throws(() => plan({ name: "irc" }), { kind: "nameIsFixed" });
  });
});
