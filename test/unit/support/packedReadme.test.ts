import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { targetsWithoutHttps } from "../../support/vscode/packedReadme.ts";

describe("targetsWithoutHttps", () => {
  test("has pictures, links and images of HTML that are not at an https address", () => {
    const page =
      '[![a](docs/a.webp)](https://x.example/b) <img alt="" src="media/c.png"> [d](http://x.example) [e](#f)';
    assert.deepEqual(targetsWithoutHttps(page), ["docs/a.webp", "media/c.png", "http://x.example"]);
  });

  test("has the pictures of the README in the repository, which vsce replaces in the package", () => {
    const pictures = targetsWithoutHttps(readFileSync("README.md", "utf8")).filter((target) =>
      target.endsWith(".webp"),
    );
    assert.ok(pictures.length > 3, pictures.join("\n"));
  });
});
