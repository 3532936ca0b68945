import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { KeyedQueue } from "../../../src/base/keyedQueue.ts";
import type { StorageFolder } from "../../../src/base/storageFolder.ts";
import { browserFolder, type Lock, type TabFiles } from "../../../src/storage/browserFolder.ts";

/** As VS Code for the Web: what is stored is one for all tabs, and each has a list of its own. */
class Browser {
  readonly stored = new Map<string, string>();
  readonly #queue = new KeyedQueue();
  readonly lock: Lock = (task) => this.#queue.run("", task);
  readonly #later: () => Promise<void>;

  /** `later` is how long one operation takes. */
  constructor(later = (): Promise<void> => Promise.resolve()) {
    this.#later = later;
  }

  files(): TabFiles {
    const listed = new Set(this.stored.keys());
    const later = this.#later;
    return {
      read: async (name) => {
        await later();
        return this.stored.get(name);
      },
      write: async (name, text) => {
        await later();
        this.stored.set(name, text);
        listed.add(name);
      },
      remove: async (name) => {
        await later();
        this.stored.delete(name);
        listed.delete(name);
      },
      list: () => Promise.resolve([...listed]),
    };
  }

  open(): StorageFolder {
    return browserFolder(this.files(), this.lock);
  }
}

describe("A folder in the storage of a browser", () => {
  it("shows each tab what the others wrote, and not what they removed", async () => {
    const browser = new Browser();
    const [a, b] = [browser.open(), browser.open()];
    assert.deepEqual(await b.list(), []);
    await a.write("a.json", "1");
    assert.deepEqual([await b.list(), await b.read("a.json")], [["a.json"], "1"]);
    await b.remove("a.json");
    assert.deepEqual([await a.list(), await a.read("a.json")], [[], undefined]);
    assert.deepEqual(await browser.open().list(), []);
  });

  it("creates and renames for one of several tabs", async () => {
    const browser = new Browser();
    const tabs = Array.from({ length: 5 }, () => browser.open());
    const created = await Promise.all(tabs.map((tab, index) => tab.create("a.json", String(index))));
    assert.equal(created.filter(Boolean).length, 1);
    assert.equal(await tabs[0]?.read("a.json"), String(created.indexOf(true)));
    const renamed = await Promise.all(tabs.map((tab, index) => tab.rename("a.json", `${index}.json`)));
    assert.equal(renamed.filter(Boolean).length, 1);
    assert.deepEqual(await tabs[4]?.list(), [`${renamed.indexOf(true)}.json`]);
  });

  it("finds its files again when the list of names is lost or damaged", async () => {
    const browser = new Browser();
    await browser.open().write("a.json", "1");
    for (const damage of ["", "{", "7", '{"a.json":1}']) {
      browser.stored.set(".names.json", damage);
      assert.deepEqual(await browser.open().list(), ["a.json"], damage);
    }
    browser.stored.delete(".names.json");
    assert.deepEqual(await browser.open().list(), ["a.json"]);
  });

  it("lists what a tab wrote also when a tab that doesn't share its lock wrote the names at the same time", async () => {
    const browser = new Browser();
    const withoutLock: Lock = (task) => task();
    const tabs = ["a", "b"].map((name) => ({ name, folder: browserFolder(browser.files(), withoutLock) }));
    for (const { folder } of tabs) assert.deepEqual(await folder.list(), []);
    await Promise.all(tabs.map(({ name, folder }) => folder.write(name, name)));
    for (const { name, folder } of tabs) assert.ok((await folder.list()).includes(name), name);
    for (const { folder } of tabs) assert.deepEqual((await folder.list()).toSorted(), ["a", "b"]);
  });

  it("lists what a tab knows when the list of names is lost or damaged while the tab is open", async () => {
    const browser = new Browser();
    const tab = browser.open();
    await tab.write("a.json", "1");
    for (const damage of ["", "{", "7"]) {
      browser.stored.set(".names.json", damage);
      assert.deepEqual(await tab.list(), ["a.json"], damage);
    }
    browser.stored.delete(".names.json");
    await tab.write("b.json", "2");
    assert.deepEqual(await browser.open().list(), ["a.json", "b.json"]);
  });

  it("lists a file by one of its names, though another tab renames it just then", async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 3 }), async (scheduler, renames) => {
        let isOpen = false;
        const browser = new Browser(() => (isOpen ? scheduler.schedule(Promise.resolve()) : Promise.resolve()));
        const [a, b] = [browser.open(), browser.open()];
        await a.write("0.json", "text");
        isOpen = true;
        const rename = async (): Promise<void> => {
          for (let index = 0; index < renames; index++) await a.rename(`${index}.json`, `${index + 1}.json`);
        };
        const [listed] = await scheduler.waitFor(Promise.all([b.list(), rename()]));
        assert.notDeepEqual(listed, []);
      }),
      { numRuns: 300 },
    );
  });

  it("does not list a file that has a name only, as after a crash, and removes the name", async () => {
    const browser = new Browser();
    await browser.open().write("a.json", "1");
    browser.stored.set(".names.json", JSON.stringify(["a.json", "b.json"]));
    assert.deepEqual(await browser.open().list(), ["a.json"]);
    assert.equal(browser.stored.get(".names.json"), '["a.json"]');
  });

  it("has for every tab what a map would have, also after a tab ended in the middle", async () => {
    const names = ["a", "b", "c"] as const;
    const step = fc.record({
      tab: fc.nat(2),
      kind: fc.constantFrom("write", "create", "rename", "remove", "reopen" as const),
      name: fc.constantFrom(...names),
      to: fc.constantFrom(...names),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const browser = new Browser();
        const tabs = [browser.open(), browser.open(), browser.open()];
        const expected = new Map<string, string>();
        for (const [index, { tab, kind, name, to }] of steps.entries()) {
          const folder = tabs[tab] as StorageFolder;
          const text = String(index);
          if (kind === "reopen") tabs[tab] = browser.open();
          if (kind === "write") {
            await folder.write(name, text);
            expected.set(name, text);
          }
          if (kind === "create") {
            assert.equal(await folder.create(name, text), !expected.has(name));
            if (!expected.has(name)) expected.set(name, text);
          }
          if (kind === "rename" && name !== to) {
            const former = expected.get(name);
            assert.equal(await folder.rename(name, to), former !== undefined);
            if (former !== undefined) expected.set(to, former);
            expected.delete(name);
          }
          if (kind === "remove") {
            await folder.remove(name);
            expected.delete(name);
          }
          for (const each of tabs)
            assert.deepEqual((await each.list()).toSorted(), [...expected.keys()].toSorted());
        }
        for (const name of names) assert.equal(await tabs[0]?.read(name), expected.get(name));
      }),
      { numRuns: 200 },
    );
  });
});
