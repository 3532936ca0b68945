import type { CallContext } from "./call.ts";
import { json } from "./http.ts";

const defaultSize = 30;
const maxPageSize = 100;

interface Page {
  readonly page: number;
  readonly size: number;
}

const positive = (text: string | undefined, fallback: number): number => {
  const value = /^\d{1,9}$/.test(text ?? "") ? Number(text) : 0;
  return value > 0 ? value : fallback;
};

/** What `page` and `per_page` ask for. As on the service, nonsense means the default and too much the maximum. */
export const pageOf = (c: CallContext): Page => ({
  page: positive(c.req.query("page"), 1),
  size: Math.min(positive(c.req.query("per_page"), defaultSize), maxPageSize),
});

const linkHeader = (c: CallContext, page: number, last: number): string => {
  const asked = new URL(c.req.url);
  const address = `${c.env.links.api}${c.req.path}`;
  const link = (to: number, rel: string): string => {
    const query = new URLSearchParams(asked.searchParams);
    query.set("page", String(to));
    return `<${address}?${query.toString()}>; rel="${rel}"`;
  };
  return [
    ...(page > 1 ? [link(Math.min(page - 1, last), "prev")] : []),
    ...(page < last ? [link(page + 1, "next"), link(last, "last")] : []),
    ...(page > 1 ? [link(1, "first")] : []),
  ].join(", ");
};

/** `Link` of a page among `count` things; empty when there is one page only. */
export const linkTo = (c: CallContext, count: number): string => {
  const { page, size } = pageOf(c);
  return linkHeader(c, page, Math.max(1, Math.ceil(count / size)));
};

/** Answers with one page of `items`, and `Link` when there are more pages. */
export const pageAnswer = <T>(c: CallContext, items: readonly T[], record: (item: T) => unknown): Response => {
  const { page, size } = pageOf(c);
  const link = linkTo(c, items.length);
  const records = items.slice((page - 1) * size, page * size).map(record);
  return json(200, records, link === "" ? {} : { link });
};
