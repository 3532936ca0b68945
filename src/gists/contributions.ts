import type { Contributions } from "../contributions/types.ts";
import {
  and,
  anyEditor,
  inScheme,
  inView,
  not,
  notInScheme,
  onOneRow,
  or,
  row,
  rowWithout,
  textEditor,
  tabWithFile,
  withPages,
  withOwnGist,
  withStarredGist,
  withGist,
  withListedGist,
  gistsOffered,
} from "../contributions/when.ts";
import { loadingWelcome, startWelcome } from "../contributions/startWelcome.ts";
import { failureWelcomes } from "../contributions/welcome.ts";
import { contextKeys, gistScheme, views } from "../ids.ts";

const viewTitle = and(inView(views.gists), contextKeys.signedIn);
const gistEditor = inScheme(gistScheme);
const starredEditor = `resource in ${contextKeys.gistStarred}`;
const foreignEditor = `resource in ${contextKeys.gistForeign}`;
const ownEditor = and(gistEditor, `resource not in ${contextKeys.gistForeign}`);
const ownGist = row(views.gists, "gist", "mine");
const gist = row(views.gists, "gist");

export const gistContributions: Contributions = {
  name: "gist",
  shownWhile: gistsOffered,
  commands: {
    shareSelection: {
      id: "forgeside.gist.shareSelection",
      signedOut: "everywhere",
      title: "Share Selection as Gist",
      help: "The whole file when nothing is selected. Secret unless you set it otherwise; name and language come from the file; the link goes into the clipboard; the message offers Open, Copy Link and Undo",
      icon: "$(cloud-upload)",
      palette: anyEditor,
      menus: {
        "editor/context": [{ when: "editorHasSelection", groups: ["1_share@1"] }],
      },
      keybinding: { key: "ctrl+k shift+s", mac: "cmd+k shift+s", when: "editorTextFocus" },
    },
    shareFiles: {
      id: "forgeside.gist.shareFiles",
      signedOut: "menus",
      title: "Share Files as Gist",
      help: "The active editor even if unsaved, or the files selected in the explorer. What a gist can't keep is skipped and named; files of one name are distinguished by their folders",
      icon: "$(cloud-upload)",
      palette: textEditor,
      menus: {
        "editor/title/context": [{ when: and(notInScheme(gistScheme), tabWithFile), groups: ["1_share@1"] }],
        "explorer/context": [{ when: not("explorerResourceIsFolder"), groups: ["1_share@1"] }],
      },
    },
    create: {
      id: "forgeside.gist.create",
      title: "New Gist...",
      help: "Opens an editor; the gist or file is made with the first save, and what you type after it is not lost",
      icon: "$(add)",
      menus: {
        "file/newFile": [{ groups: ["file"] }],
        "view/title": [{ when: viewTitle, groups: ["navigation@1"] }],
      },
    },
    addFile: {
      id: "forgeside.gist.addFile",
      title: "Add File to Gist...",
      icon: "$(new-file)",
      palette: withOwnGist,
      menus: {
        "editor/title": [{ when: ownEditor, groups: ["2_gist@1"], submenu: "gistEditor" }],
        "view/item/context": [{ when: onOneRow(ownGist), groups: ["4_edit@1"] }],
      },
    },
    open: {
      id: "forgeside.gist.open",
      title: "Open Gist...",
      help: "From your lists, or from any URL of a gist on a server where you have an account",
      icon: "$(go-to-file)",
      keybinding: { key: "ctrl+k shift+g", mac: "cmd+k shift+g", when: not("terminalFocus") },
    },
    openByUrl: {
      id: "forgeside.gist.openByUrl",
      signedOut: "everywhere",
      title: "Open Gist by URL or ID...",
      shortTitle: "Open by URL or ID...",
      icon: "$(link)",
      menus: {
        "view/title": [{ when: viewTitle, groups: ["1_open@1"] }],
      },
    },
    insertAtCursor: {
      id: "forgeside.gist.insertAtCursor",
      title: "Insert Gist at Cursor...",
      help: "Puts a gist's file where the cursor is",
      icon: "$(insert)",
      palette: and(textEditor, not("editorReadonly"), withListedGist),
      menus: {
        "editor/context": [{ when: not("editorReadonly"), groups: ["2_insert@1"] }],
        "view/item/context": [
          { when: onOneRow(gist), groups: ["2_use@1"] },
          { when: onOneRow(row(views.gists, "gistFile")), groups: ["2_use@1"] },
        ],
      },
    },
    editDescription: {
      id: "forgeside.gist.editDescription",
      rowKey: "rename",
      title: "Edit Gist Description...",
      help: "F2 at a gist; at a file of it, F2 renames the file",
      icon: "$(edit)",
      palette: withOwnGist,
      menus: {
        "editor/title": [{ when: ownEditor, groups: ["2_gist@2"], submenu: "gistEditor" }],
        "view/item/context": [{ when: onOneRow(ownGist), groups: ["4_edit@2"] }],
      },
    },
    renameFile: {
      id: "forgeside.gist.renameFile",
      rowKey: "rename",
      title: "Rename Gist File...",
      help: "For your own gists",
      palette: withOwnGist,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.gists, "gist", "mine", "single")), groups: ["4_edit@3"] },
          { when: onOneRow(row(views.gists, "gistFile", "mine")), groups: ["4_edit@1"] },
        ],
      },
    },
    deleteFile: {
      id: "forgeside.gist.deleteFile",
      rowKey: "delete",
      title: "Delete Gist File...",
      palette: withOwnGist,
      menus: {
        "view/item/context": [{ when: onOneRow(row(views.gists, "gistFile", "mine")), groups: ["9_delete@1"] }],
      },
    },
    star: {
      id: "forgeside.gist.star",
      title: "Star Gist",
      help: "Deleting asks first and names the gist",
      icon: "$(star-empty)",
      palette: withOwnGist,
      menus: {
        "editor/title": [
          { when: and(gistEditor, not(starredEditor)), groups: ["3_gist@1"], submenu: "gistEditor" },
        ],
        "view/item/context": [
          { when: rowWithout(views.gists, "gist", "starred"), groups: ["inline@1", "3_star@1"] },
        ],
      },
    },
    unstar: {
      id: "forgeside.gist.unstar",
      title: "Unstar Gist",
      icon: "$(star-full)",
      palette: withStarredGist,
      menus: {
        "editor/title": [{ when: starredEditor, groups: ["3_gist@1"], submenu: "gistEditor" }],
        "view/item/context": [{ when: row(views.gists, "gist", "starred"), groups: ["inline@1", "3_star@1"] }],
      },
    },
    fork: {
      id: "forgeside.gist.fork",
      title: "Fork Gist",
      icon: "$(repo-forked)",
      palette: or(notInScheme(gistScheme), foreignEditor),
      menus: {
        "editor/title": [{ when: foreignEditor, groups: ["3_gist@2"], submenu: "gistEditor" }],
        "view/item/context": [{ when: onOneRow(row(views.gists, "gist", "foreign")), groups: ["3_star@3"] }],
      },
    },
    delete: {
      id: "forgeside.gist.delete",
      rowKey: "delete",
      title: "Delete Gist...",
      icon: "$(trash)",
      palette: withOwnGist,
      menus: {
        "view/item/context": [{ when: ownGist, groups: ["9_delete@1"] }],
      },
    },
    recreate: {
      id: "forgeside.gist.recreate",
      title: "Make Gist Public or Secret...",
      help: "A new gist with the same contents, as the server can't change it; says first what gets lost",
      palette: withOwnGist,
      menus: {
        "view/item/context": [{ when: onOneRow(ownGist), groups: ["1_edit@1"], submenu: "manageGist" }],
      },
    },
    copyLink: {
      id: "forgeside.gist.copyLink",
      rowKey: "copy",
      title: "Copy Gist Link",
      help: "With the URLs that the server provided",
      icon: "$(copy)",
      palette: withGist,
      menus: {
        "editor/title": [{ when: gistEditor, groups: ["1_gist@1"], submenu: "gistEditor" }],
        "editor/title/context": [{ when: gistEditor, groups: ["3_copy@1"] }],
        "view/item/context": [
          { when: gist, groups: ["inline@2", "1_link@1"], submenu: "copyGist" },
          { when: row(views.gists, "gistFork"), groups: ["1_link@1"] },
        ],
      },
    },
    copyAppLink: {
      id: "forgeside.gist.copyAppLink",
      title: "Copy Gist Link That Opens in VS Code",
      help: "A link for everyone with an account on the server; opening it changes nothing",
      palette: withGist,
      menus: {
        "editor/title": [{ when: gistEditor, groups: ["1_gist@9"], submenu: "gistEditor" }],
        "view/item/context": [
          { when: onOneRow(gist), groups: ["1_link@4"], submenu: "copyGist" },
          { when: onOneRow(row(views.gists, "gistFile")), groups: ["1_link@4"] },
        ],
      },
    },
    copyRawLink: {
      id: "forgeside.gist.copyRawLink",
      rowKey: "copy",
      title: "Copy Raw Gist Link",
      help: "The link of a file's content, without the page around it",
      palette: withGist,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.gists, "gist", "single")), groups: ["1_link@2"], submenu: "copyGist" },
          { when: onOneRow(row(views.gists, "gistFile")), groups: ["1_link@1"] },
        ],
      },
    },
    openInBrowser: {
      id: "forgeside.gist.openInBrowser",
      title: "Open Gist in Browser",
      help: "The gist's page at the server",
      icon: "$(link-external)",
      palette: and(withPages, withGist),
      menus: {
        "editor/title": [{ when: and(gistEditor, withPages), groups: ["1_gist@2"], submenu: "gistEditor" }],
        "view/item/context": [
          { when: and(onOneRow(gist), withPages), groups: ["1_open@1"], submenu: "openGist" },
          {
            when: and(onOneRow(row(views.gists, "gistFork")), withPages),
            groups: ["inline@1", "1_link@3"],
          },
        ],
      },
    },
    refresh: {
      id: "forgeside.gist.refresh",
      alwaysShown: true,
      title: "Refresh Gists",
      shortTitle: "Refresh",
      help: "Reads the gists again",
      icon: "$(refresh)",
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.gists, "gistGroup|gistAccount")), groups: ["inline@1", "8_refresh@1"] },
        ],
        "view/title": [{ when: viewTitle, groups: ["navigation@99"] }],
      },
    },
    refreshGist: {
      id: "forgeside.gist.refreshGist",
      title: "Refresh Gist",
      help: "Reads one gist again, with its history and forks",
      icon: "$(refresh)",
      palette: withGist,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.gists, "gistHistory|gistForks")), groups: ["inline@1", "8_refresh@1"] },
          { when: onOneRow(gist), groups: ["4_refresh@1"], submenu: "manageGist" },
        ],
      },
    },
    loadMore: {
      id: "forgeside.gist.loadMore",
      title: "Load More Gists",
      palette: false,
    },
    showAll: {
      id: "forgeside.gist.showAll",
      title: "Show Starred and Public Gists",
      help: "In an account that has no gists yet",
      palette: `${contextKeys.gistsState} == empty`,
    },
  },
  views: {
    gists: {
      name: "Gists",
      initialSize: 4,
      accessibilityHelp: [
        "The Gists view lists your gists, those you starred and public ones. Below each gist are its files, its history and its forks.",
        "Each row says what it is and how old it is. Right Arrow opens a row and Left Arrow closes it; Enter opens its item, Shift+F10 its menu with everything that can be done.",
        "Type to find a row. Shift and the arrow keys select several rows: the menu then concerns all of them. Delete a row: <keybinding:forgeside.row.delete>. Rename it: <keybinding:forgeside.row.rename>. Copy its link: <keybinding:forgeside.row.copy>. Preview its file or expand it: <keybinding:forgeside.row.preview>.",
        "Open a gist from a list: <keybinding:forgeside.gist.open>. Search contents: <keybinding:forgeside.search.find>. Share the selection of the editor: <keybinding:forgeside.gist.shareSelection>.",
        "Edits that are not on the server are listed under Unpublished, with their reason.",
      ],
      welcome: {
        signedOut: {
          when: `${contextKeys.gistsState} == signedOut`,
          text:
            "Your gists beside your code: share a selection in one gesture, edit gists as files.\n" +
            "[Sign In](command:forgeside.account.signIn)\n" +
            // Within a sentence it is a link: there is one button.
            "No account? [Try the sandbox](command:forgeside.account.trySandbox), a service with demo data inside VS Code, without any network.",
        },
        empty: {
          when: `${contextKeys.gistsState} == empty`,
          text:
            "You have no gists yet.\n" +
            "[New Gist](command:forgeside.gist.create)\n" +
            "Or select some code and run [Share Selection as Gist](command:forgeside.gist.shareSelection).\n" +
            "You can also [see starred and public gists](command:forgeside.gist.showAll).",
        },
        notOffered: {
          when: `${contextKeys.gistsState} == notOffered`,
          text:
            "This server doesn't offer gists. Refresh the view to look again.\n" +
            "[Sign In to Another Server](command:forgeside.account.signIn)",
        },
        notStarted: startWelcome(contextKeys.gistsState, "forgeside.gist.refresh"),
        ...failureWelcomes(contextKeys.gistsState, "your gists", "forgeside.gist.refresh"),
        loading: loadingWelcome(contextKeys.gistsState),
      },
    },
  },
  settings: {
    defaultVisibility: {
      id: "forgeside.gists.defaultVisibility",
      section: "sharing",
      description:
        "Who can find what you share. You're asked before a workspace setting makes a share public. See also `#forgeside.share.permalink#`.",
      scope: "window",
      type: "choice",
      choices: { secret: "Only people with the link.", public: "Everyone." },
      default: "secret",
    },
    afterShare: {
      id: "forgeside.gists.afterShare",
      section: "sharing",
      description:
        "What happens with the link of a gist that you share. Who can open it: `#forgeside.gists.defaultVisibility#`.",
      scope: "application",
      type: "choice",
      choices: {
        copy: "It is copied to the clipboard.",
        open: "The gist's page is opened in the browser.",
        ask: "Nothing; the message about the gist offers both.",
      },
      default: "copy",
    },
    autoReveal: {
      id: "forgeside.gists.autoReveal",
      section: "finding",
      description: "Selects the gist of the active editor in the view.",
      scope: "window",
      type: "boolean",
      default: true,
    },
    pageSize: {
      id: "forgeside.gists.pageSize",
      section: "finding",
      description: "How many gists are read at once. **Load more** reads as many again.",
      scope: "application",
      type: "number",
      default: 30,
      minimum: 1,
      maximum: 100,
    },
    maxFileMegabytes: {
      id: "forgeside.gists.maxFileMegabytes",
      section: "sharing",
      description:
        "The largest file, in megabytes, that is sent to a gist. Of a folder, `#forgeside.share.folderExclude#` leaves files out by their names.",
      scope: "application",
      type: "number",
      default: 10,
      minimum: 0.001,
      maximum: 100,
    },
  },
  resourceLabelFormatters: [
    {
      scheme: gistScheme,
      formatting: { label: "${path}", separator: "/", stripPathStartingSeparator: true, workspaceSuffix: "Gist" },
    },
  ],
};
