import type { Contributions } from "../../contributions/types.ts";
import { inScheme, onOneRow, row, withGist, gistsOffered } from "../../contributions/when.ts";
import { gistScheme, views } from "../../ids.ts";

export const gistCommentContributions: Contributions = {
  name: "comment",
  shownWhile: gistsOffered,
  commands: {
    show: {
      id: "forgeside.gist.showComments",
      title: "Show Gist Comments",
      help: "The comments on the gist: read, reply, edit, delete",
      icon: "$(comment-discussion)",
      palette: withGist,
      menus: {
        "editor/title": [{ when: inScheme(gistScheme), groups: ["navigation@2"] }],
        "view/item/context": [{ when: onOneRow(row(views.gists, "gist")), groups: ["2_use@2"] }],
      },
    },
  },
  settings: {
    commentsAtFileEnd: {
      id: "forgeside.comments.atFileEnd",
      section: "finding",
      description: "Shows the comments of a gist below its open files too.",
      scope: "window",
      type: "boolean",
      default: false,
    },
  },
};
