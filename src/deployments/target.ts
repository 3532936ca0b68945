import * as vscode from "vscode";
import type { Deployment } from "../client/types/deployment.ts";
import type { RepoPlace, RepoPort } from "../repos/types.ts";
import { plainText } from "../ui/plainText.ts";
import { showInput } from "../ui/messages.ts";
import { pickOne } from "../ui/prompts.ts";
import { environmentOf } from "./board.ts";
import type { DeploymentsModel } from "./model.ts";
import type { DeploymentNode, DeploymentsNode, DeploymentStatusNode, EnvironmentNode } from "./nodes.ts";
import { emptyListError } from "../ui/emptyListError.ts";
import { deploymentCommands } from "../ids.ts";

export interface DeploymentTargetDeps {
  readonly deployments: DeploymentsModel;
  readonly repos: Pick<RepoPort, "target" | "pickRef">;
}

type AnyNode = DeploymentsNode | EnvironmentNode | DeploymentNode | DeploymentStatusNode;

/** The row of the board that a command was called on. */
export const givenNode = (target: unknown): Partial<AnyNode> =>
  typeof target === "object" && target !== null ? (target as Partial<AnyNode>) : {};

/** The deployment of a row, or the one that the user picks. Throws CancelledError. */
export const targetDeployment = async (
  { deployments, repos }: DeploymentTargetDeps,
  target: unknown,
  placeHolder: string,
): Promise<{ readonly place: RepoPlace; readonly deployment: Deployment }> => {
  const node = givenNode(target);
  if (node.kind === "deployment" && node.place && node.deployed)
    return { place: node.place, deployment: node.deployed.deployment };
  const place = await repos.target(target, vscode.l10n.t("Select a repository to show its deployments"));
  const { items } = await deployments.list(place);
  if (items.length === 0)
    throw emptyListError(
      vscode.l10n.t("{0} has no deployments.", `${place.owner}/${place.repo}`),
      deploymentCommands.create,
      {
        place,
      },
    );
  const rows = items.map((deployment) => ({
    label: `$(rocket) ${plainText(deployment.ref)} → ${plainText(environmentOf({ deployment }))}`,
    description: plainText(deployment.description ?? deployment.sha.slice(0, 7)),
    deployment,
  }));
  return { place, deployment: (await pickOne(rows, { placeHolder })).deployment };
};

/** An environment that was seen, or another one. */
export const pickEnvironment = async (
  { deployments }: DeploymentTargetDeps,
  place: RepoPlace,
  title: string,
): Promise<string> => {
  const { items } = await deployments.list(place);
  const seen = new Set([...items.map((deployment) => environmentOf({ deployment })), "production"]);
  const rows: readonly (vscode.QuickPickItem & { readonly name: string | undefined })[] = [
    ...[...seen].map((name) => ({ label: `$(server-environment) ${plainText(name)}`, name })),
    { label: `$(edit) ${vscode.l10n.t("Another environment...")}`, name: undefined },
  ];
  const { name } = await pickOne(rows, { title, placeHolder: vscode.l10n.t("Select an environment") });
  if (name !== undefined) return name;
  const typed = await showInput({ title, prompt: vscode.l10n.t("Enter the name of the environment.") });
  return typed?.trim() ?? "";
};
