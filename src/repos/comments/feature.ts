import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { type Inspect, inspectText } from "../../base/inspect.ts";
import type { CommentRegistry } from "../../comments/feature.ts";
import type { SharedState } from "../../base/sharedState.ts";
import { loadOnUse, registerCommands } from "../../commands/registry.ts";
import { commitCommentCommands, commitConversationScheme } from "../../ids.ts";
import type { Log } from "../../ui/log.ts";
import type { ReposModel } from "../model.ts";
import { CommitThreads } from "./controller.ts";
import { CommitConversationText } from "./document.ts";
import { CommitCommentsModel } from "./model.ts";
import type { CommitDraft } from "./types.ts";
import type { Shell } from "../../shell/shell.ts";
import { draftCollections } from "../../storage/keptDrafts.ts";

export interface CommitCommentsFeature extends Disposable {
  readonly comments: CommitCommentsModel;
  readonly threads: CommitThreads;
}

/** Builds and registers everything about comments of commits. Makes no request. */
export const registerCommitComments = (
  accounts: AccountsModel,
  {
    shell,
    repos,
    inspect,
    registry,
    state,
  }: {
    readonly shell: Shell;
    readonly repos: ReposModel;
    readonly inspect: Inspect;
    readonly registry: CommentRegistry;
    readonly state: SharedState;
  },
  log: Log,
): CommitCommentsFeature => {
  const store = new DisposableStore();
  const onError = (what: string, error: unknown): void => log.error(what, error);
  const comments: CommitCommentsModel = store.add(
    new CommitCommentsModel({
      accounts,
      storage: {
        readDrafts: () =>
          Object.values(state.get<Readonly<Record<string, CommitDraft>>>(draftCollections.commits) ?? {}),
        writeDrafts: (drafts) =>
          void state
            .update(draftCollections.commits, Object.fromEntries(drafts.map((draft) => [draft.localId, draft])))
            .catch((error: unknown) => onError("comments", error)),
        refresh: () => state.refresh(),
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
  store.add(shell.textDocuments(commitConversationScheme, text));
  const threads = store.add(new CommitThreads({ accounts, comments, registry, text, onError }));
  store.add(registry.add(threads));
  const handlers = loadOnUse(commitCommentCommands, async () =>
    (await import("./commands.ts")).commitCommentHandlers({ accounts, repos, comments, threads }),
  );
  store.add(registerCommands(shell, handlers, log));
  return { comments, threads, dispose: () => store.dispose() };
};
