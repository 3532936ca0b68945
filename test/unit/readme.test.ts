import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

test("the README › has pictures that are in the package, at the address that it gives", () => {
  const packed = readFileSync("test/support/vsixFiles.txt", "utf8").split("\n");
  const ignored = readFileSync(".vscodeignore", "utf8").split("\n");
  for (const file of ["README.md", "CHANGELOG.md"]) {
    const pictures = [...readFileSync(file, "utf8").matchAll(/!\[[^\]]*\]\(([^)\s]+)\)|<img[^>]+src="([^"]+)"/g)];
    assert.ok(file !== "README.md" || pictures.length > 0);
    for (const [, inMarkdown, inHtml] of pictures) {
      const path = inMarkdown ?? inHtml ?? "";
      assert.ok(existsSync(path), path);
      assert.ok(packed.includes(path), path);
      assert.ok(ignored.includes(`!${path}`), path);
    }
  }
});
