import type { Contributions } from "../../contributions/types.ts";
import { and, not, notInScheme, textEditor, workspaceFolder, gistsOffered } from "../../contributions/when.ts";
import { contextKeys, gistScheme } from "../../ids.ts";

const linkedFile = `resourcePath in ${contextKeys.linkedFiles}`;
const inWorkspace = `resource not in ${contextKeys.filesOutside}`;

export const linkContributions: Contributions = {
  name: "link",
  shownWhile: gistsOffered,
  commands: {
    link: {
      id: "forgeside.link.create",
      title: "Link File to Gist...",
      help: "Pairs a file of the workspace with a gist's file, or with a new gist",
      icon: "$(link)",
      palette: and(workspaceFolder, textEditor, inWorkspace),
      menus: {
        "editor/title/context": [
          {
            when: and(
              notInScheme(gistScheme),
              "isFileSystemResource",
              inWorkspace,
              `resourcePath not in ${contextKeys.linkedFiles}`,
            ),
            groups: ["2_link@10"],
          },
        ],
        "explorer/context": [
          {
            when: and(not("explorerResourceIsFolder"), `resourcePath not in ${contextKeys.linkedFiles}`),
            groups: ["2_link@10"],
          },
        ],
      },
    },
    unlink: {
      id: "forgeside.link.remove",
      title: "Unlink File from Gist",
      alwaysShown: true,
      palette: contextKeys.linkedFiles,
      menus: {
        "editor/title": [{ when: linkedFile, groups: ["5_link@4"] }],
        "editor/title/context": [{ when: linkedFile, groups: ["2_link@14"] }],
        "explorer/context": [{ when: linkedFile, groups: ["2_link@14"] }],
      },
    },
    push: {
      id: "forgeside.link.push",
      title: "Push File to Gist",
      help: "For a linked file",
      icon: "$(cloud-upload)",
      palette: contextKeys.linkedFiles,
      menus: {
        "editor/title": [{ when: linkedFile, groups: ["5_link@1"] }],
        "editor/title/context": [{ when: linkedFile, groups: ["2_link@11"] }],
        "explorer/context": [{ when: linkedFile, groups: ["2_link@11"] }],
      },
    },
    pull: {
      id: "forgeside.link.pull",
      title: "Pull File from Gist",
      icon: "$(cloud-download)",
      palette: contextKeys.linkedFiles,
      menus: {
        "editor/title": [{ when: linkedFile, groups: ["5_link@2"] }],
        "editor/title/context": [{ when: linkedFile, groups: ["2_link@12"] }],
        "explorer/context": [{ when: linkedFile, groups: ["2_link@12"] }],
      },
    },
    compare: {
      id: "forgeside.link.compare",
      title: "Compare File with Gist",
      icon: "$(diff)",
      palette: contextKeys.linkedFiles,
      menus: {
        "editor/title": [{ when: linkedFile, groups: ["5_link@3"] }],
        "editor/title/context": [{ when: linkedFile, groups: ["2_link@13"] }],
        "explorer/context": [{ when: linkedFile, groups: ["2_link@13"] }],
      },
    },
    pushAll: {
      id: "forgeside.link.pushAll",
      title: "Push All Linked Files",
      help: "For all of the workspace; what both sides changed is left alone and reported",
      icon: "$(cloud-upload)",
      palette: contextKeys.linkedFiles,
    },
    pullAll: {
      id: "forgeside.link.pullAll",
      title: "Pull All Linked Files",
      icon: "$(cloud-download)",
      palette: contextKeys.linkedFiles,
    },
    show: {
      id: "forgeside.link.show",
      title: "Show Linked Files...",
      icon: "$(link)",
      palette: contextKeys.linkedFiles,
    },
  },
  jsonValidation: [{ fileMatch: "/.forgeside/links.json", url: "./media/links.schema.json" }],
  settings: {
    linksKeepIn: {
      id: "forgeside.links.keepIn",
      section: "editing",
      description: "Where the links between files of the workspace and files of gists are stored.",
      scope: "window",
      type: "choice",
      choices: {
        workspace: "In VS Code's storage for this workspace, on this computer.",
        file: "In `.forgeside/links.json` of the workspace folder, for everyone who has the repository. It holds no secret.",
      },
      default: "workspace",
    },
  },
};
