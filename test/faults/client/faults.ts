import { gzipSync } from "node:zlib";
import { answersOf } from "../../../src/client/answers.ts";
import type { ErrorKind } from "../../../src/client/errors.ts";
import type { Operation, Shape } from "../../../src/client/operation.ts";
import { type Answer, json } from "../../support/recordingServer.ts";

/** The operation under test, and what it answers when all is well. */
export interface Target {
  readonly row: Operation;
  readonly isWrite: boolean;
  readonly status: number;
  readonly shape: Shape;
  readonly value: unknown;
  /** A server at another origin. */
  readonly other: string;
  /** Lets the time limit of the call pass. */
  readonly expire: () => void;
}

/** What a server does instead of answering as it should, and what the client must make of it. */
export interface Fault {
  readonly answer: (target: Target) => Answer;
  readonly kind: ErrorKind | ((target: Target) => ErrorKind | readonly ErrorKind[]);
  /** Whether it is a fault for this operation at all; otherwise the call must succeed. */
  readonly isFault?: (target: Target) => boolean;
  /** Requests that a write may cause: more than one only where the service said that it did not act. */
  readonly writes?: number;
  /** Whether a write may have been done; undefined where both would be right. */
  readonly mayHaveSucceeded?: boolean;
}

const jsonType = { "content-type": "application/json; charset=utf-8" };

const send =
  (status: number, headers: Readonly<Record<string, string>>, body: string | Uint8Array = ""): Answer =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

/** What no operation answers, with a status below 400. */
const noSuccess = (answer: Fault["answer"], isFault?: Fault["isFault"]): Fault => ({
  answer,
  kind: "unreadable",
  mayHaveSucceeded: true,
  ...(isFault && { isFault }),
});

const refused = (status: number, kind: ErrorKind, headers: Readonly<Record<string, string>> = {}): Fault => ({
  answer: () => json({ message: "no", errors: [{ field: "f", code: "invalid" }, "x", 5, null] }, status, headers),
  kind,
  mayHaveSucceeded: false,
});

const limited = (
  status: number,
  headers: Readonly<Record<string, string>>,
  { message = "slow down", writes = 1 }: { readonly message?: string; readonly writes?: number } = {},
): Fault => ({
  answer: () => json({ message }, status, headers),
  kind: "rateLimited",
  mayHaveSucceeded: false,
  writes,
});

const failed = (status: number, headers: Readonly<Record<string, string>> = {}): Fault => ({
  answer: () => send(status, { "content-type": "text/html", ...headers }, "<html>Bad Gateway</html>"),
  kind: "server",
  mayHaveSucceeded: true,
});

const broken = (answer: Answer): Fault => ({ answer: () => answer, kind: "network", mayHaveSucceeded: true });

const isNoRedirect = ({ row }: Target): boolean => row.manualRedirect !== true;
const isNotEmpty = ({ shape, row }: Target): boolean =>
  shape !== "empty" && ![answersOf(row)[200] ?? []].flat().includes("empty");
const expects =
  (status: number) =>
  ({ row }: Target): boolean =>
    answersOf(row)[status] === undefined;
/** Where the operation answers with a body, it is cut within; elsewhere a body is sent that should not be there. */
const bodyOf = ({ shape, value }: Target): string =>
  JSON.stringify(shape === "list" ? [{ id: 1 }] : { ...(value as object), pad: "x".repeat(40) });
const halfOf = (target: Target): string => bodyOf(target).slice(0, -20);
const statusOf = ({ status }: Target): number => (status === 204 || status >= 300 ? 200 : status);

export const faults: Readonly<Record<string, Fault>> = {
  // False successes
  portal: noSuccess(() => send(200, { "content-type": "text/html" }, "<title>Sign in to Corporate WiFi</title>")),
  portalWithStatus: noSuccess((target) => send(statusOf(target), { "content-type": "text/html" }, "<p>Hello</p>")),
  text: noSuccess((target) => send(statusOf(target), { "content-type": "text/plain" }, "OK")),
  textWithoutType: noSuccess((target) => send(statusOf(target), {}, "OK")),
  jsonNumber: noSuccess((target) => json(5, statusOf(target))),
  jsonText: noSuccess((target) => json("done", statusOf(target))),
  jsonTrue: noSuccess((target) => json(true, statusOf(target))),
  jsonNull: noSuccess((target) => json(null, statusOf(target)), isNotEmpty),
  emptyBody: noSuccess((target) => send(statusOf(target), jsonType), isNotEmpty),
  emptyObject: noSuccess(
    (target) => json({}, statusOf(target)),
    (target) => isNotEmpty(target) && !(target.shape === "object" && target.row.proof === undefined),
  ),
  idOnly: noSuccess(
    (target) => json({ id: 1, message: "Sign in" }, statusOf(target)),
    ({ row, shape }) => shape !== "object" || row.proof !== undefined,
  ),
  otherShape: noSuccess(
    ({ shape }) => json(shape === "list" ? { id: "1" } : [5], 200),
    ({ row, shape }) => shape !== "object" || ![answersOf(row)[200] ?? []].flat().includes("list"),
  ),
  fieldsOfNull: noSuccess(
    (target) =>
      json(
        Object.fromEntries(
          Object.keys(target.row.proof ?? {})
            .flatMap((paths) => paths.split("|"))
            .map((path) => [path.split(".")[0], null]),
        ),
        statusOf(target),
      ),
    ({ row }) => row.proof !== undefined && Object.keys(row.proof).length > 0,
  ),
  brokenJson: noSuccess((target) => send(statusOf(target), jsonType, "{oops")),
  cutJson: noSuccess((target) => send(statusOf(target), jsonType, halfOf(target))),
  echoedInBrokenJson: noSuccess(
    (target) => (request, response) =>
      send(statusOf(target), jsonType, `{"a": ${request.headers.authorization ?? ""}`)(request, response),
  ),
  status202: noSuccess(() => json([], 202), expects(202)),
  status203: noSuccess((target) => json(target.value, 203)),
  status206: noSuccess((target) => json(target.value, 206)),
  status226: noSuccess((target) => json(target.value, 226)),
  status300: noSuccess((target) => json(target.value, 300)),
  status303: noSuccess((target) => json(target.value, 303, { location: "/elsewhere" })),
  unasked304: noSuccess(() => send(304, { etag: '"x"' })),
  status399: noSuccess((target) => json(target.value, 399)),
  // Redirects
  redirectToNowhere: noSuccess(() => json({}, 301)),
  redirectToNoAddress: {
    answer: () => json({}, 302, { location: "http://[" }),
    kind: ({ row }) => (row.manualRedirect ? "unreadable" : "redirect"),
  },
  redirectToPlainHttp: {
    answer: () => json({}, 308, { location: "http://forge.example/x" }),
    kind: ({ row }) => (row.manualRedirect ? "unreadable" : "redirect"),
  },
  redirectInCircles: {
    answer: () => send(302, { location: "/again" }),
    kind: "redirect",
    isFault: isNoRedirect,
    writes: 6,
  },
  redirectElsewhere: {
    answer: ({ other }) => send(302, { location: `${other}/there` }),
    kind: ({ isWrite }) => (isWrite ? "redirect" : "notFound"),
    isFault: isNoRedirect,
  },
  redirectElsewhere307: {
    answer: ({ other }) => send(307, { location: `${other}/there` }),
    kind: ({ isWrite }) => (isWrite ? "redirect" : "notFound"),
    isFault: isNoRedirect,
    mayHaveSucceeded: false,
  },
  // Refusals
  status400: refused(400, "badRequest"),
  status401: refused(401, "unauthorized"),
  status403: refused(403, "forbidden"),
  status404: refused(404, "notFound"),
  status405: refused(405, "http"),
  status408: { ...refused(408, "http"), mayHaveSucceeded: true },
  status409: refused(409, "conflict"),
  status410: refused(410, "gone"),
  status412: refused(412, "http"),
  status422: refused(422, "unprocessable"),
  status451: refused(451, "http"),
  portal403: {
    answer: () => send(403, { "content-type": "text/html" }, "<p>Blocked</p>"),
    kind: "forbidden",
    mayHaveSucceeded: false,
  },
  keysOfPrototypes: {
    answer: () =>
      send(422, jsonType, '{"message":"no","__proto__":{"polluted":1},"errors":[{"__proto__":{"polluted":1}}]}'),
    kind: "unprocessable",
    mayHaveSucceeded: false,
  },
  // Limits
  bare429: limited(429, {}),
  secondaryLimit: limited(403, {}, { message: "You have exceeded a secondary rate limit" }),
  usedUp: limited(403, {
    "x-ratelimit-limit": "60",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": "9999999999",
  }),
  usedUpInMilliseconds: limited(429, {
    "x-ratelimit-limit": "60",
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": "9999999999999",
  }),
  retryNow: limited(429, { "retry-after": "0" }, { writes: 3 }),
  retryNever: limited(429, { "retry-after": "99999999999999" }),
  retryBefore: limited(403, { "retry-after": "-5" }, { message: "You have exceeded a secondary rate limit" }),
  // The server fails
  status500: failed(500),
  status501: failed(501),
  status502: failed(502),
  status503: failed(503, { "retry-after": "5" }),
  status503Long: failed(503, { "retry-after": "600" }),
  status504: failed(504),
  status599: failed(599),
  // The line breaks
  reset: broken((_, response) => void response.socket?.destroy()),
  resetInHeaders: broken((_, response) => response.socket?.end("HTTP/1.1 200 OK\r\ncontent-ty")),
  notHttp: broken((_, response) => response.socket?.end("220 smtp.example ESMTP\r\n")),
  cutBody: {
    answer: (target) => (_, response) => {
      const body = bodyOf(target);
      response.writeHead(statusOf(target), { ...jsonType, "content-length": String(body.length) });
      response.write(body.slice(0, 9), () => response.destroy());
    },
    kind: "network",
    mayHaveSucceeded: true,
  },
  cutChunks: {
    answer: (target) => (_, response) => {
      response.writeHead(statusOf(target), jsonType);
      response.write(bodyOf(target), () => response.destroy());
    },
    kind: "network",
    mayHaveSucceeded: true,
  },
  // Bodies
  cutGzip: noSuccess((target) => {
    const packed = gzipSync(bodyOf(target));
    return send(
      statusOf(target),
      { ...jsonType, "content-encoding": "gzip" },
      packed.subarray(0, packed.length - 4),
    );
  }),
  noGzip: noSuccess((target) =>
    send(statusOf(target), { ...jsonType, "content-encoding": "gzip" }, bodyOf(target)),
  ),
  otherCoding: noSuccess((target) =>
    send(statusOf(target), { ...jsonType, "content-encoding": "zstd" }, bodyOf(target)),
  ),
  bomb: noSuccess((target) => send(statusOf(target), { ...jsonType, "content-encoding": "gzip" }, bomb)),
  tooLarge: noSuccess((target) => send(statusOf(target), { ...jsonType, "content-length": "99999999" }, "[")),
  // Silence
  silence: { answer: ({ expire }) => expire, kind: "timeout", mayHaveSucceeded: true },
  silentBody: {
    answer:
      ({ expire, ...target }) =>
      (_, response) => {
        response.writeHead(statusOf(target as Target), jsonType);
        response.write("[", expire);
      },
    kind: "timeout",
    mayHaveSucceeded: true,
  },
};

/** Unpacks to 2 MB. */
const bomb = gzipSync(" ".repeat(2_000_000));
