import { isBase64 } from "../base/bytes.ts";
import { localizable } from "../base/localizable.ts";
import { invalid } from "./errors.ts";
import type { Param, Params } from "./params.ts";

/** A parameter value in the form that a JSON body takes. */
export type Value = string | number | boolean | object;

/** A value as it stands in a path or query. */
export const valueText = (value: Value): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A wrong value for people of any language: as JSON has it, without what is in a list or an object. */
export const shownValue = (value: unknown): string => {
  if (typeof value === "string") return JSON.stringify(value.length > 57 ? `${value.slice(0, 56)}…` : value);
  return Array.isArray(value) ? "[…]" : isObject(value) ? "{…}" : String(value);
};

const toJson = (name: string, given: unknown): object => {
  let value = given;
  if (typeof given === "string") {
    try {
      value = JSON.parse(given);
    } catch (cause) {
      throw invalid(localizable("Parameter {0} is not valid JSON.", name), cause);
    }
  }
  if (!isObject(value))
    throw invalid(localizable("Parameter {0} must be an object, not {1}.", name, shownValue(value)));
  return value;
};

const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** `YYYY-MM-DDTHH:MM:SSZ`, as interface 4.2 wants it. */
const toDate = (name: string, given: unknown): string => {
  const date =
    given instanceof Date ? given : typeof given === "string" && iso.test(given) ? new Date(given) : undefined;
  if (!date || Number.isNaN(date.getTime()))
    throw invalid(
      localizable("Parameter {0} must be a date such as 2015-04-19T10:00:00Z, not {1}.", name, shownValue(given)),
    );
  return `${date.toISOString().slice(0, 19)}Z`;
};

const toNumber = (name: string, given: unknown): number => {
  const value =
    typeof given === "number"
      ? given
      : typeof given === "string" && /^-?\d+(\.\d+)?$/.test(given)
        ? Number(given)
        : Number.NaN;
  if (!Number.isFinite(value))
    throw invalid(localizable("Parameter {0} must be a number, not {1}.", name, shownValue(given)));
  return value;
};

const toBoolean = (name: string, given: unknown): boolean => {
  if (given === true || given === "true" || given === 1) return true;
  if (given === false || given === "false" || given === 0) return false;
  throw invalid(localizable("Parameter {0} must be true or false, not {1}.", name, shownValue(given)));
};

const toText = (name: string, given: unknown): string => {
  if (typeof given === "string") return given;
  if (typeof given === "number" && Number.isFinite(given)) return String(given);
  throw invalid(localizable("Parameter {0} must be text, not {1}.", name, shownValue(given)));
};

const convert = (name: string, param: Param, given: unknown): Value => {
  switch (param.type) {
    case "String":
      return toText(name, given);
    case "Number":
      return toNumber(name, given);
    case "Boolean":
      return toBoolean(name, given);
    case "Json":
      return toJson(name, given);
    case "Array":
      if (!Array.isArray(given))
        throw invalid(localizable("Parameter {0} must be a list, not {1}.", name, shownValue(given)));
      return given;
    case "Date":
      return toDate(name, given);
  }
};

/** The value to send, or undefined when the parameter is absent. Absent is not empty: "" is a value. */
export const validate = (name: string, param: Param, given: unknown): Value | undefined => {
  if (given === undefined) {
    if (param.fill !== undefined) return param.fill;
    if (param.required) throw invalid(localizable("Parameter {0} is required.", name));
    return undefined;
  }
  const value = convert(name, param, given);
  if (param.pattern && !param.pattern.test(valueText(value)))
    throw invalid(localizable("Parameter {0} has an invalid value: {1}.", name, shownValue(given)));
  if (param.allowed && !param.allowed.includes(valueText(value)))
    throw invalid(
      localizable("Parameter {0} must be one of {1}, not {2}.", name, param.allowed.join(", "), shownValue(given)),
    );
  if (param.maximum !== undefined && Number(value) > param.maximum)
    throw invalid(localizable("Parameter {0} must be at most {1}.", name, param.maximum));
  if (param.base64 && !isBase64(valueText(value).replace(/\s+/g, "")))
    throw invalid(localizable("Parameter {0} must be Base64.", name));
  return value;
};

/** Interface 1.1.3: a key that the operation does not have is a mistake of the caller. */
export const refuseUnknown = (msg: Readonly<Record<string, unknown>>, known: readonly Params[]): void => {
  const names = known.flatMap(Object.keys);
  const unknown = Object.keys(msg).filter((key) => key !== "headers" && !names.includes(key));
  if (unknown.length > 0) {
    const given = unknown.join(", ");
    throw invalid(
      names.length === 0
        ? localizable("Unknown parameter {0}. The operation has no parameters.", given)
        : localizable("Unknown parameter {0}. The operation's parameters are: {1}.", given, names.join(", ")),
    );
  }
};
