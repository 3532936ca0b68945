import type { OperationId } from "../../client/operations/table.ts";
import type { Param } from "../../client/params.ts";
import type { OperationFacts, Parameter } from "../types.ts";

/** Gives the texts of a language. */
export interface SchemaTexts {
  readonly title: string;
  readonly operation: string;
  readonly parameters: string;
  readonly headers: string;
  describe(operation: OperationId): string;
  describeParameter(operation: OperationId, name: string): string;
}

type Schema = Readonly<Record<string, unknown>>;

const isoDate = "^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})?)?$";

const ofType = ({ type, pattern, allowed, maximum }: Param): Schema => {
  switch (type) {
    case "String":
      return allowed
        ? { enum: allowed }
        : { type: ["string", "number"], ...(pattern ? { pattern: pattern.source } : {}) };
    case "Number":
      return {
        anyOf: [
          { type: "number", ...(maximum === undefined ? {} : { maximum }), ...(pattern ? { minimum: 0 } : {}) },
          { type: "string", pattern: pattern?.source ?? "^-?\\d+(\\.\\d+)?$" },
        ],
      };
    case "Boolean":
      return { enum: [true, false, "true", "false", 1, 0] };
    case "Json":
      return { type: ["object", "array", "string"] };
    case "Array":
      return { type: "array" };
    case "Date":
      return { type: "string", pattern: isoDate };
  }
};

/** A part of the path that need not be there may be empty. */
const ofParameter = ({ place, rule }: Parameter): Schema =>
  place === "path" && !rule.required ? { anyOf: [ofType(rule), { enum: ["", null] }] } : ofType(rule);

const exampleOf = ({ type, allowed }: Param): unknown => {
  switch (type) {
    case "String":
      return allowed?.[0] ?? "";
    case "Number":
      return 1;
    case "Boolean":
      return true;
    case "Json":
      return {};
    case "Array":
      return [];
    case "Date":
      return "2015-04-19T10:00:00Z";
  }
};

const parametersSchema = ({ operation, parameters }: OperationFacts, texts: SchemaTexts): Schema => ({
  type: "object",
  additionalProperties: false,
  required: parameters.filter(({ rule }) => rule.required && rule.fill === undefined).map(({ name }) => name),
  properties: {
    ...Object.fromEntries(
      parameters.map((parameter) => [
        parameter.name,
        {
          ...ofParameter(parameter),
          default: exampleOf(parameter.rule),
          description: texts.describeParameter(operation, parameter.name),
        },
      ]),
    ),
    headers: {
      type: "object",
      description: texts.headers,
      additionalProperties: false,
      properties: Object.fromEntries(
        ["If-Modified-Since", "If-None-Match", "User-Agent", "Accept"].map((name) => [name, { type: "string" }]),
      ),
    },
  },
});

/** The JSON schema of a call, for all operations: which parameters there are depends on the operation. */
export const callSchema = (all: readonly OperationFacts[], texts: SchemaTexts): Schema => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  title: texts.title,
  type: "object",
  additionalProperties: false,
  required: ["operation"],
  properties: {
    operation: {
      description: texts.operation,
      enum: all.map(({ operation }) => operation),
      enumDescriptions: all.map(({ operation, route }) => `${route}\n${texts.describe(operation)}`),
    },
    parameters: { type: "object", description: texts.parameters },
  },
  allOf: all.map((facts) => ({
    if: { required: ["operation"], properties: { operation: { const: facts.operation } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON schema
    then: {
      properties: { parameters: parametersSchema(facts, texts) },
      ...(facts.parameters.some(({ rule }) => rule.required && rule.fill === undefined)
        ? { required: ["parameters"] }
        : {}),
    },
  })),
});
