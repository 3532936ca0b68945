import { HttpError } from "./errors.ts";
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

/**
 * Through the browser's `fetch`. Reads follow redirects, as a browser shows none to its pages; it sends `Authorization` to
 * the first origin only. Writes are not redirected. Throws HttpError where it knows more than that there was no answer.
 */
export const browserTransport: Transport = async ({ url, method, headers, body, signal }) => {
  const { host } = new URL(url);
  if (!navigator.onLine) throw new HttpError("network", 503, `${host} cannot be reached: the browser is offline.`);
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
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      ...(body === undefined ? {} : { body }),
    });
  } catch (cause) {
    throw new HttpError(
      "network",
      503,
      `No answer of ${host} arrived: it cannot be reached, or it lets no other page read its answers (CORS). The browser does not say which.`,
      { cause, mayHaveSucceeded },
    );
  }
  if (response.type === "opaqueredirect")
    throw new HttpError("redirect", 502, `${host} redirects this request, which a browser cannot follow.`, {
      mayHaveSucceeded,
    });
  return response;
};
