import { type Localizable, localizable } from "../base/localizable.ts";
import { invalid } from "../client/errors.ts";
import { type OperationId, operationIds, operationOf } from "../client/operations/table.ts";
import { type Dialect, operationParams } from "../client/request.ts";
import { shownValue, validate, valueText } from "../client/validate.ts";
import type { OperationCall, OperationFacts, Parameter } from "./types.ts";

export const isOperation = (value: unknown): value is OperationId =>
  (operationIds as readonly unknown[]).includes(value);

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const unknownText = (operation: unknown, meant: string | undefined): Localizable =>
  meant === undefined
    ? localizable("There is no operation {0}.", shownValue(operation))
    : localizable("There is no operation {0}. Did you mean {1}?", shownValue(operation), meant);

/** The operation that a mistyped name was probably meant for. */
export type ClosestOperation = (typed: string) => OperationId | undefined;

/** What is read from JSON as a call. Throws HttpError `validation`. */
export const callOf = (value: unknown, closest: ClosestOperation): OperationCall => {
  if (!isRecord(value)) throw invalid(localizable("A call is an object with operation and parameters."));
  const { operation, parameters = {}, ...rest } = value;
  if (!isOperation(operation))
    throw invalid(
      operation === undefined
        ? localizable("The operation is missing, such as gists.getAll.")
        : unknownText(operation, typeof operation === "string" ? closest(operation) : undefined),
    );
  if (!isRecord(parameters)) throw invalid(localizable("The parameters must be an object."));
  const [unknown] = Object.keys(rest).filter((key) => key !== "$schema");
  if (unknown !== undefined)
    throw invalid(localizable("A call has operation and parameters, and no {0}.", unknown));
  return { operation, parameters };
};

/** Where a route stands in this dialect, and what it takes; without what the server would not get. */
export const factsOf = (operation: OperationId, dialect: Dialect): OperationFacts => {
  const row = operationOf(operation);
  const today = dialect === "github" ? row.today : undefined;
  const places = operationParams(row, dialect);
  const parameters = (["path", "query", "body"] as const).flatMap((place) =>
    Object.entries(places[place])
      .filter(([name]) => !today?.drop?.includes(name) || places[place][name]?.required)
      .map(([name, rule]): Parameter => ({ name, place, rule })),
  );
  return { operation, route: today?.route ?? row.route, parameters };
};

/** Those that want username and password. */
export const wantsPassword = (operation: OperationId): boolean => operation.startsWith("authorization.");

const listOf = (name: string, text: string): unknown => {
  if (!text.trimStart().startsWith("["))
    return text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(localizable("Parameter {0} is not valid JSON.", name), cause);
  }
};

/** The value that a typed text stands for; undefined leaves the parameter out. Throws HttpError `validation`. */
export const valueOfText = ({ name, place, rule }: Parameter, text: string): unknown => {
  if (text === "" && !rule.required) return undefined;
  if (text === "" && place === "path") throw invalid(localizable("Parameter {0} is required.", name));
  const value = validate(name, rule, rule.type === "Array" ? listOf(name, text) : text);
  if (
    place === "path" &&
    typeof value === "string" &&
    value.split("/").some((part) => part === "." || part === "..")
  )
    throw invalid(localizable("Parameter {0} must not contain . or .. as a path part.", name));
  return value;
};

/** A value as it is typed. */
export const textOfValue = (value: unknown): string => {
  if (value === undefined) return "";
  if (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => typeof item === "string" && /^[^,[\s][^,]*$/.test(item))
  )
    return value.join(", ");
  return valueText(value as string | number | boolean | object);
};
