import { type Clock, systemClock } from "../base/clock.ts";
import { CancelledAfterSendingError, isCancelled } from "../base/errors.ts";
import { Emitter } from "../base/event.ts";
import { sha256 } from "../base/sha256.ts";
import type { CallOptions } from "./callOptions.ts";
import { HttpError } from "./errors.ts";
import type { Writer } from "./findWritten.ts";
import type { MessageOf, OperationId, ResultOf } from "./operations/table.ts";

interface Lost {
  readonly key: string;
  /** When it began. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly begun: number;
  readonly error: unknown;
}

interface FoundCopies {
  readonly accountId: string;
  /** The records beside the one that counts as the result. */
  readonly copies: readonly unknown[];
}

/** How much earlier than the write a record may have been made by the service's clock. Milliseconds. */
export const toleranceMs = 60_000;
/** Milliseconds for each look: the user waits for it. */
const lookTimeout = 10_000;
const maxLost = 20;
const maxMade = 100;

/** The service may have done it although no answer confirms it; a server that says when it is back is not asked before. */
const isUnconfirmed = (error: unknown): boolean =>
  HttpError.is(error) ? error.mayHaveSucceeded : error instanceof CancelledAfterSendingError;
const canBeAsked = (error: unknown): boolean => !HttpError.is(error) || error.retryAt === undefined;

const lookOptions: CallOptions = { fresh: true, timeout: lookTimeout };

/** When the answer of `send` was lost, what `find` sees counts as the result. Throws what `send` throws. */
export const confirmed = async <T>(
  send: () => Promise<T>,
  find: (options: CallOptions) => Promise<T | undefined>,
): Promise<T> => {
  try {
    return await send();
  } catch (error) {
    const found =
      isUnconfirmed(error) && canBeAsked(error) ? await find(lookOptions).catch(() => undefined) : undefined;
    if (found === undefined) throw error;
    return found;
  }
};

const keyOf = (writer: Writer, id: OperationId, message: object): Promise<string> =>
  sha256(JSON.stringify([writer.profile.id, id, message]));

/** Writes once, though answers are lost: what was done is looked for, at once and before it is sent again. */
export class LostWrites {
  readonly #clock: Clock;
  #lost: readonly Lost[] = [];
  /** What was made here is not taken for what was lost. */
  #made: readonly { readonly key: string; readonly id: unknown }[] = [];
  readonly #copiesFound = new Emitter<FoundCopies>();
  /** A write whose answer was lost was made more than once. */
  readonly onDidFindCopies = this.#copiesFound.event;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /**
   * What an equal call did that began at this time, in milliseconds, before this window was opened: its answer was lost.
   * Undefined when it is not at the service. `others`: IDs of what other calls made. Throws HttpError.
   */
  async find<Id extends OperationId>(
    writer: Writer,
    id: Id,
    message: MessageOf<Id>,
    begun: number,
    others?: ReadonlySet<unknown>,
  ): Promise<ResultOf<Id> | undefined> {
    const key = await keyOf(writer, id, message);
    const found = await this.#find(writer, id, message, { key, begun, signal: undefined, others });
    return found === undefined ? undefined : this.#took(key, found);
  }

  /** As `client.call`; answers what an equal earlier call did when its answer was lost. `others`: as of `find`. */
  async call<Id extends OperationId>(
    writer: Writer,
    id: Id,
    message: MessageOf<Id>,
    sending: Pick<CallOptions, "signal" | "known"> = {},
    others?: ReadonlySet<unknown>,
  ): Promise<ResultOf<Id>> {
    const { signal } = sending;
    const key = await keyOf(writer, id, message);
    // Who cancels what was sent still has to know what became of it.
    const find = (lost: Lost): Promise<ResultOf<Id> | undefined> =>
      this.#find(writer, id, message, { ...lost, signal: signal?.aborted ? undefined : signal, others });
    const former = this.#lost.find((lost) => lost.key === key);
    if (former) {
      const found = await find(former).catch((error: unknown) => {
        // The service could not be read: it is still not known whether the former write was made.
        throw isCancelled(error) ? error : former.error;
      });
      if (found !== undefined) return this.#took(key, found);
    }
    const begun = this.#clock.now();
    try {
      return this.#took(key, await writer.client.call(id, message, sending));
    } catch (error) {
      if (!isUnconfirmed(error)) throw error;
      const lost = former ?? { key, begun, error };
      this.#lost = [...this.#lost.filter((each) => each !== former), lost].slice(-maxLost);
      const found = canBeAsked(error) ? await find(lost).catch(() => undefined) : undefined;
      if (found === undefined) throw error;
      return this.#took(key, found);
    }
  }

  /** An equal call makes something of its own from now on. */
  #took<T>(key: string, made: T): T {
    this.#lost = this.#lost.filter((each) => each.key !== key);
    this.#noteMade(key, made);
    return made;
  }

  #noteMade(key: string, made: unknown): void {
    const record = made as { readonly id?: unknown } | undefined;
    this.#made = [...this.#made, { key, id: record?.id }].slice(-maxMade);
  }

  async #find<Id extends OperationId>(
    writer: Writer,
    id: Id,
    message: MessageOf<Id>,
    {
      key,
      begun,
      signal,
      others,
    }: Pick<Lost, "key" | "begun"> &
      Pick<CallOptions, "signal"> & { readonly others?: ReadonlySet<unknown> | undefined },
  ): Promise<ResultOf<Id> | undefined> {
    // Compared by the service's own clock: an equal record that is older than the write was not made by it.
    let serviceNow = Number.NaN;
    const onHeaders: CallOptions["onHeaders"] = (headers) => {
      serviceNow = Date.parse(headers["date"] ?? "");
    };
    const mayBe = (record: Readonly<Record<string, unknown>>): boolean =>
      Date.parse(String(record["created_at"])) >= serviceNow - (this.#clock.now() - begun) - toleranceMs &&
      !this.#made.some((made) => made.key === key && made.id === record["id"]) &&
      !others?.has(record["id"]);
    const { findWritten } = await import("./findWritten.ts");
    const options = { ...lookOptions, onHeaders, signal };
    try {
      const [found, ...copies] = await findWritten(writer, id, message as object, options, mayBe);
      for (const copy of copies) this.#noteMade(key, copy);
      if (copies.length > 0) this.#copiesFound.fire({ accountId: writer.profile.id, copies });
      return found as ResultOf<Id> | undefined;
    } catch (error) {
      if (HttpError.is(error, "notFound", "gone")) return undefined;
      throw error;
    }
  }
}
