import * as vscode from "vscode";
import type { Event } from "../base/event.ts";
import type { Hook } from "../client/types/hook.ts";
import { hookCommands } from "../ids.ts";
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
import { urlOf } from "./hookDocument.ts";
import type { HooksModel } from "./model.ts";
import { hasSecret } from "./plan.ts";
import { toHookError } from "./problemText.ts";
import type { HookPlace } from "./types.ts";

/** All hooks of a repository. */
export interface HooksNode extends TreeNode {
  readonly kind: "hooks";
  readonly place: RepoPlace;
  readonly parent: TreeNode;
}

export interface HookNode extends TreeNode {
  readonly kind: "hook";
  readonly place: HookPlace;
  readonly hook: Hook;
  /** Whether another hook of the repository has the same name and host. */
  readonly isAlike: boolean;
  readonly parent: HooksNode;
}

const eventsShown = 3;

const hostOf = (hook: Hook): string => {
  const url = urlOf(hook);
  return URL.canParse(url) ? new URL(url).host : url;
};

const eventsText = ({ events }: Hook): string => {
  if (events.includes("*")) return vscode.l10n.t("all events");
  if (events.length === 0) return vscode.l10n.t("no events");
  const shown = events.slice(0, eventsShown).join(", ");
  return events.length > eventsShown
    ? vscode.l10n.t("{0} and {1} more", shown, events.length - eventsShown)
    : shown;
};

const stateText = ({ last_response: last }: Hook): string => {
  if (!last || last.status === "unused" || last.status === null) return vscode.l10n.t("never delivered");
  const code = last.code === null ? "" : ` (${last.code})`;
  return last.status === "active"
    ? vscode.l10n.t("last delivery succeeded{0}", code)
    : vscode.l10n.t("last delivery failed{0}", code);
};

const iconOf = ({ active, last_response: last }: Hook): vscode.ThemeIcon => {
  if (!active) return new vscode.ThemeIcon("circle-slash", new vscode.ThemeColor("disabledForeground"));
  if (!last || last.status === "unused" || last.status === null)
    return new vscode.ThemeIcon("circle-large-outline");
  return last.status === "active"
    ? new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed"))
    : new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
};

/** The path of an address may have a secret. */
const labelOf = (hook: Hook): string => `${hook.name} ${hostOf(hook)}`.trim();

const hookItem = (node: HookNode): vscode.TreeItem => {
  const { id, hook, isAlike } = node;
  const label = isAlike ? `${labelOf(hook)} #${hook.id}` : labelOf(hook);
  const notes = [
    hook.active ? vscode.l10n.t("active") : vscode.l10n.t("inactive"),
    eventsText(hook),
    stateText(hook),
  ];
  return treeItem({
    id,
    label,
    notes,
    icon: iconOf(hook),
    context: contextValue("repoHook", [hook.active ? "active" : "inactive"]),
    spoken: vscode.l10n.t("Webhook {0}", label),
    command: { command: hookCommands.edit, title: vscode.l10n.t("Edit Webhook"), arguments: [node] },
  });
};

const hookTooltip = ({ hook }: HookNode): string =>
  [
    urlOf(hook),
    vscode.l10n.t("Events: {0}", hook.events.join(", ")),
    hasSecret(hook)
      ? vscode.l10n.t("Deliveries are signed with a secret.")
      : vscode.l10n.t("No secret: deliveries are not signed."),
    [stateText(hook), hook.last_response?.message ?? ""].filter((text) => text !== "").join(": "),
  ].join("\n");

const hooksItem = ({ id }: HooksNode): vscode.TreeItem => {
  const label = vscode.l10n.t("Webhooks");
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon("plug");
  item.contextValue = contextValue("repoHooks", []);
  item.accessibilityInformation = { label };
  return item;
};

const hooksChildren = async (model: HooksModel, node: HooksNode): Promise<readonly (HookNode | KitNode)[]> => {
  const { items, hasMore, staleness } = await model.list(node.place).catch((error: unknown) => {
    throw toHookError(error);
  });
  if (items.length === 0)
    return withStaleness(node, staleness, [
      {
        kind: "message",
        id: kitRowId(node.id, "empty"),
        text: vscode.l10n.t("No webhooks yet."),
        icon: "info",
      } as const,
    ]);
  const labels = items.map(labelOf);
  const rows = items.map((hook): HookNode => ({
    kind: "hook",
    id: `${node.id}/${hook.id}`,
    place: { ...node.place, id: hook.id },
    hook,
    isAlike: labels.filter((label) => label === labelOf(hook)).length > 1,
    parent: node,
  }));
  if (!hasMore) return withStaleness(node, staleness, rows);
  const command = { command: hookCommands.loadMore, title: vscode.l10n.t("Load more"), arguments: [node] };
  const more = { kind: "loadMore", id: kitRowId(node.id, "more"), parent: node, command } as const;
  return withStaleness(node, staleness, [...rows, more]);
};

/** The row “Hooks” below each repository. */
export const hooksContribution = (
  model: HooksModel,
  onDidChange: Event<RepoPlace>,
): TreeContribution<RepoPlace> => {
  const hooks: NodeKind<HooksNode, TreeNode> = {
    item: hooksItem,
    children: (node) => hooksChildren(model, node),
    parent: ({ parent }) => parent,
  };
  const hook: NodeKind<HookNode, TreeNode> = {
    item: hookItem,
    parent: ({ parent }) => parent,
    tooltip: hookTooltip,
  };
  return {
    kinds: { hooks, hook },
    rows: (parent): readonly HooksNode[] => {
      const { accountId, owner, repo } = parent.place;
      return [{ kind: "hooks", id: `${parent.id}/hooks`, place: { accountId, owner, repo }, parent }];
    },
    onDidChange: (listener) =>
      onDidChange((place) =>
        listener((node) => node.kind === "hooks" && keyOf((node as HooksNode).place) === keyOf(place)),
      ),
  };
};
