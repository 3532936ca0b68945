import { inEnglish, type Localizable, localizable, localizablePlural } from "../base/localizable.ts";
import type { MissingGrant } from "./permissions.ts";
import { DamagedBodyError } from "./transport.ts";

/** What went wrong, for decisions in code; texts are for people only. */
export type ErrorKind =
  | "validation"
  | "badRequest"
  | "unauthorized"
  | "forbidden"
  | "permission"
  | "notFound"
  | "conflict"
  | "gone"
  | "unprocessable"
  | "rateLimited"
  | "server"
  | "unreadable"
  | "network"
  /** In browsers: the server doesn't let pages read its answers. */
  | "cors"
  | "certificate"
  | "timeout"
  | "redirect"
  | "http";

/** An entry of the service's `errors` list. */
export interface FieldError {
  readonly resource?: string;
  readonly field?: string;
  readonly code?: string;
  readonly message?: string;
}

/** What a call needs beyond what its credentials are granted, and which operation it was. */
export type MissingPermission = MissingGrant & {
  readonly operation: string | undefined;
  /** The account whose credentials they are. */
  readonly account: string;
};

/** An answer as it came, for the callback's second argument. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Details {
  readonly errors?: readonly FieldError[];
  readonly documentationUrl?: string | undefined;
  readonly requestId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  readonly raw?: RawResponse | undefined;
  readonly retryAt?: number | undefined;
  readonly mayHaveSucceeded?: boolean;
  readonly missing?: MissingPermission;
  readonly grant?: () => Promise<boolean>;
  /** For people, where `message` is a text for programs. */
  readonly text?: Localizable | undefined;
}

const names: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  409: "Conflict",
  410: "Gone",
  412: "PreconditionFailed",
  413: "RequestEntityTooLarge",
  415: "UnsupportedMediaType",
  422: "UnprocessableEntity",
  429: "TooManyRequests",
  451: "UnavailableForLegalReasons",
  500: "InternalServerError",
  501: "NotImplemented",
  502: "BadGateway",
  503: "ServiceUnavailable",
  504: "GatewayTimeout",
};

/** Every failure of a call. `code` is the HTTP status, or 400, 500, 503, 504 for failures of our own. */
export class HttpError extends Error {
  readonly code: number;
  readonly kind: ErrorKind;
  /** The status as a name, such as `NotFound`. */
  readonly status: string;
  readonly errors: readonly FieldError[];
  readonly documentationUrl: string | undefined;
  readonly requestId: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: RawResponse | undefined;
  /**
   * When the service will answer again: milliseconds since 1970-01-01T00:00:00Z, at most an hour ahead unless the service
   * confirmed more. Only with kind `rateLimited`, and with `server` where the service said it.
   */
  readonly retryAt: number | undefined;
  /** True for a write that the service may have done although it was not confirmed: look before it is sent again. */
  readonly mayHaveSucceeded: boolean;
  /** What the credentials lack; with kind `notFound` only if the thing exists and is private. */
  readonly missing: MissingPermission | undefined;
  /** What it says to people, where that is the client's own; without it, the message is data of the service. */
  readonly text: Localizable | undefined;
  /** With `missing`: asks the user for what is missing; true when it was granted. Throws CancelledError. */
  readonly grant: (() => Promise<boolean>) | undefined;

  constructor(kind: ErrorKind, code: number, message: string | Localizable, details: Details = {}) {
    super(
      typeof message === "string" ? message : inEnglish(message),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.kind = kind;
    this.code = code;
    this.status = names[code] ?? `Status${code}`;
    this.name = this.status;
    this.errors = details.errors ?? [];
    this.documentationUrl = details.documentationUrl;
    this.requestId = details.requestId;
    this.headers = details.headers ?? {};
    this.raw = details.raw;
    this.retryAt = details.retryAt;
    this.mayHaveSucceeded = details.mayHaveSucceeded ?? false;
    this.missing = details.missing;
    this.text = typeof message === "string" ? details.text : message;
    this.grant = details.grant;
  }

  static is(error: unknown, ...kinds: readonly ErrorKind[]): error is HttpError {
    return error instanceof HttpError && (kinds.length === 0 || kinds.includes(error.kind));
  }

  toJSON(): { code: number; status: string; message: string } {
    return { code: this.code, status: this.status, message: this.message };
  }
}

/** An account has no token here, so nothing was sent. */
export const missingToken = (): HttpError =>
  new HttpError(
    "unauthorized",
    401,
    localizable("There's no token for this account on this computer. Replace the token."),
  );

/** Whether the token is missing, in contrast to one that the service refused. */
export const isTokenMissing = (error: unknown): boolean =>
  HttpError.is(error, "unauthorized") && error.raw === undefined;

const kindsByStatus: Readonly<Record<number, ErrorKind>> = {
  400: "badRequest",
  401: "unauthorized",
  403: "forbidden",
  404: "notFound",
  409: "conflict",
  410: "gone",
  422: "unprocessable",
  429: "rateLimited",
};

export const kindOfStatus = (status: number): ErrorKind =>
  kindsByStatus[status] ?? (status >= 500 ? "server" : "http");

const codesOfCertificates =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|ERR_TLS_|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY|GET)_)/;

const systemCodeOf = (error: unknown): string => {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code: unknown = Reflect.get(at, "code");
    if (typeof code === "string") return code;
  }
  return "";
};

/** The service may answer later; anything else says what the list is now. */
export const isPassing = (error: unknown): boolean =>
  HttpError.is(
    error,
    "rateLimited",
    "network",
    "cors",
    "timeout",
    "server",
    "unreadable",
    "redirect",
    "certificate",
  );

/** No connection was made, or no TLS on it, so nothing was sent. */
const codesBeforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EPROTO|ERR_SSL_WRONG_VERSION_NUMBER)$/;

/** The transport had no answer, or none to its end. The text names the host, never the URL's query. */
export const noAnswer = (url: string, cause: unknown, isWrite: boolean): HttpError => {
  const { host } = new URL(url);
  if (cause instanceof DamagedBodyError)
    return new HttpError("unreadable", 500, localizable("The response from {0} was damaged.", host), {
      cause,
      mayHaveSucceeded: isWrite,
    });
  const code = systemCodeOf(cause);
  const suffix = code ? ` (${code})` : "";
  if (codesOfCertificates.test(code))
    return new HttpError(
      "certificate",
      503,
      localizable("The certificate of {0} isn't trusted{1}.", host, suffix),
      {
        cause,
      },
    );
  const mayHaveSucceeded = isWrite && !codesBeforeSending.test(code);
  const text =
    mayHaveSucceeded || code === "ECONNRESET"
      ? localizable("The connection to {0} was lost before the response arrived{1}.", host, suffix)
      : localizable("{0} can't be reached{1}.", host, suffix);
  return new HttpError("network", 503, text, { cause, mayHaveSucceeded });
};

/** A redirect or a link that is not followed. */
export const redirectRefused = (text: Localizable, mayHaveSucceeded = false): HttpError =>
  new HttpError("redirect", 502, text, { mayHaveSucceeded });

export const invalid = (text: Localizable, cause?: unknown): HttpError =>
  new HttpError("validation", 400, text, { cause });

/** The answer is not what it is said to be. `wanted` is for people of any language, such as `[…]` for a list. */
export const unexpectedAnswer = (wanted: string): HttpError =>
  new HttpError("unreadable", 500, localizable("The server's response isn't what was expected ({0}).", wanted));

/**
 * When the service takes calls again that refused one with this error, for its limit or because it is down. Milliseconds
 * since 1970-01-01T00:00:00Z; undefined where it does not say.
 */
export const limitEndOf = (error: unknown): number | undefined =>
  HttpError.is(error, "rateLimited", "server") ? error.retryAt : undefined;

/** A file has more than so many bytes. */
export const tooLarge = (maxBytes: number): HttpError =>
  new HttpError(
    "validation",
    413,
    localizablePlural(
      "{count, plural, one {The file has more than # byte.} other {The file has more than # bytes.}}",
      maxBytes,
    ),
  );

/** A file of `size` bytes has arrived with another number of them. */
export const wrongSize = (bytes: number, size: number): HttpError =>
  new HttpError(
    "unreadable",
    500,
    localizablePlural(
      "{count, plural, one {{0} of # byte arrived.} other {{0} of # bytes arrived.}}",
      size,
      bytes,
    ),
  );

/**
 * The same answer as a refusal, for one that does not mean what its status says: 401 although the token is accepted, 409
 * although nothing was changed.
 */
export const toRefusal = (error: HttpError): HttpError => {
  const { code, message, text, headers, raw, requestId } = error;
  return new HttpError("forbidden", code, text ?? message, { cause: error, headers, raw, requestId });
};
