import * as vscode from "vscode";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { isWrite, type OperationId, operationIds } from "../client/operations/table.ts";
import { operationCommands } from "../ids.ts";
import type { ServicePlace } from "../service/types.ts";
import { treeItem } from "../tree/item.ts";
import { contextValue, type TreeContribution, type NodeKind, type TreeNode } from "../tree/node.ts";
import { type Unavailable, unavailable } from "./availability.ts";
import { factsOf } from "./parameters.ts";
import { unavailableText } from "./problemText.ts";
import type { OperationReference } from "./reference/operationReference.ts";
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

interface MapDeps {
  readonly accounts: AccountsModel;
  readonly reference: () => Promise<OperationReference>;
}

const { Collapsed } = vscode.TreeItemCollapsibleState;

const inSection = (section: string): readonly OperationId[] =>
  operationIds.filter((operation) => operation.startsWith(`${section}.`));

/** The rows “Operations” in the view of the service: each of them, whether the server has it, and it is run from there. */
export const operationContribution = ({ accounts, reference }: MapDeps): TreeContribution<ServicePlace> => {
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
      const context = contextValue("operationMap", []);
      return treeItem(
        { id: node.id, label: vscode.l10n.t("Operations"), notes, icon: "symbol-method", context },
        Collapsed,
      );
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
    tooltip: () => vscode.l10n.t("All operations of the API, and which of them this server doesn't have."),
  };
  const group: NodeKind<GroupNode, TreeNode> = {
    item: (node) => {
      const notes = countText(node, inSection(node.section));
      const label = sectionTitles()[node.section] ?? node.section;
      const context = contextValue("operationGroup", []);
      return treeItem({ id: node.id, label, notes, icon: "symbol-namespace", context }, Collapsed);
    },
    children: async (node) => {
      const { operationText } = await reference();
      return inSection(node.section).map((operation): OperationNode => ({
        kind: "mappedOperation",
        id: `${node.id}/${operation}`,
        place: node.place,
        operation,
        text: operationText(operation),
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
      return treeItem({
        id: node.id,
        label: operation,
        notes,
        icon,
        context: contextValue("mappedOperation", lack ? ["missing"] : []),
        command: {
          command: operationCommands.run,
          title: vscode.l10n.t("Run Operation"),
          arguments: [node],
        },
      });
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
