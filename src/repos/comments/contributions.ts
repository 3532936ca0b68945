import type { Contributions } from "../../contributions/types.ts";
import { and, inScheme, onOneRow, row, withRepository } from "../../contributions/when.ts";
import { repoScheme, views } from "../../ids.ts";

/** What a commit made of a file, as `commitSideUri` of `src/repos/uri.ts` addresses it. */
const commitFile = and(inScheme(repoScheme), "resource =~ /\\?commit/");

export const commitCommentContributions: Contributions = {
  name: "commitComment",
  commands: {
    show: {
      id: "forgeside.commit.showConversation",
      title: "Show Commit Comments",
      help: "What is said about a commit: read, reply, edit, delete; or the place of one comment",
      icon: "$(comment-discussion)",
      palette: withRepository,
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
    onFile: {
      id: "forgeside.commit.commentOnFile",
      title: "Comment on File of Commit...",
      help: "On a file as a whole, also one whose differences the server doesn't provide",
      icon: "$(comment)",
      palette: withRepository,
      menus: {
        "editor/title": [{ when: commitFile, groups: ["navigation@1"] }],
        "view/item/context": [{ when: onOneRow(row(views.repos, "repoLeaf", "commits")), groups: ["1_open@3"] }],
      },
    },
  },
};
