import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import { markSignOuts } from "../../../src/accounts/signOut/signOutMarks.ts";
import { otherPagesOf } from "../../../src/accounts/storage/otherPages.ts";
import { OutdatedPageError } from "../../../src/accounts/storage/storage.ts";
import { SharedState } from "../../../src/base/sharedState.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manualClock.ts";
import { MemoryFolder } from "../../support/memoryFolder.ts";
import { json, type RecordingServer, startRecordingServer } from "../../support/recordingServer.ts";
import { decodeAccounts, MemoryStorage } from "./memoryStorage.ts";
import { openWindow, signIn, type Window } from "./window.ts";

const fail = (error: unknown): void => {
  throw error;
};

/** What the browser stores for all pages of VS Code for the Web. */
class Browser {
  readonly clock = new ManualClock();
  readonly folder = new MemoryFolder();
  secret: string | undefined;

  get tokens(): readonly (string | undefined)[] {
    return decodeAccounts(this.secret).map(({ token }) => token);
  }

  /** Loads a page. It reads the secret once, and writes what it knows. */
  open(): Page {
    this.clock.advance(1000);
    return new Page(this);
  }
}

class PageStorage extends MemoryStorage {
  readonly #browser: Browser;

  constructor(browser: Browser, state: SharedState) {
    super();
    this.#browser = browser;
    this.secret = browser.secret;
    Object.assign(this, otherPagesOf(state, browser.clock));
  }

  override async writeSecret(text: string): Promise<void> {
    await super.writeSecret(text);
    this.#browser.secret = text;
  }
}

class Page {
  readonly window: Window;
  readonly state: SharedState;

  constructor(browser: Browser) {
    const { clock } = browser;
    this.state = new SharedState(browser.folder, fail, clock);
    this.window = openWindow({ storage: new PageStorage(browser, this.state) });
    markSignOuts(this.window.model, this.state, { isFollowing: true, onError: fail, clock });
  }

  get tokens(): readonly (string | undefined)[] {
    return decodeAccounts(this.window.storage.secret).map(({ token }) => token);
  }
}

describe("A page that was loaded before another one stored a token", () => {
  let mia: RecordingServer;
  let otto: RecordingServer;
  let browser: Browser;
  before(async () => {
    mia = await startRecordingServer(json({ login: "mia" }));
    otto = await startRecordingServer(json({ login: "otto" }));
  });
  after(() => Promise.all([mia.close(), otto.close()]));
  beforeEach(() => {
    mia.answer = json({ login: "mia" });
    browser = new Browser();
  });

  it("refuses to sign in, and the token stays", async () => {
    const [one, other] = [browser.open(), browser.open()];
    await signIn(one.window, mia.url, "token-of-mia");
    await assert.rejects(other.window.model.requireWritable(), OutdatedPageError);
    await assert.rejects(signIn(other.window, otto.url, "token-of-otto"), OutdatedPageError);
    assert.deepEqual(browser.tokens, ["token-of-mia"]);
  });

  it("adds its own once it is loaded again, and then the first page is the outdated one", async () => {
    const [one] = [browser.open(), browser.open()];
    await signIn(one.window, mia.url, "token-of-mia");
    const again = browser.open();
    await signIn(again.window, otto.url, "token-of-otto");
    assert.deepEqual(browser.tokens, ["token-of-mia", "token-of-otto"]);
    await assert.rejects(one.window.model.requireWritable(), OutdatedPageError);
    await again.window.model.requireWritable();
  });

  it("refuses to replace a token and to sign out", async () => {
    const first = browser.open();
    const id = await signIn(first.window, mia.url, "token-of-mia");
    const [one, other] = [browser.open(), browser.open()];
    await other.window.model.load();
    await signIn(one.window, otto.url, "token-of-otto");
    await assert.rejects(
      other.window.model.replaceToken(id, { login: "mia" }, "another-token"),
      OutdatedPageError,
    );
    await assert.rejects(other.window.model.remove(id), OutdatedPageError);
    assert.equal(other.window.model.accounts.length, 1);
    assert.deepEqual(browser.tokens, ["token-of-mia", "token-of-otto"]);
  });

  it("keeps what it finds out about a server to itself", async () => {
    const first = browser.open();
    const id = await signIn(first.window, mia.url, "token-of-mia");
    const [one, other] = [browser.open(), browser.open()];
    await other.window.model.load();
    await signIn(one.window, otto.url, "token-of-otto");
    await other.window.model.setActive(id);
    const writes = other.window.storage.writes;
    mia.answer = json([]);
    await other.window.model.probe(id);
    assert.equal(other.window.storage.writes, writes);
    assert.deepEqual(browser.tokens, ["token-of-mia", "token-of-otto"]);
  });

  it("shows no account that another page has stored, as it lacks the token", async () => {
    const [one, other] = [browser.open(), browser.open()];
    const id = await signIn(one.window, mia.url, "token-of-mia");
    const profile = one.window.model.get(id)?.profile ?? assert.fail();
    await other.window.model.adopt([profile], () => true);
    assert.deepEqual(other.window.model.accounts, []);
    const again = browser.open();
    await again.window.model.load();
    assert.equal(again.window.model.accounts[0]?.problem, undefined);
  });

  it("follows a sign-out all the same, and leaves the storage alone", async () => {
    const first = browser.open();
    const id = await signIn(first.window, mia.url, "token-of-mia");
    const [one, other] = [browser.open(), browser.open()];
    await other.window.model.load();
    await signIn(one.window, otto.url, "token-of-otto");
    browser.clock.advance(1000);
    await one.window.model.remove(id);
    await eventually(
      () => [...browser.folder.files.keys()].some((name) => name.startsWith("forgotten.")),
      "it is marked",
    );
    await other.state.refresh();
    await eventually(() => other.window.model.accounts.length === 0, "it is signed out");
    assert.deepEqual(browser.tokens, ["token-of-otto"]);
  });

  it("is not outdated by a sign-out alone, and removes the token from its own copy", async () => {
    const first = browser.open();
    const id = await signIn(first.window, mia.url, "token-of-mia");
    const [one, other] = [browser.open(), browser.open()];
    await Promise.all([one, other].map(({ window }) => window.model.load()));
    browser.clock.advance(1000);
    await one.window.model.remove(id);
    await other.window.model.requireWritable();
    await other.state.refresh();
    await eventually(() => other.tokens.length === 0, "its copy is empty");
  });
});
