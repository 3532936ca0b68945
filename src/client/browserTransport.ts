import { type Localizable, localizable } from "../base/localizable.ts";
import { HttpError, redirectRefused } from "./errors.ts";
import type { Transport } from "./transport.ts";

/**
 * The headers that the service lets pages of other origins send. Another one would make the browser refuse the request
 * before it is sent. Source: the service's page "Using CORS and JSONP".
 */
const allowed = new Set([
  "accept",
  "authorization",
  "content-type",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "if-unmodified-since",
  "x-github-otp",
  "x-requested-with",
  "x-service-otp",
]);

const reads = new Set(["GET", "HEAD"]);

const options = { cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" } as const;

/** Origins whose answers this page could read: when one of them fails, that is not for CORS. */
const readable = new Set<string>();

/** Whether anything answers there, readable or not. Sends no credentials. */
const answers = async (origin: string, signal: AbortSignal): Promise<boolean> => {
  try {
    await fetch(origin, { ...options, method: "HEAD", mode: "no-cors", signal });
    return true;
  } catch {
    return false;
  }
};

/** What a browser's "Failed to fetch" means, as far as it can be found out. */
const failureOf = async (
  { host, origin }: URL,
  signal: AbortSignal,
  details: { readonly cause: unknown; readonly mayHaveSucceeded: boolean },
): Promise<HttpError> => {
  const of = (kind: "network" | "cors", text: Localizable): HttpError => new HttpError(kind, 503, text, details);
  if (readable.has(origin) || signal.aborted)
    return of("network", localizable("{0} can't be reached, or the connection to it was lost.", host));
  if (await answers(origin, signal)) {
    const page = globalThis.origin;
    return of(
      "cors",
      localizable("{0} responds, but doesn't let pages of {1} read its responses (CORS).", host, page),
    );
  }
  return of(
    "network",
    localizable("{0} can't be reached, or the browser or one of its extensions blocks it.", host),
  );
};

/**
 * Through the browser's `fetch`. Reads follow redirects, as a browser shows none to its pages; it sends `Authorization` to
 * the first origin only. Writes are not redirected. Without an answer it throws HttpError, of kind `cors` where the server
 * answers and the page may not read it.
 */
export const browserTransport: Transport = async ({ url, method, headers, body, signal }) => {
  const address = new URL(url);
  const { host } = address;
  if (!navigator.onLine)
    throw new HttpError("network", 503, localizable("{0} can't be reached: the browser is offline.", host));
  const isRead = reads.has(method);
  const mayHaveSucceeded = !isRead;
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => allowed.has(name.toLowerCase()))),
      signal,
      redirect: isRead ? "follow" : "manual",
      // The browser's own cache would answer 200 where the server answers 304.
      ...options,
      ...(body === undefined ? {} : { body }),
    });
  } catch (cause) {
    throw await failureOf(address, signal, { cause, mayHaveSucceeded });
  }
  if (response.type === "opaqueredirect")
    throw redirectRefused(
      localizable("{0} redirects this request, which a browser can't follow.", host),
      mayHaveSucceeded,
    );
  readable.add(address.origin);
  return response;
};
