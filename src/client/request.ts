import { localizable } from "../base/localizable.ts";
import { invalid } from "./errors.ts";
import type { Method, Operation, Route } from "./operation.ts";
import { type Params, req } from "./params.ts";
import { refuseUnknown, validate, type Value, valueText } from "./validate.ts";

/** `interface`: the routes of the interface document. `github`: those of today's service. */
export type Dialect = "interface" | "github";

/** A request without what the client adds: origin, credentials, default headers. */
export interface RequestParts {
  readonly method: Method;
  /** Path and query, beginning with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const allowedHeaders = ["if-modified-since", "if-none-match", "cookie", "user-agent", "accept", "x-service-otp"];

/** Lower-case names. Throws HttpError `validation` for a header outside interface 1.1.2. */
export const checkHeaders = (given: unknown): Record<string, string> => {
  if (given === undefined) return {};
  if (typeof given !== "object" || given === null) throw invalid(localizable("headers must be an object."));
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const key = name.toLowerCase();
    if (!allowedHeaders.includes(key))
      throw invalid(localizable("The header {0} can't be set. Allowed: {1}.", name, allowedHeaders.join(", ")));
    // Anything else cannot stand in a header line; the value may be secret, so it is not shown.
    if (typeof value !== "string" || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw invalid(localizable("The header {0} has an invalid value.", name));
    headers[key] = value;
  }
  return headers;
};

const encode = (name: string, value: string): string => {
  try {
    return encodeURIComponent(value);
  } catch {
    throw invalid(localizable("Parameter {0} is not valid Unicode text.", name));
  }
};

const encodePath = (name: string, value: string): string => {
  if (value.split("/").some((part) => part === "." || part === ".."))
    throw invalid(localizable("Parameter {0} must not contain . or .. as a path part.", name));
  return encode(name, value);
};

const placeholder = /:([a-z_]+)/g;

const pathParams = (route: Route, given: Params | undefined): Params => {
  const names = [...route.matchAll(placeholder)].map((match) => match[1] ?? "");
  return Object.fromEntries(names.map((name) => [name, given?.[name] ?? req("String")]));
};

const fillPath = (template: string, params: Params, msg: Readonly<Record<string, unknown>>): string => {
  const fill = (name: string): string => {
    const param = params[name] ?? req("String");
    const given = msg[name] ?? undefined;
    const text = given === "" && !param.required ? undefined : validate(name, param, given);
    if (text === "") throw invalid(localizable("Parameter {0} is required.", name));
    return text === undefined ? "" : encodePath(name, valueText(text));
  };
  return template
    .split("/")
    .map((segment) => segment.replace(placeholder, (_, name: string) => fill(name)))
    .filter((segment, index) => index === 0 || segment !== "")
    .join("/");
};

const withRules = (params: Params | undefined, rules: Params | undefined): Params =>
  Object.fromEntries(Object.entries(params ?? {}).map(([name, param]) => [name, rules?.[name] ?? param]));

interface OperationParams {
  readonly path: Params;
  readonly query: Params;
  readonly body: Params;
}

/** The parameters of an operation, by where the interface has them, under the rules of the dialect. */
export const operationParams = (row: Operation, dialect: Dialect): OperationParams => {
  const today = dialect === "github" ? row.today : undefined;
  return {
    path: withRules(pathParams(today?.route ?? row.route, row.path), today?.rules),
    query: withRules(row.query, today?.rules),
    body: withRules(row.body, today?.rules),
  };
};

/** Lays calls out as requests. What it needs of a row is made with its first use. */
export class RequestBuilder {
  readonly #dialect: Dialect;
  readonly #params = new Map<Operation, OperationParams>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** Checks `msg` against the row and lays it out as a request. `msg` is not changed. Throws HttpError `validation`. */
  build(row: Operation, msg: Readonly<Record<string, unknown>>): RequestParts {
    const known = this.#params.get(row);
    const params = known ?? operationParams(row, this.#dialect);
    if (!known) this.#params.set(row, params);
    return buildRequest(row, params, msg, this.#dialect);
  }
}

const buildRequest = (
  row: Operation,
  { path, query, body }: OperationParams,
  msg: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): RequestParts => {
  const today = dialect === "github" ? row.today : undefined;
  const route = today?.route ?? row.route;
  const split = route.indexOf(" ");
  const method = route.slice(0, split) as Method;
  refuseUnknown(msg, [path, query, body]);
  const headers = checkHeaders(msg["headers"]);
  const filled = fillPath(route.slice(split + 1), path, msg);
  const inQuery: [string, Value][] = [];
  const inBody: Record<string, unknown> = { ...today?.send };
  for (const [params, place] of [
    [query, "query"],
    [body, "body"],
  ] as const) {
    for (const [name, param] of Object.entries(params)) {
      const value = validate(name, param, msg[name]);
      if (value === undefined || today?.drop?.includes(name)) continue;
      const sentAs = today?.rename?.[name] ?? name;
      if (place === "query" && !today?.inBody?.includes(name)) inQuery.push([sentAs, value]);
      else inBody[sentAs] = value;
    }
  }
  const search = inQuery.map(([name, value]) => `${name}=${encode(name, valueText(value))}`);
  const hasBody = row.body !== undefined || Object.keys(inBody).length > 0;
  return {
    method,
    path: search.length > 0 ? `${filled}?${search.join("&")}` : filled,
    headers,
    ...(hasBody ? { body: JSON.stringify(inBody) } : {}),
  };
};
