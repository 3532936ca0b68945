import type { Contributions } from "../contributions/types.ts";
import { onOneRow, row, withRepository } from "../contributions/when.ts";
import { views } from "../ids.ts";

const deployKeys = row(views.repos, "deployKeys");
const deployKey = row(views.repos, "deployKey");

export const keyContributions: Contributions = {
  name: "key",
  shownWhile: withRepository,
  commands: {
    add: {
      id: "forgeside.key.add",
      title: "Add Deploy Key...",
      help: "SSH keys for one repository: [Deploy keys](keys.md)",
      icon: "$(add)",
      menus: {
        "view/item/context": [{ when: onOneRow(deployKeys), groups: ["inline@1", "1_make@1"] }],
      },
    },
    edit: {
      id: "forgeside.key.edit",
      rowKey: "rename",
      title: "Edit Deploy Key...",
      icon: "$(edit)",
      menus: {
        "view/item/context": [{ when: onOneRow(deployKey), groups: ["2_change@1"] }],
      },
    },
    rotate: {
      id: "forgeside.key.rotate",
      title: "Rotate Deploy Key...",
      icon: "$(sync)",
      menus: {
        "view/item/context": [{ when: onOneRow(deployKey), groups: ["inline@1", "2_change@2"] }],
      },
    },
    delete: {
      id: "forgeside.key.delete",
      rowKey: "delete",
      title: "Delete Deploy Key...",
      menus: {
        "view/item/context": [{ when: deployKey, groups: ["9_delete@1"] }],
      },
    },
    refresh: {
      id: "forgeside.key.refresh",
      title: "Refresh Deploy Keys",
      icon: "$(refresh)",
      menus: {
        "view/item/context": [{ when: onOneRow(deployKeys), groups: ["inline@2", "8_refresh@1"] }],
      },
    },
    loadMore: {
      id: "forgeside.key.loadMore",
      title: "Load More Deploy Keys",
      palette: false,
    },
    copyFingerprint: {
      id: "forgeside.key.copyFingerprint",
      title: "Copy Fingerprint of Deploy Key",
      help: "Into the clipboard",
      menus: {
        "view/item/context": [{ when: deployKey, groups: ["5_copy@1"] }],
      },
    },
    copyPublicKey: {
      id: "forgeside.key.copyPublicKey",
      rowKey: "copy",
      title: "Copy Public Key of Deploy Key",
      menus: {
        "view/item/context": [{ when: deployKey, groups: ["5_copy@2"] }],
      },
    },
  },
};
