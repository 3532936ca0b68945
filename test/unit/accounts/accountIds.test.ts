import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { Profile } from "../../../src/accounts/profile.ts";
import { encodeAccounts } from "../../../src/accounts/storage/storage.ts";
import { decodeAccounts, MemoryStorage } from "./memoryStorage.ts";
import { candidateFor, openWindow, type Window } from "./window.ts";

const corp = "https://git.corp-a.com";
const twin = "https://git-corp.a.com";
const gitHub = "https://api.github.com";
/** The id that version 0.1 gave at both servers. */
const former = "mia-at-git-corp-a-com";
const profile: Profile = { ...candidateFor(corp), id: former, login: "mia" };

let storage: MemoryStorage;
let window: Window;
beforeEach(() => {
  storage = new MemoryStorage();
  storage.secret = encodeAccounts([{ profile, token: "corp" }]);
  window = openWindow({ storage });
});
const signIn = (baseUrl: string, login = "mia", at = window): Promise<string> =>
  at.model.add(
    { ...candidateFor(baseUrl), kind: baseUrl === gitHub ? "github" : "other" },
    { login },
    `token-at-${new URL(baseUrl).host}`,
  );

describe("An account of version 0.1", () => {
  it("keeps its id when it is signed in to again, and after signing out", async () => {
    assert.equal(await signIn(corp, "Mia"), former);
    await window.model.remove(former);
    assert.deepEqual(window.model.accounts, []);
    const next = openWindow({ storage });
    assert.equal(await signIn(corp, "mia", next), former);
    assert.equal(next.model.accounts.length, 1);
  });

  it("is not replaced by an account of a server with the same letters, signed in or out", async () => {
    const id = await signIn(twin);
    assert.notEqual(id, former);
    assert.deepEqual(
      decodeAccounts(storage.secret).map(({ profile: { baseUrl }, token }) => [baseUrl, token]),
      [
        [corp, "corp"],
        [twin, "token-at-git-corp.a.com"],
      ],
    );
    await window.model.remove(former);
    assert.equal(await signIn(twin), id);
    await window.model.remove(id);
    assert.equal(await signIn(twin), id);
    assert.equal(await signIn(corp), former);
  });

  it("with the id that GitHub.com's account would get keeps it", async () => {
    const id = "mia-at-api-github-com";
    storage.secret = encodeAccounts([
      { profile: { ...profile, baseUrl: "https://api-github.com", id }, token: "t" },
    ]);
    const other = await signIn(gitHub);
    assert.match(other, /^mia-at-api-github-com-[0-9a-f]{20}$/);
    await window.model.remove(id);
    await window.model.remove(other);
    assert.equal(await signIn(gitHub), other);
    assert.equal(await signIn("https://api-github.com"), id);
  });
});

describe("An account that is new", () => {
  it("has one id per server, and nothing is remembered of it after signing out", async () => {
    storage.secret = undefined;
    const ids = [await signIn(corp), await signIn(twin), await signIn(gitHub)];
    assert.equal(new Set([former, ...ids]).size, 4);
    for (const id of ids) await window.model.remove(id);
    assert.deepEqual(storage.formerIds, {});
    assert.equal(await signIn(corp), ids[0]);
  });
});
