import type { Contributions } from "../contributions/types.ts";
import { onOneRow, row } from "../contributions/when.ts";
import { contextKeys, views } from "../ids.ts";

const changedEditor = `resource in ${contextKeys.localChanges}`;
const conflictEditor = `resource in ${contextKeys.localConflicts}`;
const protectedEditor = `resource in ${contextKeys.protectedChanges}`;
const localChange = row(views.repos, "repoLocalChange");

export const localChangeContributions: Contributions = {
  name: "localChange",
  commands: {
    publish: {
      id: "forgeside.change.publish",
      title: "Publish Local Change...",
      help: "What is stored on this computer of a repository's file or of a webhook: by Auto Save, or because it couldn't be sent",
      icon: "$(cloud-upload)",
      palette: contextKeys.localChanges,
      menus: {
        "editor/title": [{ when: changedEditor, groups: ["navigation@1"] }],
        "view/item/context": [{ when: localChange, groups: ["inline@1", "1_publish@1"] }],
      },
    },
    discard: {
      id: "forgeside.change.discard",
      rowKey: "delete",
      title: "Discard Local Change...",
      icon: "$(discard)",
      palette: contextKeys.localChanges,
      menus: {
        "editor/title": [{ when: changedEditor, groups: ["1_forgeside@2"] }],
        "view/item/context": [{ when: localChange, groups: ["inline@2", "9_discard@1"] }],
      },
    },
    compare: {
      id: "forgeside.change.compare",
      title: "Compare Local Change with Server",
      icon: "$(diff)",
      palette: contextKeys.localChanges,
      menus: {
        "editor/title": [{ when: changedEditor, groups: ["1_forgeside@1"] }],
        "view/item/context": [{ when: onOneRow(localChange), groups: ["1_publish@2"] }],
      },
    },
    resolve: {
      id: "forgeside.change.resolve",
      title: "Merge Local Change...",
      icon: "$(git-merge)",
      palette: contextKeys.localConflicts,
      menus: {
        "editor/title": [{ when: conflictEditor, groups: ["navigation@0"] }],
        "view/item/context": [
          { when: onOneRow(row(views.repos, "repoLocalChange", "conflict")), groups: ["1_publish@0"] },
        ],
      },
    },
    keepMine: {
      id: "forgeside.change.keepMine",
      title: "Keep My Local Change over Theirs...",
      palette: contextKeys.localConflicts,
      menus: {
        "editor/title": [{ when: conflictEditor, groups: ["1_forgeside@1"] }],
        "view/item/context": [
          { when: onOneRow(row(views.repos, "repoLocalChange", "conflict")), groups: ["2_conflict@0"] },
        ],
      },
    },
    publishAll: {
      id: "forgeside.change.publishAll",
      title: "Publish All Local Changes...",
      icon: "$(cloud-upload)",
      palette: contextKeys.localChanges,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.repos, "repoLocalChanges")), groups: ["inline@1", "1_publish@1"] },
        ],
      },
    },
    takeTheirs: {
      id: "forgeside.change.takeTheirs",
      title: "Take Theirs over Local Change...",
      palette: contextKeys.localConflicts,
      menus: {
        "editor/title": [{ when: conflictEditor, groups: ["1_forgeside@2"] }],
        "view/item/context": [{ when: row(views.repos, "repoLocalChange", "conflict"), groups: ["2_conflict@1"] }],
      },
    },
    moveToBranch: {
      id: "forgeside.change.moveToBranch",
      title: "Commit Local Change to a New Branch...",
      icon: "$(git-branch)",
      palette: contextKeys.protectedChanges,
      menus: {
        "editor/title": [{ when: protectedEditor, groups: ["navigation@0"] }],
        "view/item/context": [
          { when: onOneRow(row(views.repos, "repoLocalChange", "protected")), groups: ["1_publish@0"] },
        ],
      },
    },
    saveToFile: {
      id: "forgeside.change.saveToFile",
      title: "Save Local Change to a File...",
      help: "Also when its repository or webhook is gone; the change stays until you discard it",
      palette: contextKeys.localChanges,
      menus: {
        "editor/title": [{ when: changedEditor, groups: ["1_forgeside@3"] }],
        "view/item/context": [{ when: onOneRow(localChange), groups: ["3_keep@1"] }],
      },
    },
    show: {
      id: "forgeside.change.show",
      title: "Show Unpublished Changes...",
      palette: contextKeys.localChanges,
    },
  },
};
