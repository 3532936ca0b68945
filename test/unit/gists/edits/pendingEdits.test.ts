import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import type { EditFolder, PendingEdit } from "../../../../src/gists/edits/pendingEdit.ts";
import { PendingEdits } from "../../../../src/gists/edits/pendingEdits.ts";
import { MemoryFolder } from "../../../support/memoryFolder.ts";

const edit = (mine: string): PendingEdit => ({
  place: { accountId: "mia", gistId: "1", fileName: "a.txt" },
  state: "unpublished",
  base: "base",
  mine,
  since: 1,
  changed: 1,
});
const { place } = edit("");

/** A disk whose answers can be held back: what was read is as it was when it was asked for. */
class SlowFolder implements EditFolder {
  readonly #folder = new MemoryFolder();
  #held: Promise<void> = Promise.resolve();

  /** Answers what lets the readings go on. */
  hold(): () => void {
    let release = (): void => undefined;
    this.#held = new Promise((resolve) => (release = resolve));
    return release;
  }

  list(): Promise<readonly string[]> {
    return this.#folder.list();
  }
  async read(name: string): Promise<string | undefined> {
    const text = await this.#folder.read(name);
    await this.#held;
    return text;
  }
  write(name: string, text: string): Promise<void> {
    return this.#folder.write(name, text);
  }
  remove(name: string): Promise<void> {
    return this.#folder.remove(name);
  }
}

describe("Edits that are not published, while the disk is slow", () => {
  let folder: SlowFolder;
  let pending: PendingEdits;
  let told: number;
  beforeEach(async () => {
    folder = new SlowFolder();
    pending = new PendingEdits(folder);
    told = 0;
    pending.onDidChange(() => (told += 1));
    await pending.put(edit("mine"));
    told = 0;
  });
  const mine = (): string | undefined => pending.known(place)?.mine;

  for (const [title, read] of [
    ["a reading", () => pending.get(place)],
    ["a reading of all", () => pending.refresh()],
  ] as const) {
    it(`are gone for everybody when they are removed during ${title}`, async () => {
      const release = folder.hold();
      const reading = read();
      await pending.remove(place);
      release();
      await reading;
      assert.deepEqual(pending.all, []);
      assert.equal(told, 1);
    });

    it(`are the newest ones when they are written during ${title}`, async () => {
      const release = folder.hold();
      const reading = read();
      await pending.put(edit("newer"));
      release();
      await reading;
      assert.equal(mine(), "newer");
    });

    it(`are told when ${title} finds that another window has changed or removed them`, async () => {
      const other = new PendingEdits(folder);
      await other.put(edit("theirs"));
      await read();
      assert.deepEqual([mine(), told], ["theirs", 1]);
      await read();
      assert.equal(told, 1);
      await other.remove(place);
      await read();
      assert.deepEqual([mine(), told], [undefined, 2]);
    });
  }

  it("are told to be gone though somebody has looked between the disk and us", async () => {
    const removing = pending.remove(place);
    const looks = Array.from({ length: 20 }, () => pending.get(place));
    await Promise.all([removing, ...looks]);
    assert.deepEqual(pending.all, []);
    assert.equal(told, 1);
  });
});
