import type { Contributions } from "../contributions/types.ts";

export const guardContributions: Contributions = {
  name: "guard",
  commands: {
    scanEditor: {
      id: "forgeside.guard.scanEditor",
      signedOut: "everywhere",
      title: "Check This File for Secrets",
      help: "The leak guard",
    },
    forgetDecisions: {
      id: "forgeside.guard.forgetDecisions",
      title: "Reset Secret-Scanning Exceptions",
    },
  },
  settings: {
    guardEnabled: {
      id: "forgeside.guard.enabled",
      description:
        "Looks for passwords, keys and tokens in what is about to be sent, on this machine, and asks before they leave.",
      scope: "application",
      type: "boolean",
      default: true,
    },
    guardIgnoredKinds: {
      id: "forgeside.guard.ignoredKinds",
      description:
        "Kinds of secrets not to ask about, such as `jwt` or `password`. **Check This File for Secrets** shows the kind of each finding. Tokens of your own accounts are always asked about.",
      scope: "application",
      type: "array",
      default: [],
      items: { type: "string" },
      uniqueItems: true,
    },
  },
};
