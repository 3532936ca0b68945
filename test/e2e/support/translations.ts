import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AllTexts, exportTexts } from "../../support/l10n/exportTexts.ts";
import { pseudoLanguage, pseudoTexts } from "../../support/l10n/pseudoTexts.ts";
import { readEnvironment } from "./environment.ts";

/** Adds the texts of `pseudoLanguage` to the installed extension. */
export const installPseudoTexts = async (): Promise<AllTexts> => {
  const { extensionsDir } = readEnvironment();
  const installed = readdirSync(extensionsDir).find((name) => name.startsWith("forgeside."));
  if (installed === undefined) throw new Error(`The extension is not in ${extensionsDir}.`);
  const english = await exportTexts();
  const texts = { l10n: pseudoTexts(english.l10n), package: pseudoTexts(english.package) };
  const write = (name: string, content: object): void =>
    writeFileSync(join(extensionsDir, installed, name), JSON.stringify(content));
  write(`package.nls.${pseudoLanguage}.json`, texts.package);
  write(join("l10n", `bundle.l10n.${pseudoLanguage}.json`), texts.l10n);
  return texts;
};
