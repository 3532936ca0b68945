import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Profile } from "../../../src/accounts/profile.ts";
import {
  decodeSecret,
  encodeAccounts,
  profilesOf,
  type StoredAccount,
} from "../../../src/accounts/storage/storage.ts";
import { decodeAccounts } from "./memoryStorage.ts";

const profile: Profile = {
  id: "mia-at-api-github-com",
  kind: "github",
  baseUrl: "https://api.github.com",
  dialect: "github",
  login: "mia",
  scopes: ["gist"],
  credential: "token",
  missing: { authorizations: 404 },
};
const account: StoredAccount = { profile, token: "secret-1" };
const session: StoredAccount = { profile: { ...profile, id: "otto-at-api-github-com", credential: "session" } };

describe("the secret's text", () => {
  it("gives back the accounts that it was made of", () => {
    for (const accounts of [[], [account], [account, session]]) {
      assert.deepEqual(decodeAccounts(encodeAccounts(accounts)), accounts);
    }
  });

  it("names its version", () => {
    assert.deepEqual(JSON.parse(encodeAccounts([account])), { version: 1, accounts: [account] });
  });

  for (const [title, text] of [
    ["absent", undefined],
    ["empty", ""],
    ["no JSON", "{oops"],
    ["cut short", encodeAccounts([account]).slice(0, -5)],
    ["null", "null"],
    ["a list", "[]"],
    ["a number", "5"],
    ["of no version", JSON.stringify({ accounts: [account] })],
    ["without a list of accounts", JSON.stringify({ version: 1, accounts: { 0: account } })],
  ] as const) {
    it(`stores nothing when it is ${title}`, () => {
      assert.deepEqual(decodeSecret(text), { kind: "nothing" });
    });
  }

  for (const version of [2, 99, 0, "1", "2.0", null]) {
    it(`belongs to another version when its version is ${JSON.stringify(version)}`, () => {
      assert.deepEqual(decodeSecret(JSON.stringify({ version, accounts: [account] })), { kind: "otherVersion" });
    });
  }

  it("keeps entries that are not understood apart, and they can be written back", () => {
    const other = { profile: { id: "x" }, key: "k" };
    const text = encodeAccounts([account], [other, 5]);
    assert.deepEqual(decodeSecret(text), { kind: "accounts", accounts: [account], others: [other, 5] });
  });

  for (const key of ["id", "kind", "baseUrl", "dialect", "login", "credential"] as const) {
    it(`leaves out an account whose ${key} is missing or no text, and keeps the others`, () => {
      const { [key]: _, ...less } = profile;
      for (const broken of [less, { ...profile, [key]: 5 }, { ...profile, [key]: null }]) {
        const text = JSON.stringify({ version: 1, accounts: [{ profile: broken, token: "t" }, account] });
        assert.deepEqual(decodeAccounts(text), [account]);
      }
    });
  }

  for (const [key, values] of Object.entries({
    scopes: ["gist", 5, [1], null],
    sessionProvider: ["evil", 5],
    sessionScopes: ["gist", [null]],
    authScheme: ["Basic", "Bearer\r\nX-Evil: 1", 7],
    tokenExpiresAt: ["soon", null],
    sessionAccountId: [{ a: 1 }, 5],
    missing: ["xyz", null],
  })) {
    it(`keeps an account whose ${key} is not what any version writes apart from those that are used`, () => {
      for (const value of values) {
        const entry = { profile: { ...profile, id: "x", [key]: value }, token: "t" };
        const text = encodeAccounts([account], [entry]);
        assert.deepEqual(decodeSecret(text), { kind: "accounts", accounts: [account], others: [entry] });
        assert.deepEqual(profilesOf([entry.profile, profile]), [profile]);
      }
    });
  }

  it("leaves out entries without a profile", () => {
    const text = JSON.stringify({
      version: 1,
      accounts: [{ token: "t" }, { profile: null }, { profile: "mia" }, account],
    });
    assert.deepEqual(decodeAccounts(text), [account]);
  });
});

describe("the kept profiles", () => {
  it("are those that can be understood", () => {
    assert.deepEqual(profilesOf([profile, {}, null, "mia", { ...profile, login: undefined }]), [profile]);
  });

  it("are none when something else was kept", () => {
    for (const value of [undefined, null, {}, "[]", 5]) assert.deepEqual(profilesOf(value), []);
  });
});
