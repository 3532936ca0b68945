import type { Contributions } from "../contributions/types.ts";
import { not, textEditor } from "../contributions/when.ts";
import { contextKeys } from "../ids.ts";
import { kindsOfSecrets } from "./scan.ts";

export const guardContributions: Contributions = {
  name: "guard",
  commands: {
    scanEditor: {
      id: "forgeside.guard.scanEditor",
      signedOut: "everywhere",
      title: "Check This File for Secrets",
      palette: textEditor,
      help: "The leak guard",
    },
    forgetDecisions: {
      id: "forgeside.guard.forgetDecisions",
      title: "Reset Secret-Scanning Exceptions",
      palette: not(contextKeys.noExceptions),
    },
  },
  settings: {
    guardEnabled: {
      id: "forgeside.guard.enabled",
      section: "secrets",
      description:
        "Looks for passwords, keys and tokens in what is about to be sent, on this computer, and asks before they leave it. What not to ask about: `#forgeside.guard.ignoredKinds#`.",
      scope: "application",
      type: "boolean",
      default: true,
    },
    guardIgnoredKinds: {
      id: "forgeside.guard.ignoredKinds",
      section: "secrets",
      description:
        "Kinds of secrets that `#forgeside.guard.enabled#` does not ask about, such as `jwt` or `password`. **Check This File for Secrets** shows the kind of each finding. Tokens of your own accounts are always asked about.",
      scope: "application",
      type: "array",
      default: [],
      items: { type: "string", enum: kindsOfSecrets() },
      uniqueItems: true,
    },
  },
};
