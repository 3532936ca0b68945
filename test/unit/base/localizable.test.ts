import assert from "node:assert/strict";
import { test } from "node:test";
import { inEnglish, localizable, localizablePlural } from "../../../src/base/localizable.ts";

test("a localizable text › has its values in their places in English", () => {
  assert.equal(inEnglish(localizable("{1} of {0}, {1}", "a", 2)), "2 of a, 2");
});

test("a localizable text › takes no placeholder or pattern of a value for its own", () => {
  assert.equal(inEnglish(localizable("{0} and {1}", "{1}", "$&")), "{1} and $&");
  assert.equal(inEnglish(localizable("{0} {2}", "a")), "a {2}");
});

test("a localizable text › has the form of its count in English", () => {
  const bytes = (count: number): string =>
    inEnglish(localizablePlural("{count, plural, one {# byte of {0}} other {# bytes of {0}}}", count, "{1}#"));
  assert.deepEqual([0, 1, 2000].map(bytes), ["0 bytes of {1}#", "1 byte of {1}#", "2000 bytes of {1}#"]);
});
