import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { eventually } from "../../support/eventually.ts";
import { type Service, startService } from "../sandbox/service.ts";
import { decodeAccounts, MemoryStorage } from "./memoryStorage.ts";
import { openWindow, signIn, type Window } from "./window.ts";

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.close());

const idsOf = ({ model }: Window): readonly string[] => model.accounts.map(({ profile }) => profile.id);
const nothing = { added: [], removed: [], changed: [] };

describe("two windows", () => {
  let here: Window;
  let there: Window;
  beforeEach(async () => {
    const storage = new MemoryStorage();
    here = openWindow({ storage });
    there = openWindow({ storage });
    await Promise.all([here.model.load(), there.model.load()]);
  });

  const waitForChanges = (window: Window, count: number): Promise<void> =>
    eventually(() => window.changes.length >= count, `${count} changes are fired`);

  it("follow each other's signing in, with a client that works", async () => {
    const id = await signIn(here, service.url, "sandbox_mia");
    await waitForChanges(there, 1);
    assert.deepEqual(there.changes, [{ ...nothing, added: [id] }]);
    assert.deepEqual(there.model.get(id)?.profile, here.model.get(id)?.profile);
    assert.equal((await there.model.get(id)?.client.call("gists.getAll", {}))?.length, 2);
  });

  it("follow each other's new tokens with the client that they have", async () => {
    const id = await signIn(here, service.url, "sandbox_mia");
    await waitForChanges(there, 1);
    const client = there.model.get(id)?.client;
    await here.model.replaceToken(id, { login: "mia", scopes: [] }, "sandbox_mia_old");
    await waitForChanges(there, 2);
    assert.deepEqual(there.changes[1], { ...nothing, changed: [id] });
    assert.equal(there.model.get(id)?.client, client);
    await assert.rejects(client?.call("gists.getAll", {}) ?? Promise.resolve(), { code: 401 });
    assert.equal(there.model.get(id)?.problem, "refused");
    await here.model.replaceToken(id, { login: "mia" }, "sandbox_mia");
    await eventually(() => there.model.get(id)?.problem === undefined, "the token is taken over");
    assert.equal((await client?.call("gists.getAll", {}))?.length, 2);
  });

  it("follow each other's signing out", async () => {
    const mia = await signIn(here, service.url, "sandbox_mia");
    const otto = await signIn(here, service.url, "sandbox_otto");
    await waitForChanges(there, 2);
    there.changes.length = 0;
    await there.model.remove(mia);
    await eventually(() => here.model.get(mia) === undefined, "the account is gone in the other window");
    assert.deepEqual(idsOf(here), [otto]);
    assert.deepEqual(here.changes.at(-1), { ...nothing, removed: [mia] });
    assert.deepEqual(there.changes, [{ ...nothing, removed: [mia] }]);
  });

  it("keep an account each that they add one after the other", async () => {
    const mia = await signIn(here, service.url, "sandbox_mia");
    const otto = await signIn(there, service.url, "sandbox_otto");
    await eventually(() => here.model.accounts.length === 2, "both accounts are in the first window");
    assert.deepEqual(idsOf(here), [mia, otto]);
    assert.deepEqual(idsOf(there), [mia, otto]);
  });

  it("take over what the other wrote before they write themselves", async () => {
    const storage = here.storage;
    const mia = await signIn(here, service.url, "sandbox_mia");
    await waitForChanges(there, 1);
    there.model.dispose();
    // A window that hears of no changes, as it was asleep.
    const deaf = openWindow({
      storage: Object.assign(new MemoryStorage(), {
        readSecret: () => storage.readSecret(),
        writeSecret: (text: string) => storage.writeSecret(text),
      }),
    });
    await deaf.model.load();
    const otto = await signIn(here, service.url, "sandbox_otto");
    assert.deepEqual(idsOf(deaf), [mia]);
    await deaf.model.remove(mia);
    await eventually(() => here.model.accounts.length === 1, "the removal arrives");
    assert.deepEqual([idsOf(here), idsOf(deaf)], [[otto], [otto]]);
  });

  it("fire nothing when the secret was written unchanged", async () => {
    await signIn(here, service.url, "sandbox_mia");
    await waitForChanges(there, 1);
    const counts = [here.changes.length, there.changes.length];
    here.storage.changed.fire();
    await Promise.all([here.model.refreshTokens(), there.model.refreshTokens()]);
    assert.deepEqual([here.changes.length, there.changes.length], counts);
  });

  it("have an active account each", async () => {
    const mia = await signIn(here, service.url, "sandbox_mia");
    const otto = await signIn(here, service.url, "sandbox_otto");
    await waitForChanges(there, 2);
    await there.model.setActive(mia);
    assert.equal(here.model.active?.profile.id, otto);
    assert.equal(there.model.active?.profile.id, mia);
  });

  it("keep their accounts when one leaves something unreadable behind, and write them again", async () => {
    const mia = await signIn(here, service.url, "sandbox_mia");
    await waitForChanges(there, 1);
    here.storage.secret = "{oops";
    here.storage.changed.fire();
    await Promise.all([here.model.refreshTokens(), there.model.refreshTokens()]);
    assert.deepEqual([idsOf(here), idsOf(there)], [[mia], [mia]]);
    assert.deepEqual(there.problems, []);
    const otto = await signIn(there, service.url, "sandbox_otto");
    await eventually(() => here.model.get(otto) !== undefined, "the second account arrives");
    assert.deepEqual(
      decodeAccounts(here.storage.secret).map(({ token }) => token),
      ["sandbox_mia", "sandbox_otto"],
    );
  });
});
