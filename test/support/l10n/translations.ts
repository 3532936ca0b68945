import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../run/projectPaths.ts";
import type { AllTexts, Texts } from "./exportTexts.ts";

const pathsOf = (language: string): Record<keyof AllTexts, string> => ({
  l10n: join(projectRoot, "l10n", `bundle.l10n.${language}.json`),
  package: join(projectRoot, `package.nls.${language}.json`),
});

/** The languages besides English, by the names of the files of package.json's texts. */
export const languages = (): readonly string[] =>
  readdirSync(projectRoot).flatMap((name) => /^package\.nls\.(.+)\.json$/.exec(name)?.[1] ?? []);

const read = (path: string): Texts => (existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Texts) : {});

export const readTranslations = (language: string): AllTexts => {
  const paths = pathsOf(language);
  return { l10n: read(paths.l10n), package: read(paths.package) };
};

/** The English texts that a language has unchanged. */
export const sameAsEnglish = (language: string): ReadonlySet<string> => {
  const path = join(projectRoot, "l10n", `same.${language}.json`);
  return new Set(existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as readonly string[]) : []);
};

/** In the order of the English texts, which drops what they no longer have; code's texts sorted, so that merges are small. */
export const writeTranslations = (language: string, english: AllTexts, texts: AllTexts): void => {
  const paths = pathsOf(language);
  for (const kind of ["l10n", "package"] as const) {
    const keys = Object.keys(english[kind]).filter((key) => (texts[kind][key] ?? "") !== "");
    const ordered = kind === "l10n" ? keys.toSorted() : keys;
    const content = Object.fromEntries(ordered.map((key) => [key, texts[kind][key]]));
    writeFileSync(paths[kind], `${JSON.stringify(content, undefined, 2)}\n`);
  }
};
