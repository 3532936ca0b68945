import * as vscode from "vscode";
import { type OperationId, operationOf } from "../../client/operations/table.ts";
import { hasScope } from "../../client/permissions.ts";
import type { KitNode, TreeNode } from "../../tree/node.ts";
import { permissionNode } from "../../tree/permissionNode.ts";
import type { Account } from "../account.ts";
import { grantedScopes } from "../grantedScopes.ts";
import { tokensPage } from "../signIn/tokenPages.ts";
import { pluralText } from "../../ui/pluralText.ts";

const scopeRows = ({ profile }: Account, id: string, operation: OperationId): readonly KitNode[] => {
  const { credential } = profile;
  const scopes = grantedScopes(profile);
  const { privateScopes = [] } = operationOf(operation).needs;
  if (credential === "anonymous" || scopes === undefined || hasScope(scopes, privateScopes)) return [];
  const source = credential === "session" ? "session" : "token";
  const missing = { kind: "scopes", scopes: privateScopes, source, operation, account: profile.id } as const;
  return [permissionNode(`${id}/permission`, missing)];
};

const organizationRows = ({ profile, partialOrganizations }: Account, id: string): readonly KitNode[] => {
  const count = partialOrganizations.length;
  if (count === 0) return [];
  const text = pluralText(
    vscode.l10n.t(
      "{count, plural, one {# organization is left out: it requires single sign-on} other {# organizations are left out: they require single sign-on}}",
    ),
    count,
  );
  const page = tokensPage(profile);
  const title = vscode.l10n.t("Authorize for Organization...");
  const row = { kind: "message", id: `${id}/organizations`, text, icon: "lock" } as const;
  return page === undefined
    ? [row]
    : [
        {
          ...row,
          action: title,
          command: { command: "vscode.open", title, arguments: [vscode.Uri.parse(page, true)] },
        },
      ];
};

/** Whether the service may leave something out of a list because of missing permissions. */
export const isPartial = (account: Account, operation: OperationId): boolean =>
  scopeRows(account, "", operation).length > 0 || account.partialOrganizations.length > 0;

/** The rows of a list, and rows that say what the service leaves out of it because of missing permissions. */
export const withPartialRows = <N extends TreeNode>(
  account: Account | undefined,
  { id }: TreeNode,
  operation: OperationId,
  rows: readonly N[],
): readonly (N | KitNode)[] =>
  account ? [...rows, ...scopeRows(account, id, operation), ...organizationRows(account, id)] : rows;
