import type { Needs } from "../client/permissions.ts";
import type { Caller } from "./auth.ts";
import { sha256 } from "./digest.ts";
import { permissionHeaders } from "./permissions/grants.ts";
import { ssoHeaders } from "./permissions/singleSignOn.ts";
import type { RateStatus } from "./rateLimit.ts";
import type { StoredToken } from "./state.ts";
import type { Store } from "./store.ts";

/** The headers that pages of other origins may read. */
export const exposedHeaders = [
  "ETag, Last-Modified, Link, Location, Retry-After, X-GitHub-Enterprise-Version, X-GitHub-Media-Type, X-GitHub-OTP",
  "X-GitHub-Request-Id, X-OAuth-Scopes, X-Accepted-OAuth-Scopes, X-RateLimit-Limit, X-RateLimit-Remaining",
  "X-RateLimit-Reset, X-RateLimit-Resource, X-RateLimit-Used, X-Poll-Interval, Date, X-GitHub-SSO",
  "X-Accepted-GitHub-Permissions, GitHub-Authentication-Token-Expiration",
].join(", ");

const readable = [
  "Authorization, Content-Type, Accept, If-Match, If-Modified-Since, If-None-Match, User-Agent, X-GitHub-Api-Version",
  "X-GitHub-OTP, X-Service-OTP, X-Requested-With",
].join(", ");

/** What a browser asks before it sends a request from another origin. */
export const preflightAnswer = (): Response =>
  new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, POST, PATCH, PUT, DELETE",
      "access-control-allow-headers": readable,
      "access-control-allow-private-network": "true",
      "access-control-max-age": "86400",
    },
  });

const requestId = (store: Store): string =>
  [4, 6, 6, 7, 8].map((length) => store.hex(length).toUpperCase()).join(":");

const isFresh = (headers: Headers, etag: string, lastModified: string | null): boolean => {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, "");
  const tags = headers.get("if-none-match");
  if (tags !== null) return tags.trim() === "*" || tags.split(",").some((tag) => bare(tag) === bare(etag));
  const since = headers.get("if-modified-since");
  return since !== null && lastModified !== null && Date.parse(lastModified) <= Date.parse(since);
};

/** Gives a found body its `ETag`; answers 304 when the caller has it already. */
export const withConditions = async (request: Request, answer: Response): Promise<Response> => {
  if ((request.method !== "GET" && request.method !== "HEAD") || answer.status !== 200) return answer;
  const body = await answer.arrayBuffer();
  const etag = `W/"${await sha256(new Uint8Array(body))}"`;
  const headers = new Headers(answer.headers);
  headers.set("etag", etag);
  headers.set("cache-control", "private, max-age=0, must-revalidate");
  headers.set("vary", "Accept, Authorization, X-GitHub-OTP");
  if (isFresh(request.headers, etag, headers.get("last-modified"))) {
    headers.delete("content-type");
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === "HEAD" ? null : body, { status: 200, headers });
};

/** What every answer of the interface carries. */
export interface EnvelopeFacts {
  readonly enterprise: boolean;
  readonly caller: Caller;
  readonly needs: Needs;
  readonly rate: RateStatus;
  readonly version: string;
}

/** The version that `/meta` names when asked as on an enterprise server. */
export const enterpriseVersion = "3.19.0";

const expiry = ({ expiresAt }: StoredToken): Readonly<Record<string, string>> =>
  expiresAt === null
    ? {}
    : { "github-authentication-token-expiration": expiresAt.replace("T", " ").replace("Z", " UTC") };

export const withEnvelope = (store: Store, answer: Response, facts: EnvelopeFacts): Response => {
  const headers = new Headers(answer.headers);
  const { rate, caller } = facts;
  headers.set("access-control-allow-origin", "*");
  headers.set("access-control-expose-headers", exposedHeaders);
  headers.set("x-content-type-options", "nosniff");
  headers.set("date", new Date(store.now()).toUTCString());
  headers.set("x-github-media-type", "github.v3; format=json");
  headers.set("x-github-api-version-selected", facts.version);
  headers.set("x-github-request-id", requestId(store));
  headers.set("x-ratelimit-limit", String(rate.limit));
  headers.set("x-ratelimit-remaining", String(rate.remaining));
  headers.set("x-ratelimit-reset", String(rate.reset));
  headers.set("x-ratelimit-used", String(rate.used));
  headers.set("x-ratelimit-resource", "core");
  if (caller.kind === "token") {
    const said = {
      ...ssoHeaders(caller),
      ...permissionHeaders(caller.token, facts.needs),
      ...expiry(caller.token),
    };
    for (const [name, value] of Object.entries(said)) if (!headers.has(name)) headers.set(name, value);
  }
  if (facts.enterprise) headers.set("x-github-enterprise-version", `enterprise-server@${enterpriseVersion}`);
  return new Response(answer.body, { status: answer.status, headers });
};
