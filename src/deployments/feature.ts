import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { type Inspect, inspectText } from "../base/inspect.ts";
import { type Handler, loadOnUse, registerCommands } from "../commands/registry.ts";
import { type DeploymentCommandId, deploymentCommands } from "../ids.ts";
import type { SharedState } from "../base/sharedState.ts";
import type { RepoPort } from "../repos/types.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import type { Log } from "../ui/log.ts";
import { revivePanels } from "../ui/pagePanel.ts";
import { showError } from "../ui/showError.ts";
import { DeploymentsModel } from "./model.ts";
import { deploymentContribution } from "./nodes.ts";
import { PayloadDocuments } from "./payloadDocuments.ts";
import { toUserError } from "./problemText.ts";
import { DeploymentDrafts } from "./deploymentDrafts.ts";
import type { TimelinePanel, TimelinePanels } from "./timeline/panel.ts";
import { parseTimelinePlace, type TimelinePlace } from "./timeline/place.ts";
import type { Shell } from "../shell/shell.ts";

interface DeploymentDeps {
  readonly shell: Shell;
  readonly repos: RepoPort;
  readonly inspect: Inspect;
  readonly state: SharedState;
  readonly texts: ReadonlyDocuments;
}

export interface DeploymentsFeature extends Disposable {
  readonly openTimeline: (place: TimelinePlace) => Promise<TimelinePanel>;
}

/** Builds and registers everything about deployments. Makes no request. */
export const registerDeployments = (
  { extensionUri }: vscode.ExtensionContext,
  accounts: AccountsModel,
  { shell, repos, inspect, state, texts }: DeploymentDeps,
  log: Log,
): DeploymentsFeature => {
  const store = new DisposableStore();
  const names = {
    payload: vscode.l10n.t("the payload of the deployment"),
    description: vscode.l10n.t("the description of the deployment"),
  };
  const deployments = store.add(
    new DeploymentsModel({
      accounts,
      inspect: async ({ accountId }, what, text) =>
        text === "" ? "" : inspectText(inspect, { what: names[what], text, accountId }),
    }),
  );
  store.add(repos.onDidForget((path) => deployments.forget(path)));
  repos.contribute(deploymentContribution({ deployments, now: () => Date.now() }));
  const drafts = new DeploymentDrafts(
    state,
    (error) => log.error("deployments", error),
    (accountId) => accounts.get(accountId) !== undefined,
  );
  const payloads = store.add(new PayloadDocuments({ shell, accounts, drafts }));
  store.add(accounts.signOuts.join({ closeDocuments: (accountId) => payloads.closeOf(accountId) }));
  let timelines: TimelinePanels | undefined;
  const loadTimelines = async (): Promise<TimelinePanels> => {
    const { TimelinePanels } = await import("./timeline/panel.ts");
    return (timelines ??= store.add(
      new TimelinePanels({
        deployments,
        now: () => Date.now(),
        act: (id, target) => handlers[id](target),
        folder: vscode.Uri.joinPath(extensionUri, "dist"),
        onError: (what, error) => void showError(what, toUserError(error), log),
      }),
    ));
  };
  const openTimeline = async (place: TimelinePlace): Promise<TimelinePanel> => (await loadTimelines()).open(place);
  store.add(
    accounts.onDidChange(({ removed }) => {
      for (const id of removed) timelines?.close(id);
    }),
  );
  store.add(
    revivePanels({
      shell,
      page: "timeline",
      parse: parseTimelinePlace,
      revive: async (panel, place) => {
        await accounts.load();
        if (accounts.get(place.accountId)) (await loadTimelines()).revive(panel, place);
        else panel.dispose();
      },
      onError: (error) => log.error("timeline", error),
    }),
  );
  const handlers: Record<DeploymentCommandId, Handler> = loadOnUse(deploymentCommands, async () =>
    (await import("./commands.ts")).deploymentHandlers({
      accounts,
      deployments,
      repos,
      payloads,
      drafts,
      texts,
      openTimeline,
    }),
  );
  store.add(registerCommands(shell, handlers, log));
  return { openTimeline, dispose: () => store.dispose() };
};
