import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HttpError, missingToken } from "../../../src/client/errors.ts";
import { type FailureState, failureState } from "../../../src/tree/welcomeState.ts";
import { views } from "../../../src/ids.ts";
import nls from "../../../package.nls.json" with { type: "json" };
import packageJson from "../../../package.json" with { type: "json" };

const texts: Readonly<Record<string, string>> = nls;

const response = { status: 401, headers: {}, body: "{}" };

describe("Why a view has no rows", () => {
  it("distinguishes a token that the server refused from one that isn't here", () => {
    assert.equal(failureState(missingToken()), "noToken");
    assert.equal(
      failureState(new HttpError("unauthorized", 401, "Bad credentials", { raw: response })),
      "refused",
    );
  });

  it("has a text and two buttons in each view whose feature could not be started, and no other text then", () => {
    for (const view of Object.values(views)) {
      const welcomes = packageJson.contributes.viewsWelcome.filter((welcome) => welcome.view === view);
      const when = `${view}.state == notStarted`;
      const [own, ...more] = welcomes.filter((welcome) => welcome.when === when);
      assert.ok(own, view);
      assert.deepEqual(more, []);
      const text = texts[own.contents.slice(1, -1)] ?? "";
      assert.match(
        text,
        /\n\[Try Again\]\(command:forgeside\.\w+\.refresh\)\n\[Show Log\]\(command:forgeside\.log\.show\)$/,
      );
      for (const other of welcomes)
        assert.ok(other === own || other.when.includes(`${view}.state == `), `${view}: ${other.when}`);
    }
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
