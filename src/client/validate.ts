import { isBase64 } from "../base/bytes.ts";
import { HttpError, invalid } from "./errors.ts";
import type { Param, Params } from "./params.ts";

/** A parameter value in the form that a JSON body takes. */
export type Value = string | number | boolean | object;

/** A value as it stands in a path or query. */
export const valueText = (value: Value): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

const show = (value: unknown): string => {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

const fail = (name: string, what: string): HttpError => invalid(`Parameter ${name} ${what}.`);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const toJson = (name: string, given: unknown): object => {
  let value = given;
  if (typeof given === "string") {
    try {
      value = JSON.parse(given);
    } catch (cause) {
      throw new HttpError("validation", 400, `Parameter ${name} is not valid JSON.`, { cause });
    }
  }
  if (!isObject(value)) throw fail(name, `must be an object, not ${show(value)}`);
  return value;
};

const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** `YYYY-MM-DDTHH:MM:SSZ`, as interface 4.2 wants it. */
const toDate = (name: string, given: unknown): string => {
  const date =
    given instanceof Date ? given : typeof given === "string" && iso.test(given) ? new Date(given) : undefined;
  if (!date || Number.isNaN(date.getTime()))
    throw fail(name, `must be a date such as 2015-04-19T10:00:00Z, not ${show(given)}`);
  return `${date.toISOString().slice(0, 19)}Z`;
};

const toNumber = (name: string, given: unknown): number => {
  const value =
    typeof given === "number"
      ? given
      : typeof given === "string" && /^-?\d+(\.\d+)?$/.test(given)
        ? Number(given)
        : Number.NaN;
  if (!Number.isFinite(value)) throw fail(name, `must be a number, not ${show(given)}`);
  return value;
};

const toBoolean = (name: string, given: unknown): boolean => {
  if (given === true || given === "true" || given === 1) return true;
  if (given === false || given === "false" || given === 0) return false;
  throw fail(name, `must be true or false, not ${show(given)}`);
};

const toText = (name: string, given: unknown): string => {
  if (typeof given === "string") return given;
  if (typeof given === "number" && Number.isFinite(given)) return String(given);
  throw fail(name, `must be text, not ${given === null ? "null" : typeof given}`);
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
      if (!Array.isArray(given)) throw fail(name, `must be a list, not ${show(given)}`);
      return given;
    case "Date":
      return toDate(name, given);
  }
};

/** The value to send, or undefined when the parameter is absent. Absent is not empty: "" is a value. */
export const validate = (name: string, param: Param, given: unknown): Value | undefined => {
  if (given === undefined) {
    if (param.fill !== undefined) return param.fill;
    if (param.required) throw fail(name, "is required");
    return undefined;
  }
  const value = convert(name, param, given);
  if (param.pattern && !param.pattern.test(valueText(value)))
    throw fail(name, `has an invalid value: ${show(given)}`);
  if (param.allowed && !param.allowed.includes(valueText(value)))
    throw fail(name, `must be one of ${param.allowed.join(", ")}, not ${show(given)}`);
  if (param.maximum !== undefined && Number(value) > param.maximum)
    throw fail(name, `must be at most ${param.maximum}`);
  if (param.base64 && !isBase64(valueText(value).replace(/\s+/g, ""))) throw fail(name, "must be Base64");
  return value;
};

/** Interface 1.1.3: a key that the operation does not have is a mistake of the caller. */
export const refuseUnknown = (msg: Readonly<Record<string, unknown>>, known: readonly Params[]): void => {
  const names = known.flatMap(Object.keys);
  const unknown = Object.keys(msg).filter((key) => key !== "headers" && !names.includes(key));
  if (unknown.length > 0) {
    const list = names.length > 0 ? names.join(", ") : "none";
    throw invalid(`Unknown parameter ${unknown.join(", ")}. The operation's parameters are: ${list}.`);
  }
};
