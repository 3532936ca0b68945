import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { eventually } from "../../../support/eventually.ts";
import { signIn } from "../../accounts/window.ts";
import { idOf, SearchedAccount } from "./account.ts";

describe("the search index", () => {
  let my: SearchedAccount;

  beforeEach(() => {
    my = new SearchedAccount();
  });
  afterEach(() => my.close());

  it("follows what is changed here at once", async () => {
    await my.start();
    await my.useAll();
    my.requests.length = 0;
    const made = await my.gists.create(my.accountId, {
      description: "Fresh #new",
      public: false,
      files: { "fresh.ts": "const strawberry = 1;\n" },
    });
    assert.deepEqual(my.found("strawberry"), ["fresh.ts"]);
    const place = { accountId: my.accountId, gistId: made.id, fileName: "fresh.ts" };
    const edit = { name: "fresh.ts", base: "const strawberry = 1;\n", mine: "const raspberry = 1;\n" };
    const saved = my.publisher.publish(place, edit);
    my.window.clock.advance(1000);
    await saved;
    assert.deepEqual(my.found("raspberry"), ["fresh.ts"]);
    assert.deepEqual(my.found("strawberry"), []);
    const described = my.publisher.editDescription(my.accountId, made.id, "Stale #old");
    my.window.clock.advance(1000);
    await described;
    assert.deepEqual(my.found("#new"), []);
    assert.deepEqual(my.found("#old"), ["fresh.ts"]);
    assert.deepEqual(my.contents().length, 1);
  });

  it("has what is made and deleted here while the lists are read", async () => {
    await my.start();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    my.answer = ({ url }) => (url.includes("page=2") ? held.then(() => undefined) : undefined);
    await my.search.use();
    await eventually(
      () => my.requests.some((request) => request.includes("page=2")),
      "the second page is asked for",
    );
    await my.gists.create(my.accountId, {
      description: "",
      public: false,
      files: { "fresh.ts": "const strawberry = 1;\n" },
    });
    await my.gists.delete(my.accountId, idOf(3));
    release();
    await my.until("waiting");
    assert.deepEqual(my.found("strawberry"), ["fresh.ts"]);
    assert.deepEqual(my.found('"needle3 ="'), []);
  });

  it("does not have what is deleted here while the stored index is read", async () => {
    await my.start();
    await my.useAll();
    await my.kept();
    await my.openSearch();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { folder } = my;
    const [name = "", stored] = [...folder.files][0] ?? [];
    let isAsked = false;
    folder.read = async () => {
      isAsked = true;
      await held;
      return stored;
    };
    const used = my.search.use();
    await eventually(() => isAsked, `${name} is read`);
    await my.gists.delete(my.accountId, idOf(3));
    my.answer = () => Response.json({ message: "down" }, { status: 403 });
    release();
    await used;
    assert.deepEqual(my.found("needle42"), ["file42.ts"]);
    assert.deepEqual(my.found('"needle3 ="'), []);
    await my.until("failed");
    assert.equal(my.search.progress.total, 130);
  });

  it("follows deleted and unstarred gists", async () => {
    await my.start();
    await my.useAll();
    await my.gists.delete(my.accountId, idOf(3));
    assert.deepEqual(
      my.found("needle3"),
      my.found("needle3").filter((name) => name !== "file3.ts"),
    );
    assert.deepEqual(my.found('"needle3 ="'), []);
    const starred = await my.gists.read(my.accountId, "c".repeat(32));
    await my.gists.setStar(my.accountId, starred, false);
    assert.deepEqual(my.found("sirius"), []);
    await my.gists.setStar(my.accountId, starred, true);
    assert.deepEqual(my.found("sirius"), ["star.md"]);
    assert.equal(my.search.progress.total, 130);
  });

  it("finds edits that the service does not have, and the service's text when they are discarded", async () => {
    await my.start();
    await my.useAll();
    const place = { accountId: my.accountId, gistId: idOf(4), fileName: "file4.ts" };
    const edit = {
      place,
      state: "unpublished",
      base: "",
      mine: "const blueberry = 4;\n",
      since: 1,
      changed: 1,
    } as const;
    const { id } = await my.pending.put(edit);
    assert.deepEqual(my.found("blueberry"), ["file4.ts"]);
    assert.deepEqual(my.found('"needle4 ="'), []);
    await my.kept();
    // The index on the disk has words as UTF-16, at even places or odd ones.
    for (const bytes of my.folder.files.values())
      for (const part of [Buffer.from(bytes), Buffer.from(bytes.slice(1))])
        for (const encoding of ["utf8", "utf16le"] as const)
          assert.equal(part.includes("blueberry", 0, encoding), false);
    await my.pending.remove(id);
    assert.deepEqual(my.found("blueberry"), []);
    assert.deepEqual(my.found('"needle4 ="'), ["file4.ts"]);
    // The next window has neither the edit nor a hole in its place.
    await my.openSearch();
    await my.useAll();
    assert.deepEqual(my.errors, []);
    assert.deepEqual(my.found("blueberry"), []);
    assert.deepEqual(my.found('"needle4 ="'), ["file4.ts"]);
  });

  it("in the background waits for the view and for a pause", async () => {
    await my.start();
    my.mode = "background";
    my.search.seen();
    await eventually(() => my.window.clock.pending > 0, "the pause is waited for");
    my.window.clock.advance(2000);
    assert.deepEqual(my.requests, []);
    await my.gists.lists.get(my.accountId, "own");
    my.window.clock.advance(2000);
    assert.equal(my.requests.length, 1);
    my.window.clock.advance(1000);
    await eventually(() => my.requests.length > 100, "contents are read");
    await my.until("waiting");
    assert.equal(my.search.progress.indexed, 131);
  });

  it("reads and keeps nothing when it is switched off, and finds what is listed", async () => {
    await my.start();
    await my.useAll();
    await my.kept();
    my.mode = "off";
    await my.search.changeMode();
    await eventually(() => my.folder.files.size === 0, "the file is removed");
    await my.gists.lists.get(my.accountId, "own");
    my.requests.length = 0;
    await my.search.use();
    assert.deepEqual(my.found("file129.ts"), ["file129.ts"]);
    assert.deepEqual(my.found('"needle129"'), []);
    my.window.clock.advance(600_000);
    assert.deepEqual(my.requests, []);
    assert.equal(my.folder.files.size, 0);
    assert.equal(my.search.progress.state, "off");
  });

  it("can be rebuilt, and stopped during that", async () => {
    await my.start();
    await my.useAll();
    my.requests.length = 0;
    await my.search.rebuild();
    assert.equal(my.contents().length, 131);
    assert.equal(my.search.progress.indexed, 131);
    const controller = new AbortController();
    my.answer = () => {
      if (my.requests.length === 20) controller.abort();
      return undefined;
    };
    my.requests.length = 0;
    await my.search.rebuild(controller.signal);
    assert.ok(my.requests.length < 30, `${my.requests.length} requests`);
    assert.equal(my.search.progress.state, "waiting");
    assert.ok(my.search.progress.indexed < 20);
    my.answer = () => undefined;
    await my.useAll();
    assert.equal(my.search.progress.indexed, 131);
  });

  it("holds the gists of all accounts", async () => {
    await my.start();
    const otto = await signIn(my.window, my.server.url, "sandbox_otto");
    await my.useAll();
    assert.deepEqual(
      my.search
        .search("sirius")
        .slice()
        .map(({ accountId }) => accountId)
        .toSorted(),
      [my.accountId, otto],
    );
    assert.deepEqual(
      my.search
        .search("nothing of mia")
        .slice()
        .map(({ accountId }) => accountId),
      [otto],
    );
    assert.deepEqual(my.search.progress, { state: "waiting", indexed: 133, total: 133 });
    await my.window.model.remove(otto);
    assert.deepEqual(
      my.search
        .search("sirius")
        .slice()
        .map(({ accountId }) => accountId),
      [my.accountId],
    );
  });
});
