import { fileSystemSchemes, panelTypes, restoredSchemes } from "../../../src/shell/viewsAndSchemes.ts";
import { generatedIds } from "./generatedIds.ts";
import { manifestOf } from "./manifest.ts";
import { tables } from "./tables.ts";

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/**
 * After VS Code's start, edits that wait are published and linked files watched; activation itself does not wait for
 * that. Documents and webviews of the window are there before.
 */
const activationEvents = [
  // VS Code asks with the same event for documents that can only be read.
  ...[...fileSystemSchemes, ...restoredSchemes].toSorted().map((scheme) => `onFileSystem:${scheme}`),
  "onStartupFinished",
  "onUri",
  ...panelTypes.map((type) => `onWebviewPanel:${type}`),
];

/**
 * The files that the tables of contributions make, by their paths. Of package.json, `contributes` and `activationEvents`
 * are replaced.
 */
export const generatedFiles = (packageJson: object): Readonly<Record<string, string>> => {
  const { contributes, texts } = manifestOf(tables);
  return {
    "package.json": json({ ...packageJson, contributes, activationEvents }),
    "package.nls.json": json(texts),
    "src/generatedIds.ts": generatedIds(tables),
  };
};
