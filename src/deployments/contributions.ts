import type { Contributions } from "../contributions/types.ts";
import { inScheme, onOneRow, row, withRepository } from "../contributions/when.ts";
import { payloadScheme, schemaScheme, views } from "../ids.ts";

const deployments = row(views.repos, "deployments");
const environment = row(views.repos, "environment");

export const deploymentContributions: Contributions = {
  name: "deployment",
  shownWhile: withRepository,
  commands: {
    create: {
      id: "forgeside.deployment.create",
      title: "New Deployment...",
      help: "What was deployed to which environment: [Deployments](deployments.md)",
      icon: "$(rocket)",
      menus: {
        "view/item/context": [
          { when: onOneRow(deployments), groups: ["inline@1", "1_make@1"] },
          { when: onOneRow(environment), groups: ["inline@1", "1_make@1"] },
        ],
      },
    },
    setStatus: {
      id: "forgeside.deployment.setStatus",
      title: "Set Deployment Status...",
      icon: "$(checklist)",
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.repos, "deployment")), groups: ["inline@1", "1_make@1"] },
        ],
      },
    },
    refresh: {
      id: "forgeside.deployment.refresh",
      title: "Refresh Deployments",
      icon: "$(refresh)",
      menus: {
        "view/item/context": [{ when: onOneRow(deployments), groups: ["8_refresh@1"] }],
      },
    },
    loadMore: {
      id: "forgeside.deployment.loadMore",
      title: "Load More Deployments",
      palette: false,
    },
    filter: {
      id: "forgeside.deployment.filter",
      title: "Filter Deployments...",
      help: "By commit, ref, task, environment",
      icon: "$(filter)",
      menus: {
        "view/item/context": [{ when: onOneRow(deployments), groups: ["inline@2", "2_filter@1"] }],
      },
    },
    clearFilter: {
      id: "forgeside.deployment.clearFilter",
      title: "Show All Deployments",
      icon: "$(clear-all)",
      palette: false,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.repos, "deployments", "narrowed")), groups: ["2_filter@2"] },
        ],
      },
    },
    timeline: {
      id: "forgeside.deployment.timeline",
      title: "Show Deployment Timeline",
      help: "On environments: what was deployed when, in which state, for how long",
      icon: "$(history)",
      menus: {
        "view/item/context": [
          { when: onOneRow(deployments), groups: ["2_filter@3"] },
          { when: onOneRow(environment), groups: ["inline@2", "2_look@1"] },
        ],
      },
    },
    openTarget: {
      id: "forgeside.deployment.openTarget",
      rowKey: "open",
      title: "Open Target of Deployment Status",
      help: "On rows that have one; only web pages are opened",
      icon: "$(link-external)",
      palette: false,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.repos, "deployment", "target")), groups: ["inline@2", "1_open@1"] },
          { when: onOneRow(row(views.repos, "deploymentStatus", "target")), groups: ["inline@1", "1_open@1"] },
        ],
      },
    },
    showPayload: {
      id: "forgeside.deployment.showPayload",
      title: "Show Payload of Deployment",
      icon: "$(json)",
      palette: false,
      menus: {
        "view/item/context": [{ when: onOneRow(row(views.repos, "deployment", "payload")), groups: ["5_copy@0"] }],
      },
    },
    copyPayload: {
      id: "forgeside.deployment.copyPayload",
      rowKey: "copy",
      title: "Copy Payload of Deployment",
      palette: false,
      menus: {
        "view/item/context": [{ when: onOneRow(row(views.repos, "deployment", "payload")), groups: ["5_copy@1"] }],
      },
    },
    usePayload: {
      id: "forgeside.deployment.usePayload",
      alwaysShown: true,
      title: "Use as Payload",
      help: "In the editor that New Deployment opens for a payload",
      icon: "$(check)",
      palette: inScheme(payloadScheme),
      menus: {
        "editor/title": [{ when: inScheme(payloadScheme), groups: ["navigation@1"] }],
      },
    },
    leavePayload: {
      id: "forgeside.deployment.leavePayload",
      alwaysShown: true,
      title: "Leave Payload as It Was",
      palette: inScheme(payloadScheme),
    },
  },
  jsonValidation: [{ fileMatch: `${payloadScheme}://**/payload.json`, url: `${schemaScheme}:///payload.json` }],
};
