import type { Contributions } from "../contributions/types.ts";
import {
  and,
  gitRepository,
  inView,
  not,
  onOneRow,
  row,
  rowWithout,
  withPages,
  withRepository,
} from "../contributions/when.ts";
import { loadingWelcome, startWelcome } from "../contributions/startWelcome.ts";
import { failureWelcomes } from "../contributions/welcome.ts";
import { contextKeys, repoScheme, views } from "../ids.ts";

const viewTitle = and(inView(views.repos), contextKeys.signedIn);
const repo = row(views.repos, "repo");
const ownRepo = row(views.repos, "repo", "admin");
const collaborators = row(views.repos, "repoSection", "collaborators");

export const repoContributions: Contributions = {
  name: "repo",
  commands: {
    open: {
      id: "forgeside.repo.open",
      signedOut: "everywhere",
      title: "Open Repository...",
      help: "One of yours, or by owner/name, number or URL; or the one whose clone is open",
      menus: {
        "view/title": [{ when: viewTitle, groups: ["1_open@1"] }],
      },
    },
    reveal: {
      id: "forgeside.repo.reveal",
      title: "Reveal Repository of This Window",
      palette: gitRepository,
      menus: {
        "view/title": [{ when: viewTitle, groups: ["1_open@2"] }],
      },
    },
    close: {
      id: "forgeside.repo.close",
      title: "Close Repository",
      palette: false,
      menus: {
        "view/item/context": [
          { when: row(views.repos, "repo", "opened"), groups: ["3_view@2"], submenu: "manageRepo" },
        ],
      },
    },
    addOwner: {
      id: "forgeside.repo.addOwner",
      title: "Show Repositories of Organization or User...",
      help: "A group of their own in the view",
      menus: {
        "view/title": [{ when: viewTitle, groups: ["2_owner@1"] }],
      },
    },
    removeOwner: {
      id: "forgeside.repo.removeOwner",
      rowKey: "delete",
      title: "Remove Owner from Repositories View",
      palette: not(contextKeys.noAddedOwners),
      menus: {
        "view/item/context": [{ when: row(views.repos, "repoGroup", "added"), groups: ["9_owner@1"] }],
      },
    },
    listOptions: {
      id: "forgeside.repo.listOptions",
      title: "Filter Your Repositories...",
      shortTitle: "Filter...",
      help: "Type, order and direction",
      menus: {
        "view/item/context": [{ when: onOneRow(row(views.repos, "repoGroup", "own")), groups: ["2_owner@1"] }],
        "view/title": [{ when: viewTitle, groups: ["2_owner@2"] }],
      },
    },
    create: {
      id: "forgeside.repo.create",
      title: "New Repository...",
      help: "Also in an organization that the view shows; deleting asks for the name",
      icon: "$(add)",
      menus: {
        "view/title": [{ when: viewTitle, groups: ["navigation@1"] }],
      },
    },
    fork: {
      id: "forgeside.repo.fork",
      title: "Fork Repository...",
      menus: {
        "view/item/context": [{ when: onOneRow(repo), groups: ["2_fork@1"], submenu: "newInRepo" }],
      },
    },
    delete: {
      id: "forgeside.repo.delete",
      rowKey: "delete",
      title: "Delete Repository...",
      palette: withRepository,
      menus: {
        "view/item/context": [{ when: onOneRow(ownRepo), groups: ["9_delete@1"] }],
      },
    },
    edit: {
      id: "forgeside.repo.edit",
      rowKey: "rename",
      title: "Edit Repository...",
      help: "Name, description, homepage, visibility, default branch and more; only what changed is sent",
      palette: withRepository,
      menus: {
        "view/item/context": [{ when: onOneRow(ownRepo), groups: ["2_edit@1"], submenu: "manageRepo" }],
      },
    },
    addCollaborator: {
      id: "forgeside.repo.addCollaborator",
      title: "Add Collaborator...",
      help: "Also from the row Collaborators",
      icon: "$(add)",
      palette: withRepository,
      menus: {
        "view/item/context": [
          { when: onOneRow(ownRepo), groups: ["2_edit@2"], submenu: "manageRepo" },
          { when: onOneRow(collaborators), groups: ["inline@1", "1_people@1"] },
        ],
      },
    },
    removeCollaborator: {
      id: "forgeside.repo.removeCollaborator",
      rowKey: "delete",
      title: "Remove Collaborator...",
      palette: withRepository,
      menus: {
        "view/item/context": [
          { when: collaborators, groups: ["1_people@3"] },
          { when: row(views.repos, "repoLeaf", "collaborators"), groups: ["9_delete@1"] },
        ],
      },
    },
    checkCollaborator: {
      id: "forgeside.repo.checkCollaborator",
      title: "Check Whether a User Is a Collaborator...",
      palette: withRepository,
      menus: {
        "view/item/context": [{ when: onOneRow(collaborators), groups: ["1_people@2"] }],
      },
    },
    star: {
      id: "forgeside.repo.star",
      title: "Star Repository",
      help: "The row shows which of them apply",
      icon: "$(star-empty)",
      menus: {
        "view/item/context": [
          { when: rowWithout(views.repos, "repo", "starred"), groups: ["inline@1", "3_mark@1"] },
        ],
      },
    },
    unstar: {
      id: "forgeside.repo.unstar",
      title: "Unstar Repository",
      icon: "$(star-full)",
      menus: {
        "view/item/context": [{ when: row(views.repos, "repo", "starred"), groups: ["inline@1", "3_mark@2"] }],
      },
    },
    watch: {
      id: "forgeside.repo.watch",
      title: "Watch Repository",
      icon: "$(eye)",
      menus: {
        "view/item/context": [
          { when: rowWithout(views.repos, "repo", "watched"), groups: ["1_watch@1"], submenu: "manageRepo" },
        ],
      },
    },
    unwatch: {
      id: "forgeside.repo.unwatch",
      title: "Unwatch Repository",
      menus: {
        "view/item/context": [
          { when: row(views.repos, "repo", "watched"), groups: ["1_watch@2"], submenu: "manageRepo" },
        ],
      },
    },
    clone: {
      id: "forgeside.repo.clone",
      title: "Clone Repository...",
      help: "The URL never contains the token",
      menus: {
        "view/item/context": [{ when: onOneRow(repo), groups: ["1_clone@1"], submenu: "downloadRepo" }],
      },
    },
    copyCloneUrl: {
      id: "forgeside.repo.copyCloneUrl",
      title: "Copy Repository Clone URL...",
      menus: {
        "view/item/context": [{ when: onOneRow(repo), groups: ["2_copy@2"], submenu: "copyRepo" }],
      },
    },
    copyLink: {
      id: "forgeside.repo.copyLink",
      rowKey: "copy",
      title: "Copy Repository Link",
      icon: "$(copy)",
      menus: {
        "view/item/context": [{ when: repo, groups: ["inline@2", "2_copy@1"], submenu: "copyRepo" }],
      },
    },
    openInBrowser: {
      id: "forgeside.repo.openInBrowser",
      title: "Open Repository in Browser",
      palette: withPages,
      menus: {
        "view/item/context": [{ when: and(onOneRow(repo), withPages), groups: ["1_open@2"], submenu: "openRepo" }],
      },
    },
    openPage: {
      id: "forgeside.repo.openPage",
      rowKey: "open",
      title: "Open in Browser",
      palette: false,
      menus: {
        "view/item/context": [
          { when: and(onOneRow(row(views.repos, "repoLeaf")), withPages), groups: ["2_open@1"] },
        ],
      },
    },
    addToWorkspace: {
      id: "forgeside.repo.addToWorkspace",
      title: "Add Repository to Workspace",
      help: "A folder that is read and written through the server",
      menus: {
        "view/item/context": [
          { when: onOneRow(repo), groups: ["1_open@4"], submenu: "openRepo" },
          { when: onOneRow(row(views.repos, "repoRef")), groups: ["1_open@2"] },
        ],
      },
    },
    openInNewWindow: {
      id: "forgeside.repo.openInNewWindow",
      title: "Open Repository in New Window",
      help: "As its folder, read and written through the server; in a browser, a tab whose URL can be bookmarked",
      menus: {
        "view/item/context": [
          { when: onOneRow(repo), groups: ["1_open@3"], submenu: "openRepo" },
          { when: onOneRow(row(views.repos, "repoRef")), groups: ["1_open@3"] },
        ],
      },
    },
    refresh: {
      id: "forgeside.repo.refresh",
      title: "Refresh Repositories",
      shortTitle: "Refresh",
      help: "Reads the repositories again, or the rest of them",
      icon: "$(refresh)",
      menus: {
        "view/item/context": [
          { when: repo, groups: ["3_view@1"], submenu: "manageRepo" },
          { when: row(views.repos, "repoGroup|repoAccount"), groups: ["inline@9", "8_refresh@2"] },
        ],
        "view/title": [{ when: viewTitle, groups: ["navigation@99"] }],
      },
    },
    loadMore: {
      id: "forgeside.repo.loadMore",
      title: "Load More Repositories",
      palette: false,
    },
    loadAll: {
      id: "forgeside.repo.loadAll",
      title: "Load All Repositories",
      menus: {
        "view/item/context": [{ when: onOneRow(row(views.repos, "repoGroup")), groups: ["1_open@1"] }],
      },
    },
  },
  views: {
    repos: {
      name: "Repositories",
      initialSize: 4,
      accessibilityHelp: [
        "The Repositories view lists repositories. Below each are its files, branches, tags, commits, webhooks, deploy keys and deployments.",
        "Each row says what it is and how old it is. Right Arrow opens a row and Left Arrow closes it; Enter opens its item, Shift+F10 its menu with everything that can be done.",
        "Type to find a row. Shift and the arrow keys select several rows: the menu then concerns all of them. Delete a row: <keybinding:forgeside.row.delete>. Rename it: <keybinding:forgeside.row.rename>. Copy its link: <keybinding:forgeside.row.copy>. Open the page of a row that nothing else opens: <keybinding:forgeside.row.open>.",
        "Open any repository by name, number or URL: <keybinding:forgeside.repo.open>.",
        "Changes that are not on the server are listed under Unpublished, with their reason.",
      ],
      visibility: "collapsed",
      welcome: {
        signedOut: {
          when: `${contextKeys.reposState} == signedOut`,
          text:
            // Within a sentence it is a link: the button is that of the first view.
            "[Sign in](command:forgeside.account.signIn) to see your repositories.\n" +
            "No account? [Try the sandbox](command:forgeside.account.trySandbox).",
        },
        loading: loadingWelcome(contextKeys.reposState),
        empty: {
          when: `${contextKeys.reposState} == empty`,
          text:
            "You have no repositories yet, and you haven't starred or watched any.\n" +
            "[New Repository](command:forgeside.repo.create)\n" +
            "You can also [open a repository](command:forgeside.repo.open) by its name or URL.",
        },
        notStarted: startWelcome(contextKeys.reposState, "forgeside.repo.refresh"),
        ...failureWelcomes(contextKeys.reposState, "your repositories", "forgeside.repo.refresh"),
      },
    },
  },
  settings: {
    commitMessage: {
      id: "forgeside.repos.commitMessage",
      section: "repositories",
      description:
        "The message that is offered when a file of a repository is saved; `${files}` stands for the names of the files.",
      scope: "window",
      type: "string",
      default: "Update ${files}",
    },
    commitAuthor: {
      id: "forgeside.repos.commitAuthor",
      section: "repositories",
      description:
        "The author of commits to repositories, such as `Ada Finch <ada@example.org>`; empty for the account itself. See also `#forgeside.repos.committer#`.",
      scope: "application",
      type: "string",
      default: "",
    },
    committer: {
      id: "forgeside.repos.committer",
      section: "repositories",
      description:
        "Who makes commits to repositories, such as `Ada Finch <ada@example.org>`; empty for the account itself.",
      scope: "application",
      type: "string",
      default: "",
    },
  },
  resourceLabelFormatters: [
    { scheme: repoScheme, formatting: { label: "${path}", separator: "/", workspaceSuffix: "Forgeside" } },
  ],
};
