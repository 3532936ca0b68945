import { type LinkSource, parseLinks, resolveLink } from "./links.ts";

interface Reading<P> {
  readonly baseUrl: string;
  /** In parallel, as far as the links contain the addresses of the pages. */
  readonly ahead: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly read: (url: string, signal: AbortSignal) => Promise<P>;
}

/**
 * Pages that are requested at once. The scheduler sends eight of them, or six below the priority `user`; the others wait,
 * so that a slow page leaves no slot idle. Each that is read before its turn is held in memory.
 */
const maxRequested = 16;
/** More pages than any list has; a `last` beyond it is ignored. */
const maxPages = 10_000;

const ownUrl = (link: string | undefined, baseUrl: string): URL | undefined => {
  try {
    return link === undefined ? undefined : new URL(resolveLink(link, baseUrl));
  } catch {
    return undefined;
  }
};

const numberOf = (url: URL): number => {
  const text = url.searchParams.get("page") ?? "";
  return /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;
};

const withPage = (url: URL, page: number): string => {
  const copy = new URL(url);
  copy.searchParams.set("page", String(page));
  return copy.href;
};

/** The addresses from the next page to the last one, where both differ in their number only. */
const addressesAhead = (source: LinkSource, baseUrl: string): readonly string[] | undefined => {
  const { next, last } = parseLinks(source);
  const [from, to] = [ownUrl(next, baseUrl), ownUrl(last, baseUrl)];
  if (!from || !to) return undefined;
  const [first, end] = [numberOf(from), numberOf(to)];
  if (!(first <= end && end - first < maxPages) || withPage(from, 1) !== withPage(to, 1)) return undefined;
  return Array.from({ length: end - first + 1 }, (_, index) => withPage(from, first + index));
};

/**
 * The pages after `page`, in order; `seen` has the addresses that were read. Throws what `read` throws for a page, after
 * the pages before it. Requests under way are ended when the caller stops early.
 */
export const followingPages = async function* <P extends LinkSource>(
  page: P,
  seen: ReadonlySet<string>,
  { baseUrl, ahead, signal, read }: Reading<P>,
): AsyncGenerator<P, void, undefined> {
  const controller = new AbortController();
  const ending = AbortSignal.any(signal ? [signal, controller.signal] : [controller.signal]);
  const known = new Set(seen);
  try {
    for (let last = page; ;) {
      const { next } = parseLinks(last);
      if (next === undefined) return;
      const waiting = (ahead && addressesAhead(last, baseUrl)) || [resolveLink(next, baseUrl)];
      // Pages of a server may link in a circle.
      const left = waiting.filter((url) => !known.has(url));
      if (left.length === 0) return;
      for (const url of left) known.add(url);
      const underWay: Promise<P>[] = [];
      const start = (url: string): void => {
        const reading = read(url, ending);
        // The loop may end before it reaches this page: its failure is not an unhandled rejection.
        reading.catch(() => undefined);
        underWay.push(reading);
      };
      left.splice(0, maxRequested).forEach(start);
      for (let reading = underWay.shift(); reading; reading = underWay.shift()) {
        last = await reading;
        // The list may have become shorter: pages after its end would be errors of some servers.
        const isEnd = parseLinks(last).next === undefined;
        const further = isEnd ? undefined : left.shift();
        if (further !== undefined) start(further);
        yield last;
        if (isEnd) return;
      }
    }
  } finally {
    controller.abort();
  }
};
