import type { AccountsModel } from "../../accounts/model.ts";
import { CommentThreads } from "../../comments/model.ts";
import type { CommentService } from "../../comments/service.ts";
import type { Gist, GistComment } from "../../client/types/gist.ts";
import { type CommentDraft, type CommentStorage, type ConversationPlace, keyOf } from "./types.ts";
import { Unread } from "./unread.ts";

export interface CommentsOptions {
  readonly accounts: AccountsModel;
  readonly storage: CommentStorage;
  /** The own gists of an account, as far as they were read. */
  readonly own: (accountId: string) => readonly Gist[];
  /** What may be sent of a text. Throws CancelledError when nothing may. */
  readonly inspect: (place: ConversationPlace, body: string, former: string | undefined) => Promise<string>;
}

const service: CommentService<ConversationPlace, GistComment, CommentDraft> = {
  keyOf,
  placeOf: ({ accountId, gistId }) => ({ accountId, gistId }),
  pages: (client, { gistId }, options) =>
    client.pages("gists.getComments", { gist_id: gistId, per_page: 100 }, { ...options, ahead: true }),
  get: (client, { gistId }, id) => client.call("gists.getComment", { gist_id: gistId, id }),
  create: (client, { gistId, body }) => client.call("gists.createComment", { gist_id: gistId, body }),
  edit: (client, { gistId }, id, body) => client.call("gists.editComment", { gist_id: gistId, id, body }),
  delete: (client, { gistId }, id) => client.call("gists.deleteComment", { gist_id: gistId, id }),
};

/** The conversations of all gists: what is known of them, what was not sent, and what was not read yet. */
export class CommentsModel extends CommentThreads<ConversationPlace, GistComment, CommentDraft> {
  readonly unread: Unread;

  constructor({ own, ...options }: CommentsOptions) {
    super(service, options);
    this.unread = this.store.add(new Unread(options.storage, own));
  }

  /** Sends a new comment. Throws when the service does not take it, and keeps it as a draft. */
  async create(place: ConversationPlace, body: string): Promise<void> {
    await this.send(this.draftOf(place, body));
  }

  markRead(place: ConversationPlace): void {
    this.unread.markRead(place, this.known(place));
  }

  protected override wrote(place: ConversationPlace, isNew: boolean): void {
    if (isNew) this.unread.noteOwn(place);
  }

  protected override forget(accountId: string): void {
    super.forget(accountId);
    this.unread.forget(accountId);
  }
}
