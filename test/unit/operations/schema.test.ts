import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Ajv } from "ajv";
import { Client } from "../../../src/client/client.ts";
import { HttpError } from "../../../src/client/errors.ts";
import { operationIds } from "../../../src/client/operations/table.ts";
import type { Dialect } from "../../../src/client/request.ts";
import { callOf, factsOf } from "../../../src/operations/parameters.ts";
import { inEnglish } from "../../../src/base/localizable.ts";
import { createReference } from "../../../src/operations/reference/operationReference.ts";
import { callSchema } from "../../../src/operations/reference/schema.ts";

const reference = createReference(inEnglish);

const schemaFor = (dialect: Dialect) =>
  callSchema(
    operationIds.map((id) => factsOf(id, dialect)),
    {
      title: "t",
      operation: "o",
      parameters: "p",
      headers: "h",
      describe: reference.operationText,
      describeParameter: reference.parameterText,
    },
  );

const clientFor = (dialect: Dialect): Client =>
  new Client({
    baseUrl: "https://forge.example.com",
    dialect,
    transport: () => Promise.reject(new Error("Nothing is sent here.")),
  });

/** Values of every type; for each parameter some are right and some are wrong. */
const samples: readonly unknown[] = [
  "text",
  "a/b",
  "7",
  "",
  7,
  101,
  -1,
  1.5,
  true,
  "true",
  [],
  ["a"],
  {},
  { a: 1 },
  "{}",
  null,
  "2015-04-19T10:00:00Z",
  "tarball",
  "all",
  "asc",
  "success",
  "newest",
  "YQ==",
];

describe("The schema of calls", () => {
  for (const dialect of ["interface", "github"] as const)
    test(`takes what the client takes in the dialect ${dialect}, and marks what the client refuses`, () => {
      // The words of editors, such as enumDescriptions, are unknown to others.
      const isFine = new Ajv({ strict: false, allowUnionTypes: true }).compile(schemaFor(dialect));
      const client = clientFor(dialect);
      const isTaken = (call: unknown): boolean => {
        try {
          const { operation, parameters } = callOf(call, reference.closestOperation);
          client.preview(operation, parameters as never);
          return true;
        } catch (error) {
          assert.ok(HttpError.is(error, "validation"), String(error));
          return false;
        }
      };
      let [right, wrong] = [0, 0];
      for (const operation of operationIds) {
        const { parameters } = factsOf(operation, dialect);
        const valid = Object.fromEntries(
          parameters
            .filter(({ rule }) => rule.required && rule.fill === undefined)
            .map(({ name, rule }) => [name, samples.find((value) => isTakenAs(name, rule.type, value)) ?? "text"]),
        );
        for (const { name } of parameters)
          for (const value of samples) {
            const call = { operation, parameters: { ...valid, [name]: value } };
            const taken = isTaken(call);
            // What the client refuses for its content, such as Base64, the schema need not know.
            if (taken) assert.ok(isFine(call), `${JSON.stringify(call)} ${JSON.stringify(isFine.errors)}`);
            if (taken) right++;
            if (!taken && !isFine(call)) wrong++;
          }
        assert.ok(!isFine({ operation, parameters: { ...valid, unheard: 1 } }), operation);
        const [required] = Object.keys(valid);
        if (required !== undefined) {
          const { [required]: _, ...rest } = valid;
          assert.ok(!isFine({ operation, parameters: rest }), operation);
          assert.ok(!isFine({ operation }), operation);
        }
      }
      assert.ok(right > 1000 && wrong > 1000, `${right} right, ${wrong} wrong`);
    });

  test("knows no other operation and nothing beside it", () => {
    const isFine = new Ajv({ strict: false, allowUnionTypes: true }).compile(schemaFor("github"));
    for (const value of [7, [], {}, { operation: "gists.gone" }, { operation: "gists.getAll", more: 1 }])
      assert.equal(isFine(value), false, JSON.stringify(value));
    assert.equal(isFine({ operation: "gists.getAll" }), true);
  });
});

/** A first value that a required parameter takes. */
const isTakenAs = (name: string, type: string, value: unknown): boolean => {
  if (type === "Boolean") return value === true;
  if (type === "Json") return JSON.stringify(value) === "{}";
  if (name === "archive_format") return value === "tarball";
  if (name === "state") return value === "success";
  if (name === "content") return value === "YQ==";
  return value === "text";
};
