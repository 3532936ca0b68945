import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { Emitter, type Event } from "../../base/event.ts";
import type { SharedState } from "../../base/sharedState.ts";
import type { CommentRegistry } from "../../comments/feature.ts";
import { registerCommands } from "../../commands/registry.ts";
import { conversationScheme } from "../../ids.ts";
import type { Log } from "../../ui/log.ts";
import { type Inspect, inspectText } from "../../base/inspect.ts";
import type { GistsModel } from "../model.ts";
import type { GistUris } from "../uri.ts";
import { commentHandlers } from "./commands.ts";
import { Conversations } from "./controller.ts";
import { ConversationText } from "./document.ts";
import { CommentsModel } from "./model.ts";
import type { CommentDraft, Seen } from "./types.ts";
import type { Shell } from "../../shell/shell.ts";
import { draftCollections } from "../../storage/keptDrafts.ts";

const seenKey = "commentsSeen";

interface CommentsDeps {
  readonly shell: Shell;
  readonly gists: GistsModel;
  readonly uris: GistUris;
  readonly inspect: Inspect;
  readonly registry: CommentRegistry;
  readonly state: SharedState;
}

export interface CommentsFeature extends Disposable {
  readonly comments: CommentsModel;
  readonly conversations: Conversations;
  /** How many comments of own gists were not read, of all accounts together. */
  readonly unread: number;
  readonly onDidChangeUnread: Event<number>;
}

/** Builds and registers everything about comments of gists. Makes no request. */
export const registerComments = (
  accounts: AccountsModel,
  { shell, gists, uris, inspect, registry, state }: CommentsDeps,
  log: Log,
): CommentsFeature => {
  const store = new DisposableStore();
  const onError = (what: string, error: unknown): void => log.error(what, error);
  const keep = (key: string, value: unknown): void =>
    void state.update(key, value).then(undefined, (error: unknown) => onError("comments", error));

  const comments = store.add(
    new CommentsModel({
      accounts,
      storage: {
        readDrafts: () =>
          Object.values(state.get<Readonly<Record<string, CommentDraft>>>(draftCollections.gists) ?? {}),
        writeDrafts: (drafts) =>
          keep(draftCollections.gists, Object.fromEntries(drafts.map((draft) => [draft.localId, draft]))),
        refresh: () => state.refresh(),
        readSeen: () => state.get<Readonly<Record<string, Seen>>>(seenKey) ?? {},
        writeSeen: (seen) => keep(seenKey, seen),
      },
      own: (accountId) => gists.lists.known(accountId, "own"),
      inspect: ({ accountId, gistId }, text, former) => {
        const gist = gists.known(accountId, gistId);
        return inspectText(inspect, {
          what: vscode.l10n.t("the comment"),
          text,
          accountId,
          isSecret: gist && !gist.public,
          ...(former === undefined ? {} : { known: [former] }),
        });
      },
    }),
  );
  const text = store.add(new ConversationText(gists, comments));
  store.add(shell.textDocuments(conversationScheme, text));
  const conversations = store.add(
    new Conversations({
      accounts,
      gists,
      comments,
      registry,
      text,
      onError,
    }),
  );
  store.add(registry.add(conversations));
  store.add(registerCommands(shell, commentHandlers({ accounts, gists, conversations, uris }), log));

  const unreadChanged = store.add(new Emitter<number>());
  const count = (): number =>
    accounts.accounts.reduce((sum, { profile }) => sum + comments.unread.count(profile.id), 0);
  let last = count();
  const fireChanges = (): void => {
    const next = count();
    if (next === last) return;
    last = next;
    unreadChanged.fire(next);
  };
  store.add(comments.unread.onDidChange(fireChanges));
  store.add(
    gists.lists.onDidRead(({ accountId, kind }) => {
      if (kind === "own") comments.unread.noteLists(accountId);
    }),
  );

  return {
    comments,
    conversations,
    get unread() {
      return last;
    },
    onDidChangeUnread: unreadChanged.event,
    dispose: () => store.dispose(),
  };
};
