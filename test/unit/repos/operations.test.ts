import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { operationIds, operationOf } from "../../../src/client/operations/table.ts";

describe("The operations of the group repos", () => {
  // What is newer than the interface may have Run Operation only.
  it("are each called by some view or command, when the interface has them", () => {
    const sources = ["src/repos", "src/hooks", "src/keys", "src/deployments"]
      .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => `${folder}/${String(file)}`))
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(file, "utf8"))
      .join("\n");
    const ids = operationIds.filter((id) => id.startsWith("repos.") && operationOf(id).isNewer !== true);
    assert.ok(ids.length > 0);
    assert.deepEqual(
      ids.filter((id) => !sources.includes(`"${id}"`)),
      [],
    );
  });
});
