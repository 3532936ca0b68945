import * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { explained, type Handler, registerCommands } from "../../commands/registry.ts";
import { type InsightsCommandId, insightsCommands } from "../../ids.ts";
import type { Log } from "../../ui/log.ts";
import { revivePanels } from "../../ui/pagePanel.ts";
import { toUserError } from "../problemText.ts";
import { type TargetDeps, targetPlace } from "../target.ts";
import { parseRepoPlace } from "../types.ts";
import type { InsightsPanels } from "./panels.ts";
import type { Shell } from "../../shell/shell.ts";

export interface InsightsFeature extends Disposable {
  /** The panels that are open; they are loaded with the first one. */
  readonly panels: Pick<InsightsPanels, "of">;
}

/** Builds and registers everything about insights of repositories. Makes no request. */
export const registerInsights = (
  context: vscode.ExtensionContext,
  { accounts, shell, repos, log }: TargetDeps & { readonly shell: Shell; readonly log: Log },
): InsightsFeature => {
  const store = new DisposableStore();
  let panels: InsightsPanels | undefined;
  const loadPanels = async (): Promise<InsightsPanels> => {
    const { InsightsPanels } = await import("./panels.ts");
    return (panels ??= store.add(
      new InsightsPanels({
        accounts,
        clock: systemClock,
        folder: vscode.Uri.joinPath(context.extensionUri, "dist"),
        onError: (what, error) => log.error(what, error),
      }),
    ));
  };
  const handlers = {
    [insightsCommands.show]: async (target) => {
      const place = await targetPlace({ accounts, repos }, target, vscode.l10n.t("Select a repository"));
      (await loadPanels()).open(place);
    },
  } satisfies Record<InsightsCommandId, Handler>;
  store.add(
    revivePanels({
      shell,
      page: "insights",
      parse: parseRepoPlace,
      revive: async (panel, place) => {
        await accounts.load();
        (await loadPanels()).revive(panel, place);
      },
      onError: (error) => log.error("insights", error),
    }),
  );
  store.add(registerCommands(shell, explained(handlers, toUserError), log));
  return { panels: { of: (place) => panels?.of(place) }, dispose: () => store.dispose() };
};
