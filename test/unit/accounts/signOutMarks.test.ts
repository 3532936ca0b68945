import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { markSignOuts } from "../../../src/accounts/signOut/signOutMarks.ts";
import { SharedState } from "../../../src/base/sharedState.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";
import { json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";
import { openWindow, signIn, type Window } from "./window.ts";

const fail = (error: unknown): void => {
  throw error;
};

/** A page of VS Code for the Web: it has its own copy of the secrets. */
class Page {
  readonly window: Window = openWindow();
  readonly state: SharedState;

  constructor(folder: MemoryFolder, clock: ManualClock, isFollowing: boolean) {
    this.state = new SharedState(folder, fail, clock);
    markSignOuts(this.window.model, this.state, { isFollowing, onError: fail, clock });
  }

  get logins(): readonly string[] {
    return this.window.model.accounts.map(({ profile }) => profile.login);
  }
}

describe("An account that is signed out in another page", () => {
  let server: RecordingServer;
  let folder: MemoryFolder;
  let clock: ManualClock;
  before(async () => {
    server = await startRecordingServer(json({ login: "mia" }));
  });
  after(() => server.close());
  beforeEach(() => {
    folder = new MemoryFolder();
    clock = new ManualClock();
  });
  /** Both have signed in; the account's id is the same in both. */
  const openPages = async (isFollowing: boolean): Promise<readonly [Page, Page, string]> => {
    const pages = [new Page(folder, clock, isFollowing), new Page(folder, clock, isFollowing)] as const;
    const ids = [];
    for (const { window } of pages) ids.push(await signIn(window, server.url, "a-secret-token"));
    assert.equal(ids[0], ids[1]);
    clock.advance(1000);
    return [...pages, ids[0] ?? ""];
  };
  const marked = (): Promise<void> =>
    eventually(() => [...folder.files.keys()].some((name) => name.startsWith("forgotten.")), "it is marked");

  it("is signed out in this one, whose copy of the secrets has its token no longer", async () => {
    const [one, other, id] = await openPages(true);
    await one.window.model.remove(id);
    await marked();
    await other.state.refresh();
    await eventually(() => other.logins.length === 0, "it is signed out");
    assert.doesNotMatch(other.window.storage.secret ?? "", /a-secret-token/);
  });

  it("is signed out, too, where the mark is read before something else is written", async () => {
    const [one, other, id] = await openPages(true);
    await one.window.model.remove(id);
    await marked();
    await other.state.update("any", { zoe: 1 });
    await eventually(() => other.logins.length === 0, "it is signed out");
  });

  it("and in again there stays signed in there, when this one has noticed the sign-out", async () => {
    const [one, other, id] = await openPages(true);
    await one.window.model.remove(id);
    await marked();
    clock.advance(1000);
    await signIn(one.window, server.url, "another-token");
    clock.advance(1000);
    await other.state.refresh();
    await eventually(() => other.logins.length === 0, "it is signed out");
    await one.state.refresh();
    await one.window.model.refreshTokens();
    assert.deepEqual(one.logins, ["mia"]);
    await signIn(other.window, server.url, "another-token");
    await other.state.refresh();
    assert.deepEqual(other.logins, ["mia"]);
  });

  it("stays where VS Code itself reports what another window did with the secrets", async () => {
    const [one, other, id] = await openPages(false);
    await one.window.model.remove(id);
    await marked();
    await other.state.refresh();
    await other.window.model.refreshTokens();
    assert.deepEqual(other.logins, ["mia"]);
  });
});
