import { Hono } from "hono/tiny";
import type { Clock, Random } from "../base/clock.ts";
import { Emitter, type Event } from "../base/event.ts";
import type { Needs } from "../client/permissions.ts";
import { authenticate, type AuthorizationWord, type Caller } from "./auth.ts";
import type { App, Call } from "./call.ts";
import { preflightAnswer, withConditions, withEnvelope } from "./envelope.ts";
import { ApiFailure, failureAnswer, notFound } from "./http.ts";
import { checkAccess } from "./permissions/checkAccess.ts";
import { needsOfRoute } from "./permissions/routeNeeds.ts";
import { createRateLimiter, type RateLimiter, type RateLimits } from "./rateLimit.ts";
import { authorizationRoutes } from "./routes/authorizations.ts";
import { eventRoutes, type FeedOptions } from "./routes/events.ts";
import { gistCommentRoutes } from "./routes/gistComments.ts";
import { gistPartRoutes } from "./routes/gistParts.ts";
import { gistRoutes } from "./routes/gists.ts";
import { miscRoutes } from "./routes/misc.ts";
import { createPages, isPage } from "./routes/pages.ts";
import { organizationRoutes } from "./routes/organizations.ts";
import { repositoryGroupRoutes } from "./routes/repos/repositoryGroup.ts";
import { userRoutes } from "./routes/users.ts";
import { type ArchiveLinks, createArchiveLinks } from "./repositories/archiveLinks.ts";
import { findRepositoryById, fullName } from "./repositories/repositoryStore.ts";
import { addSeedRepositories, type SandboxSeed, seedState } from "./seed.ts";
import { isFirstVersion, parseState, type SandboxState } from "./state.ts";
import { createStore, type Store } from "./store.ts";
import { createHookPost, type Deliver, type HookPost } from "./webhooks/hookPost.ts";

export interface SandboxOptions {
  /** What a new sandbox begins with. Of a `state` without repositories (version 1) it gives those; else it is ignored. */
  readonly seed?: SandboxSeed;
  /** What `Sandbox.state` returned earlier, of this version or the one before. */
  readonly state?: SandboxState | { readonly version: 1 };
  readonly clock: Clock;
  readonly random?: Random;
  /** Requests per hour: of all callers when a number; by default 5000 with a token and 60 without. */
  readonly rateLimit?: number | RateLimits;
  /** How hooks reach their receivers; without it no delivery arrives. */
  readonly deliver?: Deliver;
  /** `today`: 404 for the operations of the interface document that today's service no longer has. By default all are there. */
  readonly age?: "today";
  /** The word that is understood before a token; by default `Bearer` and `token`. */
  readonly authorizationWord?: AuthorizationWord;
  /** Seconds that feeds want between two reads, as `X-Poll-Interval` says; 60 by default. */
  readonly pollInterval?: number;
}

/** The service in memory, without a network: it answers a `Request` with its `Response`. */
export interface Sandbox {
  fetch(request: Request): Promise<Response>;
  /** A copy of everything it knows, as plain JSON data. */
  state(): SandboxState;
  /** After every change of the state, so that the owner may save it. */
  readonly onDidChange: Event<void>;
}

const enterprisePrefix = "/api/v3";
const apiVersions = ["2022-11-28", "2026-03-10"];

/** Authorizations, downloads, and changes of deploy keys. */
const lost =
  /^\w+ \/authorizations(\/|$)|^\w+ \/repos\/[^/]+\/[^/]+\/downloads(\/|$)|^P\w+ \/repos\/[^/]+\/[^/]+\/keys\/./;

interface Address {
  /** Without the enterprise prefix. */
  readonly path: string;
  readonly enterprise: boolean;
  readonly origin: string;
}

const addressOf = (request: Request): Address => {
  const { origin, pathname } = new URL(request.url);
  const enterprise = pathname === enterprisePrefix || pathname.startsWith(`${enterprisePrefix}/`);
  return { origin, enterprise, path: enterprise ? pathname.slice(enterprisePrefix.length) || "/" : pathname };
};

/** A repository's path by its id, which redirects use, as its path by name. */
const namedPath = (store: Store, path: string): string => {
  const [, id, rest = ""] = /^\/repositories\/(\d{1,15})(\/.*)?$/.exec(path) ?? [];
  const repository = id === undefined ? undefined : findRepositoryById(store, Number(id));
  return repository === undefined ? path : `/repos/${fullName(repository)}${rest}`;
};

interface AppDeps {
  readonly limiter: RateLimiter;
  readonly archiveLinks: ArchiveLinks;
  readonly post: HookPost;
  readonly feeds: FeedOptions;
}

const createApp = (store: Store, { limiter, archiveLinks, post, feeds }: AppDeps): App => {
  const app: App = new Hono<{ Bindings: Call }>({
    getPath: (request) => namedPath(store, addressOf(request).path),
  });
  gistPartRoutes(app, store);
  gistCommentRoutes(app, store);
  gistRoutes(app, store);
  userRoutes(app, store);
  organizationRoutes(app, store);
  eventRoutes(app, store, feeds);
  repositoryGroupRoutes(app, store, archiveLinks, post);
  authorizationRoutes(app, store);
  miscRoutes(app, store, limiter);
  // A wrong method too: the service answers it as a path that it does not know.
  app.notFound(() => failureAnswer(notFound()));
  app.onError(failureAnswer);
  return app;
};

const limitsOf = (limit: SandboxOptions["rateLimit"]): RateLimits =>
  typeof limit === "number" ? { user: limit, anonymous: limit } : (limit ?? { user: 5000, anonymous: 60 });

const apiVersionOf = (request: Request): string => {
  const version = request.headers.get("x-github-api-version") ?? "2022-11-28";
  if (apiVersions.includes(version)) return version;
  throw new ApiFailure(
    400,
    `${JSON.stringify(version)} is not a supported version. Supported are ${apiVersions.join(", ")}.`,
  );
};

export const createSandbox = (options: SandboxOptions): Sandbox => {
  const { clock, random = Math.random } = options;
  const state =
    options.state === undefined
      ? seedState(options.seed ?? { users: [] }, clock, random)
      : parseState(options.state);
  if (isFirstVersion(options.state) && options.seed !== undefined)
    addSeedRepositories(state, options.seed, clock, random);
  const changed = new Emitter<void>();
  const post = createHookPost(() => store, clock, options.deliver);
  const store: Store = createStore(
    state,
    clock,
    random,
    () => changed.fire(),
    (happening) => post.happened(happening),
  );
  const limiter = createRateLimiter(clock, limitsOf(options.rateLimit));
  const archiveLinks = createArchiveLinks(store);
  const feeds = { pollInterval: options.pollInterval ?? 60, today: options.age === "today" };
  const app = createApp(store, { limiter, archiveLinks, post, feeds });
  const pages = createPages(store, archiveLinks);

  const route = async (request: Request, address: Address, caller: Caller, needs: Needs): Promise<Response> => {
    const isFree = address.path === "/rate_limit";
    if (!isFree) limiter.take(caller, request.method);
    // The root folder of a repository is the one path that may end so.
    if (address.path.endsWith("/") && !address.path.endsWith("/contents/")) throw notFound();
    if (options.age === "today" && lost.test(`${request.method} ${address.path}`)) throw notFound();
    const links = { web: address.origin, api: address.origin + (address.enterprise ? enterprisePrefix : "") };
    post.useLinks(links);
    // As GET, so that HEAD gets the headers of the body that it does not want.
    const asked = request.method === "HEAD" ? new Request(request, { method: "GET" }) : request;
    const call = { caller, links, needs };
    checkAccess(store, call, namedPath(store, address.path));
    const answer = await withConditions(request, await app.fetch(asked, call));
    if (answer.status === 304 && !isFree) limiter.giveBack(caller);
    return answer;
  };

  const handle = async (request: Request): Promise<Response> => {
    const address = addressOf(request);
    const needs = needsOfRoute(request.method, namedPath(store, address.path));
    let caller: Caller = { kind: "anonymous" };
    let version = "2022-11-28";
    let answer: Response;
    try {
      version = apiVersionOf(request);
      caller = authenticate(store, request, options.authorizationWord ?? "any");
      answer = await route(request, address, caller, needs);
    } catch (error) {
      answer = failureAnswer(error);
    }
    return withEnvelope(store, answer, {
      ...address,
      caller,
      needs,
      version,
      rate: limiter.status(caller),
    });
  };

  return {
    fetch: async (request) => {
      if (request.method === "OPTIONS") return preflightAnswer();
      return isPage(store, addressOf(request).path) ? pages.fetch(request) : handle(request);
    },
    state: () => structuredClone(state),
    onDidChange: changed.event,
  };
};
