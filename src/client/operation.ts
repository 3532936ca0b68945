import type { Param, Params, Types } from "./params.ts";
import type { Needs } from "./permissions.ts";
import type { Empty } from "./types/result.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Route = `${Method} ${string}`;

/** What differs when the operation is sent to today's service (dialect `github`). */
interface CurrentRoute {
  /** The route of today, where it moved. */
  readonly route?: Route;
  /** Removed from today's service; the interface's route stays for servers that still have it. */
  readonly removed?: true;
  /** Parameters that travel in the body instead of the query. */
  readonly inBody?: readonly string[];
  /** Parameter names of today. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Parameters that today's service does not know; not sent. */
  readonly drop?: readonly string[];
  /** Body entries that today's service wants in addition. */
  readonly send?: Readonly<Record<string, unknown>>;
  /** Parameter rules that replace the interface's. */
  readonly rules?: Params;
}

/**
 * `empty`: no body, or one that says nothing (`{}`, `null`). `message`: an object with a text for people.
 * `redirect`: the location is the answer.
 */
export type Shape = "object" | "list" | "empty" | "message" | "redirect";
/** Success status → what its body is. Any other status below 400 is an error. */
export type Answers = Readonly<Record<number, Shape | readonly Shape[]>>;
/**
 * Fields by which an answer shows that the write was done: a name such as `commit.sha` is a path, and of `a|b` one is
 * enough. A `text` may be empty; what is `present` may be null.
 */
export type Proof = Readonly<Record<string, "string" | "text" | "id" | "boolean" | "object" | "list" | "present">>;

/**
 * Where a write has content of users. Every text among the parameters counts as such; this says which of them are
 * files, and which are secrets by design, so that they are not looked at.
 */
export interface WrittenContent {
  /** The parameter that has files: name → `{ content }`. */
  readonly files?: string;
  /** Paths of parameters that are secrets by design, such as `config.secret`. */
  readonly secrets?: readonly string[];
}

/**
 * One operation of the service. `:name` parts of the route are path parameters, required unless `path` says otherwise;
 * `result` is carried by type only.
 */
export interface Operation {
  readonly route: Route;
  /** What the answers are, as a rule; `answers` has what differs from the rule. */
  readonly shape: "object" | "list" | "empty";
  readonly answers?: Answers;
  readonly proof?: Proof;
  /** Newer than the interface, such as what only the current service has. */
  readonly isNewer?: true;
  readonly content?: WrittenContent;
  readonly path?: Params;
  readonly query?: Params;
  readonly body?: Params;
  readonly today?: CurrentRoute;
  /** A redirect is the answer: it is not followed, the location is in `meta`. */
  readonly manualRedirect?: true;
  readonly needs: Needs;
  readonly result?: unknown;
}

interface Rest<P, Q, B> {
  path?: P;
  query?: Q;
  body?: B;
  today?: CurrentRoute;
  answers?: Answers;
  proof?: Proof;
  isNewer?: true;
  content?: WrittenContent;
  manualRedirect?: true;
  needs: Needs;
}

const row =
  <Result, S extends Operation["shape"]>(shape: S) =>
  <const R extends Route, P extends Params = {}, Q extends Params = {}, B extends Params = {}>(
    route: R,
    rest: Rest<P, Q, B>,
  ): Rest<P, Q, B> & { route: R; shape: S; result?: Result } => ({ route, shape, ...rest });

/** An operation that answers an object. */
export const op = <Result>() => row<Result, "object">("object");
/** An operation that answers a list. */
export const list = <Item>() => row<Item[], "list">("list");
/** An operation whose answer is its status. */
export const empty = () => row<Empty, "empty">("empty");

type SegmentKeys<S extends string> = S extends `:${infer A}...:${infer B}`
  ? A | B
  : S extends `:${infer K}`
    ? K
    : never;
type PathKeys<P extends string> = P extends `${infer Head}/${infer Rest}`
  ? SegmentKeys<Head> | PathKeys<Rest>
  : SegmentKeys<P>;

type Given<P> = P extends Params
  ? { readonly [K in keyof P as P[K] extends Param<infer _T, true> ? K : never]: Types[P[K]["type"]] } & {
      readonly [K in keyof P as P[K] extends Param<infer _T, true> ? never : K]?: Types[P[K]["type"]] | undefined;
    }
  : unknown;

/** Interface 1.1.2: the only request headers a caller may set. */
type RequestHeaderName =
  | "If-Modified-Since"
  | "If-None-Match"
  | "Cookie"
  | "User-Agent"
  | "Accept"
  | "X-Service-OTP";
export type RequestHeaders = Readonly<Partial<Record<RequestHeaderName | Lowercase<RequestHeaderName>, string>>>;

/** The parameter object and the result of an operation row. */
export type OperationTypes<O> = O extends {
  route: infer R extends string;
  path?: infer P;
  query?: infer Q;
  body?: infer B;
  result?: infer Result;
}
  ? {
      msg: { readonly headers?: RequestHeaders } & {
        readonly [K in Exclude<PathKeys<R>, keyof P>]: string | number;
      } & Given<P> &
        Given<Q> &
        Given<B>;
      result: Exclude<Result, undefined>;
    }
  : never;
