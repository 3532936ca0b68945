import { Emitter } from "../base/event.ts";
import type { OperationId } from "../client/operations/table.ts";
import { isOperation, isRecord } from "./parameters.ts";
import { withoutSecrets } from "./secrets.ts";
import type { OperationCall, Parameters } from "./types.ts";

/** A call that was sent. It holds no secret. */
export interface PastCall extends OperationCall {
  readonly accountId: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  /** What the service answered. */
  readonly status: number;
}

export interface OperationsStorage {
  readHistory(): unknown;
  writeHistory(history: readonly PastCall[]): void;
  readFavourites(): unknown;
  writeFavourites(favourites: readonly OperationId[]): void;
}

/** Calls that are remembered of each account. */
const maxRecentCalls = 50;

const isPastCall = (value: unknown): value is PastCall =>
  isRecord(value) &&
  isOperation(value["operation"]) &&
  isRecord(value["parameters"]) &&
  typeof value["accountId"] === "string" &&
  typeof value["at"] === "number" &&
  typeof value["status"] === "number";

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What was called, and what the user likes to call. */
export class OperationsModel {
  readonly #storage: OperationsStorage;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(storage: OperationsStorage) {
    this.#storage = storage;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** The newest first. */
  history(accountId: string): readonly PastCall[] {
    return this.#all().filter((call) => call.accountId === accountId);
  }

  /** The operations that were called last, each once. */
  recent(accountId: string, count: number): readonly PastCall[] {
    const last = new Map<OperationId, PastCall>();
    for (const call of this.history(accountId)) if (!last.has(call.operation)) last.set(call.operation, call);
    return [...last.values()].slice(0, count);
  }

  remember(call: PastCall): void {
    const own = this.history(call.accountId);
    const safe: Parameters = withoutSecrets(call.parameters);
    const others = this.#all().filter(({ accountId }) => accountId !== call.accountId);
    this.#write([{ ...call, parameters: safe }, ...own].slice(0, maxRecentCalls), others);
  }

  /** Of an account that was signed out, or because the user wants it. */
  forget(accountId: string): void {
    const all = this.#all();
    const others = all.filter((call) => call.accountId !== accountId);
    if (others.length < all.length) this.#write(others, []);
  }

  get favourites(): readonly OperationId[] {
    return listOf(this.#storage.readFavourites()).filter(isOperation);
  }

  toggleFavourite(operation: OperationId): void {
    const { favourites } = this;
    this.#storage.writeFavourites(
      favourites.includes(operation)
        ? favourites.filter((each) => each !== operation)
        : [...favourites, operation],
    );
    this.#changed.fire();
  }

  #all(): readonly PastCall[] {
    return listOf(this.#storage.readHistory()).filter(isPastCall);
  }

  #write(calls: readonly PastCall[], others: readonly PastCall[]): void {
    this.#storage.writeHistory([...calls, ...others]);
    this.#changed.fire();
  }
}
