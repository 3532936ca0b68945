import { type FieldError, HttpError, kindOfStatus, type RawResponse } from "./errors.ts";
import type { TransportResponse } from "./transport.ts";
import type { Meta } from "./types/result.ts";

const metaHeaders = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-oauth-scopes",
  "link",
  "location",
  "last-modified",
  "etag",
  "status",
] as const;

/** Reads an answer whole. Header names are lower case; the body is decoded as UTF-8. */
export const readResponse = async (response: TransportResponse): Promise<RawResponse> => {
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    headers[name.toLowerCase()] = value;
  });
  // The service stopped sending this header in 2021; interface 1.1.4 promises it.
  headers["status"] ??= `${response.status} ${response.statusText}`.trim();
  return { status: response.status, headers, body: new TextDecoder().decode(await response.arrayBuffer()) };
};

const isJson = (raw: RawResponse): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\b/i.test(raw.headers["content-type"]?.trim() ?? "");

const metaOf = (raw: RawResponse): Meta =>
  Object.fromEntries(
    metaHeaders.flatMap((name) => (raw.headers[name] === undefined ? [] : [[name, raw.headers[name]]])),
  );

const parse = (raw: RawResponse): unknown => {
  if (raw.body === "") return undefined;
  if (!isJson(raw)) return raw.body;
  try {
    return JSON.parse(raw.body);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new HttpError("unreadable", 500, message, { cause, raw, headers: raw.headers });
  }
};

/** Interface 1.1.4; `nothing` is what no body means. Throws HttpError `unreadable` when a body that says it is JSON is none. */
export const toResult = (raw: RawResponse, nothing: object = {}): unknown => {
  const value = parse(raw) || nothing;
  if (typeof value !== "object") return value;
  const meta = { ...metaOf(raw), ...(Reflect.get(value, "meta") as object | undefined) };
  // Hidden on lists, so that loops and spreads see the items only.
  Object.defineProperty(value, "meta", {
    value: meta,
    enumerable: !Array.isArray(value),
    configurable: true,
    writable: true,
  });
  return value;
};

const retryAtOf = (raw: RawResponse, now: number): number | undefined => {
  const after = raw.headers["retry-after"];
  if (after !== undefined) {
    const at = /^\d+$/.test(after) ? now + Number(after) * 1000 : Date.parse(after);
    if (!Number.isNaN(at)) return at;
  }
  const reset = Number(raw.headers["x-ratelimit-reset"]);
  return raw.headers["x-ratelimit-remaining"] === "0" && reset > 0 ? reset * 1000 : undefined;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The error that an answer with status 400 or above stands for. `now` in milliseconds. */
export const toError = (raw: RawResponse, now: number): HttpError => {
  let body: unknown;
  try {
    body = isJson(raw) ? JSON.parse(raw.body) : undefined;
  } catch {
    body = undefined;
  }
  const record = isRecord(body) ? body : {};
  const retryAt = raw.status === 403 || raw.status === 429 ? retryAtOf(raw, now) : undefined;
  const kind = retryAt === undefined ? kindOfStatus(raw.status) : "rateLimited";
  const errors = Array.isArray(record["errors"])
    ? record["errors"].map((entry: unknown): FieldError => (isRecord(entry) ? entry : { message: String(entry) }))
    : [];
  return new HttpError(
    kind,
    raw.status,
    textOf(record["message"]) ?? raw.headers["status"] ?? String(raw.status),
    {
      errors,
      documentationUrl: textOf(record["documentation_url"]),
      requestId: textOf(raw.headers["x-github-request-id"]) ?? textOf(raw.headers["x-request-id"]),
      headers: raw.headers,
      raw,
      retryAt,
    },
  );
};
