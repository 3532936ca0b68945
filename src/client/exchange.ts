import type { Clock } from "../base/clock.ts";
import type { Disposable } from "../base/disposable.ts";
import { CancelledAfterSendingError, CancelledError } from "../base/errors.ts";
import { type Localizable, localizable } from "../base/localizable.ts";
import { onAbort } from "../base/onAbort.ts";
import { mayLead } from "./baseUrl.ts";
import { readBytes } from "./body.ts";
import { HttpError, noAnswer, redirectRefused } from "./errors.ts";
import type { Transport, TransportResponse } from "./transport.ts";

/** Milliseconds without a sign of life after which a call is slow. */
export const slowMs = 5000;

export interface ExchangeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds for the whole exchange, redirects and body included, or until the next sign of life; 0 for no limit. */
  readonly timeout: number;
  readonly manualRedirect: boolean;
  /** When false, a redirect to another server is an error even for a read. */
  readonly leaveOrigin: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Called once the server was silent for `slowMs`, with what ends the wait; what it answers is disposed when that is over. */
  readonly onSlow?: ((cancel: () => void) => Disposable | undefined) | undefined;
}

const redirects = [301, 302, 307, 308];
const hopLimit = 5;
/** Bytes of a redirect's body that are read so that the connection can be used again; a longer one is cut. */
const maxRedirectBytes = 65_536;
/** Headers that are for the server they were given to, and for no other. */
export const credentialHeaders = ["authorization", "cookie", "x-service-otp", "x-github-otp"];

const withoutCredentials = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !credentialHeaders.includes(name)));

/** Reads a redirect's body to its end, or ends it. */
const skipBody = async (response: TransportResponse): Promise<void> => {
  const isLong = new Error("The redirect's body is long.");
  try {
    await readBytes(response, { maxBytes: maxRedirectBytes, tooLarge: () => isLong });
  } catch (error) {
    if (error !== isLong) throw error;
  }
};

/** Throws HttpError `redirect` where a transport that follows redirects by itself, as browsers do, must not have ended. */
const requireEnd = (from: URL, end: URL, { leaveOrigin }: ExchangeRequest): void => {
  if (!leaveOrigin && end.origin !== from.origin)
    throw redirectRefused(localizable("The server redirected to another server ({0}).", end.host));
  if (!mayLead(from, end))
    throw redirectRefused(localizable("The server redirected to a URL that isn't encrypted ({0}).", end.host));
};

const follow = async (
  request: ExchangeRequest,
  transport: Transport,
  signal: AbortSignal,
): Promise<TransportResponse> => {
  let { url, headers } = request;
  const { method, body } = request;
  for (let hop = 0; ; hop++) {
    const response = await transport({
      method,
      url,
      headers,
      signal,
      ...(body === undefined ? {} : { body }),
    }).catch((error: unknown) => {
      // After a redirect, it is another server that had no answer.
      throw hop === 0 || error instanceof HttpError ? error : noAnswer(url, error, method !== "GET");
    });
    if (response.url) requireEnd(new URL(url), new URL(response.url), request);
    const location = response.headers.get("location");
    if (request.manualRedirect || !redirects.includes(response.status) || location === null) return response;
    // After 301 and 302 browsers go on with a GET: a server may have meant that the write is done.
    const mayHaveSucceeded = method !== "GET" && response.status < 303;
    const refused = (text: Localizable): HttpError => redirectRefused(text, mayHaveSucceeded);
    const from = new URL(url);
    if (hop === hopLimit) throw refused(localizable("{0} redirected too many times.", from.host));
    if (!URL.canParse(location, url))
      throw refused(localizable("{0} redirected to a URL that can't be read.", from.host));
    const next = new URL(location, url);
    const { host } = next;
    if (next.username !== "" || next.password !== "")
      throw refused(localizable("The server redirected to a URL with a username or password ({0}).", host));
    if (!mayLead(from, next))
      throw refused(localizable("The server redirected to a URL that isn't encrypted ({0}).", host));
    if (next.origin !== from.origin) {
      if (method !== "GET" || !request.leaveOrigin)
        throw refused(localizable("The server redirected to another server ({0}). Nothing was sent there.", host));
      headers = withoutCredentials(headers);
    }
    await skipBody(response);
    url = next.href;
  }
};

/** The reason with which the signal of an exchange is aborted that is over. */
const ended = "The exchange is over.";

/**
 * One exchange with redirects followed, method and body kept, credentials never sent to another origin. `read` takes
 * the body under the same time limit, which restarts with each call of `alive`. Throws HttpError, or CancelledError when
 * the signal was aborted: CancelledAfterSendingError for a write that was under way.
 */
export const exchange = async <T>(
  request: ExchangeRequest,
  transport: Transport,
  clock: Clock,
  read: (response: TransportResponse, alive: () => void) => Promise<T>,
): Promise<T> => {
  const isWrite = request.method !== "GET";
  const controller = new AbortController();
  const begun = clock.now();
  /** Why it was ended here: by its time limit, or by the user who found it slow. */
  let timedOut: "timeout" | "canceled" | undefined;
  if (request.signal?.aborted) throw new CancelledError();
  const ending = onAbort(request.signal, () => controller.abort());
  const startTimer = () =>
    request.timeout > 0
      ? clock.setTimer(request.timeout, () => {
          timedOut = "timeout";
          controller.abort();
        })
      : undefined;
  let slow: Disposable | undefined;
  const startSlowTimer = () =>
    request.onSlow &&
    clock.setTimer(slowMs, () => {
      slow = request.onSlow?.(() => {
        timedOut ??= "canceled";
        controller.abort();
      });
    });
  let timers = [startTimer(), startSlowTimer()];
  const stopTimers = (): void => {
    for (const each of [...timers, slow]) each?.dispose();
    slow = undefined;
  };
  const alive = (): void => {
    if (controller.signal.aborted) return;
    stopTimers();
    timers = [startTimer(), startSlowTimer()];
  };
  let isOver = false;
  try {
    return await new Promise<T>((resolve, reject) => {
      // Also when the transport does not notice it.
      controller.signal.addEventListener("abort", () => isOver || reject(new CancelledError()), { once: true });
      follow(request, transport, controller.signal)
        .then((response) => read(response, alive))
        .then(resolve, reject);
    });
  } catch (error) {
    if (timedOut) {
      const { host } = new URL(request.url);
      const seconds = timedOut === "timeout" ? request.timeout / 1000 : Math.round((clock.now() - begun) / 1000);
      throw new HttpError("timeout", 504, localizable("{0} didn't respond within {1} s.", host, seconds), {
        // A call that the user has ended is not sent again.
        cause: timedOut === "canceled" ? new CancelledError() : error,
        mayHaveSucceeded: isWrite,
      });
    }
    if (controller.signal.aborted) throw isWrite ? new CancelledAfterSendingError() : new CancelledError();
    if (error instanceof HttpError || error instanceof CancelledError) throw error;
    throw noAnswer(request.url, error, isWrite);
  } finally {
    stopTimers();
    ending.dispose();
    // A body that was not read to its end would keep its socket. Without a reason, `abort` would make a DOMException with
    // its stack for each answer.
    isOver = true;
    controller.abort(ended);
  }
};
