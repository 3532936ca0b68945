import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { type Inspect, inspectText } from "../../base/inspect.ts";
import type { CommentSpace } from "../../comments/feature.ts";
import { registerCommands } from "../../commands/registry.ts";
import { commitConversationScheme } from "../../ids.ts";
import type { Log } from "../../ui/log.ts";
import { SteadyMemento } from "../../ui/steadyMemento.ts";
import type { ReposModel } from "../model.ts";
import { commitCommentHandlers } from "./commands.ts";
import { CommitThreads } from "./controller.ts";
import { CommitConversationText } from "./document.ts";
import { CommitCommentsModel } from "./model.ts";
import type { CommitDraft } from "./types.ts";

const draftsKey = "forgeside.commitCommentDrafts";

export interface CommitCommentsFeature extends Disposable {
  readonly comments: CommitCommentsModel;
  readonly threads: CommitThreads;
}

/** Builds and registers everything about comments of commits. Makes no request. */
export const registerCommitComments = (
  context: vscode.ExtensionContext,
  {
    accounts,
    repos,
    inspect,
    space,
    log,
  }: {
    readonly accounts: AccountsModel;
    readonly repos: ReposModel;
    readonly inspect: Inspect;
    readonly space: CommentSpace;
    readonly log: Log;
  },
): CommitCommentsFeature => {
  const store = new DisposableStore();
  const state = new SteadyMemento(context.globalState);
  const onError = (what: string, error: unknown): void => log.error(what, error);
  const comments: CommitCommentsModel = store.add(
    new CommitCommentsModel({
      accounts,
      storage: {
        readDrafts: () => state.get<readonly CommitDraft[]>(draftsKey) ?? [],
        writeDrafts: (drafts) =>
          void state.update(draftsKey, drafts).then(undefined, (error: unknown) => onError("comments", error)),
      },
      inspect: async (place, text, former) =>
        inspectText(inspect, {
          what: vscode.l10n.t("the comment"),
          text,
          accountId: place.accountId,
          isSecret: (await comments.repository(place)).private,
          ...(former === undefined ? {} : { known: [former] }),
        }),
    }),
  );
  store.add(comments.onDidWrite((place) => repos.refreshSection(place, "comments")));
  const text = store.add(new CommitConversationText(comments, () => accounts.load()));
  store.add(vscode.workspace.registerTextDocumentContentProvider(commitConversationScheme, text));
  const threads = store.add(new CommitThreads({ accounts, comments, space, text, onError }));
  space.add(threads);
  store.add(registerCommands(commitCommentHandlers({ accounts, repos, comments, threads }), log));
  return { comments, threads, dispose: () => store.dispose() };
};
