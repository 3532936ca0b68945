import type { Contributions } from "../contributions/types.ts";
import { and, inScheme, onOneRow, row, withNode, withRepository } from "../contributions/when.ts";
import { contextKeys, hookScheme, schemaScheme, views } from "../ids.ts";

const hooks = onOneRow(row(views.repos, "repoHooks"));
const hook = row(views.repos, "repoHook");
const oneHook = onOneRow(hook);
/** The document of a webhook that isn't created yet has no number in its name: see `uri.ts`. */
const notNew = "resourceFilename != new.hook.json";
const hookEditor = and(inScheme(hookScheme), notNew);

export const hookContributions: Contributions = {
  name: "hook",
  shownWhile: withRepository,
  commands: {
    create: {
      id: "forgeside.hook.create",
      title: "New Webhook...",
      help: "By a few questions, or as a document: [Webhooks](hooks.md)",
      icon: "$(add)",
      menus: {
        "view/item/context": [{ when: hooks, groups: ["inline@1", "1_make@1"] }],
      },
    },
    createDocument: {
      id: "forgeside.hook.createDocument",
      title: "Write Webhook as JSON...",
      menus: {
        "file/newFile": [{ groups: ["file"] }],
        "view/item/context": [{ when: hooks, groups: ["1_make@2"] }],
      },
    },
    edit: {
      id: "forgeside.hook.edit",
      title: "Edit Webhook",
      menus: {
        "view/item/context": [{ when: oneHook, groups: ["1_open@1"] }],
      },
    },
    activate: {
      id: "forgeside.hook.activate",
      title: "Activate Webhook",
      help: "At the row of a webhook; deleting asks",
      icon: "$(play)",
      menus: {
        "view/item/context": [
          { when: row(views.repos, "repoHook", "inactive"), groups: ["inline@1", "3_change@1"] },
        ],
      },
    },
    deactivate: {
      id: "forgeside.hook.deactivate",
      title: "Deactivate Webhook",
      icon: "$(debug-pause)",
      menus: {
        "view/item/context": [
          { when: row(views.repos, "repoHook", "active"), groups: ["inline@1", "3_change@1"] },
        ],
      },
    },
    test: {
      id: "forgeside.hook.test",
      title: "Test Webhook",
      icon: "$(beaker)",
      menus: {
        "editor/title": [{ when: hookEditor, groups: ["1_hook@1"] }],
        "view/item/context": [{ when: oneHook, groups: ["inline@2", "2_try@1"] }],
      },
    },
    ping: {
      id: "forgeside.hook.ping",
      title: "Ping Webhook",
      menus: {
        "view/item/context": [{ when: oneHook, groups: ["2_try@2"] }],
      },
    },
    rotateSecret: {
      id: "forgeside.hook.rotateSecret",
      title: "Rotate Webhook Secret...",
      menus: {
        "editor/title": [{ when: hookEditor, groups: ["1_hook@3"] }],
        "view/item/context": [{ when: oneHook, groups: ["3_change@2"] }],
      },
    },
    delete: {
      id: "forgeside.hook.delete",
      rowKey: "delete",
      title: "Delete Webhook...",
      menus: {
        "view/item/context": [{ when: hook, groups: ["9_delete@1"] }],
      },
    },
    deliveries: {
      id: "forgeside.hook.deliveries",
      title: "Show Webhook Deliveries",
      help: "Headers and payload of what was sent; Redeliver",
      menus: {
        "editor/title": [{ when: hookEditor, groups: ["1_hook@2"] }],
        "view/item/context": [{ when: oneHook, groups: ["1_open@2"] }],
      },
    },
    copyUrl: {
      id: "forgeside.hook.copyUrl",
      rowKey: "copy",
      title: "Copy Webhook URL",
      help: "The payload URL into the clipboard",
      menus: {
        "view/item/context": [{ when: hook, groups: ["4_copy@1"] }],
      },
    },
    refresh: {
      id: "forgeside.hook.refresh",
      title: "Refresh Webhooks",
      help: "Reads the webhooks of the repository again",
      icon: "$(refresh)",
      menus: {
        "view/item/context": [{ when: hooks, groups: ["inline@2", "8_refresh@1"] }],
      },
    },
    loadMore: {
      id: "forgeside.hook.loadMore",
      title: "Load More Webhooks",
      palette: false,
    },
    apply: {
      id: "forgeside.hook.apply",
      title: "Apply Webhook to Repositories...",
      help: "Shows first what would be created, updated, or is the same or forbidden; reports afterwards",
      menus: {
        "view/item/context": [{ when: oneHook, groups: ["3_change@3"] }],
      },
    },
    listen: {
      id: "forgeside.hook.listen",
      alwaysShown: true,
      title: "Listen for Webhooks Locally...",
      help: "A receiver at 127.0.0.1, with an item in the status bar",
      menus: {
        "view/item/context": [{ when: and(hooks, withNode), groups: ["2_listen@1"] }],
      },
      palette: withNode,
    },
    received: {
      id: "forgeside.hook.received",
      alwaysShown: true,
      title: "Show Received Webhook Deliveries",
      palette: and(withNode, contextKeys.hooksListening),
    },
    stopListening: {
      id: "forgeside.hook.stopListening",
      alwaysShown: true,
      title: "Stop Listening for Webhooks",
      palette: and(withNode, contextKeys.hooksListening),
    },
  },
  resourceLabelFormatters: [
    {
      scheme: hookScheme,
      formatting: {
        label: "${path}",
        separator: "/",
        stripPathStartingSeparator: true,
        workspaceSuffix: "Webhook",
      },
    },
  ],
  jsonValidation: [{ fileMatch: `${hookScheme}://**/*.hook.json`, url: `${schemaScheme}:///hook.json` }],
};
