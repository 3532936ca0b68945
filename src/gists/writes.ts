import type { NewGist } from "./types.ts";
import type { Clock } from "../base/clock.ts";
import type { Client } from "../client/client.ts";
import { confirmedWhen, isGone, LostWrites } from "../client/lostWrites.ts";
import type { Gist } from "../client/types/gist.ts";
import { fileOf, filesOf } from "./gistFacts.ts";

/** Of so many of the newest gists one is looked for whose creation was not answered. */
const newest = 30;

const idOf = ({ id }: Gist): string => id;
const createdAt = ({ created_at: date }: Gist): string => date;
const namesOf = (gist: Gist): readonly string[] =>
  filesOf(gist)
    .map(({ filename }) => filename)
    .toSorted();

/** What is done with whole gists. When an answer is lost, the service is asked what it has. Throws HttpError. */
export class GistWrites {
  readonly #clientOf: (accountId: string) => Client;
  readonly #lost: LostWrites;

  constructor(clientOf: (accountId: string) => Client, clock: Clock | undefined) {
    this.#clientOf = clientOf;
    this.#lost = new LostWrites(clock);
  }

  async create(accountId: string, gist: NewGist, signal?: AbortSignal): Promise<Gist> {
    const client = this.#clientOf(accountId);
    const { description, public: isPublic } = gist;
    const files = Object.fromEntries(Object.entries(gist.files).map(([name, content]) => [name, { content }]));
    const body = { ...(description === undefined ? {} : { description }), public: isPublic, files };
    const names = Object.keys(gist.files).toSorted();
    return this.#lost.once<Gist>({
      key: ["gist", accountId, description ?? "", isPublic, names.map((name) => [name, gist.files[name]])],
      send: () => client.call("gists.create", body, { signal }),
      look: async ({ onHeaders = () => undefined, ...options }, mayBe) => {
        const own = await client.call("gists.getAll", { per_page: newest }, { ...options, onHeaders });
        const alike = own.filter(
          (each) =>
            mayBe(each) &&
            each.public === isPublic &&
            (each.description ?? "") === (description ?? "") &&
            namesOf(each).join("\0") === names.join("\0"),
        );
        const found: Gist[] = [];
        for (const { id } of alike) {
          const whole = await client.call("gists.get", { id }, options);
          if (names.every((name) => fileOf(whole, name)?.content === gist.files[name])) found.push(whole);
        }
        return found;
      },
      idOf,
      createdAt,
      signal,
    });
  }

  async fork(accountId: string, gistId: string, signal?: AbortSignal): Promise<Gist> {
    const client = this.#clientOf(accountId);
    return this.#lost.once<Gist>({
      key: ["fork", accountId, gistId],
      send: () => client.call("gists.fork", { id: gistId }, { signal }),
      look: async ({ onHeaders = () => undefined, ...options }, mayBe) => {
        const own = await client.call("gists.getAll", { per_page: newest }, { ...options, onHeaders });
        const found: Gist[] = [];
        for (const { id } of own.filter(mayBe)) {
          const whole = await client.call("gists.get", { id }, options);
          if (whole.fork_of?.id === gistId) found.push(whole);
        }
        return found;
      },
      idOf,
      createdAt,
      signal,
    });
  }

  async delete(accountId: string, gistId: string): Promise<void> {
    const client = this.#clientOf(accountId);
    await confirmedWhen(
      () => client.call("gists.delete", { id: gistId }),
      (options) => isGone(client.call("gists.get", { id: gistId }, options)),
    );
  }

  async setStar(accountId: string, gistId: string, isStarred: boolean): Promise<void> {
    const client = this.#clientOf(accountId);
    await confirmedWhen(
      () => client.call(isStarred ? "gists.star" : "gists.deleteStar", { id: gistId }),
      async (options) => (await client.check("gists.checkStar", { id: gistId }, options)) === isStarred,
    );
  }
}
