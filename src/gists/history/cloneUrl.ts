import { isAtServer } from "../../accounts/serverAddress.ts";

export interface CloneUrl {
  /** Without a username, a password, a query or a fragment. */
  readonly url: string;
  /** With its port if there is one. */
  readonly host: string;
  /** Whether it is another server than that of the account. */
  readonly isForeign: boolean;
}

const maxLength = 2000;

/**
 * The address from which git can clone, of what a server named for it. Undefined for anything that git would not fetch over
 * https; http only from the account's own server, where that is used so.
 */
export const toCloneUrl = (named: unknown, baseUrl: string): CloneUrl | undefined => {
  if (typeof named !== "string" || named.length > maxLength || !/^https?:\/\/[^\s\p{Cc}]+$/u.test(named))
    return undefined;
  if (!URL.canParse(named)) return undefined;
  const url = new URL(named);
  const own = new URL(baseUrl);
  const isOwn = isAtServer(url.host, baseUrl);
  if (url.protocol !== "https:" && !(isOwn && own.protocol === "http:")) return undefined;
  // A token has no place in an address that git stores.
  url.username = "";
  url.password = "";
  url.search = "";
  url.hash = "";
  return { url: url.href, host: url.host, isForeign: !isOwn };
};
