import type { Contributions } from "../../contributions/types.ts";
import { and, inScheme, onOneRow, or, row, withOwnGist, gistsOffered } from "../../contributions/when.ts";
import { contextKeys, gistScheme, views } from "../../ids.ts";

const gistEditor = inScheme(gistScheme);
const unpublishedEditor = `resource in ${contextKeys.gistEdits}`;
const ownEditor = and(gistEditor, `resource not in ${contextKeys.gistForeign}`);
/** Its text differs from what the server has: it isn't saved, or not published. */
const changedEditor = or(and(gistEditor, "activeEditorIsDirty"), unpublishedEditor);
const conflictEditor = `resource in ${contextKeys.gistConflicts}`;
const forkableEditor = `resource in ${contextKeys.forkableEdits}`;
const gistEdit = row(views.gists, "gistEdit");

export const gistEditContributions: Contributions = {
  name: "gist",
  commands: {
    publish: {
      id: "forgeside.gist.publish",
      title: "Publish Gist Edit...",
      help: "For edits that the server does not have yet",
      icon: "$(cloud-upload)",
      palette: contextKeys.gistEdits,
      menus: {
        "editor/title": [{ when: unpublishedEditor, groups: ["navigation@1"] }],
        "view/item/context": [{ when: onOneRow(gistEdit), groups: ["inline@1", "1_publish@1"] }],
      },
    },
    publishAll: {
      id: "forgeside.gist.publishAll",
      title: "Publish All Gist Edits",
      icon: "$(cloud-upload)",
      palette: contextKeys.gistEdits,
      menus: {
        "view/item/context": [{ when: row(views.gists, "gistUnpublished"), groups: ["inline@1", "1_publish@1"] }],
      },
    },
    showUnpublished: {
      id: "forgeside.gist.showUnpublished",
      title: "Show Unpublished Gist Edits",
      palette: contextKeys.gistEdits,
      help: "Those of gists, in their view; also by a click on their number in the status bar",
    },
    discardEdit: {
      id: "forgeside.gist.discardEdit",
      rowKey: "delete",
      title: "Discard Gist Edit...",
      icon: "$(discard)",
      palette: contextKeys.gistEdits,
      menus: {
        "editor/title": [{ when: unpublishedEditor, groups: ["4_publish@8"] }],
        "view/item/context": [{ when: gistEdit, groups: ["9_discard@1"] }],
      },
    },
    compare: {
      id: "forgeside.gist.compare",
      title: "Compare Gist File with Server",
      help: "The open file beside what the server has, or back to it",
      icon: "$(diff)",
      palette: gistEditor,
      menus: {
        "editor/title": [{ when: gistEditor, groups: ["navigation@3"] }],
        "view/item/context": [{ when: onOneRow(gistEdit), groups: ["inline@2", "1_publish@2"] }],
      },
    },
    revert: {
      id: "forgeside.gist.revert",
      title: "Revert Gist File to Server...",
      palette: changedEditor,
      menus: {
        "editor/title": [{ when: changedEditor, groups: ["4_publish@2"] }],
      },
    },
    mergeEdit: {
      id: "forgeside.gist.mergeEdit",
      title: "Merge Gist Edit with Server...",
      help: "When both sides changed the same lines",
      icon: "$(git-merge)",
      palette: contextKeys.gistConflicts,
      menus: {
        "editor/title": [{ when: conflictEditor, groups: ["navigation@2"] }],
        "view/item/context": [
          { when: onOneRow(row(views.gists, "gistEdit", "conflict")), groups: ["2_conflict@1"] },
        ],
      },
    },
    keepMine: {
      id: "forgeside.gist.keepMine",
      title: "Keep My Gist Edit over Theirs...",
      palette: contextKeys.gistConflicts,
      menus: {
        "editor/title": [{ when: conflictEditor, groups: ["4_publish@4"] }],
        "view/item/context": [
          { when: onOneRow(row(views.gists, "gistEdit", "conflict")), groups: ["2_conflict@2"] },
        ],
      },
    },
    takeTheirs: {
      id: "forgeside.gist.takeTheirs",
      title: "Take Theirs over Gist Edit...",
      palette: contextKeys.gistConflicts,
      menus: {
        "editor/title": [{ when: conflictEditor, groups: ["4_publish@4"] }],
        "view/item/context": [{ when: row(views.gists, "gistEdit", "conflict"), groups: ["2_conflict@3"] }],
      },
    },
    forkAndKeep: {
      id: "forgeside.gist.forkAndKeep",
      title: "Fork Gist and Keep My Edit...",
      help: "When the server does not take an edit",
      icon: "$(repo-forked)",
      palette: contextKeys.forkableEdits,
      menus: {
        "editor/title": [{ when: forkableEditor, groups: ["4_publish@5"] }],
        "view/item/context": [{ when: onOneRow(row(views.gists, "gistEdit", "forkable")), groups: ["3_keep@1"] }],
      },
    },
    shareEdit: {
      id: "forgeside.gist.shareEdit",
      title: "Save Gist Edit as New Gist...",
      palette: contextKeys.gistEdits,
      menus: {
        "editor/title": [{ when: unpublishedEditor, groups: ["4_publish@6"] }],
        "view/item/context": [{ when: onOneRow(gistEdit), groups: ["3_keep@2"] }],
      },
    },
    saveEditLocally: {
      id: "forgeside.gist.saveEditLocally",
      title: "Save Gist Edit to a File...",
      palette: contextKeys.gistEdits,
      menus: {
        "editor/title": [{ when: unpublishedEditor, groups: ["4_publish@7"] }],
        "view/item/context": [{ when: onOneRow(gistEdit), groups: ["3_keep@3"] }],
      },
    },
    choosePublishMode: {
      id: "forgeside.gist.choosePublishMode",
      title: "Choose When to Publish Gist...",
      help: "For one gist",
      palette: and(gistsOffered, withOwnGist),
      menus: {
        "editor/title": [{ when: ownEditor, groups: ["4_publish@3"], submenu: "gistEditor" }],
        "view/item/context": [
          { when: onOneRow(row(views.gists, "gist", "mine")), groups: ["1_edit@2"], submenu: "manageGist" },
        ],
      },
    },
  },
  settings: {
    publish: {
      id: "forgeside.gists.publish",
      section: "editing",
      description:
        "When an edit of a gist is sent to the server. A gist can have a choice of its own. See also `#forgeside.gists.publishPauseSeconds#` and `#forgeside.gists.reviewBeforePublish#`.",
      scope: "application",
      type: "choice",
      choices: {
        onSave:
          "With each save. What Auto Save saves is published after a pause, or when the window loses the focus.",
        afterPause: "When the file was not saved for a while.",
        manual: "Only on **Publish**; until then it is stored on this computer.",
      },
      default: "onSave",
    },
    publishPause: {
      id: "forgeside.gists.publishPauseSeconds",
      section: "editing",
      description:
        "The seconds without a save before an edit is published, with `afterPause` of `#forgeside.gists.publish#` and after an automatic save.",
      scope: "application",
      type: "number",
      default: 30,
      minimum: 1,
      maximum: 3600,
    },
    reviewBeforePublish: {
      id: "forgeside.gists.reviewBeforePublish",
      section: "editing",
      description:
        "Shows the difference and asks before **Publish** sends an edit. Most useful with `manual` of `#forgeside.gists.publish#`.",
      scope: "application",
      type: "boolean",
      default: false,
    },
  },
};
