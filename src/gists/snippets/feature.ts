import type * as vscode from "vscode";
import type { AccountsModel } from "../../accounts/model.ts";
import { systemClock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { settings } from "../../ids.ts";
import { ConfigValue } from "../../ui/configValue.ts";
import type { Log } from "../../ui/log.ts";
import type { Gist } from "../../client/types/gist.ts";
import type { GistsModel } from "../model.ts";
import type { SnippetsModel } from "./model.ts";
import type { OfferedSnippets } from "./provider.ts";
import { isSnippetGist } from "./snippetGist.ts";
import { noteSnippetsSeen, wantsSnippets } from "./wanted.ts";

export interface SnippetsDeps {
  readonly accounts: AccountsModel;
  readonly gists: GistsModel;
  /** Where it is stored whether a gist with snippets was seen. */
  readonly memento: Pick<vscode.Memento, "get" | "update">;
  readonly log: Log;
}

export interface SnippetsFeature extends Disposable {
  /** Undefined while none are offered. */
  readonly snippets: SnippetsModel | undefined;
}

/** Offers snippets in every editor while they are wanted (`wantsSnippets`). Makes no request before. */
export const registerSnippets = ({ accounts, gists, memento, log }: SnippetsDeps): SnippetsFeature => {
  const store = new DisposableStore();
  const isEnabled = store.add(new ConfigValue(settings.snippetsEnabled, true));
  const onError = (error: unknown): void => log.error("snippets", error);
  let running: OfferedSnippets | undefined;
  const begin = async (): Promise<void> => {
    const { offerSnippets } = await import("./provider.ts");
    if (running || store.isDisposed || !wantsSnippets(memento)) return;
    running = offerSnippets({ accounts, gists, clock: systemClock, onError });
  };
  const stop = (): void => {
    running?.dispose();
    running = undefined;
  };
  const follow = (): void => {
    if (!wantsSnippets(memento)) stop();
    else if (!running) void begin().catch(onError);
  };
  store.add(isEnabled.onDidChange(follow));
  // Lists are not read for this: a gist with snippets is seen when the view or a command reads it.
  const see = (seen: readonly (Gist | undefined)[]): void => {
    if (running || !isEnabled.value || !seen.some((gist) => gist && isSnippetGist(gist))) return;
    noteSnippetsSeen(memento).then(follow, onError);
  };
  store.add(
    gists.lists.onDidRead(({ accountId, kind }) => {
      if (kind === "own" || kind === "starred") see(gists.lists.known(accountId, kind));
    }),
  );
  store.add(
    gists.onDidChangeGist(({ accountId, gistId }) => {
      if (gists.knownMine({ accountId, gistId }) === true) see([gists.known(accountId, gistId)]);
    }),
  );
  follow();
  return {
    get snippets() {
      return running?.model;
    },
    dispose: () => {
      stop();
      store.dispose();
    },
  };
};
