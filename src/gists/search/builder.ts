import type { Account } from "../../accounts/model.ts";
import { hasGists } from "../../accounts/profile.ts";
import type { CallOptions } from "../../client/callOptions.ts";
import { HttpError } from "../../client/errors.ts";
import { reservedUntil } from "../../client/reserve.ts";
import type { Gist, GistComment } from "../../client/types/gist.ts";
import { filesOf } from "../gistFacts.ts";
import { isMissingText, maxIndexedLength } from "./record.ts";

/** The request limit is nearly used up: what is left is for the user. */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly until: number;

  constructor(until: number) {
    super("The request limit is nearly used up.");
    this.until = until;
  }
}

/** Requests at once; the service's limit is one for all. */
const readers = 2;
/** The largest file whose beginning is fetched apart. Bytes. */
const maxDownloadBytes = 5_000_000;

export interface ReadGist {
  readonly gist: Gist;
  /** Texts that did not come with the gist, by file name. */
  readonly apart: ReadonlyMap<string, string>;
  readonly comments?: readonly GistComment[];
}

interface Wanted {
  readonly id: string;
  readonly hasComments: boolean;
}

export interface IndexSink {
  /** A page of a list. */
  page(list: "own" | "starred", gists: readonly Gist[]): Promise<void>;
  /** Both lists were read to their end: what is in none of them is gone. */
  listed(own: ReadonlySet<string>, starred: ReadonlySet<string>): void;
  /** What has to be read, the most wanted first. */
  wanted(): readonly Wanted[];
  read(found: ReadGist): void;
  /** The service no longer has it. */
  gone(gistId: string): void;
  /** The service does not hand it out; it is left for the next time. */
  skipped(gistId: string, error: HttpError): void;
}

/** Nothing more can be read for now. */
const isOver = (error: unknown): boolean =>
  !HttpError.is(error) ||
  HttpError.is(error, "network", "cors", "timeout", "certificate", "server", "rateLimited", "unauthorized");

/**
 * Reads the lists of an account and then what changed, as the least important of all requests. Throws LimitReached
 * before the service's limit is used up, and HttpError or CancelledError when it cannot go on.
 */
export const readAll = async (
  { client, profile }: Account,
  sink: IndexSink,
  now: () => number,
  signal: AbortSignal,
): Promise<void> => {
  if (!hasGists(profile)) return;
  const options: CallOptions = { priority: "background", signal };
  const check = (): void => {
    signal.throwIfAborted();
    const until = reservedUntil(client, now());
    if (until !== undefined) throw new LimitReached(until);
  };

  const list = async (kind: "own" | "starred"): Promise<ReadonlySet<string>> => {
    const ids = new Set<string>();
    check();
    const operation = kind === "own" ? "gists.getAll" : "gists.starred";
    for await (const page of client.pages(operation, { per_page: 100 }, options)) {
      for (const { id } of page) ids.add(id);
      await sink.page(kind, page);
      check();
    }
    return ids;
  };
  const own = await list("own");
  const starred = profile.missing?.starredGists ? new Set<string>() : await list("starred");
  sink.listed(own, starred);

  const textApart = async (gist: Gist): Promise<ReadonlyMap<string, string>> => {
    const texts = new Map<string, string>();
    for (const file of filesOf(gist).filter(isMissingText)) {
      if (file.raw_url === undefined || (file.size ?? 0) > maxDownloadBytes) continue;
      check();
      try {
        const bytes = await client.download(file.raw_url, {
          ...options,
          maxBytes: maxDownloadBytes,
          size: file.size,
        });
        const text = new TextDecoder().decode(bytes.subarray(0, maxIndexedLength * 4)).slice(0, maxIndexedLength);
        if (!text.includes("\0")) texts.set(file.filename, text);
      } catch (error) {
        if (isOver(error)) throw error;
      }
    }
    return texts;
  };
  const comments = async (gistId: string): Promise<readonly GistComment[]> => {
    const all: GistComment[] = [];
    const msg = { gist_id: gistId, per_page: 100 };
    for await (const page of client.pages("gists.getComments", msg, options)) {
      all.push(...page);
      check();
    }
    return all;
  };
  const read = async ({ id, hasComments }: Wanted): Promise<void> => {
    check();
    try {
      // Kept answers are for what is shown; a whole account would push them all out.
      const gist = await client.call("gists.get", { id }, { ...options, keep: false });
      const apart = await textApart(gist);
      if (hasComments || (gist.comments ?? 0) > 0) check();
      sink.read({
        gist,
        apart,
        ...(hasComments || (gist.comments ?? 0) > 0 ? { comments: await comments(id) } : {}),
      });
    } catch (error) {
      if (isOver(error) || !HttpError.is(error)) throw error;
      if (HttpError.is(error, "notFound", "gone")) sink.gone(id);
      else sink.skipped(id, error);
    }
  };

  const queue = sink.wanted().values();
  const work = async (): Promise<void> => {
    for (const each of queue) await read(each);
  };
  const all = await Promise.allSettled(Array.from({ length: readers }, work));
  const failed = all.find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
};
