import type { Contributions } from "../../contributions/types.ts";
import {
  and,
  inScheme,
  matches,
  not,
  onOneRow,
  row,
  rowWithout,
  withGist,
  withOwnGist,
  gistsOffered,
  or,
} from "../../contributions/when.ts";
import { gistScheme, gistSideScheme, views } from "../../ids.ts";

const gistEditor = inScheme(gistScheme);
const sideEditor = inScheme(gistSideScheme);
const gist = row(views.gists, "gist");
const revision = row(views.gists, "gistRevision");
const formerRevision = rowWithout(views.gists, "gistRevision", "current");
const restorable = and(
  row(views.gists, "gistRevision", "mine"),
  not(matches("viewItem", "gistRevision", "current")),
);

export const historyContributions: Contributions = {
  name: "history",
  shownWhile: gistsOffered,
  commands: {
    show: {
      id: "forgeside.gist.showHistory",
      title: "Show Gist History...",
      help: "The revisions of a gist: compare two of them, open files as they were, restore one. Also below the gist's row",
      icon: "$(history)",
      palette: or(withGist, sideEditor),
      menus: {
        "editor/title": [
          { when: gistEditor, groups: ["3_gist@3"], submenu: "gistEditor" },
          { when: sideEditor, groups: ["3_gist@3"] },
        ],
        "view/item/context": [
          { when: onOneRow(gist), groups: ["2_history@1"], submenu: "manageGist" },
          { when: onOneRow(row(views.gists, "gistFile")), groups: ["6_history@1"] },
          { when: onOneRow(row(views.gists, "gistHistory")), groups: ["1_history@1"] },
        ],
      },
    },
    compareRevisions: {
      id: "forgeside.gist.compareRevisions",
      title: "Compare Gist Revisions...",
      icon: "$(diff)",
      palette: or(withGist, sideEditor),
      menus: {
        "view/item/context": [{ when: revision, groups: ["1_compare@3"] }],
      },
    },
    compareWithPrevious: {
      id: "forgeside.gist.compareWithPreviousRevision",
      title: "Compare with Previous Revision",
      palette: false,
      menus: {
        "view/item/context": [{ when: onOneRow(revision), groups: ["1_compare@1"] }],
      },
    },
    compareWithCurrent: {
      id: "forgeside.gist.compareWithCurrentRevision",
      title: "Compare with Current Revision",
      icon: "$(diff)",
      palette: false,
      menus: {
        "view/item/context": [{ when: onOneRow(formerRevision), groups: ["inline@1", "1_compare@2"] }],
      },
    },
    openAtRevision: {
      id: "forgeside.gist.openAtRevision",
      title: "Open Gist File at Revision...",
      icon: "$(go-to-file)",
      palette: or(withGist, sideEditor),
      menus: {
        "view/item/context": [{ when: onOneRow(revision), groups: ["inline@2", "2_open@1"] }],
      },
    },
    restore: {
      id: "forgeside.gist.restoreRevision",
      title: "Restore Gist Revision...",
      help: "Makes a gist of yours what it was, as a new revision. Says first what would change; what is changed elsewhere in the meantime is merged or left alone",
      icon: "$(discard)",
      palette: or(withOwnGist, sideEditor),
      menus: {
        "view/item/context": [{ when: onOneRow(restorable), groups: ["4_edit@1"] }],
      },
    },
    copyRevisionId: {
      id: "forgeside.gist.copyRevisionId",
      rowKey: "copy",
      title: "Copy Revision ID",
      help: "Into the clipboard, in full",
      palette: false,
      menus: {
        "view/item/context": [{ when: onOneRow(revision), groups: ["5_copy@1"] }],
      },
    },
    showForks: {
      id: "forgeside.gist.showForks",
      title: "Show Gist Forks...",
      help: "Opens a file of a fork to be read, or the fork's page",
      icon: "$(repo-forked)",
      palette: or(withGist, sideEditor),
      menus: {
        "view/item/context": [
          { when: onOneRow(gist), groups: ["2_history@2"], submenu: "manageGist" },
          { when: onOneRow(row(views.gists, "gistForks")), groups: ["1_history@1"] },
        ],
      },
    },
    clone: {
      id: "forgeside.gist.clone",
      title: "Clone Gist...",
      help: "With VS Code's own Git; the URL has no token",
      icon: "$(repo-clone)",
      palette: or(withGist, sideEditor),
      menus: {
        "view/item/context": [
          { when: onOneRow(gist), groups: ["2_clone@1"], submenu: "openGist" },
          { when: onOneRow(row(views.gists, "gistFork")), groups: ["7_folder@1"] },
        ],
      },
    },
    addToWorkspace: {
      id: "forgeside.gist.addToWorkspace",
      title: "Add Gist to Workspace",
      help: "As a folder of files that are read and written through the server",
      icon: "$(root-folder)",
      palette: or(withGist, sideEditor),
      menus: {
        "view/item/context": [{ when: onOneRow(gist), groups: ["1_open@3"], submenu: "openGist" }],
      },
    },
    openInNewWindow: {
      id: "forgeside.gist.openInNewWindow",
      title: "Open Gist in New Window",
      help: "As its folder; in a browser, a tab whose URL can be bookmarked",
      palette: or(withGist, sideEditor),
      menus: {
        "view/item/context": [{ when: onOneRow(gist), groups: ["1_open@2"], submenu: "openGist" }],
      },
    },
    loadMore: {
      id: "forgeside.gist.loadMoreHistory",
      title: "Load More of a Gist's History",
      palette: false,
    },
  },
};
