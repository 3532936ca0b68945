import { type OperationId, operationOf } from "../../src/client/operations/table.ts";
import type { Param, Params } from "../../src/client/params.ts";
import { type Dialect, operationParams } from "../../src/client/request.ts";

const sampleOf = (name: string, param: Param): unknown => {
  if (param.allowed) return param.allowed[0];
  switch (param.type) {
    case "Number":
      return 1;
    case "Boolean":
      return true;
    case "Array":
      return ["x"];
    case "Json":
      return { a: { content: "x" } };
    case "Date":
      return "2026-01-01T00:00:00Z";
    case "String":
      return param.base64 ? "YQ==" : name;
  }
};

/** The least that the operation must be given. */
export const messageOf = (id: OperationId, dialect: Dialect): Record<string, unknown> => {
  const required = (params: Params): [string, unknown][] =>
    Object.entries(params)
      .filter(([, param]) => param.required)
      .map(([name, param]) => [name, sampleOf(name, param)]);
  return Object.fromEntries(Object.values(operationParams(operationOf(id), dialect)).flatMap(required));
};
