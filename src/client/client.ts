import { type Clock, systemClock } from "../base/clock.ts";
import type { Event } from "../base/event.ts";
import { localizable } from "../base/localizable.ts";
import { type Expectation, answersOf, asList, provingAnswers, unreadable } from "./answers.ts";
import { mayLead, parseBaseUrl } from "./baseUrl.ts";
import { lengthOf, piecesOf, readBytes, taken } from "./body.ts";
import { checkedWrite } from "./beforeWrite.ts";
import type { CallOptions, PagesOptions } from "./callOptions.ts";
import { type ClientOptions, defaultHeaders, defaultMaxBytes, otpHeaderOf, writeGapOf } from "./clientOptions.ts";
import { authorizationHeader, type Credentials, credentialsFor } from "./credentials.ts";
import {
  HttpError,
  invalid,
  missingToken,
  type RawResponse,
  redirectRefused,
  tooLarge,
  wrongSize,
} from "./errors.ts";
import { followingPages } from "./followingPages.ts";
import { type LinkSource, parseLinks, type Relation, resolveLink } from "./links.ts";
import {
  type ItemOf,
  type ListOperationId,
  type MessageOf,
  type OperationId,
  operationNamed,
  operationOf,
  type ResultOf,
} from "./operations/table.ts";
import { sendThroughGate } from "./permissionGate.ts";
import { Pipeline, type PipelineRequest, type Quota } from "./pipeline.ts";
import { previewOf, type RequestPreview } from "./preview.ts";
import { checkHeaders, type Dialect, RequestBuilder } from "./request.ts";
import { toResult } from "./response.ts";
import { defaultRetry } from "./retry.ts";
import type { WaitingCall } from "./scheduler.ts";
import { sendAuthorized } from "./sendAuthorized.ts";
import { defineSections, type SectionMethods } from "./sections.ts";
import type { WithMeta } from "./types/result.ts";
import type { Usage } from "./usage.ts";

const labelOf = (method: string, path: string): string => `${method} ${path.replace(/\?.*$/s, "")}`;

interface Outgoing {
  readonly label: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly manualRedirect?: boolean | undefined;
}

/** One server and one account. `client.<group>.<operation>` and `call`/`pages` come from the same rows. */
class ServiceClient {
  readonly baseUrl: string;
  readonly dialect: Dialect;
  /** Of `quota` and `usage`. */
  readonly onDidChangeQuota: Event<Quota>;
  readonly onDidChangeWaiting: Event<void>;
  readonly #options: ClientOptions;
  readonly #clock: Clock;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #otpHeader: string;
  readonly #pipeline: Pipeline;
  readonly #requests: RequestBuilder;
  /** What each result was asked for as: its further pages are the same operation. */
  readonly #labels = new WeakMap<object, string>();
  #token: string | undefined;
  #basic: string | undefined;
  #isAnonymous = false;

  /** Throws HttpError `validation` for a base URL or headers that cannot be used. */
  constructor(options: ClientOptions) {
    if (options.version !== undefined && options.version !== "3.0.0")
      throw new TypeError(`The version ${String(options.version)} is unknown; it is 3.0.0.`);
    this.#options = options;
    this.baseUrl = parseBaseUrl(options.baseUrl);
    this.dialect = options.dialect;
    this.#requests = new RequestBuilder(this.dialect);
    this.#clock = options.clock ?? systemClock;
    this.#headers = { ...defaultHeaders[options.dialect], ...checkHeaders(options.headers) };
    this.#otpHeader = otpHeaderOf(options);
    this.#pipeline = new Pipeline({
      transport: options.transport,
      clock: this.#clock,
      random: options.random ?? Math.random,
      retry: { ...defaultRetry, ...options.retry },
      writeGap: writeGapOf(options, this.baseUrl),
      maxAnswerBytes: options.maxAnswerBytes ?? defaultMaxBytes,
      onSlow: options.onSlow,
    });
    this.onDidChangeQuota = this.#pipeline.onDidChangeQuota;
    this.onDidChangeWaiting = this.#pipeline.onDidChangeWaiting;
  }

  static {
    const callOf = (client: ServiceClient) => (id: OperationId, msg: unknown, options: CallOptions) =>
      client.#call(id, msg, { ...options, anyText: true });
    defineSections(this.prototype, callOf);
  }

  get quota(): Quota | undefined {
    return this.#pipeline.quota;
  }

  /** Milliseconds since 1970-01-01T00:00:00Z until which the service wants silence; 0 when it does not. */
  get blockedUntil(): number {
    return this.#pipeline.blockedUntil;
  }

  /** What the service's limit or the order of writes holds back, for longer than a moment. */
  get waiting(): readonly WaitingCall[] {
    return this.#pipeline.waiting;
  }

  /** Settles as the promise does, or with HttpError once a call of the caller's would be held back for too long. */
  unlessHeld<T>(promise: Promise<T>): Promise<T> {
    return this.#pipeline.unlessHeld(promise, this.#options.longestWait?.());
  }

  /** The calls that the service counted since the present window of its limit began. */
  get usage(): Usage {
    return this.#pipeline.usage;
  }

  /** Nothing clears all credentials. Throws TypeError when they are incomplete. */
  authenticate(credentials?: Credentials | null): void {
    const header = credentials ? authorizationHeader(credentials) : undefined;
    if (!credentials) this.#basic = undefined;
    this.#isAnonymous = credentials?.type === "anonymous";
    if (credentials?.type === "basic") this.#basic = header;
    else this.#token = header;
    this.#pipeline.reset();
  }

  /** Throws HttpError, or CancelledError when the signal was aborted. */
  async call<Id extends OperationId>(
    id: Id,
    msg: MessageOf<Id>,
    options: CallOptions = {},
  ): Promise<WithMeta<ResultOf<Id>>> {
    return (await this.#call(id, msg, options)) as WithMeta<ResultOf<Id>>;
  }

  /** The request that `call` would send. Throws HttpError `validation`. */
  preview<Id extends OperationId>(id: Id, msg: MessageOf<Id>): RequestPreview {
    return previewOf(this.#complete(this.#outgoing(id, msg), {}, credentialsFor(id)));
  }

  /** For yes/no operations such as `gists.checkStar`: 404 is no. Throws as `call`. */
  async check<Id extends OperationId>(id: Id, msg: MessageOf<Id>, options: CallOptions = {}): Promise<boolean> {
    try {
      await this.#call(id, msg, { ...options, mayBeAbsent: true });
      return true;
    } catch (error) {
      if (HttpError.is(error, "notFound")) return false;
      throw error;
    }
  }

  /** A list page by page, as `Link` leads. Throws as `call`, after the pages before the one that failed. */
  async *pages<Id extends ListOperationId>(
    id: Id,
    msg: MessageOf<Id>,
    options: PagesOptions = {},
  ): AsyncGenerator<WithMeta<readonly ItemOf<Id>[]>, void, undefined> {
    const outgoing = this.#outgoing(id, msg);
    const read = async (url: string, signal = options.signal): Promise<WithMeta<readonly ItemOf<Id>[]>> => {
      const result = await this.#result({ ...outgoing, url }, { ...options, signal }, credentialsFor(id));
      return asList(result);
    };
    const { ahead = false, signal } = options;
    const first = await read(outgoing.url);
    yield first;
    yield* followingPages(first, new Set([outgoing.url]), { baseUrl: this.baseUrl, ahead, signal, read });
  }

  /** The page that `source` links to. Throws HttpError `notFound` when it links to none. */
  async linkedPage(source: LinkSource, relation: Relation, options: CallOptions = {}): Promise<unknown> {
    const link = parseLinks(source)[relation];
    if (link === undefined) throw new HttpError("notFound", 404, localizable("There is no page “{0}”.", relation));
    return this.#linked(source, resolveLink(link, this.baseUrl), options);
  }

  /** As `linkedPage`, for the further pages of a list. Throws as `call`. */
  async linkedList<T>(
    source: LinkSource,
    relation: Relation,
    options: CallOptions = {},
  ): Promise<WithMeta<readonly T[]>> {
    return asList<T>(await this.linkedPage(source, relation, options));
  }

  /** All pages after `source`, as `pages` gives them. */
  linkedPages<T>(
    source: WithMeta<readonly T[]>,
    options: PagesOptions = {},
  ): AsyncGenerator<WithMeta<readonly T[]>, void, undefined> {
    const { ahead = false, signal } = options;
    return followingPages(source, new Set(), {
      baseUrl: this.baseUrl,
      ahead,
      signal,
      read: async (url, ending) => asList<T>(await this.#linked(source, url, { ...options, signal: ending })),
    });
  }

  /** What stands at a path below the base URL that the interface has no operation for, such as `/user`. */
  async get(path: `/${string}`, options: CallOptions = {}): Promise<unknown> {
    const outgoing = { label: labelOf("GET", path), method: "GET", url: this.baseUrl + path };
    return this.#result(outgoing, options, "token");
  }

  /** As `get`, for what makes something there. */
  async post(
    path: `/${string}`,
    body: Readonly<Record<string, unknown>>,
    options: CallOptions = {},
  ): Promise<unknown> {
    return this.#sendBody("POST", path, body, options);
  }

  /** As `post`, for what changes what stands there. */
  async patch(
    path: `/${string}`,
    body: Readonly<Record<string, unknown>>,
    options: CallOptions = {},
  ): Promise<unknown> {
    return this.#sendBody("PATCH", path, body, options);
  }

  /**
   * The bytes at an address that the service gave. The token goes along to the service's own origin only. The time limit
   * is that between two pieces. `size` is how many bytes the service said: HttpError `unreadable` when there are others.
   */
  async download(
    url: string,
    options: CallOptions & { readonly maxBytes?: number; readonly size?: number | undefined } = {},
  ): Promise<Uint8Array> {
    const { maxBytes = defaultMaxBytes, size } = options;
    return this.#pipeline.stream(this.#downloadOf(url, options), async (response, alive) => {
      const bytes = await readBytes(response, { maxBytes, tooLarge: () => tooLarge(maxBytes), alive });
      if (size !== undefined && bytes.length !== size) throw wrongSize(bytes.length, size);
      return bytes;
    });
  }

  /**
   * As `download`, for what is too large to be held as a whole: `take` gets the pieces as they come and how many bytes
   * there will be, and is called again when the request is repeated; what it throws is thrown. The time limit is
   * that between two pieces.
   */
  async downloadPieces<T>(
    url: string,
    take: (pieces: AsyncIterable<Uint8Array>, length: number | undefined) => Promise<T>,
    options: CallOptions = {},
  ): Promise<T> {
    const done = await this.#pipeline.stream(this.#downloadOf(url, options), (response, alive) =>
      taken(piecesOf(response, alive), (pieces) => take(pieces, lengthOf(response))),
    );
    if ("failure" in done) throw done.failure;
    return done.value;
  }

  dispose(): void {
    this.#pipeline.dispose();
  }

  #downloadOf(url: string, options: CallOptions): PipelineRequest {
    const [target, base] = [URL.canParse(url) ? new URL(url) : undefined, new URL(this.baseUrl)];
    if (!target) throw redirectRefused(localizable("{0} named a URL that can't be read.", base.host));
    if (!mayLead(base, target))
      throw redirectRefused(localizable("The server named a URL that isn't encrypted ({0}).", target.host));
    const outgoing = { label: "download", method: "GET", url, headers: { accept: "*/*" } };
    return this.#required(this.#complete(outgoing, options, target.origin === base.origin ? "token" : "none"));
  }

  async #sendBody(
    method: string,
    path: string,
    given: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<unknown> {
    const { beforeWrite } = this.#options;
    const body = beforeWrite ? await checkedWrite(beforeWrite, undefined, given, options) : given;
    const url = this.baseUrl + path;
    const outgoing = { label: labelOf(method, path), method, url, body: JSON.stringify(body) };
    return this.#result(outgoing, options, "token");
  }

  async #call(id: OperationId, msg: unknown, options: CallOptions): Promise<unknown> {
    let outgoing = this.#outgoing(id, msg);
    const { beforeWrite } = this.#options;
    if (outgoing.method !== "GET" && beforeWrite)
      outgoing = this.#outgoing(id, await checkedWrite(beforeWrite, id, { ...(msg as object) }, options));
    return this.#result(outgoing, options, credentialsFor(id));
  }

  async #result(outgoing: Outgoing, options: CallOptions, credentials: "basic" | "token"): Promise<unknown> {
    const { anyText = false, proof } = options;
    const answer = await this.#send(outgoing, options, credentials);
    const id = operationNamed(outgoing.label);
    const row = id && operationOf(id);
    const expected: Expectation = {
      answers: proof ? provingAnswers : row && answersOf(row),
      proof: proof ?? row?.proof,
      isWrite: outgoing.method !== "GET",
      headers: { ...this.#headers, ...outgoing.headers },
      isLenient: anyText,
    };
    const location = outgoing.manualRedirect ? answer.headers["location"] : undefined;
    if (location !== undefined) this.#checkLocation(location, answer, outgoing.url);
    // No content is an empty list: so the service answers for an empty repository.
    const nothing = row?.shape === "list" && answer.status === 204 && !anyText ? [] : {};
    const result = this.#pipeline.use(answer, () => toResult(answer, expected, nothing));
    return this.#labelled(outgoing.label, result);
  }

  #checkLocation(location: string, answer: RawResponse, url: string): void {
    const isFine = URL.canParse(location, url) && mayLead(new URL(this.baseUrl), new URL(location, url));
    const text = localizable("The server redirected to a URL that can't be used.");
    if (!isFine) throw unreadable(text, answer, { isWrite: false });
  }

  async #linked(source: LinkSource, url: string, options: CallOptions): Promise<unknown> {
    const known = typeof source === "object" ? this.#labels.get(source) : undefined;
    const label = known ?? labelOf("GET", new URL(url).pathname);
    return this.#result({ label, method: "GET", url }, options, "token");
  }

  #labelled<T>(label: string, result: T): T {
    if (typeof result === "object" && result !== null) this.#labels.set(result, label);
    return result;
  }

  #outgoing(id: OperationId, msg: unknown): Outgoing {
    if (msg !== undefined && (typeof msg !== "object" || msg === null))
      throw invalid(localizable("The parameters must be an object."));
    const row = operationOf(id);
    const { path, ...parts } = this.#requests.build(row, { ...msg });
    return { ...parts, label: id, url: this.baseUrl + path, manualRedirect: row.manualRedirect };
  }

  #complete(outgoing: Outgoing, options: CallOptions, credentials: "basic" | "token" | "none"): PipelineRequest {
    const { "x-service-otp": otp, ...headers } = { ...this.#headers, ...outgoing.headers };
    const known = credentials === "basic" ? (this.#basic ?? this.#token) : (this.#token ?? this.#basic);
    const authorization = credentials === "none" ? undefined : known;
    return {
      ...outgoing,
      isFree: outgoing.method === "GET" && outgoing.url.replace(/\?.*$/s, "") === `${this.baseUrl}/rate_limit`,
      headers: {
        ...headers,
        ...(otp === undefined ? {} : { [this.#otpHeader]: otp }),
        ...(outgoing.body === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      leaveOrigin: options.leaveOrigin ?? true,
      keep: options.keep ?? true,
      fresh: options.fresh ?? false,
      timeout: options.timeout ?? this.#options.timeout ?? 30_000,
      priority: options.priority ?? "user",
      callOrigin: this.#options.callOrigin?.(),
      longestWait: this.#options.longestWait?.(),
      taskSignal: this.#options.taskSignal?.(),
      signal: options.signal,
      onSend: options.onSend,
    };
  }

  #required(request: PipelineRequest): PipelineRequest {
    const hasNone = !this.#isAnonymous && (this.#token ?? this.#basic) === undefined;
    if (hasNone && this.#options.requiresToken && !this.#pipeline.isDisposed) throw missingToken();
    return request;
  }

  async #send(outgoing: Outgoing, options: CallOptions, credentials: "basic" | "token"): Promise<RawResponse> {
    const { permissions, reauthenticate, callOrigin } = this.#options;
    const { label, method, url } = outgoing;
    const { priority = "user", mayBeAbsent = false } = options;
    // Where the surroundings know it: what runs for a command may ask, a save in the background may not.
    const isAsked = !callOrigin || callOrigin() !== undefined;
    const urgency = priority === "user" && !isAsked ? "visible" : priority;
    const call = { operation: operationNamed(label), method, url, priority: urgency, mayBeAbsent };
    // The password of the authorizations has no scopes.
    const gate = credentials === "basic" ? undefined : permissions;
    const answer = await sendThroughGate(gate, call, () =>
      sendAuthorized({
        complete: () => this.#complete(outgoing, options, credentials),
        send: async (request) => this.#pipeline.send(this.#required(request)),
        reauthenticate,
      }),
    );
    options.onHeaders?.(answer.headers);
    return answer;
  }
}

export type Client = ServiceClient & SectionMethods;
export const Client = ServiceClient as new (options: ClientOptions) => Client;
