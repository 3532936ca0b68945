import type { Param, Params, Types } from "./params.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Route = `${Method} ${string}`;

/** What differs when the operation is sent to today's service (dialect `github`). */
export interface Today {
  /** The route of today, where it moved. */
  readonly route?: Route;
  /** Today's service has no such operation any more; the interface's route is kept for servers that still do. */
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
 * One operation of the service. `:name` parts of the route are path parameters, required unless `path` says otherwise;
 * `result` is carried by type only.
 */
export interface Operation {
  readonly route: Route;
  readonly path?: Params;
  readonly query?: Params;
  readonly body?: Params;
  readonly today?: Today;
  /** A redirect is the answer: it is not followed, the location is in `meta`. */
  readonly manualRedirect?: true;
  readonly result?: unknown;
}

export const op =
  <Result>() =>
  <const R extends Route, P extends Params = {}, Q extends Params = {}, B extends Params = {}>(
    route: R,
    rest: { path?: P; query?: Q; body?: B; today?: Today; manualRedirect?: true } = {},
  ): { route: R; path?: P; query?: Q; body?: B; today?: Today; manualRedirect?: true; result?: Result } => ({
    route,
    ...rest,
  });

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
