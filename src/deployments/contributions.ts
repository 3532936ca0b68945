import type { Contributions } from "../contributions/types.ts";
import { inScheme, row } from "../contributions/when.ts";
import { payloadScheme, views } from "../ids.ts";

const deployments = row(views.repos, "deployments");
const environment = row(views.repos, "environment");

export const deploymentContributions: Contributions = {
  name: "deployment",
  commands: {
    create: {
      id: "forgeside.deployment.create",
      title: "New Deployment...",
      icon: "$(rocket)",
      menus: {
        "view/item/context": [
          { when: deployments, groups: ["inline@1", "1_make@1"] },
          { when: environment, groups: ["inline@1", "1_make@1"] },
        ],
      },
    },
    setStatus: {
      id: "forgeside.deployment.setStatus",
      title: "Set Deployment Status...",
      icon: "$(checklist)",
      menus: {
        "view/item/context": [{ when: row(views.repos, "deployment"), groups: ["inline@1", "1_make@1"] }],
      },
    },
    filter: {
      id: "forgeside.deployment.filter",
      title: "Filter Deployments...",
      icon: "$(filter)",
      menus: {
        "view/item/context": [{ when: deployments, groups: ["inline@2", "2_filter@1"] }],
      },
    },
    clearFilter: {
      id: "forgeside.deployment.clearFilter",
      title: "Show All Deployments",
      icon: "$(clear-all)",
      palette: false,
      menus: {
        "view/item/context": [{ when: row(views.repos, "deployments", "narrowed"), groups: ["2_filter@2"] }],
      },
    },
    openTarget: {
      id: "forgeside.deployment.openTarget",
      title: "Open Target of Deployment Status",
      icon: "$(link-external)",
      palette: false,
      menus: {
        "view/item/context": [
          { when: row(views.repos, "deployment", "target"), groups: ["inline@2", "1_open@1"] },
          { when: row(views.repos, "deploymentStatus", "target"), groups: ["inline@1", "1_open@1"] },
        ],
      },
    },
    showPayload: {
      id: "forgeside.deployment.showPayload",
      title: "Show Payload",
      icon: "$(json)",
      palette: false,
      menus: {
        "view/item/context": [{ when: row(views.repos, "deployment", "payload"), groups: ["5_copy@0"] }],
      },
    },
    usePayload: {
      id: "forgeside.deployment.usePayload",
      title: "Use as Payload",
      icon: "$(check)",
      palette: inScheme(payloadScheme),
      menus: {
        "editor/title": [{ when: inScheme(payloadScheme), groups: ["navigation@1"] }],
      },
    },
    copyPayload: {
      id: "forgeside.deployment.copyPayload",
      title: "Copy Payload of Deployment",
      palette: false,
      menus: {
        "view/item/context": [{ when: row(views.repos, "deployment", "payload"), groups: ["5_copy@1"] }],
      },
    },
    timeline: {
      id: "forgeside.deployment.timeline",
      title: "Show Deployment Timeline",
      icon: "$(history)",
      menus: {
        "view/item/context": [
          { when: deployments, groups: ["2_filter@3"] },
          { when: environment, groups: ["inline@2", "2_look@1"] },
        ],
      },
    },
    refresh: {
      id: "forgeside.deployment.refresh",
      title: "Refresh Deployments",
      icon: "$(refresh)",
      menus: {
        "view/item/context": [{ when: deployments, groups: ["8_refresh@1"] }],
      },
    },
    loadMore: {
      id: "forgeside.deployment.loadMore",
      title: "Load More Deployments",
      palette: false,
    },
  },
  jsonValidation: [{ fileMatch: `${payloadScheme}://**/payload.json`, url: "./media/payload.schema.json" }],
};
