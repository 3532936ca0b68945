import type { Account, AccountsModel } from "../accounts/model.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import type { Clock } from "../base/clock.ts";
import { isCancelled } from "../base/errors.ts";
import { Emitter } from "../base/event.ts";
import type { CallOptions } from "../client/callOptions.ts";
import type { Client } from "../client/client.ts";
import { HttpError, isPassing, limitEndOf, unexpectedAnswer } from "../client/errors.ts";
import { hasNextPage } from "../client/links.ts";
import type { Staleness } from "../client/pagedList.ts";
import type { WithMeta } from "../client/types/result.ts";
import { activityOf } from "./activity.ts";
import { dayOf, isMuted } from "./arrange.ts";
import { callOf, feedId } from "./feed.ts";
import { ActivityProblem } from "./problem.ts";
import type { ReadMarks } from "./readMarks.ts";
import type { Activity, Feed, FeedPlace, Mute } from "./types.ts";

type Page = WithMeta<readonly unknown[]>;

/** What is known of a feed. */
export interface FeedState {
  readonly activities: readonly Activity[];
  readonly hasMore: boolean;
  /** When the service was asked last, by our clock. */
  readonly readAt: number;
  /** The service's clock less ours, in milliseconds. */
  readonly skew: number;
  /** Why it could not be read again. */
  readonly staleness?: Staleness | undefined;
}

interface Entry extends FeedState {
  /** The page that was read last; the next one is where it links to. */
  readonly last: Page;
}

interface Schedule {
  nextAt: number;
  failures: number;
}

interface Options {
  readonly accounts: AccountsModel;
  readonly clock: Clock;
  readonly marks: ReadMarks;
  readonly mutes: (accountId: string) => readonly Mute[];
}

/** What came new with one read. */
export interface Arrival {
  readonly place: FeedPlace;
  readonly fresh: readonly Activity[];
}

const pageSize = 50;
/** More than the service keeps; pages of a server may link in a circle. */
const maxPagesAtOnce = 10;
/** Milliseconds between two reads when the service does not say. */
const defaultIntervalMs = 60_000;
const maxIntervalMs = 3_600_000;
const maxWaitMs = 15 * 60_000;

export const keyOfPlace = ({ accountId, feed }: FeedPlace): string => `${accountId}/${feedId(feed)}`;

/** What the service said, as what it means. */
const explained = (error: unknown, feed: Feed): unknown => {
  if (!HttpError.is(error, "notFound", "gone")) return error;
  return new ActivityProblem(feed.kind === "userOrg" ? "notYours" : "gone", feed, { cause: error });
};

const emptyPage = (): Page => Object.assign([], { meta: {} });

/** Throws HttpError. */
const nextPage = (client: Client, page: Page, options: CallOptions): Promise<Page> =>
  client.linkedList<unknown>(page, "next", options).catch((error: unknown) => {
    // Beyond what it keeps the service refuses: that is the end.
    if (HttpError.is(error, "unprocessable")) return emptyPage();
    throw error;
  });

/** What happens at the services, feed by feed. */
export class ActivityModel {
  readonly #options: Options;
  readonly #entries = new Map<string, Entry>();
  readonly #schedules = new Map<string, Schedule>();
  readonly #reading = new Map<string, Promise<FeedState>>();
  readonly #changed = new Emitter<FeedPlace>();
  readonly #asked = new Emitter<FeedPlace>();
  readonly #arrived = new Emitter<Arrival>();
  /**
   * What is known of a feed, or what of it was read, has changed, or it could not be refreshed. Does not fire for a first
   * read without news.
   */
  readonly onDidChange = this.#changed.event;
  /** The service was asked, whatever it said. */
  readonly onDidAsk = this.#asked.event;
  /** Does not fire for the first page of a feed. */
  readonly onDidArrive = this.#arrived.event;

  constructor(options: Options) {
    this.#options = options;
  }

  known(place: FeedPlace): FeedState | undefined {
    return this.#entries.get(keyOfPlace(place));
  }

  /** The service's time, as far as it is known. */
  now(place: FeedPlace): number {
    return this.#options.clock.now() + (this.known(place)?.skew ?? 0);
  }

  /** When the feed may be asked again; 0 for one that was never asked. */
  dueAt(place: FeedPlace): number {
    return this.#schedules.get(keyOfPlace(place))?.nextAt ?? 0;
  }

  /** What is known, unless the service refused it since, or the first page. Throws ActivityProblem or HttpError. */
  async read(place: FeedPlace): Promise<FeedState> {
    const state = this.known(place);
    const error = state?.staleness?.error;
    if (!state || (error !== undefined && !isPassing(error))) return this.#ask(place, { priority: "visible" });
    if ((limitEndOf(error) ?? Infinity) > this.#options.clock.now()) return state;
    // What is known stays where it can't be read after the limit either.
    return this.#ask(place, { priority: "visible" }).catch((again: unknown) => {
      if (isPassing(again) || isCancelled(again)) return this.known(place) ?? state;
      throw again;
    });
  }

  /**
   * Asks again, unless that is under way; with `fresh` again after that. Unchanged costs nothing. Throws as `read`,
   * and then what is known stays.
   */
  async refresh(place: FeedPlace, options: CallOptions = {}): Promise<FeedState> {
    try {
      return await this.#ask(place, options);
    } catch (error) {
      // Not after `read`: who draws the feed again reads it.
      if (!isCancelled(error)) this.#changed.fire(place);
      throw error;
    }
  }

  #ask(place: FeedPlace, options: CallOptions): Promise<FeedState> {
    const key = keyOfPlace(place);
    const running = this.#reading.get(key);
    // It may be held back for longer than this caller waits.
    if (running && !options.fresh) return this.#accountOf(place).client.unlessHeld(running);
    const before = running?.catch(() => undefined) ?? Promise.resolve();
    const reading = before
      .then(() => this.#refresh(place, options))
      .finally(() => {
        if (this.#reading.get(key) === reading) this.#reading.delete(key);
      });
    this.#reading.set(key, reading);
    return reading;
  }

  /** Reads one page more, if the service has one. Throws as `read`. */
  async more(place: FeedPlace, options: CallOptions = {}, pagesLeft = maxPagesAtOnce): Promise<void> {
    const key = keyOfPlace(place);
    const before = this.#entries.get(key);
    if (!before?.hasMore) return;
    const { client } = this.#accountOf(place);
    const page = await nextPage(client, before.last, options).catch((error: unknown): never => {
      throw explained(error, place.feed);
    });
    const now = this.#entries.get(key);
    if (!now || now.last !== before.last) return;
    const known = new Set(now.activities.map((activity) => activity.key));
    const older = this.#activitiesOf([page], place).filter((activity) => !known.has(activity.key));
    const link = hasNextPage(page);
    const hasMore = link !== undefined && link !== hasNextPage(before.last);
    this.#entries.set(key, { ...now, activities: [...now.activities, ...older], last: page, hasMore });
    // What is new came before what is known, so that all of this page was read before.
    if (older.length === 0 && hasMore && pagesLeft > 1) await this.more(place, options, pagesLeft - 1);
    else this.#changed.fire(place);
  }

  isUnread(place: FeedPlace, activity: Activity): boolean {
    // Public events of all users do not count as unread.
    if (place.feed.kind === "public" || this.#options.marks.isRead(keyOfPlace(place), activity)) return false;
    const { accounts, mutes } = this.#options;
    const login = accounts.get(place.accountId)?.profile.login;
    return activity.actor.toLowerCase() !== login?.toLowerCase() && !isMuted(mutes(place.accountId), activity);
  }

  unread(place: FeedPlace): readonly Activity[] {
    return (this.known(place)?.activities ?? []).filter((activity) => this.isUnread(place, activity));
  }

  /** How many events of these feeds were not read; what is in several feeds counts once. */
  countUnread(places: readonly FeedPlace[]): number {
    const keys = places.flatMap((place) => this.unread(place).map(({ key }) => `${place.accountId}/${key}`));
    return new Set(keys).size;
  }

  markAllRead(place: FeedPlace): void {
    const state = this.known(place);
    if (!state || this.unread(place).length === 0) return;
    this.#options.marks.markAll(keyOfPlace(place), state.activities);
    this.#changed.fire(place);
  }

  /** In all of these feeds. */
  markRead(places: readonly FeedPlace[], activity: Activity): void {
    for (const place of places) {
      if (!this.unread(place).some(({ key }) => key === activity.key)) continue;
      this.#options.marks.markOne(keyOfPlace(place), activity);
      this.#changed.fire(place);
    }
  }

  /** Nothing of an account, or of one of its feeds, is kept; not even which events were read. */
  forget(accountId: string, feed?: Feed): void {
    const prefix = feed ? keyOfPlace({ accountId, feed }) : `${accountId}/`;
    for (const map of [this.#entries, this.#schedules, this.#reading])
      for (const key of map.keys()) if (feed ? key === prefix : key.startsWith(prefix)) map.delete(key);
    this.#options.marks.forget(prefix);
  }

  dispose(): void {
    this.#entries.clear();
    this.#changed.dispose();
    this.#asked.dispose();
    this.#arrived.dispose();
  }

  #accountOf({ accountId }: FeedPlace): Account {
    return requireAccount(this.#options.accounts, accountId);
  }

  #activitiesOf(pages: readonly Page[], { feed }: FeedPlace): readonly Activity[] {
    const seen = new Set<string>();
    return pages.flat().flatMap((value: unknown) => {
      const activity = activityOf(value, feed);
      if (!activity || seen.has(activity.key)) return [];
      seen.add(activity.key);
      return [activity];
    });
  }

  async #refresh(place: FeedPlace, options: CallOptions): Promise<FeedState> {
    const { clock, marks } = this.#options;
    const key = keyOfPlace(place);
    const schedule = this.#schedules.get(key) ?? { nextAt: 0, failures: 0 };
    this.#schedules.set(key, schedule);
    let headers: Readonly<Record<string, string>> = {};
    let pages: readonly Page[];
    try {
      const { client } = this.#accountOf(place);
      const first = await this.#firstPage(client, place.feed, {
        ...options,
        onHeaders: (received) => (headers = received),
      });
      pages = await this.#withFurtherPages(client, place, first, options);
    } catch (error) {
      this.#postpone(schedule, error);
      const explanation = explained(error, place.feed);
      const entry = this.#entries.get(key);
      if (entry && !isCancelled(error) && this.#schedules.get(key) === schedule)
        this.#entries.set(key, { ...entry, staleness: { readAt: entry.readAt, error: explanation } });
      throw explanation;
    }
    const seconds = Number(headers["x-poll-interval"]);
    const interval = seconds > 0 ? Math.min(seconds * 1000, maxIntervalMs) : defaultIntervalMs;
    schedule.failures = 0;
    schedule.nextAt = clock.now() + interval;
    const date = Date.parse(headers["date"] ?? "");
    const skew = Number.isNaN(date) ? 0 : date - clock.now();
    // It was removed, or its account was, while the service was asked.
    if (this.#schedules.get(key) !== schedule) return this.#entry(undefined, place, pages, skew);
    const before = this.#entries.get(key);
    const next = this.#entry(before, place, pages, skew);
    this.#entries.set(key, next);
    if (!marks.has(key)) marks.markAll(key, next.activities);
    this.#asked.fire(place);
    const known = new Set(before?.activities.map((activity) => activity.key));
    const fresh = next.activities.filter((activity) => !known.has(activity.key));
    // Another day has begun: what was today is yesterday now.
    const isNextDay =
      before !== undefined && dayOf(before.readAt, next.readAt) !== dayOf(next.readAt, next.readAt);
    if (isNextDay || before?.staleness || (before ? fresh : this.unread(place)).length > 0)
      this.#changed.fire(place);
    if (before && fresh.length > 0) this.#arrived.fire({ place, fresh });
    return next;
  }

  async #firstPage(client: Account["client"], feed: Feed, options: CallOptions): Promise<Page> {
    const [id, msg] = callOf(feed);
    // Which message belongs to which call is sure by `callOf`; the compiler cannot follow it.
    const page: unknown = await client.call(id as "events.get", { ...msg, per_page: pageSize } as never, options);
    if (!Array.isArray(page)) throw unexpectedAnswer("[…]");
    return page as unknown as Page;
  }

  /** Up to what is known; where so much happened that there is a gap, as many as were read before. */
  async #withFurtherPages(
    client: Client,
    place: FeedPlace,
    first: Page,
    options: CallOptions,
  ): Promise<readonly Page[]> {
    const before = this.#entries.get(keyOfPlace(place))?.activities ?? [];
    const known = new Set(before.map((activity) => activity.key));
    const pages = [first];
    const followed = new Set<string>();
    let count = 0;
    for (let page = first; ;) {
      const found = this.#activitiesOf([page], place);
      count += found.length;
      const link = hasNextPage(page);
      // A server may link to pages without events, one after the other, without an end.
      const isEnd = link === undefined || followed.has(link) || found.length === 0;
      if (isEnd || count >= before.length || found.some(({ key }) => known.has(key))) return pages;
      followed.add(link);
      page = await nextPage(client, page, options);
      pages.push(page);
    }
  }

  /** New ones go before what is known, unless so much happened that there is a gap. */
  #entry(before: Entry | undefined, place: FeedPlace, pages: readonly Page[], skew: number): Entry {
    const readAt = this.#options.clock.now();
    const activities = this.#activitiesOf(pages, place);
    const page = pages.at(-1) ?? emptyPage();
    const keys = new Set(activities.map((activity) => activity.key));
    const isJoined = before?.activities.some((activity) => keys.has(activity.key)) ?? false;
    const link = hasNextPage(page);
    if (!before || !isJoined) return { activities, hasMore: link !== undefined, readAt, skew, last: page };
    const rest = before.activities.filter((activity) => !keys.has(activity.key));
    return { ...before, activities: [...activities, ...rest], readAt, skew, staleness: undefined };
  }

  /** After a failure the service is asked less and less often, and not before it wants to be. */
  #postpone(schedule: Schedule, error: unknown): void {
    // The rows are read again after a failure: what fails before it is due counts once.
    const isCounted = schedule.failures === 0 || schedule.nextAt <= this.#options.clock.now();
    if (!isCancelled(error) && isCounted) schedule.failures += 1;
    const wait = Math.min(defaultIntervalMs * 2 ** schedule.failures, maxWaitMs);
    const retryAt = HttpError.is(error) ? (error.retryAt ?? 0) : 0;
    schedule.nextAt = Math.max(this.#options.clock.now() + wait, retryAt);
  }
}
