import { localizable, localizablePlural } from "../base/localizable.ts";
import { messageOf } from "../base/errors.ts";
import { hasTooManyParts } from "./answerSize.ts";
import { checkShape, type Expectation, shapesOf, unreadable } from "./answers.ts";
import { readBytes } from "./body.ts";
import { type FieldError, HttpError, kindOfStatus, type RawResponse } from "./errors.ts";
import { refusalOf, retryAfterOf } from "./limits.ts";
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

const headersOf = (response: TransportResponse): Record<string, string> => {
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    headers[name.toLowerCase()] = value;
  });
  // The service stopped sending this header in 2021; interface 1.1.4 promises it.
  headers["status"] ??= `${response.status} ${response.statusText}`.trim();
  return headers;
};

/**
 * Reads an answer whole. Header names are lower case; the body is decoded as UTF-8. Throws HttpError `unreadable` as soon
 * as the body has more than `maxBytes` bytes.
 */
export const readResponse = async (
  response: TransportResponse,
  maxBytes: number,
  isWrite: boolean,
): Promise<RawResponse> => {
  const headers = headersOf(response);
  const answer = { status: response.status, headers, body: "" };
  const tooLarge = (): HttpError =>
    unreadable(
      localizablePlural(
        "{count, plural, one {The server's response has more than # byte.} other {The server's response has more than # bytes.}}",
        maxBytes,
      ),
      answer,
      { isWrite },
    );
  return { ...answer, body: new TextDecoder().decode(await readBytes(response, { maxBytes, tooLarge })) };
};

const typeOf = (raw: RawResponse): string => raw.headers["content-type"]?.trim() ?? "";

const isJson = (raw: RawResponse): boolean => /^application\/(?:[\w.+-]+\+)?json\b/i.test(typeOf(raw));

const metaOf = ({ headers }: RawResponse): Meta => {
  const meta: Record<string, string> = {};
  for (const name of metaHeaders) {
    const value = headers[name];
    if (value !== undefined) meta[name] = value;
  }
  return meta;
};

const tooManyParts = new SyntaxError("The server's answer has more parts than can be read.");

/** Throws SyntaxError. */
const parsed = (body: string): unknown => {
  if (hasTooManyParts(body)) throw tooManyParts;
  return JSON.parse(body);
};

/** Of the parser's message, which programs get, what is not taken from the body. */
const withoutBody = (error: unknown): string | undefined => {
  if (error === tooManyParts) return tooManyParts.message;
  const message = messageOf(error).replace(/^(Unexpected \w+) .*? in JSON at/s, "$1 in JSON at");
  return /^[^"]* in JSON at position \d+|^Unexpected end of JSON input$|^JSON\.parse: /.test(message)
    ? message
    : undefined;
};

/** Whether a read asked for another representation than JSON, such as a diff. */
const asksForText = (accept: string): boolean =>
  accept
    .split(",")
    .some(
      (type) => !/^\s*application\/(?:[\w.+-]+\+)?json\b/i.test(type) || /\.(?:raw|diff|patch|sha)\b/i.test(type),
    );

const isPage = (raw: RawResponse): boolean => /^(?:text\/html|application\/xhtml)\b/i.test(typeOf(raw));

/** Whether a text is an answer. A page of HTML that was not asked for is a proxy's, not the service's. */
const mayBeText = (raw: RawResponse, { isWrite, isLenient = false, headers }: Expectation): boolean => {
  const accept = headers["accept"] ?? "";
  if (isWrite) return false;
  if (isPage(raw)) return /\bhtml\b/i.test(accept);
  return isLenient || asksForText(accept);
};

/** Whether no body is an answer. An empty page of a proxy is none; 204 is the service's, whatever type it has. */
const mayBeEmpty = (raw: RawResponse, { isWrite, isLenient = false }: Expectation): boolean =>
  raw.status !== 200 || !isPage(raw) || (isLenient && !isWrite);

/** The JSON, undefined for no body, or the text where one is allowed. Throws HttpError `unreadable`. */
const parse = (
  raw: RawResponse,
  expected: Expectation,
): { readonly json: unknown } | { readonly text: string } => {
  if (raw.body === "" && mayBeEmpty(raw, expected)) return { json: undefined };
  if (!isJson(raw)) {
    if (mayBeText(raw, expected)) return { text: raw.body };
    throw unreadable(localizable("The server's response isn't JSON."), raw, expected);
  }
  try {
    return { json: parsed(raw.body) };
  } catch (error) {
    // `application/vnd.github.raw+json` is the type of a file's text, too.
    if (!expected.isWrite && asksForText(expected.headers["accept"] ?? "")) return { text: raw.body };
    throw unreadable(localizable("The server's response isn't valid JSON."), raw, expected, withoutBody(error));
  }
};

/**
 * Interface 1.1.4, for an answer that the operation has; `nothing` is what no body means. Throws HttpError `unreadable`
 * for any other.
 */
export const toResult = (raw: RawResponse, expected: Expectation, nothing: object = {}): unknown => {
  const shapes = shapesOf(raw, expected);
  const parsed = shapes.includes("redirect") ? { json: undefined } : parse(raw, expected);
  if ("text" in parsed) return parsed.text;
  checkShape(parsed.json, shapes, raw, expected);
  const value = parsed.json || nothing;
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

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Undefined for a body that is not JSON. */
export const parseJson = (raw: RawResponse): unknown => {
  try {
    return isJson(raw) ? parsed(raw.body) : undefined;
  } catch {
    return undefined;
  }
};

interface Failing {
  readonly isWrite: boolean;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
  /** Until when nothing is sent after a refusal whose end the service did not say. */
  readonly pause: () => number;
}

/** The error that an answer with status 400 or above stands for. */
export const toError = (raw: RawResponse, { isWrite, now, pause }: Failing): HttpError => {
  const body = parseJson(raw);
  const record = isRecord(body) ? body : {};
  const message = textOf(record["message"]) ?? raw.headers["status"] ?? String(raw.status);
  const refusal = refusalOf(raw, message, now);
  const errors = Array.isArray(record["errors"])
    ? record["errors"].map((entry: unknown): FieldError => (isRecord(entry) ? entry : { message: String(entry) }))
    : [];
  return new HttpError(refusal ? "rateLimited" : kindOfStatus(raw.status), raw.status, message, {
    errors,
    documentationUrl: textOf(record["documentation_url"]),
    requestId: textOf(raw.headers["x-github-request-id"]) ?? textOf(raw.headers["x-request-id"]),
    headers: raw.headers,
    raw,
    retryAt: refusal
      ? (refusal.retryAt ?? pause())
      : raw.status >= 500
        ? retryAfterOf(raw.headers, now)
        : undefined,
    // 408: the server gave up on the request, perhaps only on the answer.
    mayHaveSucceeded: isWrite && (raw.status >= 500 || raw.status === 408),
  });
};
