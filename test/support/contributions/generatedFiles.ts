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
 * The settings that a workspace can set, which are those of another scope than `application`. VS Code ignores what it sets
 * until the user trusts it.
 */
const restrictedSettings = (): readonly string[] =>
  tables
    .flatMap(({ settings = {} }) => Object.values(settings))
    .filter(({ scope }) => scope !== "application")
    .map(({ id }) => id)
    .toSorted();

export interface PackageJson {
  readonly capabilities: { readonly untrustedWorkspaces: object };
}

/**
 * The files that the tables of contributions make, by their paths. Of package.json, `contributes`, `activationEvents` and
 * `restrictedConfigurations` are replaced.
 */
export const generatedFiles = (packageJson: PackageJson): Readonly<Record<string, string>> => {
  const { contributes, texts } = manifestOf(tables);
  const { capabilities } = packageJson;
  const untrustedWorkspaces = {
    ...capabilities.untrustedWorkspaces,
    restrictedConfigurations: restrictedSettings(),
  };
  return {
    "package.json": json({
      ...packageJson,
      contributes,
      activationEvents,
      capabilities: { ...capabilities, untrustedWorkspaces },
    }),
    "package.nls.json": json(texts),
    "src/generatedIds.ts": generatedIds(tables),
  };
};
