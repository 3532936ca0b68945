import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import type { Authorization } from "../client/types/authorization.ts";
import { authorizationCommands } from "../ids.ts";
import type { ServicePlace } from "../service/types.ts";
import { treeItem } from "../tree/item.ts";
import { contextValue, type TreeContribution, type KitNode, type NodeKind, type TreeNode } from "../tree/node.ts";
import { relativeTime } from "../ui/relativeTime.ts";
import type { AuthorizationsModel } from "./model.ts";
import { type Hint, hintsOf } from "./scopes.ts";
import { pluralText } from "../ui/pluralText.ts";
import { textLanguage } from "../ui/textLanguage.ts";

interface AuthorizationsNode extends TreeNode {
  readonly kind: "authorizations";
  readonly place: ServicePlace;
}
export interface AuthorizationNode extends TreeNode {
  readonly kind: "authorization";
  readonly place: ServicePlace;
  readonly authorization: Authorization;
  readonly parent: AuthorizationsNode;
}

interface NodesDeps {
  readonly accounts: AccountsModel;
  readonly authorizations: AuthorizationsModel;
  readonly now: () => number;
}

export const nameOf = ({ note, app, id }: Authorization): string => note || app?.name || String(id);

export const hintText = (hint: Hint): string => {
  switch (hint.kind) {
    case "dangerous":
      return vscode.l10n.t("may do lasting harm: {0}", hint.scopes.join(", "));
    case "doubled":
      return vscode.l10n.t("more than needed: {0} is within another scope", hint.scopes.join(", "));
    case "old":
      return pluralText(
        vscode.l10n.t(
          "{count, plural, one {unchanged for # day: is it still used?} other {unchanged for # days: is it still used?}}",
        ),
        hint.days,
      );
  }
};

export const scopesText = (scopes: readonly string[] | null): string =>
  scopes === null || scopes.length === 0 ? vscode.l10n.t("no scopes: reads what is public") : scopes.join(", ");

const sectionItem = ({ authorizations }: NodesDeps, { id, place }: AuthorizationsNode): vscode.TreeItem => {
  const known = authorizations.known(place.accountId);
  const label = vscode.l10n.t("Authorizations");
  const notes = known ? String(known.length) : vscode.l10n.t("with your password");
  const context = contextValue("authorizations", known ? ["open"] : []);
  const icon = known ? "unlock" : "lock";
  return treeItem({ id, label, notes, icon, context }, vscode.TreeItemCollapsibleState.Collapsed);
};

const rowItem = ({ now }: NodesDeps, { id, authorization }: AuthorizationNode): vscode.TreeItem => {
  const hints = hintsOf(authorization, now());
  const label = nameOf(authorization);
  const notes = [
    ...hints.map(hintText),
    scopesText(authorization.scopes),
    relativeTime(authorization.updated_at, now(), textLanguage()),
    ...(authorization.token_last_eight ? [`…${authorization.token_last_eight}`] : []),
  ];
  const icon =
    hints.length > 0 ? new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground")) : "key";
  const spoken = vscode.l10n.t("Authorization {0}", label);
  return treeItem({ id, label, notes, icon, context: contextValue("authorization", []), spoken });
};

const rowTooltip = ({ now }: NodesDeps, { authorization }: AuthorizationNode): string =>
  [
    nameOf(authorization),
    ...(authorization.note_url ? [authorization.note_url] : []),
    scopesText(authorization.scopes),
    ...hintsOf(authorization, now()).map(hintText),
    vscode.l10n.t("made {0}, changed {1}", authorization.created_at, authorization.updated_at),
  ].join("\n");

const rowsOf = (
  { authorizations }: NodesDeps,
  node: AuthorizationsNode,
): readonly (AuthorizationNode | KitNode)[] => {
  const known = authorizations.known(node.place.accountId);
  if (!known) {
    const text = vscode.l10n.t("Show them: asks for your password");
    const command = { command: authorizationCommands.list, title: text, arguments: [node] };
    return [{ kind: "message", id: `${node.id}/locked`, text, icon: "unlock", command }];
  }
  if (known.length === 0)
    return [{ kind: "message", id: `${node.id}/none`, text: vscode.l10n.t("There are none."), icon: "info" }];
  return known.map((authorization) => ({
    kind: "authorization",
    id: `${node.id}/${authorization.id}`,
    place: node.place,
    authorization,
    parent: node,
  }));
};

/** The row “Authorizations” of accounts whose server has them. */
export const authorizationContribution = (deps: NodesDeps): TreeContribution<ServicePlace> => {
  const section: NodeKind<AuthorizationsNode, TreeNode> = {
    item: (node) => sectionItem(deps, node),
    children: (node) => Promise.resolve(rowsOf(deps, node)),
  };
  const row: NodeKind<AuthorizationNode, TreeNode> = {
    item: (node) => rowItem(deps, node),
    parent: ({ parent }) => parent,
    tooltip: (node) => rowTooltip(deps, node),
  };
  return {
    kinds: { authorizations: section, authorization: row },
    rows: ({ id, place }) => {
      const profile = deps.accounts.get(place.accountId)?.profile;
      if (!profile || profile.missing?.authorizations !== undefined) return [];
      const node: AuthorizationsNode = { kind: "authorizations", id: `${id}/authorizations`, place };
      return [node];
    },
    onDidChange: (listener) =>
      deps.authorizations.onDidChange((accountId) =>
        listener(
          (node) => node.kind === "authorizations" && (node as AuthorizationsNode).place.accountId === accountId,
        ),
      ),
  };
};
