import * as vscode from "vscode";
import { contextValue, type NodeKinds, type TreeNode } from "../tree/node.ts";
import { relativeTime } from "../ui/relativeTime.ts";
import type { LocalChange, LocalChanges } from "./model.ts";
import { labelOf, stateText } from "./label.ts";
import { textLanguage } from "../ui/textLanguage.ts";

/** Above all that was saved here and is not at the service. */
export interface LocalChangesNode extends TreeNode {
  readonly kind: "localChanges";
}
export interface LocalChangeNode extends TreeNode {
  readonly kind: "localChange";
  readonly change: LocalChange;
}

/** Of the row above the changes. */
export const localChangesId = "localChanges";
const rootNode: LocalChangesNode = { kind: "localChanges", id: localChangesId };

/** Reads the folder of the changes; the row is there when there are some. */
export const localChangeRoots = async (changes: LocalChanges): Promise<readonly LocalChangesNode[]> => {
  await changes.load();
  return changes.all.length > 0 ? [rootNode] : [];
};

export const localChangeKinds = (
  changes: LocalChanges,
  now: () => number,
): NodeKinds<LocalChangesNode | LocalChangeNode> => ({
  localChanges: {
    item: ({ id }) => {
      const count = changes.all.length;
      const item = new vscode.TreeItem(vscode.l10n.t("Unpublished"), vscode.TreeItemCollapsibleState.Expanded);
      item.id = id;
      item.description = String(count);
      item.iconPath = new vscode.ThemeIcon("cloud-upload");
      item.contextValue = contextValue("repoLocalChanges", []);
      item.accessibilityInformation = { label: vscode.l10n.t("Unpublished changes: {0}", count) };
      return item;
    },
    children: async () =>
      changes.all.map((change) => ({ kind: "localChange", id: `localChanges/${change.id}`, change })),
  },
  localChange: {
    item: ({ id, change }) => {
      const uri = vscode.Uri.parse(change.place.uri);
      const label = labelOf(change);
      const item = new vscode.TreeItem(uri);
      item.id = id;
      item.label = label;
      const age = relativeTime(new Date(change.changed).toISOString(), now(), textLanguage());
      const state = stateText(change, now());
      item.description = [...(state === undefined ? [] : [state]), change.description, age].join(" · ");
      item.contextValue = contextValue("repoLocalChange", change.reason === undefined ? [] : [change.reason]);
      item.accessibilityInformation = {
        label: vscode.l10n.t("Unpublished change of {0}, {1}", label, item.description),
      };
      item.command = { command: "vscode.open", title: vscode.l10n.t("Open"), arguments: [uri] };
      return item;
    },
    parent: () => rootNode,
    tooltip: ({ change }) => {
      const state = stateText(change, now());
      return `${labelOf(change)}${state === undefined ? "" : ` · ${state}`}\n${change.description}`;
    },
  },
});
