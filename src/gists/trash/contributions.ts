import type { Contributions } from "../../contributions/types.ts";
import { and, inView, not, gistsOffered } from "../../contributions/when.ts";
import { contextKeys, views } from "../../ids.ts";

export const trashContributions: Contributions = {
  name: "trash",
  shownWhile: gistsOffered,
  commands: {
    restore: {
      id: "forgeside.gist.restoreDeleted",
      title: "Restore Deleted Gist...",
      shortTitle: "Restore Deleted...",
      help: "A new gist of one that was deleted here; or removes what is stored of it",
      icon: "$(history)",
      palette: not(contextKeys.noDeletedGists),
      menus: {
        "view/title": [
          {
            when: and(inView(views.gists), contextKeys.signedIn, not(contextKeys.noDeletedGists)),
            groups: ["3_keep@1"],
          },
        ],
      },
    },
    forget: {
      id: "forgeside.gist.forgetDeleted",
      title: "Permanently Delete Stored Gists...",
      alwaysShown: true,
      palette: not(contextKeys.noDeletedGists),
    },
  },
  settings: {
    keepDeletedDays: {
      id: "forgeside.gists.keepDeletedDays",
      section: "editing",
      description:
        "How many days a gist that you deleted is stored on this computer, so that **Restore Deleted Gist** can create a new gist from it. With `0` nothing is stored.",
      scope: "application",
      type: "number",
      default: 30,
      minimum: 0,
      maximum: 3650,
    },
  },
};
