import type { NewGist } from "./types.ts";
import type { Clock } from "../base/clock.ts";
import type { Client } from "../client/client.ts";
import { HttpError } from "../client/errors.ts";
import type { Gist } from "../client/types/gist.ts";
import { fileOf, filesOf } from "./gistFacts.ts";

/** A creation whose answer was lost. */
interface Lost {
  readonly accountId: string;
  readonly gist: NewGist;
  /** When it began. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly begun: number;
}

/** What a request may take, at most, on top of the time since the creation began. Milliseconds. */
const toleranceMs = 60_000;
const maxLost = 20;
/** Of so many of the newest gists it is looked for. */
const newest = 30;

const keyOf = (accountId: string, { description = "", public: isPublic, files }: NewGist): string =>
  JSON.stringify([
    accountId,
    description,
    isPublic,
    Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);

/** Makes a gist once, though the first try's answer was lost: before the second one the gist is looked for. */
export class LostCreations {
  readonly #clock: Clock;
  #lost: readonly Lost[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Answers the gist that `create` makes, or that an earlier call has made. Throws what `create` throws. */
  async once(
    account: { readonly id: string; readonly client: Client },
    gist: NewGist,
    create: () => Promise<Gist>,
    signal?: AbortSignal,
  ): Promise<Gist> {
    const key = keyOf(account.id, gist);
    const isSame = (each: Lost): boolean => keyOf(each.accountId, each.gist) === key;
    const former = this.#lost.find(isSame);
    const found = former && (await this.#find(account.client, former, signal));
    const begun = this.#clock.now();
    try {
      const made = found ?? (await create());
      this.#lost = this.#lost.filter((each) => !isSame(each));
      return made;
    } catch (error) {
      if (!former && HttpError.is(error) && error.mayHaveSucceeded)
        this.#lost = [...this.#lost, { accountId: account.id, gist, begun }].slice(-maxLost);
      throw error;
    }
  }

  async #find(client: Client, { gist, begun }: Lost, signal?: AbortSignal): Promise<Gist | undefined> {
    const names = Object.keys(gist.files).toSorted().join("\0");
    // By the service's own clock, which may be off: an equal gist of before is not this one.
    let serviceNow = Number.NaN;
    const onHeaders = (headers: Readonly<Record<string, string>>): void =>
      void (serviceNow = Date.parse(headers["date"] ?? ""));
    const own = await client.call("gists.getAll", { per_page: newest }, { fresh: true, signal, onHeaders });
    const earliest = serviceNow - (this.#clock.now() - begun) - toleranceMs;
    for (const each of own) {
      const isLike =
        each.public === gist.public &&
        (each.description ?? "") === (gist.description ?? "") &&
        Date.parse(each.created_at) >= earliest &&
        filesOf(each)
          .map(({ filename }) => filename)
          .toSorted()
          .join("\0") === names;
      if (!isLike) continue;
      const whole = await client.call("gists.get", { id: each.id }, { signal });
      if (Object.entries(gist.files).every(([name, text]) => fileOf(whole, name)?.content === text)) return whole;
    }
    return undefined;
  }
}
