import * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { explained, type Handler, registerCommands } from "../../commands/registry.ts";
import { type InsightsCommandId, insightsCommands } from "../../ids.ts";
import type { Log } from "../../ui/log.ts";
import { revivePanels } from "../../ui/pagePanel.ts";
import { toUserError } from "../problemText.ts";
import { type TargetParts, targetPlace } from "../target.ts";
import { parseRepoPlace } from "../types.ts";
import { InsightsPanels } from "./panels.ts";
import type { Shell } from "../../shell/shell.ts";

export interface InsightsFeature extends Disposable {
  readonly panels: InsightsPanels;
}

/** Builds and registers everything about insights of repositories. Makes no request. */
export const registerInsights = (
  context: vscode.ExtensionContext,
  { accounts, shell, repos, log }: TargetParts & { readonly shell: Shell; readonly log: Log },
): InsightsFeature => {
  const store = new DisposableStore();
  const panels = store.add(
    new InsightsPanels({
      accounts,
      clock: systemClock,
      folder: vscode.Uri.joinPath(context.extensionUri, "dist"),
      onError: (what, error) => log.error(what, error),
    }),
  );
  const handlers = {
    [insightsCommands.show]: async (target) =>
      panels.open(
        await targetPlace(
          { accounts, repos },
          target,
          vscode.l10n.t("Which repository's insights shall be shown?"),
        ),
      ),
  } satisfies Record<InsightsCommandId, Handler>;
  store.add(
    revivePanels({
      shell,
      page: "insights",
      parse: parseRepoPlace,
      revive: async (panel, place) => {
        await accounts.load();
        panels.revive(panel, place);
      },
      onError: (error) => log.error("insights", error),
    }),
  );
  store.add(registerCommands(shell, explained(handlers, toUserError), log));
  return { panels, dispose: () => store.dispose() };
};
