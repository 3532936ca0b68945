import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type ProfileFacts, rules } from "../../../src/accounts/accountRules.ts";

const token: ProfileFacts = { credential: "token", kind: "github" };
const session: ProfileFacts = { credential: "session", kind: "enterprise" };
const anonymous: ProfileFacts = { credential: "anonymous", kind: "github" };
const sandbox: ProfileFacts = { credential: "sandbox", kind: "sandbox" };
const withoutGists: ProfileFacts = { credential: "token", kind: "other", missing: { gists: 404 } };
const withoutAuthorizations: ProfileFacts = { ...token, missing: { authorizations: 404, publicGists: 404 } };

const cases: readonly (readonly [
  what: string,
  all: readonly ProfileFacts[],
  keys: readonly (keyof typeof rules)[],
])[] = [
  ["one with a token", [token], ["signedIn", "ownAccount", "noSandbox", "oneAccount"]],
  ["one by a session of VS Code", [session], ["signedIn", "ownAccount", "noSandbox", "oneAccount"]],
  ["an anonymous one", [anonymous], ["signedIn", "noOwnToken", "noSandbox", "oneAccount"]],
  ["the sandbox", [sandbox], ["signedIn", "noOwnToken", "oneAccount", "onlySandbox"]],
  ["the sandbox and an anonymous one", [sandbox, anonymous], ["signedIn", "noOwnToken"]],
  ["the sandbox and one with a token", [sandbox, token], ["signedIn", "ownAccount"]],
  ["two on servers", [token, session], ["signedIn", "ownAccount", "noSandbox"]],
  ["two sandboxes", [sandbox, sandbox], ["signedIn", "noOwnToken", "onlySandbox"]],
  ["one without gists", [withoutGists], ["signedIn", "ownAccount", "gistsNotOffered", "noSandbox", "oneAccount"]],
  ["one without gists and one with them", [withoutGists, token], ["signedIn", "ownAccount", "noSandbox"]],
  [
    "one without authorizations",
    [withoutAuthorizations],
    ["signedIn", "ownAccount", "authorizationsNotOffered", "noSandbox", "oneAccount"],
  ],
  [
    "one without authorizations and one with them",
    [withoutAuthorizations, session],
    ["signedIn", "ownAccount", "noSandbox"],
  ],
];

describe("the keys that follow from the accounts", () => {
  for (const [what, all, keys] of cases)
    test(`hold for ${what}: ${keys.join(", ")}`, () => {
      const holding = Object.entries(rules).flatMap(([key, holds]) => (holds(all) ? [key] : []));
      assert.deepEqual(holding, keys);
    });
});
