import assert from "node:assert/strict";
import { test } from "node:test";
import { pluralForm, pluralForms } from "../../../src/base/pluralForm.ts";

const files = "{count, plural, one {# file of {0}} other {# files of {0}}}";
const text = (message: string, language: string, count: number, ...args: readonly string[]): string =>
  pluralForm(message, language, { count, shown: count.toLocaleString(language), args });

void test("a plural form › is chosen by the rules of the language", () => {
  const polish = "{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}";
  assert.deepEqual(
    [0, 1, 2].map((count) => text(files, "en", count, "a")),
    ["0 files of a", "1 file of a", "2 files of a"],
  );
  assert.equal(text("{count, plural, one {# fichier} other {# fichiers}}", "fr", 0), "0 fichier");
  assert.equal(text("{count, plural, other {#個のファイル}}", "ja", 1), "1個のファイル");
  assert.deepEqual(
    [1, 3, 5, 22].map((count) => text(polish, "pl", count)),
    ["1 plik", "3 pliki", "5 plików", "22 pliki"],
  );
});

void test("a plural form › of an exact number is preferred", () => {
  const last = "{count, plural, =1 {the only one} other {all #}}";
  assert.deepEqual(
    [1, 21].map((count) => text(last, "ru", count)),
    ["the only one", "all 21"],
  );
});

void test("a plural form › writes the count as the language does, and takes what it inserts as data", () => {
  assert.equal(text(files, "de", 1234, "# {0}"), "1.234 files of # {0}");
  assert.equal(text(files, "en", 2), "2 files of {0}");
});

void test("a plural form › of a text that has none is the text", () => {
  for (const other of ["3 files", "{count, plural, one {# file}}", "{count, plural, one {# file} other {#}"])
    assert.equal(pluralForms(other), undefined);
  assert.equal(text("{0} files", "en", 3, "3"), "3 files");
});
