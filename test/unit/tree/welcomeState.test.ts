import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HttpError, missingToken } from "../../../src/client/errors.ts";
import { type FailureState, failureState } from "../../../src/tree/welcomeState.ts";
import packageJson from "../../../package.json" with { type: "json" };

const response = { status: 401, headers: {}, body: "{}" };

describe("Why a view has no rows", () => {
  it("distinguishes a token that the server refused from one that isn't here", () => {
    assert.equal(failureState(missingToken()), "noToken");
    assert.equal(
      failureState(new HttpError("unauthorized", 401, "Bad credentials", { raw: response })),
      "refused",
    );
  });

  it("has a text in each view that is signed in to read its rows", () => {
    const states = {
      error: true,
      forbidden: true,
      limited: true,
      noToken: true,
      offline: true,
      refused: true,
      unreadable: true,
    } satisfies Record<FailureState, true>;
    for (const view of ["gists", "repos", "activity"])
      for (const state of Object.keys(states))
        assert.equal(
          packageJson.contributes.viewsWelcome.filter(
            (welcome) => welcome.view === `forgeside.${view}` && welcome.when.endsWith(`.state == ${state}`),
          ).length,
          1,
          `${view}: ${state}`,
        );
  });
});
