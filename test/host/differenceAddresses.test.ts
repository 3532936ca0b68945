import assert from "node:assert/strict";
import { Uri } from "vscode";
import {
  commitSideOf,
  commitSideUri,
  contentPlaceOf,
  contentUri,
  formerSideUri,
  laterSideUri,
} from "../../src/repos/uri.ts";

describe("The addresses of the sides of a difference", () => {
  it("has the left side of a difference under the address of the right one, with content of its own", () => {
    const place = {
      accountId: "mia",
      owner: "mia",
      repo: "tools",
      ref: "feature/x#1",
      path: "a b%20c#.md",
    };
    const left = formerSideUri(place, "tag?&=1");
    assert.equal(left.path, contentUri({ ...place, ref: "tag?&=1" }).path);
    assert.deepEqual(contentPlaceOf(left), place);
    assert.deepEqual(contentPlaceOf(Uri.parse(left.toString())), place);
    assert.deepEqual(contentPlaceOf(contentUri(place)), place);
    assert.equal(contentUri(place).path, "/mia/tools/feature\u2215x#1/a b%2520c#.md");
    // As a tab of a former version has it.
    const former = contentUri(place).with({ path: "/mia/tools/feature%2fx#1/a b%2520c#.md" });
    assert.deepEqual(contentPlaceOf(former), place);
  });

  it("has the short id of a commit in what VS Code shows of a difference's sides, and the whole one in their addresses", () => {
    const [before, after] = ["1", "2"].map((digit) => digit.repeat(40)) as [string, string];
    const file = { accountId: "mia", owner: "mia", repo: "tools", path: "a.md" };
    const right = commitSideUri({ ...file, ref: after });
    const left = formerSideUri({ ...file, ref: before }, after);
    assert.deepEqual(
      [right, left, laterSideUri({ ...file, ref: after })].map(({ path }) => path),
      Array.from({ length: 3 }, () => `/mia/tools/${after.slice(0, 7)}/a.md`),
    );
    assert.deepEqual(
      [right, left].map((uri) => contentPlaceOf(Uri.parse(uri.toString()))?.ref),
      [after, before],
    );
    assert.equal(commitSideOf(right)?.ref, after);
    assert.equal(commitSideOf(left), undefined);
    // As a tab of a former version has it.
    assert.equal(commitSideOf(contentUri({ ...file, ref: after }).with({ query: "commit" }))?.ref, after);
    const branch = { ...file, ref: "main" };
    assert.equal(laterSideUri(branch).toString(), contentUri(branch).toString());
  });
});
