import { isLoopback, parseBaseUrl } from "../client/baseUrl.ts";
import type { ServerKind } from "./profile.ts";

/** Unreachable outside VS Code: `.invalid` never resolves. */
export const sandboxUrl = "https://sandbox.invalid";

const withScheme = (address: string): string => {
  const text = address.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const host = /^[^/:]*/.exec(text)?.[0] ?? "";
  return `${host === "localhost" || host === "127.0.0.1" ? "http" : "https"}://${text}`;
};

/** The API's base URL for what people type. Throws HttpError `validation` for an address that cannot be used. */
export const apiUrlOf = (kind: ServerKind, address: string): string => {
  switch (kind) {
    case "github":
      return "https://api.github.com";
    case "sandbox":
      return sandboxUrl;
    case "other":
      return parseBaseUrl(withScheme(address));
    case "enterprise": {
      const url = new URL(parseBaseUrl(withScheme(address.replace(/[?#].*$/s, ""))));
      if (url.hostname.endsWith(".ghe.com"))
        return url.hostname.startsWith("api.") ? url.origin : `https://api.${url.host}`;
      // The path of a page that was copied from the browser is no part of the API's address.
      return isLoopback(url) && url.pathname !== "/" && url.pathname !== "/api/v3"
        ? url.href
        : `${url.origin}/api/v3`;
    }
  }
};

/** The host of the pages of the server with this API address. */
export const webHostOf = (baseUrl: string): string => new URL(baseUrl).host.replace(/^api\./, "");

/** The hosts under which a server shows its repositories and gists. */
const hostsOf = (baseUrl: string): readonly string[] => {
  const web = webHostOf(baseUrl);
  return [
    new URL(baseUrl).host,
    web,
    `gist.${web}`,
    ...(web === "github.com" ? ["gist.githubusercontent.com"] : []),
  ];
};

/** Whether a reference to this host means the server with this API address. */
export const isAtServer = (host: string, baseUrl: string): boolean => hostsOf(baseUrl).includes(host);
