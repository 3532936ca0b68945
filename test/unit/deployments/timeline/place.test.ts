import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseTimelinePlace } from "../../../../src/deployments/timeline/place.ts";
import { parseRepoPlace } from "../../../../src/repos/types.ts";

describe("What a page has kept of its place", () => {
  const place = { accountId: "ada", owner: "mia", repo: "tools", environment: "production" };

  it("is taken back as it was, and nothing else that is in it", () => {
    assert.deepEqual(parseTimelinePlace(structuredClone({ ...place, command: "run" })), place);
    const { environment: _, ...repo } = place;
    assert.deepEqual(parseRepoPlace({ ...place }), repo);
  });

  it("is none when something is missing or of another type", () => {
    for (const key of Object.keys(place))
      for (const value of [undefined, null, 7, ["x"], {}])
        assert.equal(
          parseTimelinePlace({ ...place, [key]: value }),
          undefined,
          `${key}: ${JSON.stringify(value)}`,
        );
    for (const value of [undefined, null, "ada/mia", 7, []]) assert.equal(parseTimelinePlace(value), undefined);
  });
});
