import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { contributedNames } from "../../../src/service/contributedNames.ts";
import { usedBy } from "../../../src/service/usage.ts";

describe("what used the limit", () => {
  test("is grouped by origin, the most first, each operation once", () => {
    const used = usedBy([
      { label: "gists.get", priority: "user", callOrigin: "fork", count: 1 },
      { label: "gists.fork", priority: "user", callOrigin: "fork", count: 2 },
      { label: "gists.get", priority: "visible", callOrigin: "fork", count: 4 },
      { label: "gists.get", priority: "visible", count: 9 },
      { label: "events.get", priority: "background", count: 1 },
    ]);
    assert.deepEqual(
      used.map(({ callOrigin, priority, count, calls }) => [callOrigin ?? priority, count, calls]),
      [
        ["visible", 9, [["gists.get", 9]]],
        [
          "fork",
          7,
          [
            ["gists.get", 5],
            ["gists.fork", 2],
          ],
        ],
        ["background", 1, [["events.get", 1]]],
      ],
    );
  });
});

describe("the names of commands and views", () => {
  test("are those that people read, without the dots, and of another language where VS Code speaks it", () => {
    const names = contributedNames({
      contributes: {
        commands: [
          { command: "fork", title: "Fork Gist..." },
          { command: "star", title: { value: "Gist merken…", original: "Star Gist…" } },
          { command: "none" },
          7,
        ],
        views: { side: [{ id: "gists", name: "Gists" }], broken: "list" },
      },
    });
    assert.deepEqual(
      [...names],
      [
        ["fork", { kind: "command", name: "Fork Gist" }],
        ["star", { kind: "command", name: "Gist merken" }],
        ["gists", { kind: "view", name: "Gists" }],
      ],
    );
  });

  test("are there for every command and view of the manifest, and none for what is no manifest", () => {
    const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
      readonly contributes: {
        readonly commands: readonly unknown[];
        readonly views: Readonly<Record<string, readonly unknown[]>>;
      };
    };
    const { commands, views } = manifest.contributes;
    assert.equal(contributedNames(manifest).size, commands.length + Object.values(views).flat().length);
    for (const broken of [undefined, null, 7, {}, { contributes: { commands: 7, views: null } }])
      assert.equal(contributedNames(broken).size, 0);
  });
});
