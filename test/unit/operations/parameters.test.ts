import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Profile } from "../../../src/accounts/profile.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { isWrite, type OperationId, operationIds } from "../../../src/client/operations/table.ts";
import { unavailable } from "../../../src/operations/availability.ts";
import { callOf, factsOf, textOfValue, valueOfText } from "../../../src/operations/parameters.ts";
import { inEnglish } from "../../../src/base/localizable.ts";
import { operationTexts } from "../../../src/operations/reference/descriptions.ts";
import { createReference } from "../../../src/operations/reference/operationReference.ts";
import type { Parameter } from "../../../src/operations/types.ts";
import facts from "../client/data/operations.json" with { type: "json" };

const parameterOf = (operation: (typeof operationIds)[number], name: string): Parameter => {
  const found = factsOf(operation, "github").parameters.find((each) => each.name === name);
  assert.ok(found, `${operation} ${name}`);
  return found;
};

const { closestOperation } = createReference(inEnglish);
const isInvalid = (error: unknown): boolean => HttpError.is(error, "validation");

test("An operation that is mistyped is named with the one that was meant", () => {
  for (const [operation, meant] of [
    ["gists.creat", "gists.create"],
    ["Gists.GetAll", "gists.getAll"],
    ["repos.unstar", "repos.unStar"],
  ] as const)
    assert.throws(() => callOf({ operation }, closestOperation), {
      message: `There is no operation "${operation}". Did you mean ${meant}?`,
    });
});

test("An operation that is no text is named as JSON has it", () => {
  for (const [operation, shown] of [
    [5, "5"],
    [{ a: 1 }, "{…}"],
    ["make me a sandwich", '"make me a sandwich"'],
  ] as const)
    assert.throws(() => callOf({ operation }, closestOperation), { message: `There is no operation ${shown}.` });
});

describe("A typed value", () => {
  test("becomes what the service wants, and is typed again as it was", () => {
    const cases = [
      ["gists.getAll", "per_page", "30", 30],
      ["gists.getAll", "since", "2015-04-19", "2015-04-19T00:00:00Z"],
      ["gists.edit", "files", '{"a.md":null}', { "a.md": null }],
      ["repos.createHook", "events", "push,  fork", ["push", "fork"]],
      ["repos.createHook", "events", '["a, b"]', ["a, b"]],
      ["repos.createDeployment", "required_contexts", "[]", []],
      ["gists.create", "public", "true", true],
      ["gists.get", "id", "aa5a315d61ae9438b18d", "aa5a315d61ae9438b18d"],
      ["repos.getContent", "path", "a b/c#d.md", "a b/c#d.md"],
      ["gists.createComment", "body", "", ""],
    ] as const;
    for (const [operation, name, text, value] of cases) {
      const parameter = parameterOf(operation, name);
      const read = valueOfText(parameter, text);
      assert.deepEqual(read, value, `${operation} ${name}`);
      assert.deepEqual(valueOfText(parameter, textOfValue(read)), value, `${operation} ${name} again`);
    }
  });

  test("is left out when it is empty and not required", () => {
    assert.equal(valueOfText(parameterOf("gists.getAll", "page"), ""), undefined);
    assert.throws(() => valueOfText(parameterOf("gists.get", "id"), ""), isInvalid);
  });

  test("of every wrong kind is refused", () => {
    const cases = [
      ["gists.getAll", "per_page", "many"],
      ["gists.getAll", "per_page", "101"],
      ["gists.getAll", "page", "-1"],
      ["gists.getAll", "page", "1.5"],
      ["gists.getAll", "since", "yesterday"],
      ["gists.getAll", "since", "2015-13-45"],
      ["gists.edit", "files", "{"],
      ["gists.edit", "files", "7"],
      ["repos.createHook", "events", "[1"],
      ["repos.createHook", "events", '[1, "]'],
      ["gists.create", "public", "perhaps"],
      ["repos.getAll", "type", "mine"],
      ["repos.createFile", "content", "no base64!"],
      ["repos.getContent", "path", "../secret"],
      ["repos.getContent", "path", "a/./b"],
      ["gists.get", "id", ".."],
    ] as const;
    for (const [operation, name, text] of cases)
      assert.throws(
        () => valueOfText(parameterOf(operation, name), text),
        isInvalid,
        `${operation} ${name} ${text}`,
      );
  });
});

describe("A call in JSON", () => {
  test("is an operation with parameters", () => {
    assert.deepEqual(callOf({ operation: "gists.getAll" }, closestOperation), {
      operation: "gists.getAll",
      parameters: {},
    });
    const call = { operation: "gists.get", parameters: { id: "1" } };
    assert.deepEqual(callOf({ ...call, $schema: "x" }, closestOperation), call);
  });

  test("that is anything else is refused", () => {
    for (const value of [
      undefined,
      null,
      7,
      "gists.get",
      [],
      {},
      { operation: 7 },
      { operation: "gists.toString" },
      { operation: "constructor" },
      { operation: ["gists.get"] },
      { operation: "gists.getAll", parameters: [] },
      { operation: "gists.getAll", parameters: "all" },
      { operation: "gists.getAll", parameters: null },
      { operation: "gists.getAll", params: {} },
    ])
      assert.throws(() => callOf(value, closestOperation), isInvalid, JSON.stringify(value));
  });
});

describe("The facts of operations", () => {
  test("describe each of them and each of their parameters", () => {
    const { operationText, parameterText } = createReference(inEnglish);
    assert.deepEqual(Object.keys(operationTexts).toSorted(), [...operationIds].toSorted());
    for (const dialect of ["interface", "github"] as const)
      for (const id of operationIds)
        for (const { name } of factsOf(id, dialect).parameters)
          assert.match(
            parameterText(id, name),
            /[.}…]$/,
            `${id}: src/operations/reference/descriptions.ts has no sentence for the parameter ${name}`,
          );
    for (const id of operationIds)
      assert.match(operationText(id), /^[A-Z].+\.$/s, `${id}: its text is not a sentence`);
  });

  test("are those of the server's routes", () => {
    assert.equal(factsOf("gists.fork", "interface").route, "POST /gists/:id/fork");
    assert.equal(factsOf("gists.fork", "github").route, "POST /gists/:id/forks");
    const names = (dialect: "interface" | "github") =>
      factsOf("repos.getBranch", dialect).parameters.map(({ name }) => name);
    assert.deepEqual(names("interface"), ["user", "repo", "branch", "page", "per_page"]);
    assert.deepEqual(names("github"), ["user", "repo", "branch"]);
  });

  test("distinguish writes from reads", () => {
    assert.deepEqual(
      ["gists.get", "gists.star", "repos.delete"].map((id) => isWrite(id as never)),
      [false, true, true],
    );
    for (const { id, method } of facts) assert.equal(isWrite(id as OperationId), method !== "GET", id);
  });
});

describe("What a server does not have", () => {
  const profile = (kind: Profile["kind"], more: Partial<Profile> = {}): Profile => {
    const at = { kind, baseUrl: "https://api.example.com", login: "mia" };
    return { ...at, id: "mia-at-api-example-com", dialect: "github", credential: "token", ...more };
  };

  test("is reported, and refused only where it is certain", () => {
    assert.deepEqual(unavailable("authorization.getAll", profile("github")), { kind: "gone", isFinal: true });
    assert.deepEqual(unavailable("repos.getDownloads", profile("github")), { kind: "gone", isFinal: true });
    assert.deepEqual(unavailable("repos.getDownloads", profile("enterprise")), { kind: "old", isFinal: false });
    const without = { missing: { authorizations: 404, publicGists: 403, starredGists: 410 } };
    assert.deepEqual(unavailable("authorization.create", profile("enterprise", without)), {
      kind: "missing",
      code: 404,
      isFinal: false,
    });
    assert.deepEqual(unavailable("gists.public", profile("other", without))?.code, 403);
    assert.deepEqual(unavailable("gists.starred", profile("other", without))?.code, 410);
    for (const id of operationIds) assert.equal(unavailable(id, profile("sandbox")), undefined, id);
    assert.equal(unavailable("gists.getAll", profile("github", without)), undefined);
  });
});
