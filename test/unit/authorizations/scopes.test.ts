import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { changeOf, hintsOf, scopeFields } from "../../../src/authorizations/scopes.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const hints = (scopes: readonly string[] | null, updated = "2026-03-01T00:00:00Z") =>
  hintsOf({ scopes, updated_at: updated }, now);

describe("Scopes of a token", () => {
  it("that may do lasting harm, or are within others, are reported, and a token that was not changed for a year", () => {
    assert.deepEqual(hints(["gist", "repo"]), []);
    assert.deepEqual(hints(null), []);
    assert.deepEqual(hints(["delete_repo", "repo", "public_repo", "admin:org", "read:org"]), [
      { kind: "dangerous", scopes: ["delete_repo", "admin:org"] },
      { kind: "doubled", scopes: ["public_repo", "read:org"] },
    ]);
    assert.deepEqual(hints(["repo", "security_events", "write:public_key", "read:public_key"]), [
      { kind: "doubled", scopes: ["security_events", "read:public_key"] },
    ]);
    assert.deepEqual(hints(["gist"], "2025-03-01T12:00:00Z"), [{ kind: "old", days: 374 }]);
    assert.deepEqual(hints(["gist"], "no date"), []);
  });

  it("are changed with the one field that says it in the least words", () => {
    const fields = (former: readonly string[], next: readonly string[]) => scopeFields(changeOf(former, next));
    assert.deepEqual(fields(["gist"], ["gist"]), {});
    assert.deepEqual(fields(["gist"], ["gist", "repo"]), { add_scopes: ["repo"] });
    assert.deepEqual(fields(["gist", "repo"], ["repo"]), { remove_scopes: ["gist"] });
    assert.deepEqual(fields(["gist", "repo"], []), { remove_scopes: ["gist", "repo"] });
    assert.deepEqual(fields(["gist", "user"], ["repo", "gist"]), { scopes: ["gist", "repo"] });
  });
});
