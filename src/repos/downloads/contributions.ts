import type { Contributions } from "../../contributions/types.ts";
import { and, onOneRow, row, withNode } from "../../contributions/when.ts";
import { views } from "../../ids.ts";

export const downloadContributions: Contributions = {
  name: "download",
  commands: {
    archive: {
      id: "forgeside.repo.downloadArchive",
      title: "Download Repository Archive...",
      help: "As zip or tar.gz, or unpacked: [Downloads](repositories.md#downloads)",
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.repos, "repo")), groups: ["2_download@1"], submenu: "downloadRepo" },
          { when: onOneRow(row(views.repos, "repoRef")), groups: ["6_download@1"] },
        ],
      },
    },
    extract: {
      id: "forgeside.repo.extractArchive",
      title: "Download and Extract Repository...",
      menus: {
        "view/item/context": [
          {
            when: onOneRow(and(row(views.repos, "repo"), withNode)),
            groups: ["2_download@2"],
            submenu: "downloadRepo",
          },
          { when: onOneRow(and(row(views.repos, "repoRef"), withNode)), groups: ["6_download@2"] },
        ],
      },
      palette: withNode,
    },
    save: {
      id: "forgeside.repo.saveDownload",
      title: "Save Download...",
      icon: "$(cloud-download)",
      palette: false,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.repos, "repoLeaf", "downloads")), groups: ["inline@1", "1_open@1"] },
        ],
      },
    },
    delete: {
      id: "forgeside.repo.deleteDownload",
      rowKey: "delete",
      title: "Delete Download...",
      palette: false,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.repos, "repoLeaf", "downloads", "changeable")), groups: ["9_delete@1"] },
        ],
      },
    },
  },
};
