import { localizable } from "../base/localizable.ts";
import { lengthWithoutEnd } from "../base/trimEnd.ts";
import { invalid } from "./errors.ts";

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export const isLoopback = (url: URL): boolean => loopback.test(url.hostname);

/** Plain http would expose the token to the network; it is allowed for this machine only. */
const isSafe = (url: URL): boolean => url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));

/** As `isLoopback`, with the other names that lead to this machine: also an address of IPv4 within one of IPv6. */
const isThisMachine = (url: URL): boolean =>
  isLoopback(url) ||
  /^(localhost\.|.+\.localhost\.|0(\.\d{1,3}){3}|\[::\]|\[(::|::ffff:|64:ff9b::)(0|7f[0-9a-f]{2}):[0-9a-f]{1,4}\])$/.test(
    url.hostname,
  );

/**
 * Whether a server may lead us there: by a redirect, or by the address of a file or an archive. One that is reached by
 * https leads neither to plain http nor to this machine, unless it is on this machine itself; none leads to an address
 * with a username or password, which would be sent.
 */
export const mayLead = (from: URL, to: URL): boolean =>
  isSafe(to) &&
  to.username === "" &&
  to.password === "" &&
  (to.protocol === "https:" || from.protocol === "http:") &&
  (isThisMachine(from) || !isThisMachine(to));

/** The base URL without a trailing slash. Throws HttpError `validation`. */
export const parseBaseUrl = (text: string): string => {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw invalid(localizable("The server URL isn't valid. Enter one such as {0}.", "https://example.com/api/v3"));
  }
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw invalid(localizable("The server URL must start with https://."));
  if (url.username || url.password)
    throw invalid(localizable("The server URL must not contain a username or password."));
  if (url.search || url.hash) throw invalid(localizable("The server URL must not contain ? or #."));
  if (!isSafe(url))
    throw invalid(localizable("Plain http would send the token unprotected. Use {0}.", `https://${url.host}`));
  return (
    url.origin +
    url.pathname.slice(
      0,
      lengthWithoutEnd(url.pathname, (char) => char === "/"),
    )
  );
};
