import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { type Inspect, inspectText } from "../base/inspect.ts";
import { registerCommands } from "../commands/registry.ts";
import type { RepoPort } from "../repos/types.ts";
import type { Log } from "../ui/log.ts";
import { deploymentHandlers } from "./commands.ts";
import { DeploymentsModel } from "./model.ts";
import { deploymentGraft } from "./nodes.ts";

interface DeploymentParts {
  readonly accounts: AccountsModel;
  readonly repos: RepoPort;
  readonly inspect: Inspect;
  readonly log: Log;
}

/** Builds and registers everything about deployments. Makes no request. */
export const registerDeployments = (
  _: vscode.ExtensionContext,
  { accounts, repos, inspect, log }: DeploymentParts,
): Disposable => {
  const store = new DisposableStore();
  const names = {
    payload: vscode.l10n.t("the payload of the deployment"),
    description: vscode.l10n.t("the description of the deployment"),
  };
  const deployments = store.add(
    new DeploymentsModel({
      accounts,
      inspect: async ({ accountId }, what, text) =>
        text === "" ? "" : inspectText(inspect, { what: names[what], text, accountId, isSecret: false }),
    }),
  );
  repos.graft(deploymentGraft({ deployments, now: () => Date.now() }));
  store.add(registerCommands(deploymentHandlers({ deployments, repos }), log));
  return store;
};
