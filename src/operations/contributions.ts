import type { Contributions } from "../contributions/types.ts";
import { and, inScheme, not, or } from "../contributions/when.ts";
import { contextKeys, notebookType, operationScheme, operationTextScheme } from "../ids.ts";

const call = inScheme(operationScheme);
const answer = and(inScheme(operationTextScheme), "resourceExtname != .http");
const callOrAnswer = or(call, answer);

export const operationContributions: Contributions = {
  name: "operation",
  commands: {
    run: {
      id: "forgeside.operation.run",
      title: "Run Operation...",
      help: "Any operation of the interface, by questions or as a document; see [Run Operation](operations.md)",
    },
    write: {
      id: "forgeside.operation.write",
      title: "Write Operation as JSON...",
    },
    history: {
      id: "forgeside.operation.history",
      title: "Operation History...",
      palette: not(contextKeys.noOperationHistory),
    },
    newNotebook: {
      id: "forgeside.operation.newNotebook",
      title: "New Notebook of Operations",
      help: "Calls, texts and responses in a `.forgeside` file",
      menus: { "file/newFile": [{ groups: ["notebook"] }] },
    },
    send: {
      id: "forgeside.operation.send",
      title: "Send Operation",
      help: "For the document of a call or a response",
      icon: "$(play)",
      palette: call,
      menus: {
        "editor/title": [{ when: call, groups: ["navigation@1"] }],
      },
    },
    showRequest: {
      id: "forgeside.operation.showRequest",
      title: "Show Request",
      palette: callOrAnswer,
      menus: {
        "editor/title": [{ when: callOrAnswer, groups: ["1_operation@1"] }],
      },
    },
    nextPage: {
      id: "forgeside.operation.nextPage",
      title: "Next Page of Response",
      icon: "$(arrow-right)",
      palette: answer,
      menus: {
        "editor/title": [{ when: answer, groups: ["navigation@1"] }],
      },
    },
    save: {
      id: "forgeside.operation.save",
      title: "Save Response...",
      icon: "$(save)",
      palette: answer,
      menus: {
        "editor/title": [{ when: answer, groups: ["navigation@2"] }],
      },
    },
    copyCurl: {
      id: "forgeside.operation.copyCurl",
      title: "Copy as curl",
      help: "The token is a variable in it",
      palette: callOrAnswer,
      menus: {
        "editor/title": [{ when: callOrAnswer, groups: ["1_operation@2"] }],
      },
    },
    copyCall: {
      id: "forgeside.operation.copyCall",
      title: "Copy as Client Call",
      palette: callOrAnswer,
      menus: {
        "editor/title": [{ when: callOrAnswer, groups: ["1_operation@3"] }],
      },
    },
  },
  resourceLabelFormatters: [
    {
      scheme: operationScheme,
      formatting: {
        label: "${path}",
        separator: "/",
        stripPathStartingSeparator: true,
        workspaceSuffix: "Operation",
      },
    },
  ],
  jsonValidation: [
    {
      fileMatch: `${operationScheme}://*.interface.*/*/*.operation.json`,
      url: `${operationTextScheme}:///schema/interface.json`,
    },
    { fileMatch: "*.forgeside", url: `${operationTextScheme}:///schema/github.json` },
    {
      fileMatch: `${operationScheme}://*.github.*/*/*.operation.json`,
      url: `${operationTextScheme}:///schema/github.json`,
    },
  ],
  notebooks: {
    operations: {
      type: notebookType,
      displayName: "Forgeside Operations",
      selector: [{ filenamePattern: "*.forgeside" }],
    },
  },
};
