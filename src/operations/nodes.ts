import * as vscode from "vscode";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { type OperationId, operationIds } from "../client/operations/table.ts";
import { operationCommands } from "../ids.ts";
import type { ServicePlace } from "../service/types.ts";
import { contextValue, type Graft, type NodeKind, type TreeNode } from "../tree/node.ts";
import { type Unavailable, unavailable } from "./availability.ts";
import { factsOf, isWrite } from "./parameters.ts";
import type { OperationParts } from "./parts.ts";
import { unavailableText } from "./problemText.ts";
import { sectionTitles } from "./sectionTitles.ts";

interface Placed extends TreeNode {
  readonly place: ServicePlace;
}
interface MapNode extends Placed {
  readonly kind: "operationMap";
}
interface GroupNode extends Placed {
  readonly kind: "operationGroup";
  readonly section: string;
  readonly parent: MapNode;
}
interface OperationNode extends Placed {
  readonly kind: "mappedOperation";
  readonly operation: OperationId;
  /** What it does. */
  readonly text: string;
  readonly parent: GroupNode;
}

type MapParts = Pick<OperationParts, "reference"> & { readonly accounts: AccountsModel };

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

const inSection = (section: string): readonly OperationId[] =>
  operationIds.filter((operation) => operation.startsWith(`${section}.`));

const itemOf = (
  { id }: TreeNode,
  label: string,
  notes: string,
  icon: string,
  state: vscode.TreeItemCollapsibleState,
): vscode.TreeItem => {
  const item = new vscode.TreeItem(label, state);
  item.id = id;
  item.description = notes;
  item.iconPath = new vscode.ThemeIcon(icon);
  item.accessibilityInformation = { label: `${label}, ${notes}` };
  return item;
};

/** The rows “Operations” in the view of the service: each of them, whether the server has it, and it is run from there. */
export const operationGraft = ({ accounts, reference }: MapParts): Graft<ServicePlace> => {
  const account = ({ place }: Placed): Account | undefined => accounts.get(place.accountId);
  const lackOf = (node: Placed, operation: OperationId): Unavailable | undefined => {
    const profile = account(node)?.profile;
    return profile && unavailable(operation, profile);
  };
  const countText = (node: Placed, operations: readonly OperationId[]): string => {
    const there = operations.filter((operation) => lackOf(node, operation) === undefined);
    return vscode.l10n.t("{0} of {1}", there.length, operations.length);
  };
  const map: NodeKind<MapNode, TreeNode> = {
    item: (node) => {
      const notes = countText(node, operationIds);
      const item = itemOf(node, vscode.l10n.t("Operations"), notes, "symbol-method", Collapsed);
      item.contextValue = contextValue("operationMap", []);
      return item;
    },
    children: (node) =>
      Promise.resolve(
        Object.keys(sectionTitles()).map((section): GroupNode => ({
          kind: "operationGroup",
          id: `${node.id}/${section}`,
          place: node.place,
          section,
          parent: node,
        })),
      ),
    tooltip: () => vscode.l10n.t("All that the interface has, and what of it this server is known not to have."),
  };
  const group: NodeKind<GroupNode, TreeNode> = {
    item: (node) => {
      const notes = countText(node, inSection(node.section));
      const item = itemOf(
        node,
        sectionTitles()[node.section] ?? node.section,
        notes,
        "symbol-namespace",
        Collapsed,
      );
      item.contextValue = contextValue("operationGroup", []);
      return item;
    },
    children: async (node) => {
      const { operationTexts } = await reference();
      return inSection(node.section).map((operation): OperationNode => ({
        kind: "mappedOperation",
        id: `${node.id}/${operation}`,
        place: node.place,
        operation,
        text: vscode.l10n.t(operationTexts[operation]),
        parent: node,
      }));
    },
    parent: ({ parent }) => parent,
  };
  const row: NodeKind<OperationNode, TreeNode> = {
    item: (node) => {
      const { operation } = node;
      const profile = account(node)?.profile;
      const lack = lackOf(node, operation);
      const notes =
        lack && profile
          ? unavailableText(lack, profile)
          : factsOf(operation, profile?.dialect ?? "interface").route;
      const icon = lack ? "circle-slash" : isWrite(operation) ? "edit" : "eye";
      const item = itemOf(node, operation, notes, icon, None);
      item.contextValue = contextValue("mappedOperation", lack ? ["missing"] : []);
      item.command = {
        command: operationCommands.run,
        title: vscode.l10n.t("Run Operation"),
        arguments: [node],
      };
      return item;
    },
    tooltip: ({ operation, text }) => `${operation}\n${text}`,
    parent: ({ parent }) => parent,
  };
  return {
    kinds: { operationMap: map, operationGroup: group, mappedOperation: row },
    rows: ({ id, place }) => [{ kind: "operationMap", id: `${id}/operations`, place } as TreeNode],
  };
};

/** The operation of a row of the map. */
export const operationOfRow = (target: unknown): OperationId | undefined => {
  const { kind, operation } = (target ?? {}) as Partial<OperationNode>;
  return kind === "mappedOperation" ? operation : undefined;
};
