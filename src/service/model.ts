import { requireAccount } from "../accounts/requireAccount.ts";
import type { Account, AccountsModel } from "../accounts/model.ts";
import type { Clock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";
import type { CallOptions } from "../client/callOptions.ts";
import type { Client } from "../client/client.ts";
import { LastKnown, type LastRead } from "../client/lastKnown.ts";
import { type FactTree, factsOf } from "./facts.ts";

/** One of the service's limits. `reset` in milliseconds since 1970-01-01T00:00:00Z. */
export interface Bucket {
  readonly name: string;
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

/** Milliseconds between two notices of what changes with every request. */
const noticeGap = 1000;

/** Ends with a slash: `forget` takes a beginning, and the id of another account may begin alike. */
const keyOf = (accountId: string): string => `${accountId}/`;

const options: CallOptions = { priority: "visible" };

const bucketOf = (name: string, value: unknown): Bucket | undefined => {
  const read = (key: string): number =>
    typeof value === "object" && value !== null ? Number(Reflect.get(value, key) ?? Number.NaN) : Number.NaN;
  const [limit, remaining, reset] = [read("limit"), read("remaining"), read("reset")];
  return [limit, remaining, reset].every(Number.isFinite)
    ? { name, limit, remaining, reset: reset * 1000 }
    : undefined;
};

/** What the services say of themselves: their limits, what waits for these, and their addresses. */
export class ServiceModel implements Disposable {
  readonly #accounts: AccountsModel;
  readonly #clock: Clock;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<string>());
  /** The limit, its use or what waits is another one now, of this account. */
  readonly onDidChange = this.#changed.event;
  readonly #refreshed = this.#store.add(new Emitter<void>());
  /** What is shown is to be read again. */
  readonly onDidRefresh = this.#refreshed.event;
  readonly #watched = new Map<string, { readonly client: Client; readonly subscriptions: Disposable }>();
  readonly #notices = new Map<string, Disposable>();
  readonly #buckets = new LastKnown<readonly Bucket[]>(100);
  readonly #facts = new LastKnown<readonly FactTree[]>(100);
  /** The accounts whose facts were read since the last refresh: they take no request. */
  readonly #factsRead = new Set<string>();

  constructor({ accounts, clock }: { readonly accounts: AccountsModel; readonly clock: Clock }) {
    this.#accounts = accounts;
    this.#clock = clock;
    this.#store.add(
      accounts.onDidChange(({ removed, changed }) => {
        for (const id of removed) for (const known of [this.#buckets, this.#facts]) known.forget(keyOf(id));
        for (const id of [...removed, ...changed]) this.#factsRead.delete(id);
        this.#watch();
      }),
    );
    this.#watch();
  }

  dispose(): void {
    this.#store.dispose();
    for (const { subscriptions } of this.#watched.values()) subscriptions.dispose();
    for (const notice of this.#notices.values()) notice.dispose();
    this.#watched.clear();
  }

  /** Throws SignedOutError. */
  account(accountId: string): Account {
    return requireAccount(this.#accounts, accountId);
  }

  /** All limits, `core` first; what they were where they can't be read again. Asking costs nothing. Throws HttpError. */
  buckets(accountId: string): Promise<LastRead<readonly Bucket[]>> {
    const { client } = this.account(accountId);
    return this.#buckets.read(keyOf(accountId), client, async () => {
      const buckets = await this.#readBuckets(client);
      this.#buckets.set(keyOf(accountId), client, buckets);
      return buckets;
    });
  }

  async #readBuckets(client: Client): Promise<readonly Bucket[]> {
    const { resources, rate } = await client.call("misc.rateLimit", {}, options);
    const given = Object.entries(resources ?? { core: rate }).flatMap(([name, value]) => {
      const bucket = bucketOf(name, value);
      return bucket ? [bucket] : [];
    });
    const place = ({ name }: Bucket): number => {
      const index = ["core", "search"].indexOf(name);
      return index < 0 ? 2 : index;
    };
    return given.toSorted((left, right) => place(left) - place(right));
  }

  /** What the service publishes of itself; read once. What it was where it can't be read again. Throws HttpError. */
  facts(accountId: string): Promise<LastRead<readonly FactTree[]>> {
    const { client } = this.account(accountId);
    return this.#facts.read(keyOf(accountId), client, async () => {
      const known = this.#factsRead.has(accountId) ? this.#facts.get(keyOf(accountId), client) : undefined;
      if (known) return known;
      const facts = factsOf(await client.call("misc.meta", {}, options));
      this.#facts.set(keyOf(accountId), client, facts);
      this.#factsRead.add(accountId);
      return facts;
    });
  }

  /** Everything is read again when it is shown. */
  refresh(accountId: string): void {
    this.#factsRead.delete(accountId);
    this.#changed.fire(accountId);
    this.#refreshed.fire();
  }

  #watch(): void {
    const now = new Map(this.#accounts.accounts.map(({ profile, client }) => [profile.id, client]));
    for (const [id, { client, subscriptions }] of this.#watched)
      if (now.get(id) !== client) {
        subscriptions.dispose();
        this.#watched.delete(id);
      }
    for (const [id, client] of now) {
      if (this.#watched.has(id)) continue;
      const subscriptions = new DisposableStore();
      let last = "";
      subscriptions.add(
        client.onDidChangeQuota(({ limit, remaining, reset }) => {
          // A call that reads the limit causes this event, too: an equal limit is not a change.
          const now = `${limit} ${remaining} ${reset}`;
          if (now !== last) this.#notice(id);
          last = now;
        }),
      );
      subscriptions.add(client.onDidChangeWaiting(() => this.#notice(id)));
      this.#watched.set(id, { client, subscriptions });
    }
  }

  #notice(id: string): void {
    if (this.#notices.has(id)) return;
    const timer = this.#clock.setTimer(noticeGap, () => {
      this.#notices.delete(id);
      this.#changed.fire(id);
    });
    this.#notices.set(id, timer);
  }
}
