import type { Contributions } from "../contributions/types.ts";
import { onOneRow, row, not } from "../contributions/when.ts";
import { contextKeys, views } from "../ids.ts";

const authorizations = row(views.service, "authorizations");
const authorization = row(views.service, "authorization");

export const authorizationContributions: Contributions = {
  name: "authorization",
  shownWhile: not(contextKeys.authorizationsNotOffered),
  commands: {
    list: {
      id: "forgeside.authorization.list",
      title: "Show Authorizations",
      help: "With the password; see [Authorizations](service.md#authorizations)",
      icon: "$(unlock)",
      menus: {
        "view/item/context": [{ when: onOneRow(authorizations), groups: ["inline@2", "2_read@1"] }],
      },
    },
    create: {
      id: "forgeside.authorization.create",
      title: "New Authorization...",
      icon: "$(add)",
      menus: {
        "view/item/context": [{ when: onOneRow(authorizations), groups: ["inline@1", "1_make@1"] }],
      },
    },
    update: {
      id: "forgeside.authorization.update",
      title: "Edit Authorization...",
      icon: "$(edit)",
      menus: {
        "view/item/context": [{ when: onOneRow(authorization), groups: ["inline@1", "1_change@1"] }],
      },
    },
    delete: {
      id: "forgeside.authorization.delete",
      rowKey: "delete",
      title: "Delete Authorization...",
      icon: "$(trash)",
      menus: {
        "view/item/context": [{ when: authorization, groups: ["9_delete@1"] }],
      },
    },
    show: {
      id: "forgeside.authorization.show",
      title: "Show Authorization as JSON",
      help: "Lock forgets the password",
      icon: "$(json)",
      menus: {
        "view/item/context": [{ when: onOneRow(authorization), groups: ["2_read@1"] }],
      },
    },
    lock: {
      id: "forgeside.authorization.lock",
      title: "Lock Authorizations",
      icon: "$(lock)",
      palette: contextKeys.passwordKnown,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.service, "authorizations", "open")), groups: ["8_lock@1"] },
        ],
      },
    },
  },
};
