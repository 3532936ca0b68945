import type { AccountsModel } from "../accounts/model.ts";
import type { CallOptions } from "../client/callOptions.ts";
import type { Client } from "../client/client.ts";
import type { CommentPlace, DraftFacts, DraftStorage, ServiceComment } from "./types.ts";

/** The calls that one kind of comments is made of. */
export interface CommentService<P extends CommentPlace, C extends ServiceComment, D extends P & DraftFacts> {
  /** Begins with `accountId/`. */
  keyOf(place: P): string;
  /** The place alone, of whatever has one. */
  placeOf(given: P): P;
  pages(client: Client, place: P, options: CallOptions): AsyncIterable<readonly C[]>;
  get(client: Client, place: P, id: number): Promise<C>;
  create(client: Client, draft: D): Promise<C>;
  edit(client: Client, place: P, id: number, body: string): Promise<C>;
  delete(client: Client, place: P, id: number): Promise<unknown>;
  /** Whether the comment stands where the draft wants to be, when places have more than one. */
  isAt?(comment: C, draft: D): boolean;
}

export interface CommentThreadsOptions<P extends CommentPlace, D> {
  readonly accounts: AccountsModel;
  readonly storage: DraftStorage<D>;
  /** What may be sent of a text. Throws CancelledError when nothing may. */
  readonly inspect: (place: P, body: string, former: string | undefined) => Promise<string>;
}
