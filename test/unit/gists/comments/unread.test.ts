import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { type Person, openSetting, publicId, secretId, type Setting } from "./service.ts";

describe("the unread comments", () => {
  let setting: Setting;
  let mia: Person;
  let otto: Person;
  beforeEach(async () => {
    setting = await openSetting();
    ({ mia, otto } = setting);
  });
  afterEach(() => setting.close());

  /** Mia's tree reads her gists. */
  const readLists = async (): Promise<void> => {
    mia.own = (await mia.accounts.get(mia.accountId)?.client.call("gists.getAll", {})) ?? [];
    mia.comments.unread.noteLists(mia.accountId);
  };
  const unread = (gistId?: string): number => mia.comments.unread.count(mia.accountId, gistId);
  const write = (body: string, gistId = publicId): Promise<void> => otto.comments.create(otto.place(gistId), body);

  it("begin at none: what was there before counts as known", async () => {
    assert.equal(unread(), 0);
    await readLists();
    assert.equal(unread(), 0);
  });

  it("are counted from the lists, per gist and together, without a request of their own", async () => {
    await readLists();
    await write("One");
    await write("Two");
    await write("Three", secretId);
    await readLists();
    setting.requests.length = 0;
    assert.deepEqual([unread(publicId), unread(secretId), unread()], [2, 1, 3]);
    assert.deepEqual(setting.requests, []);
  });

  it("are read when the conversation was seen, though the list is older than that", async () => {
    await readLists();
    await write("One");
    await readLists();
    await write("Two");
    await mia.comments.list(mia.place(publicId));
    mia.comments.markRead(mia.place(publicId));
    assert.equal(unread(), 0);
    await readLists();
    assert.equal(unread(), 0);
    await write("Three");
    await readLists();
    assert.equal(unread(), 1);
  });

  it("do not count what one wrote oneself without looking on", async () => {
    await readLists();
    await mia.comments.create(mia.place(publicId), "Mine");
    await readLists();
    assert.equal(unread(), 0);
    await write("Not mine");
    await readLists();
    assert.equal(unread(), 1);
    await mia.comments.create(mia.place(publicId), "Mine again");
    await readLists();
    assert.equal(unread(), 1);
  });

  it("do not count what one wrote oneself while looking on", async () => {
    await readLists();
    await mia.comments.list(mia.place(publicId));
    await mia.comments.create(mia.place(publicId), "Mine");
    mia.comments.markRead(mia.place(publicId));
    mia.comments.unread.noteLists(mia.accountId);
    assert.equal(unread(), 0);
    await readLists();
    assert.equal(unread(), 0);
  });

  it("do not come back when lists are forgotten that are older than what was seen", async () => {
    await readLists();
    mia.own = structuredClone(mia.own);
    await mia.comments.list(mia.place(publicId));
    await mia.comments.create(mia.place(publicId), "Mine");
    mia.comments.markRead(mia.place(publicId));
    mia.own = [];
    mia.comments.unread.noteLists(mia.accountId);
    await readLists();
    assert.equal(unread(), 0);
  });

  it("are not hidden by comments that were deleted", async () => {
    await write("Wrong");
    await readLists();
    const comments = await otto.comments.list(otto.place(publicId));
    await otto.comments.delete(otto.place(publicId), comments.at(-1)?.id ?? 0);
    await readLists();
    assert.equal(unread(), 0);
    await write("Right");
    await readLists();
    assert.equal(unread(), 1);
  });

  it("stay counted while the lists are read again, and in the next window", async () => {
    await readLists();
    await write("One");
    await readLists();
    mia.own = [];
    assert.equal(unread(), 1);
    assert.equal(mia.storage.seen[`${mia.accountId}/${publicId}`]?.count, 1);
  });

  it("fire when they change", async () => {
    await readLists();
    await write("One");
    const counts: number[] = [];
    mia.comments.unread.onDidChange(() => counts.push(unread()));
    await readLists();
    await mia.comments.list(mia.place(publicId));
    mia.comments.markRead(mia.place(publicId));
    assert.deepEqual(counts, [1, 0]);
  });

  it("remember when the newest comment was written that was seen", async () => {
    const place = mia.place(publicId);
    assert.equal(mia.comments.unread.newestSeen(place), undefined);
    await mia.comments.list(place);
    mia.comments.markRead(place);
    assert.equal(mia.comments.unread.newestSeen(place), "2025-05-04T12:00:00Z");
  });
});
