import type { Contributions } from "../../contributions/types.ts";
import { onOneRow, row } from "../../contributions/when.ts";
import { views } from "../../ids.ts";

export const commitCommentContributions: Contributions = {
  name: "commitComment",
  commands: {
    show: {
      id: "forgeside.commit.showConversation",
      title: "Show Commit Comments",
      help: "What is said about a commit: read, reply, edit, delete; or the place of one comment",
      icon: "$(comment-discussion)",
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.repos, "repoLeaf", "commits|comments")), groups: ["1_open@2", "inline@1"] },
        ],
      },
    },
    open: {
      id: "forgeside.commit.openComment",
      title: "Open Comment",
      palette: false,
      menus: {
        "view/item/context": [{ when: onOneRow(row(views.repos, "repoLeaf", "comments")), groups: ["1_open@0"] }],
      },
    },
  },
};
