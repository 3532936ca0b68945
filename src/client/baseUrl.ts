import { invalid } from "./errors.ts";

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export const isLoopback = (url: URL): boolean => loopback.test(url.hostname);

/** Plain http would show the token to everybody on the way; it is fine on this machine only. */
export const isSafe = (url: URL): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));

/** The base URL without a trailing slash. Throws HttpError `validation`. */
export const parseBaseUrl = (text: string): string => {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw invalid("The server address is not a URL. Give one such as https://example.com/api/v3.");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw invalid("The server address must begin with https://.");
  if (url.username || url.password) throw invalid("The server address must not contain a user name or password.");
  if (url.search || url.hash) throw invalid("The server address must not contain ? or #.");
  if (!isSafe(url)) throw invalid(`Plain http would send the token unprotected. Use https://${url.host}.`);
  return url.origin + url.pathname.replace(/\/+$/, "");
};
