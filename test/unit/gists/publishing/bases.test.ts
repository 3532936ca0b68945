import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { MemoryFolder } from "../../../support/memoryFolder.ts";
import { Bases } from "../../../../src/gists/publishing/bases.ts";

const place = { accountId: "a", gistId: "g", fileName: "f.txt" };
const same = (text: string) => ({ text, base: text });

describe("What a save is merged on top of", () => {
  let bases: Bases;
  beforeEach(() => {
    bases = new Bases(new MemoryFolder(), false);
  });

  test("is what was read while no editor was open", () => {
    assert.equal(bases.of(place), undefined);
    bases.read(place, same("one"), false);
    bases.read(place, same("two"), false);
    assert.equal(bases.of(place), "two");
  });

  test("is not what others read while an editor shows something else", () => {
    bases.read(place, same("one"), false);
    bases.shown(place, "one");
    bases.read(place, same("two"), true);
    assert.equal(bases.of(place), "one");
    bases.shown(place, "two");
    assert.equal(bases.of(place), "two");
  });

  test("is what the editor shows, though others read before it was open", () => {
    bases.read(place, same("one"), false);
    bases.read(place, same("two"), false);
    bases.shown(place, "one");
    assert.equal(bases.of(place), "one");
  });

  test("is found though editors change line ends and drop the byte order mark", () => {
    bases.read(place, same("\uFEFFone\r\ntwo\n"), true);
    bases.shown(place, "one\r\ntwo\r\n");
    assert.equal(bases.of(place), "\uFEFFone\r\ntwo\n");
  });

  test("is the base of a kept edit until that is published", () => {
    bases.read(place, { text: "mine", base: "old" }, false);
    assert.equal(bases.of(place), "old");
    bases.set(place, "mine");
    bases.shown(place, "mine");
    assert.equal(bases.of(place), "mine");
  });

  test("is not an older one whose text the user types again", () => {
    bases.read(place, same("one"), false);
    bases.shown(place, "one");
    bases.read(place, { text: "two", base: "one", edit: "e" }, true);
    bases.shown(place, "two");
    // VS Code reports each change before it calls the document unsaved, and others read in between.
    bases.shown(place, "one");
    bases.shown(place, "one", false);
    bases.typed(place);
    assert.deepEqual([bases.of(place), bases.editOf(place), bases.shownOf(place)?.text], ["one", "e", "two"]);
    bases.typed(place);
    assert.equal(bases.editOf(place), "e");
  });

  test("stays known for an open file, whatever is read then, and when its text is typed as it is", () => {
    bases.read(place, same("one"), false);
    bases.shown(place, "one");
    for (let n = 0; n < 60; n += 1) bases.read({ ...place, fileName: `${n}` }, same("other"), false);
    assert.deepEqual([bases.of(place), bases.shownOf(place)?.text], ["one", "one"]);
    bases.read(place, same("two"), true);
    bases.shown(place, "two");
    bases.shown(place, "two");
    bases.typed(place);
    assert.equal(bases.of(place), "two");
  });

  test("is what was stored last, also when that text is shown as it was typed", () => {
    bases.read(place, same("one"), false);
    bases.shown(place, "one");
    bases.read(place, { text: "two", base: "one", edit: "e" }, true);
    bases.shown(place, "two");
    const edit = {
      id: "f",
      place,
      state: "unpublished",
      base: "one",
      mine: "three",
      since: 1,
      changed: 1,
    } as const;
    bases.setEdit(place, edit);
    bases.shown(place, "three");
    bases.typed(place);
    assert.equal(bases.editOf(place), "f");
  });

  test("is unchanged by a text that was not read", () => {
    bases.read(place, same("one"), false);
    bases.shown(place, "typed");
    assert.equal(bases.of(place), "one");
    bases.forget(place);
    bases.shown(place, "one");
    assert.equal(bases.of(place), undefined);
  });

  test("is what was stored before a reload, though others read the file before its editor was there again", async () => {
    const folder = new MemoryFolder();
    const before = new Bases(folder, false);
    before.read(place, same("one"), false);
    before.shown(place, "one");
    await before.unsaved(place);
    const after = new Bases(folder, false);
    after.read(place, same("two"), false);
    after.shown(place, "one, typed");
    await Promise.all([after.unsaved(place), after.unsaved(place)]);
    assert.equal(after.of(place), "one");
  });
});
