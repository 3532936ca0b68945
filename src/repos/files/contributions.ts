import type { Contributions } from "../../contributions/types.ts";
import { and, inScheme, onOneRow, row, withPages, withRepository } from "../../contributions/when.ts";
import { repoScheme, views } from "../../ids.ts";

const repo = row(views.repos, "repo");
const ref = row(views.repos, "repoRef");

export const repoContentContributions: Contributions = {
  name: "repo",
  commands: {
    newBranch: {
      id: "forgeside.repo.newBranch",
      title: "New Branch in Repository...",
      help: "At any branch, tag or commit",
      icon: "$(git-branch-create)",
      palette: withRepository,
      menus: {
        "view/item/context": [
          { when: onOneRow(repo), groups: ["1_make@1"], submenu: "newInRepo" },
          { when: onOneRow(row(views.repos, "repoSection", "branches")), groups: ["inline@1", "1_make@1"] },
          { when: onOneRow(ref), groups: ["4_make@1"] },
        ],
      },
    },
    newFile: {
      id: "forgeside.repo.newFile",
      title: "New File in Repository...",
      help: "On a branch; also the first file of an empty repository",
      icon: "$(new-file)",
      palette: withRepository,
      menus: {
        "view/item/context": [
          { when: onOneRow(repo), groups: ["1_make@2"], submenu: "newInRepo" },
          { when: onOneRow(row(views.repos, "repoFolder", "branch|top")), groups: ["inline@1", "4_make@2"] },
          { when: onOneRow(row(views.repos, "repoRef", "branch", "changeable")), groups: ["4_make@2"] },
        ],
      },
    },
    openReadme: {
      id: "forgeside.repo.openReadme",
      title: "Open README of Repository",
      help: "Rendered by VS Code",
      menus: {
        "view/item/context": [{ when: onOneRow(repo), groups: ["1_open@1"], submenu: "openRepo" }],
      },
    },
    follow: {
      id: "forgeside.repo.follow",
      title: "Open Target of Link or Submodule",
      help: "What the link points to, or the submodule's repository",
      icon: "$(link)",
      palette: false,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.repos, "repoFile", "symlink|submodule")), groups: ["inline@1", "1_open@1"] },
        ],
      },
    },
    filterCommits: {
      id: "forgeside.repo.filterCommits",
      title: "Filter Commits...",
      help: "Shows only those of one author, path or time, or all again",
      icon: "$(filter)",
      palette: withRepository,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.repos, "repoSection", "commits")), groups: ["inline@1", "1_filter@1"] },
        ],
      },
    },
    clearCommitFilter: {
      id: "forgeside.repo.clearCommitFilter",
      title: "Clear Commit Filter",
      icon: "$(clear-all)",
      palette: false,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.repos, "repoSection", "narrowed")), groups: ["inline@2", "1_filter@2"] },
        ],
      },
    },
    openCommit: {
      id: "forgeside.repo.openCommit",
      title: "Open Commit",
      help: "What a commit changed, file by file",
      palette: withRepository,
      menus: {
        "view/item/context": [
          { when: onOneRow(row(views.repos, "repoLeaf", "commits|comments")), groups: ["1_open@1"] },
        ],
      },
    },
    copyRefName: {
      id: "forgeside.repo.copyRefName",
      rowKey: "copy",
      title: "Copy Name of Branch or Tag",
      help: "Into the clipboard",
      palette: false,
      menus: {
        "view/item/context": [{ when: ref, groups: ["1_copy@1"] }],
      },
    },
    copySha: {
      id: "forgeside.repo.copySha",
      rowKey: "copy",
      title: "Copy Commit ID",
      icon: "$(copy)",
      palette: false,
      menus: {
        "view/item/context": [
          { when: row(views.repos, "repoLeaf", "commits"), groups: ["inline@1", "1_copy@1"] },
          { when: ref, groups: ["1_copy@2"] },
        ],
      },
    },
    compare: {
      id: "forgeside.repo.compare",
      title: "Compare Branches, Tags or Commits...",
      help: "What differs between two of them, file by file, and the commits between",
      palette: withRepository,
      menus: {
        "view/item/context": [
          { when: onOneRow(ref), groups: ["3_compare@1"] },
          { when: onOneRow(repo), groups: ["4_make@2"] },
        ],
      },
    },
    merge: {
      id: "forgeside.repo.merge",
      title: "Merge Branch...",
      help: "Merges one branch into another at the server",
      palette: withRepository,
      menus: {
        "view/item/context": [{ when: onOneRow(row(views.repos, "repoRef", "branch")), groups: ["3_compare@2"] }],
      },
    },
  },
};

const content = row(views.repos, "repoFile|repoFolder");
const file = row(views.repos, "repoFile");
const folder = row(views.repos, "repoFolder");
const changeableFile = row(views.repos, "repoFile", "branch");
const changeableFolder = row(views.repos, "repoFolder", "branch");
const fileEditor = inScheme(repoScheme);

export const repoFileContributions: Contributions = {
  name: "repoFile",
  commands: {
    rename: {
      id: "forgeside.repoFile.rename",
      rowKey: "rename",
      title: "Rename or Move Repository File...",
      help: "Files and folders of a repository; each change is a commit",
      palette: fileEditor,
      menus: { "view/item/context": [{ when: onOneRow(changeableFile), groups: ["5_change@1"] }] },
    },
    renameFolder: {
      id: "forgeside.repoFile.renameFolder",
      rowKey: "rename",
      title: "Rename or Move Folder...",
      palette: false,
      menus: { "view/item/context": [{ when: onOneRow(changeableFolder), groups: ["5_change@1"] }] },
    },
    delete: {
      id: "forgeside.repoFile.delete",
      rowKey: "delete",
      title: "Delete Repository File...",
      palette: fileEditor,
      menus: { "view/item/context": [{ when: changeableFile, groups: ["5_change@2"] }] },
    },
    deleteFolder: {
      id: "forgeside.repoFile.deleteFolder",
      rowKey: "delete",
      title: "Delete Folder...",
      palette: false,
      menus: { "view/item/context": [{ when: changeableFolder, groups: ["5_change@2"] }] },
    },
    history: {
      id: "forgeside.repoFile.history",
      title: "Show Repository File History...",
      help: "What each commit changed in the file or folder",
      icon: "$(history)",
      palette: fileEditor,
      menus: {
        "editor/title": [{ when: fileEditor, groups: ["1_forgeside@3"] }],
        "view/item/context": [{ when: onOneRow(file), groups: ["2_history@1"] }],
      },
    },
    folderHistory: {
      id: "forgeside.repoFile.folderHistory",
      title: "Show Folder History...",
      palette: false,
      menus: { "view/item/context": [{ when: onOneRow(folder), groups: ["2_history@1"] }] },
    },
    openPage: {
      id: "forgeside.repoFile.openPage",
      title: "Open Repository File in Browser",
      help: "The page of the file or folder at the server, its path, or its link",
      palette: and(fileEditor, withPages),
      menus: { "view/item/context": [{ when: and(onOneRow(file), withPages), groups: ["1_open@2"] }] },
    },
    openFolderPage: {
      id: "forgeside.repoFile.openFolderPage",
      title: "Open Folder in Browser",
      palette: false,
      menus: { "view/item/context": [{ when: and(onOneRow(folder), withPages), groups: ["1_open@2"] }] },
    },
    copyPath: {
      id: "forgeside.repoFile.copyPath",
      title: "Copy Path in Repository",
      icon: "$(copy)",
      palette: fileEditor,
      menus: { "view/item/context": [{ when: content, groups: ["6_copy@1"] }] },
    },
    copyLink: {
      id: "forgeside.repoFile.copyLink",
      rowKey: "copy",
      title: "Copy Repository File Link",
      palette: fileEditor,
      menus: { "view/item/context": [{ when: file, groups: ["6_copy@2"] }] },
    },
    copyFolderLink: {
      id: "forgeside.repoFile.copyFolderLink",
      rowKey: "copy",
      title: "Copy Folder Link",
      palette: false,
      menus: { "view/item/context": [{ when: folder, groups: ["6_copy@2"] }] },
    },
  },
};
