import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HttpError, missingToken } from "../../../src/client/errors.ts";
import { failureState, type WelcomeState } from "../../../src/tree/welcomeState.ts";
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
      for (const other of welcomes) {
        const isOfOtherState = other.when.includes(`${view}.state == `) && !other.when.includes("notStarted");
        assert.ok(other === own || isOfOtherState, `${view}: ${other.when}`);
      }
    }
  });

  it("has one text in each view, or a reason to have none", () => {
    const states = {
      empty: true,
      error: true,
      forbidden: true,
      limited: true,
      loading: true,
      noToken: true,
      notOffered: true,
      notStarted: true,
      offline: true,
      ready: true,
      refused: true,
      signedOut: true,
      unreadable: true,
    } satisfies Record<WelcomeState, true>;
    const own = "Its rows need no request: what fails is below them, and an account has at least one.";
    const exceptions: Readonly<Record<string, string>> = {
      "activity notOffered": "Each feed says whether the server has it.",
      "repos notOffered": "Every server has repositories.",
      ...Object.fromEntries(
        ["activity", "gists", "repos"].map((view) => [`${view} error`, "A message has the reason, above rows."]),
      ),
      ...Object.fromEntries(
        [
          "empty",
          "error",
          "forbidden",
          "limited",
          "noToken",
          "notOffered",
          "offline",
          "refused",
          "unreadable",
        ].flatMap((state) => ["service", "accounts"].map((view) => [`${view} ${state}`, own])),
      ),
    };
    for (const [name, view] of Object.entries(views))
      for (const state of Object.keys(states)) {
        const found = packageJson.contributes.viewsWelcome.filter(
          (welcome) => welcome.view === view && welcome.contents === `%welcome.${name}.${state}%`,
        );
        const hasNone = state === "ready" || `${name} ${state}` in exceptions;
        assert.equal(found.length, hasNone ? 0 : 1, `${name}: ${state}`);
        // Until the extension is active, no key is set: VS Code would show that there is no data provider.
        const isWithoutKey = state === "loading" ? `!${view}.state || ` : "";
        for (const { when } of found) assert.equal(when, `${isWithoutKey}${view}.state == ${state}`);
      }
    const known = Object.keys(views).flatMap((name) => Object.keys(states).map((state) => `${name} ${state}`));
    assert.equal(packageJson.contributes.viewsWelcome.length, known.length - Object.keys(exceptions).length - 5);
  });
});
