import assert from "node:assert/strict";
import { test } from "node:test";
import type { Operation } from "../../../src/client/operation.ts";
import { operationIds, operationOf } from "../../../src/client/operations/table.ts";
import { opt, type Params, req } from "../../../src/client/params.ts";
import facts from "./data/operations.json" with { type: "json" };

interface ParamFact {
  readonly type: string;
  readonly required: boolean;
  readonly in: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly maximum?: number;
}

/** Where the table differs from the facts on purpose. */
const deviations: Readonly<Record<string, Partial<ParamFact>>> = {
  // The service takes an edit of the description alone.
  "gists.edit files": { required: false },
  // Required with a default is filled rather than refused.
  "repos.createDeployment task": { required: false },
  // The interface document: rejected when it has no slash.
  "repos.getArchiveLink ref": { pattern: "\\/" },
};
/** List parameters that the interface document does not name and every server takes. */
const extensions: Readonly<Record<string, readonly string[]>> = {
  "gists.public": ["page", "per_page"],
  "gists.starred": ["page", "per_page"],
  "gists.getComments": ["page", "per_page"],
};

/** Parameters that the interface document does not name and servers take today. */
const laterParams: Readonly<Record<string, Readonly<Record<string, ParamFact>>>> = {
  "repos.createKey": { read_only: { type: "Boolean", required: false, in: "body" } },
};

const pathParams = (row: Operation): Params =>
  Object.fromEntries(
    [...row.route.matchAll(/:([a-z_]+)/g)].map(([, name = ""]) => [name, row.path?.[name] ?? req("String")]),
  );

const described = (row: Operation): Record<string, unknown> => {
  const places = { path: pathParams(row), query: row.query ?? {}, body: row.body ?? {} };
  return Object.fromEntries(
    Object.entries(places).flatMap(([place, params]) =>
      Object.entries(params).map(([name, param]) => [
        name,
        {
          type: param.type,
          required: param.required,
          in: place,
          pattern: param.pattern?.source ?? null,
          allowed: param.allowed?.join() ?? null,
          maximum: param.maximum ?? null,
        },
      ]),
    ),
  );
};

const expected = (id: string, params: Readonly<Record<string, ParamFact>>): Record<string, unknown> => {
  const extra = Object.fromEntries(
    (extensions[id] ?? []).map((name) => [
      name,
      {
        type: "Number",
        required: false,
        in: "query",
        pattern: "^[0-9]+$",
        ...(name === "per_page" ? { maximum: 100 } : {}),
      },
    ]),
  );
  return Object.fromEntries(
    Object.entries({ ...params, ...extra, ...laterParams[id] }).map(([name, fact]) => {
      const known: ParamFact = { ...fact, ...deviations[`${id} ${name}`] };
      return [
        name,
        {
          type: known.type,
          required: known.required,
          in: known.in,
          pattern: known.enum ? null : (known.pattern ?? null),
          allowed: known.enum?.join() ?? null,
          maximum: known.maximum ?? null,
        },
      ];
    }),
  );
};

/** The interface is fixed: this is its number of operations (spec 1.0). */
const interfaceSize = 108;

test("the table has all operations of the interface, and of others only those that say so", () => {
  assert.equal(facts.length, interfaceSize);
  const known = new Set(facts.map(({ id }) => id));
  assert.deepEqual(
    operationIds.filter((id) => !known.has(id)),
    operationIds.filter((id) => operationOf(id).isNewer),
  );
  assert.deepEqual(
    [...known].filter((id) => !new Set<string>(operationIds).has(id)),
    [],
  );
});

for (const fact of facts) {
  test(`${fact.id} agrees with the facts in route and parameters`, () => {
    const row = operationOf(fact.id as (typeof operationIds)[number]);
    assert.equal(row.route, `${fact.method} ${fact.path}`);
    assert.deepEqual(described(row), expected(fact.id, fact.params as unknown as Record<string, ParamFact>));
    assert.equal(row.today?.removed ?? false, fact.today.status === "removed");
    assert.equal(row.today?.route !== undefined, ["moved", "deprecated"].includes(fact.today.status));
  });
}

test("the operations that today's service no longer has are these nine", () => {
  const removed = operationIds.filter((id) => operationOf(id).today?.removed);
  assert.deepEqual(removed, [
    "authorization.getAll",
    "authorization.get",
    "authorization.create",
    "authorization.update",
    "authorization.delete",
    "repos.getDownloads",
    "repos.getDownload",
    "repos.deleteDownload",
    "repos.updateKey",
  ]);
});

test("an unknown operation id is refused", () => {
  assert.throws(() => operationOf("gists.toString" as "gists.get"), TypeError);
  assert.throws(() => operationOf("nothing.get" as "gists.get"), TypeError);
});

test("parameters know whether they are required", () => {
  assert.equal(opt("String").required, false);
  assert.equal(req("String").required, true);
});
