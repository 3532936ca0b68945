import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { opt } from "../../../src/client/params.ts";
import { refuseUnknown, validate } from "../../../src/client/validate.ts";

/** People of any language read them: what is inserted is no English word. */
describe("What a wrong parameter is refused with", () => {
  const cases = [
    ["String", { password: "x" }, "Parameter p must be text, not {…}."],
    ["String", true, "Parameter p must be text, not true."],
    ["Number", [1], "Parameter p must be a number, not […]."],
    ["Number", null, "Parameter p must be a number, not null."],
    ["Json", '"text"', 'Parameter p must be an object, not "text".'],
    ["Array", 5, "Parameter p must be a list, not 5."],
    ["Boolean", "x".repeat(80), `Parameter p must be true or false, not "${"x".repeat(56)}…".`],
  ] as const;
  for (const [type, given, message] of cases)
    test(`says what was given, without what is in a list or an object: ${message}`, () => {
      assert.throws(() => validate("p", opt(type), given), { message });
    });

  test("names the operation's parameters, or says that it has none", () => {
    assert.throws(() => refuseUnknown({ q: 1 }, [{ id: opt("String"), page: opt("Number") }]), {
      message: "Unknown parameter q. The operation's parameters are: id, page.",
    });
    assert.throws(() => refuseUnknown({ q: 1 }, []), {
      message: "Unknown parameter q. The operation has no parameters.",
    });
  });
});
