import * as vscode from "vscode";
import type { Capability } from "../accounts/capabilities.ts";
import { capabilityName } from "../accounts/capabilityName.ts";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { hostOf, nameOf } from "../accounts/profile.ts";
import type { WaitingCall } from "../client/scheduler.ts";
import { treeItem } from "../tree/item.ts";
import {
  contextValue,
  type TreeContribution,
  type KitNode,
  type NodeKind,
  type NodeKinds,
  type TreeNode,
} from "../tree/node.ts";
import { withStaleness } from "../tree/staleRow.ts";
import type { WelcomeState } from "../tree/welcomeState.ts";
import type { ContributedName } from "./contributedNames.ts";
import type { FactTree } from "./facts.ts";
import type { Bucket, ServiceModel } from "./model.ts";
import { originIcon, originText, limitText } from "./texts.ts";
import { clockText } from "../ui/clockText.ts";
import type { ServicePlace } from "./types.ts";
import { type Used, usedBy } from "./usage.ts";

interface Placed extends TreeNode {
  readonly place: ServicePlace;
}
/** The headings. */
interface ServiceSectionNode extends Placed {
  readonly kind: "limits" | "waiting" | "facts" | "capabilities" | "usage";
  readonly parent: ServiceSectionNode | undefined;
}
interface BucketNode extends Placed {
  readonly kind: "bucket";
  readonly bucket: Bucket;
  readonly parent: ServiceSectionNode;
}
interface UsedNode extends Placed {
  readonly kind: "used";
  readonly used: Used;
  readonly parent: ServiceSectionNode;
}
interface CountedNode extends Placed {
  readonly kind: "counted";
  readonly name: string;
  readonly count: number;
  readonly parent: UsedNode;
}
export interface WaitingNode extends Placed {
  readonly kind: "waitingCall";
  readonly call: WaitingCall;
  readonly parent: ServiceSectionNode;
}
export interface FactNode extends Placed {
  readonly kind: "fact";
  readonly fact: FactTree;
  readonly parent: ServiceSectionNode | FactNode;
}
interface CapabilityNode extends Placed {
  readonly kind: "capability";
  readonly name: string;
  /** The status that said that it is missing. */
  readonly missing: number | undefined;
  readonly parent: ServiceSectionNode;
}
export type ServiceTreeNode =
  | ServiceSectionNode
  | BucketNode
  | UsedNode
  | CountedNode
  | WaitingNode
  | FactNode
  | CapabilityNode;

export interface ServiceNodesDeps {
  readonly accounts: AccountsModel;
  readonly service: ServiceModel;
  readonly contributions: readonly TreeContribution<ServicePlace>[];
  readonly now: () => number;
  readonly showState: (state: WelcomeState) => void;
  /** The commands and views by id. */
  readonly contributed: () => ReadonlyMap<string, ContributedName>;
}

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

const capabilities = [
  "gists",
  "publicGists",
  "starredGists",
  "authorizations",
] as const satisfies readonly Capability[];

const sectionItem = ({ service }: ServiceNodesDeps, node: ServiceSectionNode): vscode.TreeItem => {
  const account = service.account(node.place.accountId);
  const context = contextValue(`service-${node.kind}`, []);
  const section = (label: string, icon: string, notes: string): vscode.TreeItem =>
    treeItem({ id: node.id, label, notes, icon, context }, Collapsed);
  switch (node.kind) {
    case "limits": {
      const { quota, blockedUntil } = account.client;
      const reset = quota && quota.reset * 1000;
      // The server asked for a pause, which doesn't end when the limit resets.
      const pause = blockedUntil > 0 && blockedUntil !== reset ? blockedUntil : undefined;
      const notes = [
        ...(pause === undefined ? [] : [vscode.l10n.t("requests wait until {0}", clockText(pause))]),
        ...(quota ? [limitText(quota.remaining, quota.limit, pause === undefined ? reset : undefined)] : []),
      ].join(" · ");
      return section(vscode.l10n.t("Rate Limit"), pause === undefined ? "dashboard" : "watch", notes);
    }
    case "waiting":
      return section(vscode.l10n.t("Waiting Requests"), "watch", String(account.client.waiting.length));
    case "usage": {
      const { calls, since } = account.client.usage;
      const count = calls.reduce((sum, call) => sum + call.count, 0);
      const notes = vscode.l10n.t("{0} since {1}", count, clockText(since));
      return section(vscode.l10n.t("Used by This Window"), "graph", notes);
    }
    case "facts":
      return section(vscode.l10n.t("Server IP Ranges"), "globe", hostOf(account.profile));
    case "capabilities":
      return section(vscode.l10n.t("Server Capabilities"), "checklist", nameOf(account.profile));
  }
};

const sectionTooltip = ({ kind }: ServiceSectionNode): string => {
  switch (kind) {
    case "limits":
      return vscode.l10n.t(
        "How many requests the server still accepts from this account. Unchanged responses don't count.",
      );
    case "waiting":
      return vscode.l10n.t("Requests that wait because the server asked for a pause, or for a write before them.");
    case "usage":
      return vscode.l10n.t(
        "The counted requests of this window, by command or view and by operation. Other windows and programs count too.",
      );
    case "facts":
      return vscode.l10n.t("The IP ranges that the server publishes as its own.");
    case "capabilities":
      return vscode.l10n.t("What this server was found to have, and why the rest is hidden.");
  }
};

const bucketItem = ({ now }: ServiceNodesDeps, { id, bucket }: BucketNode): vscode.TreeItem => {
  const { name, limit, remaining, reset } = bucket;
  const isLow = limit > 0 && remaining / limit < 0.1;
  return treeItem({
    id,
    label: name,
    notes: reset > now() ? limitText(remaining, limit, reset) : limitText(limit, limit, undefined),
    icon: isLow
      ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"))
      : new vscode.ThemeIcon("dashboard"),
    context: contextValue("bucket", []),
  });
};

const waitingItem = (deps: ServiceNodesDeps, { id, call }: WaitingNode): vscode.TreeItem =>
  treeItem({
    id,
    label: call.label,
    notes: [
      call.reason === "limit" ? vscode.l10n.t("the server asked to wait") : vscode.l10n.t("after another write"),
      ...(call.until === undefined ? [] : [vscode.l10n.t("until {0}", clockText(call.until))]),
      originText(deps.contributed(), call.callOrigin, call.priority),
    ].join(" · "),
    icon: new vscode.ThemeIcon("clock"),
    context: contextValue("waitingCall", []),
  });

const factItem = ({ id, fact }: FactNode): vscode.TreeItem =>
  treeItem(
    {
      id,
      label: fact.name,
      notes: fact.children.length > 0 ? String(fact.children.length) : (fact.value ?? ""),
      icon: new vscode.ThemeIcon(fact.children.length > 0 ? "list-flat" : "symbol-constant"),
      context: contextValue("fact", []),
    },
    fact.children.length > 0 ? Collapsed : None,
  );

const capabilityItem = ({ id, name, missing }: CapabilityNode): vscode.TreeItem =>
  treeItem({
    id,
    label: name,
    notes:
      missing === undefined
        ? vscode.l10n.t("available")
        : vscode.l10n.t("hidden: the server responds with {0}", missing),
    icon:
      missing === undefined
        ? new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed"))
        : new vscode.ThemeIcon("circle-slash", new vscode.ThemeColor("disabledForeground")),
    context: contextValue("capability", []),
  });

const section = (
  kind: ServiceSectionNode["kind"],
  place: ServicePlace,
  parent?: ServiceSectionNode,
): ServiceSectionNode => ({ kind, id: `${place.accountId}/${kind}`, place, parent });

const limitRows = async (
  deps: ServiceNodesDeps,
  node: ServiceSectionNode,
): Promise<readonly (ServiceTreeNode | KitNode)[]> => {
  const { place } = node;
  const { value: buckets, staleness } = await deps.service.buckets(place.accountId);
  return withStaleness<ServiceTreeNode>(node, staleness, [
    ...buckets.map((bucket): BucketNode => ({
      kind: "bucket",
      id: `${node.id}/${bucket.name}`,
      bucket,
      place,
      parent: node,
    })),
    section("usage", place, node),
  ]);
};

const none = (node: TreeNode, text: string): KitNode => ({
  kind: "message",
  id: `${node.id}/none`,
  text,
  icon: "info",
});

const usageRows = (account: Account, node: ServiceSectionNode): readonly (ServiceTreeNode | KitNode)[] => {
  const { calls } = account.client.usage;
  if (calls.length === 0) return [none(node, vscode.l10n.t("Nothing was counted yet."))];
  return usedBy(calls).map((used) => ({
    kind: "used",
    id: `${node.id}/${used.callOrigin ?? used.priority}`,
    used,
    place: node.place,
    parent: node,
  }));
};

const countedRows = (node: UsedNode): readonly CountedNode[] =>
  node.used.calls.map(([name, count]) => ({
    kind: "counted",
    id: `${node.id}/${name}`,
    name,
    count,
    place: node.place,
    parent: node,
  }));

const factRows = (facts: readonly FactTree[], parent: ServiceSectionNode | FactNode): readonly FactNode[] =>
  facts.map((fact, index) => ({
    kind: "fact",
    id: `${parent.id}/${index}`,
    fact,
    place: parent.place,
    parent,
  }));

const sectionRows = async (
  deps: ServiceNodesDeps,
  node: ServiceSectionNode,
): Promise<readonly (ServiceTreeNode | KitNode)[]> => {
  const { place } = node;
  const account = deps.service.account(place.accountId);
  switch (node.kind) {
    case "limits":
      return limitRows(deps, node);
    case "usage":
      return usageRows(account, node);
    case "waiting":
      return account.client.waiting.map((call, index) => ({
        kind: "waitingCall",
        id: `${node.id}/${index} ${call.label} ${call.since}`,
        call,
        place,
        parent: node,
      }));
    case "facts": {
      const { value: facts, staleness } = await deps.service.facts(place.accountId);
      const rows = factRows(facts, node);
      const all = rows.length === 0 ? [none(node, vscode.l10n.t("It publishes nothing."))] : rows;
      return withStaleness<ServiceTreeNode | KitNode>(node, staleness, all);
    }
    case "capabilities":
      return capabilities.map((capability): CapabilityNode => ({
        kind: "capability",
        id: `${node.id}/${capability}`,
        name: capabilityName(capability),
        missing: account.profile.missing?.[capability],
        place,
        parent: node,
      }));
  }
};

/** The rows of the active account. */
export const serviceRoots =
  ({ accounts, contributions, showState }: ServiceNodesDeps) =>
  async (): Promise<readonly ServiceTreeNode[]> => {
    await accounts.load();
    const account = accounts.active;
    showState(account ? "ready" : "signedOut");
    if (!account) return [];
    const place = { accountId: account.profile.id };
    const parent = { kind: "service", id: account.profile.id, place };
    return [
      section("limits", place),
      ...(account.client.waiting.length > 0 ? [section("waiting", place)] : []),
      section("capabilities", place),
      section("facts", place),
      // Whose kinds the tree knows, though the compiler does not.
      ...(contributions.flatMap((contribution) =>
        contribution.rows(parent),
      ) as readonly unknown[] as readonly ServiceTreeNode[]),
    ];
  };

export const serviceKinds = (deps: ServiceNodesDeps): NodeKinds<ServiceTreeNode> => {
  const sections: NodeKind<ServiceSectionNode, ServiceTreeNode | KitNode> = {
    item: (node) => sectionItem(deps, node),
    children: (node) => sectionRows(deps, node),
    parent: ({ parent }) => parent,
    tooltip: sectionTooltip,
  };
  return {
    limits: sections,
    waiting: sections,
    facts: sections,
    capabilities: sections,
    usage: sections,
    bucket: { item: (node) => bucketItem(deps, node), parent: ({ parent }) => parent },
    used: {
      item: ({ id, used }) =>
        treeItem(
          {
            id,
            label: originText(deps.contributed(), used.callOrigin, used.priority),
            notes: String(used.count),
            icon: new vscode.ThemeIcon(originIcon(deps.contributed(), used.callOrigin)),
            context: contextValue("used", []),
          },
          Collapsed,
        ),
      children: (node) => Promise.resolve(countedRows(node)),
      parent: ({ parent }) => parent,
    },
    counted: {
      item: ({ id, name, count }) =>
        treeItem({
          id,
          label: name,
          notes: String(count),
          icon: new vscode.ThemeIcon("arrow-swap"),
          context: contextValue("counted", []),
        }),
      parent: ({ parent }) => parent,
    },
    waitingCall: { item: (node) => waitingItem(deps, node), parent: ({ parent }) => parent },
    fact: {
      item: factItem,
      children: (node) => Promise.resolve(factRows(node.fact.children, node)),
      parent: ({ parent }) => parent,
    },
    capability: { item: capabilityItem, parent: ({ parent }) => parent },
  };
};
