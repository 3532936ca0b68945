import { localizable } from "../base/localizable.ts";
import { redirectRefused } from "./errors.ts";

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

const target = /<([^<>]*)>/g;
/** One parameter: its name, and its value, quoted or not. A quoted one may contain anything; a backslash quotes one character. */
const parameter = /\s*;\s*([^\s"(),/:;<=>?@[\\\]{}]*)\s*(?:=\s*(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([^\s",;]*)))?/sy;

/** Relation → URL, of RFC 8288 links. Of several links of one relation the first one counts. */
export const parseLinks = (source: LinkSource): Partial<Record<Relation, string>> => {
  const header = headerOf(source);
  const links: Partial<Record<Relation, string>> = {};
  let at = 0;
  for (;;) {
    target.lastIndex = at;
    const [whole, url = ""] = target.exec(header) ?? [];
    if (whole === undefined) return links;
    at = target.lastIndex;
    /** The value of the first `rel`; others do not count. */
    let relations: string | undefined;
    for (;;) {
      parameter.lastIndex = at;
      const [found, name = "", quoted, plain = ""] = parameter.exec(header) ?? [];
      if (found === undefined) break;
      at = parameter.lastIndex;
      if (name.toLowerCase() === "rel") relations ??= quoted?.replace(/\\(.)/gs, "$1") ?? plain;
    }
    for (const name of relations?.toLowerCase().split(/\s+/) ?? [])
      if (name === "next" || name === "prev" || name === "first" || name === "last") links[name] ??= url;
  }
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
    throw redirectRefused(localizable("{0} linked to a page whose URL can't be read.", base.host));
  }
  if (url.origin !== base.origin)
    throw redirectRefused(
      localizable("The server linked to a page of another server ({0}). It was not read.", url.host),
    );
  if (url.username !== "" || url.password !== "")
    throw redirectRefused(localizable("The server linked to a URL with a username or password ({0}).", url.host));
  return url.href;
};
