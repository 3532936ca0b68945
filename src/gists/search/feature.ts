import * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { nameOf } from "../../accounts/profile.ts";
import { systemClock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { type Handler, registerCommands } from "../../commands/registry.ts";
import { contextKeys, type SearchCommandId, searchCommands, settings } from "../../ids.ts";
import { ConfigValue } from "../../ui/configValue.ts";
import type { Log } from "../../ui/log.ts";
import { withProgress } from "../../ui/progress.ts";
import { askText } from "../../ui/prompts.ts";
import type { PendingEdits } from "../publishing/pendingEdits.ts";
import type { GistsModel } from "../model.ts";
import { activeAccount } from "../../accounts/activeAccount.ts";
import type { GistUris } from "../uri.ts";
import { SearchDocuments } from "./document.ts";
import { progressText } from "./hitText.ts";
import { indexFolder } from "./indexFolder.ts";
import { SearchModel } from "./model.ts";
import { searchInPick } from "./pick.ts";
import { SearchStatus } from "./status.ts";
import type { IndexMode } from "./types.ts";
import { showStatus } from "../../ui/showStatus.ts";
import type { Shell } from "../../shell/shell.ts";
import { sharedFolder } from "../../storage/folders.ts";

interface SearchDeps {
  readonly shell: Shell;
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  readonly pending: PendingEdits;
  readonly uris: GistUris;
  readonly log: Log;
}

export interface SearchFeature extends Disposable {
  readonly search: SearchModel;
}

/** Builds and registers the search. Makes no request; the index is loaded with the first search. */
export const registerSearch = (
  context: vscode.ExtensionContext,
  { accounts, shell, gists, pending, uris, log }: SearchDeps,
): SearchFeature => {
  const store = new DisposableStore();
  const mode = store.add(new ConfigValue<IndexMode>(settings.searchIndex, "onUse"));
  const onError = (what: string, error: unknown): void => log.error(what, error);
  const search = store.add(
    new SearchModel({
      accounts,
      gists,
      pending,
      folder: indexFolder(sharedFolder(context, "search")),
      clock: systemClock,
      mode: () => mode.value,
      loadIndex: async () => new (await import("./searchEngine.ts")).TextIndex(),
      onError,
    }),
  );
  const accountName = (accountId: string): string | undefined => {
    const account = accounts.get(accountId);
    return account && accounts.accounts.length > 1 ? nameOf(account.profile) : undefined;
  };
  const documents = store.add(new SearchDocuments(shell, search, uris, systemClock, accountName));
  store.add(new SearchStatus(search, systemClock));
  store.add(mode.onDidChange(() => void search.changeMode().catch((error: unknown) => onError("search", error))));

  let last = "";
  const showDocument = (query: string): Promise<void> => {
    last = query;
    return documents.show(query);
  };
  store.add(
    registerCommands(
      shell,
      {
        [searchCommands.find]: async () => {
          await activeAccount({ accounts });
          const deps = { search, uris, clock: systemClock, accountName, showDocument, onError };
          if (await searchInPick(deps))
            void vscode.commands.executeCommand("setContext", contextKeys.searchOpened, true);
        },
        [searchCommands.document]: async () => {
          await activeAccount({ accounts });
          const query = await askText({
            title: vscode.l10n.t("Search Gists into a Document"),
            prompt: vscode.l10n.t('Words, #tag, lang:ts, is:secret, is:public, is:starred, user:name, "a phrase"'),
            value: last,
          });
          if (query.trim() !== "") await showDocument(query);
        },
        [searchCommands.rebuild]: async () => {
          await activeAccount({ accounts });
          await withProgress(vscode.l10n.t("Rebuilding the search index…"), (signal) => search.rebuild(signal));
          const text = vscode.l10n.t("Search index: {0}", progressText(search.progress));
          showStatus(text, 6000);
        },
      } satisfies Record<SearchCommandId, Handler>,
      log,
    ),
  );
  return { search, dispose: () => store.dispose() };
};
