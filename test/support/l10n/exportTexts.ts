import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { getL10nJson } from "@vscode/l10n-dev";
import { projectRoot } from "../run/projectPaths.ts";

/** Texts by their keys. */
export type Texts = Readonly<Record<string, string>>;

/** What is translated: the texts of code, whose keys are the English texts, and those of package.json. */
export interface AllTexts {
  readonly l10n: Texts;
  readonly package: Texts;
}

const sourceFiles = (): readonly string[] =>
  readdirSync(join(projectRoot, "src"), { recursive: true })
    .map((file) => `src/${String(file).replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".ts"))
    .toSorted();

/** The tables, whose texts package.nls.json has. */
const isContributions = (path: string): boolean =>
  /(^|\/)(contributions\/[^/]+|\w*[cC]ontributions)\.ts$/.test(path);

/** The sources with texts for people: what the service inside VS Code answers is data. */
export const uiSources = (): readonly (readonly [path: string, source: string])[] =>
  sourceFiles()
    .filter((path) => !path.startsWith("src/sandbox/") && !isContributions(path))
    .map((path) => [path, readFileSync(join(projectRoot, path), "utf8")]);

const vscodeImport = 'import * as vscode from "vscode";';

/** Texts of layers that know nothing of VS Code are found as if they were given to `l10n.t`. */
const asL10n = (source: string): string => source.replaceAll(/\blocalizable(?:Plural)?\(/g, "vscode.l10n.t(");

/** The English texts, as `l10n.t`, `localizable` and package.nls.json have them. */
export const exportTexts = async (): Promise<AllTexts> => {
  const sources = uiSources()
    .map(([, source]) => asL10n(source))
    .filter((source) => source.includes("l10n.t("));
  // One after the other they take 40 seconds, joined one.
  const contents = [vscodeImport, ...sources.map((source) => source.replace(vscodeImport, ""))].join("\n;\n");
  const found = await getL10nJson([{ extension: ".ts", contents }]);
  const l10n = Object.entries(found).map(([key, value]) => [
    key,
    typeof value === "string" ? value : value.message,
  ]);
  return {
    l10n: Object.fromEntries(l10n) as Texts,
    package: JSON.parse(readFileSync(join(projectRoot, "package.nls.json"), "utf8")) as Texts,
  };
};
