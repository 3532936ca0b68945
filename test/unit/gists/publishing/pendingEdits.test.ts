import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { StorageFolder } from "../../../../src/base/storageFolder.ts";
import type { EditContent } from "../../../../src/gists/publishing/pendingEdit.ts";
import { PendingEdits } from "../../../../src/gists/publishing/pendingEdits.ts";
import { parseRecordName } from "../../../../src/base/recordName.ts";
import { leaseMs, type UnusableRecord } from "../../../../src/base/recordFolder.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { MemoryFolder } from "../../../support/memoryFolder.ts";

const edit = (mine: string): EditContent => ({
  place: { accountId: "mia", gistId: "1", fileName: "a.txt" },
  state: "unpublished",
  base: "base",
  mine,
  since: 1,
  changed: 1,
});
const { place } = edit("");

/** A disk whose answers can be held back: what was read is as it was when it was asked for. */
class SlowFolder implements StorageFolder {
  readonly #folder = new MemoryFolder();
  #held: Promise<void> = Promise.resolve();

  /** Answers what lets the readings go on. */
  hold(): () => void {
    let release = (): void => undefined;
    this.#held = new Promise((resolve) => (release = resolve));
    return release;
  }

  /** Called before the names are listed. */
  onList: () => Promise<void> = () => Promise.resolve();

  async list(): Promise<readonly string[]> {
    await this.onList();
    const names = await this.#folder.list();
    await this.#held;
    return names;
  }
  async read(name: string): Promise<string | undefined> {
    const text = await this.#folder.read(name);
    await this.#held;
    return text;
  }
  write(name: string, text: string): Promise<void> {
    return this.#folder.write(name, text);
  }
  create(name: string, text: string): Promise<boolean> {
    return this.#folder.create(name, text);
  }
  rename(from: string, to: string): Promise<boolean> {
    return this.#folder.rename(from, to);
  }
  remove(name: string): Promise<void> {
    return this.#folder.remove(name);
  }
}

describe("Edits that are not published, while the disk is slow", () => {
  let folder: SlowFolder;
  let pending: PendingEdits;
  let fired: number;
  let id: string;
  beforeEach(async () => {
    folder = new SlowFolder();
    pending = new PendingEdits(folder, new ManualClock());
    fired = 0;
    pending.onDidChange(() => (fired += 1));
    ({ id } = await pending.put(edit("mine")));
    fired = 0;
  });
  const mine = (): string | undefined => pending.known(place)?.mine;

  for (const [title, read] of [
    ["a reading", () => pending.get(place)],
    ["a reading of all", () => pending.refresh()],
  ] as const) {
    it(`stay removed when ${title} begins and ends while they are removed`, async () => {
      let isReading = false;
      folder.onList = async () => {
        if (isReading) return;
        isReading = true;
        await read();
      };
      await pending.remove(id);
      assert.equal(mine(), undefined);
      assert.deepEqual(pending.all, []);
    });

    it(`stay removed when they are removed during ${title}`, async () => {
      const release = folder.hold();
      const reading = read();
      const removing = pending.remove(id);
      release();
      await removing;
      await reading;
      assert.deepEqual(pending.all, []);
      assert.equal(fired, 1);
    });

    it(`are the newest ones when they are written during ${title}`, async () => {
      const release = folder.hold();
      const reading = read();
      const writing = pending.put({ ...edit("newer"), changed: 2 }, [id]);
      release();
      await writing;
      await reading;
      assert.equal(mine(), "newer");
    });

    it(`are shown once while they are saved again, also by ${title}`, async () => {
      const remove = folder.remove.bind(folder);
      const write = folder.write.bind(folder);
      const seen: number[] = [];
      let isReading = false;
      const look = async (): Promise<void> => {
        seen.push(pending.all.length);
        // It removes what is superseded, too.
        if (isReading) return;
        isReading = true;
        await read();
        isReading = false;
        seen.push(pending.all.length);
      };
      folder.write = (name, text) => look().then(() => write(name, text));
      folder.remove = (name) => look().then(() => remove(name));
      await pending.put({ ...edit("newer"), changed: 2 }, [id]);
      assert.ok(seen.length >= 4);
      assert.deepEqual([...new Set(seen), pending.all.length], [1, 1]);
    });

    it(`stay when ${title} begins and ends before they are written`, async () => {
      const write = folder.write.bind(folder);
      folder.write = async (name, text) => {
        await read();
        assert.equal(mine(), "newer");
        await write(name, text);
      };
      const options = { isLeased: true, isHidden: true };
      const { id: newer } = await pending.put({ ...edit("newer"), changed: 2 }, [id]);
      assert.equal(mine(), "newer");
      const { id: sent } = await pending.put({ ...edit("newer"), changed: 3 }, [newer], options);
      assert.equal(pending.isHidden(sent), true);
      assert.equal(pending.record(sent)?.mine, "newer");
    });

    it(`fire when ${title} finds that another window has changed or removed them`, async () => {
      const other = new PendingEdits(folder, new ManualClock());
      await other.refresh();
      const theirs = await other.put({ ...edit("theirs"), changed: 2 }, [id]);
      await read();
      assert.deepEqual([mine(), fired], ["theirs", 1]);
      await read();
      assert.equal(fired, 1);
      await other.remove(theirs.id);
      await read();
      assert.deepEqual([mine(), fired], [undefined, 2]);
    });
  }

  it("fire once when they are removed though they are read at the same time", async () => {
    const removing = pending.remove(id);
    const looks = Array.from({ length: 20 }, () => pending.get(place));
    await Promise.all([removing, ...looks]);
    assert.deepEqual(pending.all, []);
    assert.equal(fired, 1);
  });
});

describe("Edits that two windows store in one folder", () => {
  let clock: ManualClock;
  let folder: MemoryFolder;
  let a: PendingEdits;
  let b: PendingEdits;
  beforeEach(() => {
    clock = new ManualClock();
    folder = new MemoryFolder();
    a = new PendingEdits(folder, clock);
    b = new PendingEdits(folder, clock);
  });
  const texts = (pending: PendingEdits): readonly string[] => pending.all.map(({ mine }) => mine);

  it("stand beside each other, and removing one leaves the other", async () => {
    const mine = await a.put(edit("a"));
    await b.put(edit("b"));
    await a.refresh();
    assert.deepEqual(texts(a).toSorted(), ["a", "b"]);
    await a.remove(mine.id);
    await b.refresh();
    assert.deepEqual(texts(b), ["b"]);
    assert.equal(folder.files.size, 1);
  });

  it("keep what was stored while an earlier text of it is published", async () => {
    const first = await a.put(edit("v1"));
    assert.equal(await a.claim(first.id), true);
    await b.refresh();
    await b.put({ ...edit("v2"), changed: 2 }, [first.id]);
    await a.remove(first.id);
    await a.refresh();
    assert.deepEqual([texts(a), texts(b)], [["v2"], ["v2"]]);
  });

  it("are claimed by one window, and by another one when the lease is over", async () => {
    const { id } = await a.put(edit("a"));
    await b.refresh();
    assert.deepEqual(await Promise.all([a.claim(id), b.claim(id)]), [true, false]);
    await b.refresh();
    assert.deepEqual([b.isLeasedElsewhere(id), await b.claim(id)], [true, false]);
    clock.advance(leaseMs + 1);
    assert.equal(await b.claim(id), true);
    assert.equal(await a.claim(id), false);
    await b.release(id);
    await a.refresh();
    assert.equal(await a.claim(id), true);
    assert.deepEqual(texts(a), ["a"]);
  });

  it("are superseded even when the window ended before it removed the former record", async () => {
    const first = await a.put(edit("v1"));
    const [[name = "", text = ""] = []] = folder.files;
    await a.put({ ...edit("v2"), changed: 2 }, [first.id]);
    folder.files.set(name, text);
    await b.refresh();
    assert.deepEqual(texts(b), ["v2"]);
    assert.equal(folder.files.size, 1);
  });
});

describe("Records that came up again", () => {
  it("do not, when those that superseded them are superseded themselves", async () => {
    const folder = new MemoryFolder();
    const pending = new PendingEdits(folder, new ManualClock());
    const remove = folder.remove.bind(folder);
    folder.remove = async () => Promise.reject(new Error("EBUSY"));
    const first = await pending.put(edit("v1"));
    const second = await pending.put({ ...edit("v2"), changed: 2 }, [first.id]);
    await pending.put({ ...edit("v3"), changed: 3 }, [second.id]);
    folder.remove = remove;
    const names = [...folder.files].toReversed();
    folder.files.clear();
    for (const [name, text] of names) folder.files.set(name, text);
    const other = new PendingEdits(folder, new ManualClock());
    await other.load();
    assert.deepEqual(
      other.all.map(({ mine }) => mine),
      ["v3"],
    );
  });
});

describe("The folder of edits", () => {
  const open = (folder: StorageFolder): { pending: PendingEdits; unusable: UnusableRecord[] } => {
    const pending = new PendingEdits(folder, new ManualClock());
    const unusable: UnusableRecord[] = [];
    pending.onDidFindUnusable((record) => unusable.push(record));
    return { pending, unusable };
  };
  const digest = "0123456789abcdef0123456789abcdef";

  it("is read again after it could not be read", async () => {
    const folder = new MemoryFolder();
    await open(folder).pending.put(edit("mine"));
    let isBroken = true;
    const broken: StorageFolder = {
      list: async () => {
        if (isBroken) throw new Error("EIO");
        return folder.list();
      },
      read: (name) => folder.read(name),
      write: (name, text) => folder.write(name, text),
      create: (name, text) => folder.create(name, text),
      rename: (from, to) => folder.rename(from, to),
      remove: (name) => folder.remove(name),
    };
    const { pending } = open(broken);
    await assert.rejects(pending.load(), /EIO/);
    isBroken = false;
    await pending.load();
    assert.equal(pending.all.length, 1);
  });

  it("shows the others when one record cannot be read, and that one later", async () => {
    const folder = new MemoryFolder();
    const writer = open(folder).pending;
    const { id } = await writer.put(edit("unreadable"));
    await writer.put({ ...edit("fine"), place: { ...place, fileName: "b.txt" } });
    let isBroken = true;
    const read = folder.read.bind(folder);
    folder.read = async (name) => {
      if (isBroken && name.startsWith(id)) throw new Error("EIO");
      return read(name);
    };
    const { pending, unusable } = open(folder);
    await pending.load();
    assert.deepEqual(
      [pending.all.map(({ mine }) => mine), unusable.map(({ reason }) => reason)],
      [["fine"], ["unreadable"]],
    );
    isBroken = false;
    await pending.refresh();
    assert.equal(pending.all.length, 2);
  });

  it("puts damaged records aside, leaves those of a newer version, and reports both once", async () => {
    const folder = new MemoryFolder();
    folder.files.set(`${digest}.json`, "{");
    folder.files.set(`${digest}.1.aaaaaaaa.json`, '{"version":9,"edit":{}}');
    folder.files.set("notes.txt", "left alone");
    const { pending, unusable } = open(folder);
    await pending.load();
    await pending.refresh();
    assert.deepEqual(unusable.map(({ reason }) => reason).toSorted(), ["damaged", "newer"]);
    assert.deepEqual([...folder.files.keys()].toSorted(), [
      `${digest}.1.aaaaaaaa.json`,
      `${digest}.json.damaged`,
      "notes.txt",
    ]);
  });

  it("has the records of version 0.1 too", async () => {
    const folder = new MemoryFolder();
    folder.files.set(`${digest}.json`, JSON.stringify({ version: 1, edit: edit("old") }));
    const { pending } = open(folder);
    await pending.load();
    assert.deepEqual(
      pending.all.map(({ mine, id }) => [mine, id]),
      [["old", digest]],
    );
    assert.equal(parseRecordName(`${digest}.json`)?.generation, 0);
  });

  it("refuses an edit that cannot be written, and knows nothing of it", async () => {
    const folder = new MemoryFolder();
    folder.write = async () => Promise.reject(new Error("ENOSPC"));
    const { pending } = open(folder);
    await assert.rejects(pending.put(edit("mine")), /ENOSPC/);
    assert.deepEqual(pending.all, []);
  });

  it("shows the former text when the newer one can't be written", async () => {
    const folder = new MemoryFolder();
    const { pending } = open(folder);
    const { id } = await pending.put(edit("mine"));
    folder.write = async () => Promise.reject(new Error("ENOSPC"));
    await assert.rejects(pending.put(edit("newer"), [id]), /ENOSPC/);
    assert.deepEqual(
      pending.all.map(({ mine }) => mine),
      ["mine"],
    );
  });
});

describe("An edit beside another one of the same file", () => {
  it("is found by its own row, and by that row when it was saved again", async () => {
    const folder = new MemoryFolder();
    const [here, elsewhere] = [0, 0].map(() => new PendingEdits(folder, new ManualClock())) as [
      PendingEdits,
      PendingEdits,
    ];
    const row = await here.put(edit("here"));
    const other = await elsewhere.put({ ...edit("elsewhere"), since: 2, changed: 2 });
    assert.equal((await here.current(row))?.mine, "here");
    await here.put({ ...edit("here again"), changed: 1 }, [row.id]);
    assert.equal((await here.current(row))?.mine, "here again");
    assert.equal((await here.current(other))?.mine, "elsewhere");
    await here.remove((await here.current(row))?.id ?? "");
    assert.equal(await here.current(row), undefined);
  });
});
