import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { operationIds } from "../../../src/client/operations/table.ts";

/** They have a view of their own, which is not built yet. */
const notYet = /Hook|Key|Deployment/;

describe("The operations of the group repos", () => {
  it("are each called by some view or command", () => {
    const sources = readdirSync("src/repos", { recursive: true })
      .map(String)
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(`src/repos/${file}`, "utf8"))
      .join("\n");
    const ids = operationIds.filter((id) => id.startsWith("repos.") && !notYet.test(id));
    assert.ok(ids.length > 50);
    assert.deepEqual(
      ids.filter((id) => !sources.includes(`"${id}"`)),
      [],
    );
  });
});
