import type { Contributions } from "../../contributions/types.ts";
import { and, inView, not, onOneRow, row, rowWithout, gistsOffered } from "../../contributions/when.ts";
import { contextKeys, views } from "../../ids.ts";

const viewTitle = and(inView(views.gists), contextKeys.signedIn);

export const arrangeContributions: Contributions = {
  name: "arrange",
  shownWhile: gistsOffered,
  commands: {
    filter: {
      id: "forgeside.gist.filter",
      title: "Filter Gists...",
      shortTitle: "Filter...",
      help: "How the view shows them",
      icon: "$(filter)",
      menus: {
        "view/title": [
          {
            when: and(inView(views.gists), contextKeys.signedIn, not(contextKeys.gistsFiltered)),
            groups: ["navigation@2"],
          },
          // Its icon gives way to that of clearing the filter.
          { when: and(viewTitle, contextKeys.gistsFiltered), groups: ["2_arrange@1"] },
        ],
      },
    },
    clearFilter: {
      id: "forgeside.gist.clearFilter",
      title: "Clear Gist Filter",
      shortTitle: "Clear Filter",
      icon: "$(clear-all)",
      palette: contextKeys.gistsFiltered,
      menus: {
        "view/title": [
          {
            when: and(inView(views.gists), contextKeys.signedIn, contextKeys.gistsFiltered),
            groups: ["navigation@2"],
          },
        ],
      },
    },
    sort: {
      id: "forgeside.gist.sort",
      title: "Sort Gists...",
      shortTitle: "Sort By...",
      menus: {
        "view/title": [{ when: viewTitle, groups: ["2_arrange@2"] }],
      },
    },
    group: {
      id: "forgeside.gist.group",
      title: "Group Gists...",
      shortTitle: "Group By...",
      menus: {
        "view/title": [{ when: viewTitle, groups: ["2_arrange@3"] }],
      },
    },
    loadAll: {
      id: "forgeside.gist.loadAll",
      title: "Load All Gists",
      menus: {
        // All public gists are more than anyone reads.
        "view/item/context": [
          { when: onOneRow(rowWithout(views.gists, "gistGroup", "public")), groups: ["1_open@1"] },
        ],
      },
    },
    follow: {
      id: "forgeside.gist.follow",
      title: "Follow a User's Gists...",
      help: "Another user's public gists in a group of their own",
      menus: {
        "view/title": [{ when: viewTitle, groups: ["3_follow@1"] }],
      },
    },
    unfollow: {
      id: "forgeside.gist.unfollow",
      title: "Unfollow User's Gists",
      palette: not(contextKeys.noFollowedUsers),
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.gists, "gistGroup", "followed")), groups: ["9_follow@1"] },
        ],
      },
    },
  },
};
