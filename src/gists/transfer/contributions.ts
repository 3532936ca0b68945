import type { Contributions } from "../../contributions/types.ts";
import { and, gistsOffered, inView, not, row, withGist } from "../../contributions/when.ts";
import { contextKeys, views } from "../../ids.ts";

const viewTitle = and(inView(views.gists), contextKeys.signedIn);

export const transferContributions: Contributions = {
  name: "transfer",
  shownWhile: gistsOffered,
  commands: {
    exportAll: {
      id: "forgeside.gist.exportAll",
      title: "Export All Gists...",
      shortTitle: "Export All...",
      help: "Files, description, visibility and, for the record, comments",
      icon: "$(cloud-download)",
      palette: not(contextKeys.noOwnGists),
      menus: {
        "view/title": [{ when: viewTitle, groups: ["3_keep@2"] }],
      },
    },
    exportSome: {
      id: "forgeside.gist.export",
      title: "Export Gist...",
      palette: withGist,
      menus: {
        "view/item/context": [{ when: row(views.gists, "gist"), groups: ["3_export@1"], submenu: "manageGist" }],
      },
    },
    importFolder: {
      id: "forgeside.gist.importFolder",
      title: "Import Gists from Folder...",
      shortTitle: "Import from Folder...",
      icon: "$(cloud-upload)",
      menus: {
        "view/title": [{ when: viewTitle, groups: ["3_keep@3"] }],
      },
    },
  },
};
