import type { MissingPermission } from "../client/errors.ts";
import { accountCommands } from "../ids.ts";
import { grantTitle, missingPermissionText } from "../ui/permissionText.ts";
import type { MessageNode } from "./node.ts";

/** The row in place of what more permission is needed for. A click on it leads to the permission. */
export const permissionNode = (id: string, missing: MissingPermission): MessageNode => {
  const title = grantTitle(missing);
  return {
    kind: "message",
    id,
    text: missingPermissionText(missing),
    action: title,
    missing,
    icon: missing.kind === "signIn" ? "account" : "lock",
    command: { command: accountCommands.grantAccess, title, arguments: [missing] },
  };
};
