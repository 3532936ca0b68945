import assert from "node:assert/strict";
import { failedEditsText } from "../../src/gists/publishing/failedEditsText.ts";
import { importSummary } from "../../src/gists/transfer/importSummary.ts";

describe("Texts with two counts", () => {
  it("take the form of each sentence from its own count", () => {
    assert.deepEqual(
      [failedEditsText(["a"], 3), failedEditsText(["a", "b"], 3), failedEditsText(["a"], 1)],
      [
        "1 of 3 edits couldn't be published: a. What wasn't published is stored on this computer.",
        "2 of 3 edits couldn't be published: a, b. What wasn't published is stored on this computer.",
        "1 of 1 edit couldn't be published: a. What wasn't published is stored on this computer.",
      ],
    );
  });

  it("name the new IDs of imported gists only where there are some", () => {
    assert.deepEqual(
      [importSummary(0, 1), importSummary(0, 2), importSummary(1, 2), importSummary(2, 3)],
      [
        "0 of 1 gist imported.",
        "0 of 2 gists imported.",
        "1 of 2 gists imported. Imported gists have new IDs.",
        "2 of 3 gists imported. Imported gists have new IDs.",
      ],
    );
    assert.match(importSummary(1, 1), /^1 gist imported\. It has a new ID;/);
  });
});
