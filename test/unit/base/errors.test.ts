import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CancelledError, isCancelled, messageOf, UserError } from "../../../src/base/errors.ts";

describe("errors", () => {
  it("have names of their own and are errors", () => {
    assert.equal(new UserError("Type a name.").name, "UserError");
    assert.equal(new CancelledError().name, "CancelledError");
    assert.ok(new UserError("") instanceof Error && new CancelledError() instanceof Error);
    assert.equal(String(new UserError("Type a name.")), "UserError: Type a name.");
  });

  it("carry their cause", () => {
    const cause = new Error("deep");
    assert.equal(new UserError("high", { cause }).cause, cause);
  });

  it("distinguish a cancellation of ours and of the platform from a failure", async () => {
    const aborted: unknown = await fetch("data:,x", { signal: AbortSignal.abort() }).catch(
      (error: unknown) => error,
    );
    for (const cancelled of [new CancelledError(), new CancelledError("Left"), aborted]) {
      assert.equal(isCancelled(cancelled), true, String(cancelled));
    }
    for (const other of [
      new UserError("x"),
      new Error("Cancelled"),
      "Cancelled",
      { name: "AbortError" },
      undefined,
    ]) {
      assert.equal(isCancelled(other), false);
    }
  });

  it("give a text for whatever was thrown", () => {
    assert.equal(messageOf(new UserError("Type a name.")), "Type a name.");
    assert.equal(messageOf("text"), "text");
    assert.equal(messageOf(undefined), "undefined");
  });
});
