import * as vscode from "vscode";
import type { Deployment, DeploymentStatus } from "../client/types/deployment.ts";
import { deploymentCommands } from "../ids.ts";
import { keyOf, type RepoPlace } from "../repos/types.ts";
import { treeItem } from "../tree/item.ts";
import {
  contextValue,
  type TreeContribution,
  type KitNode,
  kitRowId,
  type NodeKind,
  type TreeNode,
} from "../tree/node.ts";
import { withStaleness } from "../tree/staleRow.ts";
import { relativeTime } from "../ui/relativeTime.ts";
import { byEnvironment, type Deployed, filterNames, stalenessOf, type Staleness, stateOf } from "./board.ts";
import type { DeploymentsModel } from "./model.ts";
import { shownPayload } from "./payload.ts";
import { toUserError } from "./problemText.ts";
import { staleText } from "./staleText.ts";
import { lookOf, stateIcon } from "./stateLook.ts";
import { webAddress } from "./webAddress.ts";
import { dateText, textLanguage } from "../ui/textLanguage.ts";

/** All deployments of a repository. */
export interface DeploymentsNode extends TreeNode {
  readonly kind: "deployments";
  readonly place: RepoPlace;
  readonly parent: TreeNode;
}
export interface EnvironmentNode extends TreeNode {
  readonly kind: "environment";
  readonly place: RepoPlace;
  readonly environment: string;
  /** The newest first. */
  readonly deployments: readonly Deployment[];
  readonly newest: Deployed | undefined;
  readonly parent: DeploymentsNode;
}
export interface DeploymentNode extends TreeNode {
  readonly kind: "deployment";
  readonly place: RepoPlace;
  readonly deployed: Deployed;
  readonly staleness: Staleness | undefined;
  readonly parent: EnvironmentNode;
}
export interface DeploymentStatusNode extends TreeNode {
  readonly kind: "deploymentStatus";
  readonly place: RepoPlace;
  readonly status: DeploymentStatus;
  readonly parent: DeploymentNode;
}

export interface DeploymentNodesDeps {
  readonly deployments: DeploymentsModel;
  readonly now: () => number;
}

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

const age = (iso: string, { now }: DeploymentNodesDeps): string => relativeTime(iso, now(), textLanguage());

const sectionItem = ({ deployments }: DeploymentNodesDeps, { id, place }: DeploymentsNode): vscode.TreeItem => {
  const filter = deployments.filterOf(place);
  const notes = filterNames.flatMap((name) => (filter[name] === undefined ? [] : [`${name}: ${filter[name]}`]));
  const label = vscode.l10n.t("Deployments");
  const context = contextValue("deployments", notes.length > 0 ? ["narrowed"] : []);
  return treeItem({ id, label, notes, icon: new vscode.ThemeIcon("rocket"), context, spoken: label }, Collapsed);
};

const environmentItem = (deps: DeploymentNodesDeps, node: EnvironmentNode): vscode.TreeItem => {
  const { id, environment, newest } = node;
  const notes = newest
    ? [lookOf(stateOf(newest)).text, newest.deployment.ref, age(newest.deployment.created_at, deps)]
    : [];
  return treeItem(
    {
      id,
      label: environment,
      notes,
      icon: new vscode.ThemeIcon(
        "server-environment",
        new vscode.ThemeColor(lookOf(newest ? stateOf(newest) : "none").color),
      ),
      context: contextValue("environment", []),
      spoken: vscode.l10n.t("Environment {0}", environment),
    },
    Expanded,
  );
};

const deploymentItem = (deps: DeploymentNodesDeps, node: DeploymentNode): vscode.TreeItem => {
  const { deployment, statuses } = node.deployed;
  const state = stateOf(node.deployed);
  const notes = [
    lookOf(state).text,
    ...staleText(node.staleness),
    ...(deployment.task === "deploy" ? [] : [deployment.task]),
    age(deployment.created_at, deps),
    ...(deployment.creator ? [deployment.creator.login] : []),
    ...(deployment.description ? [deployment.description] : []),
  ];
  return treeItem(
    {
      id: node.id,
      label: deployment.sha.startsWith(deployment.ref)
        ? deployment.sha.slice(0, 7)
        : `${deployment.ref} @ ${deployment.sha.slice(0, 7)}`,
      notes,
      icon:
        node.staleness === "superseded"
          ? new vscode.ThemeIcon(lookOf(state).icon, new vscode.ThemeColor("disabledForeground"))
          : stateIcon(state),
      context: contextValue("deployment", [
        ...(webAddress(statuses[0]?.target_url) === undefined ? [] : ["target"]),
        ...(shownPayload(deployment.payload) === "" ? [] : ["payload"]),
      ]),
      spoken: vscode.l10n.t("Deployment of {0}", deployment.ref),
    },
    statuses.length > 0 ? Collapsed : None,
  );
};

const deploymentTooltip = ({ deployed: { deployment, statuses }, staleness }: DeploymentNode): string =>
  [
    vscode.l10n.t("Deployment of {0} to {1}", deployment.ref, deployment.environment ?? "production"),
    ...(deployment.task === "deploy" ? [] : [vscode.l10n.t("Task: {0}", deployment.task)]),
    deployment.sha.slice(0, 7),
    ...(deployment.description ? [deployment.description] : []),
    ...(staleness === "superseded" ? [vscode.l10n.t("A newer deployment has taken its place.")] : []),
    ...(staleness === "forgotten" ? [vscode.l10n.t("No result was reported for over a day.")] : []),
    ...(statuses[0]?.target_url ? [statuses[0].target_url] : []),
    dateText(deployment.created_at),
    shownPayload(deployment.payload),
  ]
    .filter((line) => line !== "")
    .join("\n");

const statusItem = (deps: DeploymentNodesDeps, { id, status }: DeploymentStatusNode): vscode.TreeItem =>
  treeItem(
    {
      id,
      label: lookOf(status.state).text,
      notes: [
        ...(status.description ? [status.description] : []),
        age(status.created_at, deps),
        ...(status.creator ? [status.creator.login] : []),
      ],
      icon: stateIcon(status.state),
      context: contextValue("deploymentStatus", webAddress(status.target_url) === undefined ? [] : ["target"]),
      spoken: vscode.l10n.t("Status: {0}", lookOf(status.state).text),
    },
    None,
  );

const loadMore = (node: DeploymentsNode | DeploymentNode): KitNode => ({
  kind: "loadMore",
  id: kitRowId(node.id, "more"),
  parent: node,
  command: { command: deploymentCommands.loadMore, title: vscode.l10n.t("Load more"), arguments: [node] },
});

const statusesOf = async (
  { deployments }: DeploymentNodesDeps,
  place: RepoPlace,
  deployment: Deployment,
): Promise<Deployed> => ({ deployment, statuses: (await deployments.statuses(place, deployment.id)).items });

const environmentsOf = async (
  deps: DeploymentNodesDeps,
  node: DeploymentsNode,
): Promise<readonly (EnvironmentNode | KitNode)[]> => {
  const { place } = node;
  const list = await deps.deployments.list(place);
  if (list.items.length === 0 && !list.hasMore) {
    const isNarrowed = Object.keys(deps.deployments.filterOf(place)).length > 0;
    const text = isNarrowed
      ? vscode.l10n.t("No deployment matches the filter.")
      : vscode.l10n.t("Nothing was deployed yet.");
    return withStaleness(node, list.staleness, [
      { kind: "message", id: kitRowId(node.id, "empty"), text, icon: "info" } as const,
    ]);
  }
  const nodes = await Promise.all(
    [...byEnvironment(list.items)].map(async ([environment, all]): Promise<EnvironmentNode> => ({
      kind: "environment",
      id: `${node.id}/${encodeURIComponent(environment)}`,
      place,
      environment,
      deployments: all,
      newest: all[0] && (await statusesOf(deps, place, all[0])),
      parent: node,
    })),
  );
  return withStaleness(node, list.staleness, list.hasMore ? [...nodes, loadMore(node)] : nodes);
};

const deploymentsOf = async (
  deps: DeploymentNodesDeps,
  node: EnvironmentNode,
): Promise<readonly DeploymentNode[]> => {
  const all = await Promise.all(node.deployments.map((deployment) => statusesOf(deps, node.place, deployment)));
  return all.map((deployed) => ({
    kind: "deployment",
    id: `${node.id}/${deployed.deployment.id}`,
    place: node.place,
    deployed,
    staleness: stalenessOf(deployed, all, deps.now()),
    parent: node,
  }));
};

const statusNodes = async (
  { deployments }: DeploymentNodesDeps,
  node: DeploymentNode,
): Promise<readonly (DeploymentStatusNode | KitNode)[]> => {
  const list = await deployments.statuses(node.place, node.deployed.deployment.id);
  const nodes = list.items.map((status): DeploymentStatusNode => ({
    kind: "deploymentStatus",
    id: `${node.id}/${status.id}`,
    place: node.place,
    status,
    parent: node,
  }));
  return list.hasMore ? [...nodes, loadMore(node)] : nodes;
};

/** What the service throws, in words of the feature. */
const withUserErrors = async <T>(children: Promise<T>): Promise<T> => {
  try {
    return await children;
  } catch (error) {
    throw toUserError(error);
  }
};

/** The board below each repository: environments, their deployments, and the statuses of these. */
export const deploymentContribution = (deps: DeploymentNodesDeps): TreeContribution<RepoPlace> => {
  const section: NodeKind<DeploymentsNode, TreeNode> = {
    item: (node) => sectionItem(deps, node),
    children: (node) => withUserErrors(environmentsOf(deps, node)),
    parent: ({ parent }) => parent,
  };
  const environment: NodeKind<EnvironmentNode, TreeNode> = {
    item: (node) => environmentItem(deps, node),
    children: (node) => withUserErrors(deploymentsOf(deps, node)),
    parent: ({ parent }) => parent,
  };
  const deployment: NodeKind<DeploymentNode, TreeNode> = {
    item: (node) => deploymentItem(deps, node),
    children: (node) => withUserErrors(statusNodes(deps, node)),
    parent: ({ parent }) => parent,
    tooltip: deploymentTooltip,
  };
  const deploymentStatus: NodeKind<DeploymentStatusNode, TreeNode> = {
    item: (node) => statusItem(deps, node),
    parent: ({ parent }) => parent,
    tooltip: ({ status }) =>
      [status.description, status.target_url ?? "", dateText(status.created_at)].filter(Boolean).join("\n"),
  };
  return {
    kinds: { deployments: section, environment, deployment, deploymentStatus },
    rows: (parent) => {
      const { place } = parent;
      const node: DeploymentsNode = { kind: "deployments", id: `${parent.id}/deployments`, place, parent };
      return [node];
    },
    onDidChange: (listener) =>
      deps.deployments.onDidChange((place) =>
        listener((node) => node.kind === "deployments" && keyOf((node as DeploymentsNode).place) === keyOf(place)),
      ),
  };
};
