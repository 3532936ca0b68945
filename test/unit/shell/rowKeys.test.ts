import assert from "node:assert/strict";
import { test } from "node:test";
import { row, rowWithout, withPages } from "../../../src/contributions/when.ts";
import { views } from "../../../src/manifestNames.ts";
import { isForRow } from "../../../src/shell/rowMenu.ts";

test("isForRow › says which rows a menu entry is for", () => {
  const mine = row(views.gists, "gist", "mine");
  assert.deepEqual(
    ["gist;mine", "gist;mine;single", "gist;foreign", "gistFile;mine", "gist", ""].map((value) =>
      isForRow(mine, value),
    ),
    [true, true, false, false, false, false],
  );
  const both = row(views.repos, "repoFile|repoFolder", "branch");
  assert.deepEqual(
    ["repoFile;branch", "repoFolder;branch;own", "repoFile", "repoLink;branch"].map((value) =>
      isForRow(both, value),
    ),
    [true, true, false, false],
  );
});

test("isForRow › leaves out rows with a flag, and takes rows of any kind without one", () => {
  const other = rowWithout(views.accounts, "account", "active");
  assert.deepEqual(
    ["account", "account;active", "account;other"].map((value) => isForRow(other, value)),
    [true, false, true],
  );
  assert.equal(isForRow(`view == ${views.gists}`, "gist"), true);
});

test("isForRow › takes rows that are selected with others, unless the entry is for one only", () => {
  const forOne = `${row(views.gists, "gist")} && !listMultiSelection`;
  assert.deepEqual([isForRow(forOne, "gist"), isForRow(forOne, "gist", true)], [true, false]);
  assert.equal(isForRow(row(views.gists, "gist"), "gist", true), true);
});

test("isForRow › takes rows whose entry is hidden by a key: the command says why it can do nothing", () => {
  const clause = `${row(views.gists, "gist")} && ${withPages}`;
  assert.deepEqual([isForRow(clause, "gist"), isForRow(clause, "gistFile")], [true, false]);
});

test("isForRow › doesn't take a row when the clause asks for more than the row's kind", () => {
  assert.equal(isForRow(`${row(views.gists, "gist")} && forgeside.signedIn`, "gist"), false);
});
