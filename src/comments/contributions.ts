import type { Contributions, When } from "../contributions/types.ts";
import { and, inScheme, matches, not, or } from "../contributions/when.ts";
import { commentsController, commitConversationScheme, conversationScheme } from "../ids.ts";

const inComments = `commentController == ${commentsController}`;
const comment = (flag: string): When => and(inComments, matches("comment", "comment", flag));

export const commentContributions: Contributions = {
  name: "comment",
  commands: {
    refresh: {
      id: "forgeside.comment.refresh",
      title: "Refresh Comments",
      help: "In the comments of a gist or a commit",
      icon: "$(refresh)",
      palette: or(inScheme(conversationScheme), inScheme(commitConversationScheme)),
      menus: {
        "comments/commentThread/title": [
          {
            when: and(inComments, matches("commentThread", "commentThread")),
            groups: ["inline@1"],
          },
        ],
        "editor/title": [
          { when: inScheme(conversationScheme), groups: ["navigation@1"] },
          { when: inScheme(commitConversationScheme), groups: ["navigation@1"] },
        ],
      },
    },
    create: {
      id: "forgeside.comment.create",
      title: "Comment",
      palette: false,
      menus: {
        "comments/commentThread/context": [{ when: and(inComments, not("commentIsEmpty")), groups: ["inline@1"] }],
      },
    },
    edit: {
      id: "forgeside.comment.edit",
      title: "Edit Comment",
      icon: "$(edit)",
      palette: false,
      menus: {
        "comments/comment/title": [{ when: comment("mine|failed"), groups: ["inline@2"] }],
      },
    },
    save: {
      id: "forgeside.comment.save",
      title: "Save Comment",
      palette: false,
      menus: {
        "comments/comment/context": [{ when: comment("mine|failed"), groups: ["inline@1"] }],
      },
    },
    cancelEdit: {
      id: "forgeside.comment.cancelEdit",
      title: "Cancel",
      palette: false,
      menus: {
        "comments/comment/context": [{ when: comment("mine|failed"), groups: ["inline@2"] }],
      },
    },
    delete: {
      id: "forgeside.comment.delete",
      title: "Delete Comment...",
      icon: "$(trash)",
      palette: false,
      menus: {
        "comments/comment/title": [
          {
            when: comment("deletable|mine"),
            groups: ["inline@3"],
          },
        ],
      },
    },
    retry: {
      id: "forgeside.comment.retry",
      title: "Send Again",
      icon: "$(sync)",
      palette: false,
      menus: {
        "comments/comment/title": [
          {
            when: comment("failed"),
            groups: ["inline@1"],
          },
        ],
      },
    },
    discard: {
      id: "forgeside.comment.discard",
      title: "Discard Draft...",
      icon: "$(discard)",
      palette: false,
      menus: {
        "comments/comment/title": [
          {
            when: comment("failed"),
            groups: ["inline@3"],
          },
        ],
      },
    },
    copyLink: {
      id: "forgeside.comment.copyLink",
      title: "Copy Comment Link",
      icon: "$(link)",
      palette: false,
      menus: {
        "comments/comment/title": [
          {
            when: comment("mine|foreign"),
            groups: ["inline@1"],
          },
        ],
      },
    },
  },
};
