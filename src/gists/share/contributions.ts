import type { Contributions } from "../../contributions/types.ts";
import {
  and,
  anyEditor,
  gitRepository,
  inScheme,
  not,
  notebookEditor,
  notInScheme,
  or,
  textEditor,
  workspaceFolder,
  tabWithFile,
  gistsOffered,
} from "../../contributions/when.ts";
import { contextKeys, gistScheme, repoScheme } from "../../ids.ts";

/** Files whose lines may be in a commit at a server. */
const withCommit = or(and(inScheme("file"), gitRepository), inScheme(repoScheme));

export const shareContributions: Contributions = {
  name: "share",
  shownWhile: gistsOffered,
  commands: {
    described: {
      id: "forgeside.share.described",
      signedOut: "menus",
      title: "Share as Gist with Description...",
      help: "What is selected in the explorer or in the editor, or the whole file; asks for the description first",
      palette: anyEditor,
      menus: {
        "editor/context": [{ when: notInScheme(gistScheme), groups: ["1_share@2"] }],
        "editor/title/context": [{ when: and(notInScheme(gistScheme), tabWithFile), groups: ["1_share@2"] }],
        "explorer/context": [{ when: not("explorerResourceIsFolder"), groups: ["1_share@2"] }],
      },
    },
    public: {
      id: "forgeside.share.public",
      signedOut: "menus",
      title: "Share as Public Gist...",
      palette: anyEditor,
      menus: {
        "editor/context": [{ when: notInScheme(gistScheme), groups: ["1_share@3"] }],
        "editor/title/context": [{ when: and(notInScheme(gistScheme), tabWithFile), groups: ["1_share@3"] }],
        "explorer/context": [{ when: not("explorerResourceIsFolder"), groups: ["1_share@3"] }],
      },
    },
    lines: {
      id: "forgeside.share.lines",
      signedOut: "menus",
      title: "Share Lines as Gist",
      help: "In the menu of line numbers: the selected lines, or the line that was clicked",
      palette: false,
      menus: { "editor/lineNumber/context": [{ groups: ["5_forgeside@1"] }] },
    },
    permalink: {
      id: "forgeside.share.permalink",
      alwaysShown: true,
      title: "Copy Permalink",
      help: "The URL of the lines at the commit that is checked out, on the server of the repository: for a file of a Git repository whose commit is pushed and that is unchanged since, or that was opened from the server",
      palette: withCommit,
      menus: {
        "editor/lineNumber/context": [{ when: withCommit, groups: ["5_forgeside@2"] }],
      },
    },
    undo: {
      id: "forgeside.share.undo",
      title: "Undo Last Share",
      help: "Deletes the gist that this window shared last, and then the one before, and puts back what was in the clipboard; asks when the gist was changed since. Also after a reload of the window, for a day; what was in the clipboard is not stored then",
      palette: contextKeys.canUndoShare,
    },
    folder: {
      id: "forgeside.share.folder",
      signedOut: "menus",
      title: "Share Folder as Gist...",
      help: "A folder and the editors ask which files",
      palette: workspaceFolder,
      menus: {
        "explorer/context": [{ when: "explorerResourceIsFolder", groups: ["1_share@4"] }],
      },
    },
    tabs: {
      id: "forgeside.share.tabs",
      signedOut: "menus",
      title: "Share Open Editors as Gist...",
      palette: anyEditor,
    },
    clipboard: {
      id: "forgeside.share.clipboard",
      title: "Share Clipboard as Gist",
    },
    terminal: {
      id: "forgeside.share.terminal",
      signedOut: "menus",
      title: "Share Terminal Selection as Gist",
      palette: "terminalCount > 0",
      menus: {
        "terminal/context": [{ when: "terminalTextSelected", groups: ["2_forgeside@1"] }],
      },
    },
    changes: {
      id: "forgeside.share.changes",
      signedOut: "menus",
      title: "Share Changes of File as Gist",
      help: "Changes as patches; a file for each cell",
      palette: and(gitRepository, textEditor),
      menus: {
        "editor/title/context": [{ when: and(inScheme("file"), gitRepository), groups: ["1_share@5"] }],
        "scm/resourceState/context": [{ when: "scmProvider == git", groups: ["5_forgeside@1"] }],
      },
    },
    staged: {
      id: "forgeside.share.staged",
      signedOut: "menus",
      title: "Share Staged Changes as Gist",
      palette: gitRepository,
      menus: {
        "scm/title": [{ when: "scmProvider == git", groups: ["5_forgeside@1"] }],
      },
    },
    cell: {
      id: "forgeside.share.cell",
      signedOut: "menus",
      title: "Share Notebook Cell as Gist",
      palette: notebookEditor,
      menus: {
        "notebook/cell/title": [{ groups: ["5_forgeside@1"] }],
      },
    },
  },
  settings: {
    permalink: {
      id: "forgeside.share.permalink",
      section: "sharing",
      description:
        "Writes the URL of the shared lines into the description when the file is in a repository of a server that you have an account on, its commit was pushed, and the file is as the commit has it. Who can read it: `#forgeside.gists.defaultVisibility#`.",
      scope: "application",
      type: "choice",
      choices: {
        secret: "In secret gists only",
        always: "In public gists too: the name of a private repository may become known",
        never: "Never",
      },
      default: "secret",
    },
    folderExclude: {
      id: "forgeside.share.folderExclude",
      section: "sharing",
      description:
        "Files and folders (globs as in `#files.exclude#`) that **Share Folder as Gist** does not choose at first. Folders are not looked into. What a workspace lists is added to your own list.",
      scope: "resource",
      type: "array",
      default: [
        "**/.git",
        "**/node_modules",
        "**/dist",
        "**/out",
        "**/build",
        "**/target",
        "**/.venv",
        "**/__pycache__",
        "**/.env*",
        "**/*.lock",
        "**/package-lock.json",
      ],
      items: { type: "string" },
    },
  },
};
