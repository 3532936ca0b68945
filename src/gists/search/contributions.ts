import type { Contributions } from "../../contributions/types.ts";
import { and, inView, not, gistsOffered } from "../../contributions/when.ts";
import { contextKeys, views } from "../../ids.ts";

export const searchContributions: Contributions = {
  name: "search",
  shownWhile: gistsOffered,
  commands: {
    find: {
      id: "forgeside.search.find",
      title: "Search Gists...",
      shortTitle: "Search...",
      help: "A live list with preview, or a document with all results",
      icon: "$(search)",
      menus: {
        "view/title": [{ when: and(inView(views.gists), contextKeys.signedIn), groups: ["navigation@2"] }],
      },
      keybinding: { key: "ctrl+k shift+f", mac: "cmd+k shift+f", when: not("terminalFocus") },
    },
    document: {
      id: "forgeside.search.document",
      title: "Search Gists into a Document...",
    },
    rebuild: {
      id: "forgeside.search.rebuild",
      title: "Rebuild Search Index",
      help: "Reads all contents again",
    },
  },
  settings: {
    searchIndex: {
      id: "forgeside.search.index",
      section: "finding",
      description:
        "When your gists and the starred ones are read so that their contents are found. The index is stored on this computer until you sign out.",
      scope: "application",
      type: "choice",
      choices: {
        onUse: "When you search for the first time, and from then on while the window is open.",
        background: "As soon as the gists are on screen and nothing else is asked of the server.",
        off: "Never, and nothing is stored: only what is open or listed is found.",
      },
      default: "onUse",
    },
  },
};
