import { HttpError } from "./errors.ts";

export type Relation = "next" | "prev" | "first" | "last";

/** A `Link` header, or a result that carries one. */
export type LinkSource =
  | string
  | { readonly link?: string }
  | { readonly meta?: { readonly link?: string } }
  | undefined;

const headerOf = (source: LinkSource): string => {
  if (source === undefined) return "";
  if (typeof source === "string") return source;
  if ("meta" in source) return source.meta?.link ?? "";
  return "link" in source ? (source.link ?? "") : "";
};

/** The value of the first `rel`; attributes are read in order, since a quoted one may contain anything. */
const relationOf = (attributes: string): string => {
  for (const [, name = "", quoted, plain = ""] of attributes.matchAll(
    /;\s*([\w*-]+)\s*=\s*(?:"([^"]*)"|([^\s",;]+))/g,
  ))
    if (name.toLowerCase() === "rel") return quoted ?? plain;
  return "";
};

/** Relation → URL, of RFC 8288 links. */
export const parseLinks = (source: LinkSource): Partial<Record<Relation, string>> => {
  const links: Partial<Record<Relation, string>> = {};
  for (const [, url = "", attributes = ""] of headerOf(source).matchAll(
    /<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s",;]+))*)/g,
  )) {
    for (const name of relationOf(attributes).split(/\s+/)) {
      if (name === "next" || name === "prev" || name === "first" || name === "last") links[name] ??= url;
    }
  }
  return links;
};

export const hasNextPage = (source: LinkSource): string | undefined => parseLinks(source).next;
export const hasPreviousPage = (source: LinkSource): string | undefined => parseLinks(source).prev;
export const hasFirstPage = (source: LinkSource): string | undefined => parseLinks(source).first;
export const hasLastPage = (source: LinkSource): string | undefined => parseLinks(source).last;

/** The absolute URL of a linked page. Throws when it leaves the server of `baseUrl`. */
export const resolveLink = (link: string, baseUrl: string): string => {
  const base = new URL(baseUrl);
  let url: URL;
  try {
    url = new URL(link, base);
  } catch {
    throw new HttpError("redirect", 502, "The server linked to a page whose address cannot be read.");
  }
  if (url.origin !== base.origin)
    throw new HttpError(
      "redirect",
      502,
      `The server linked to a page on another server (${url.host}); it was not read.`,
    );
  return url.href;
};
