// npm run l10n: which texts the translations lack. npm run l10n -- --merge FILE: adds those that were filled in.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareTexts } from "../l10n/compareTexts.ts";
import { type AllTexts, exportTexts } from "../l10n/exportTexts.ts";
import { languages, readTranslations, sameAsEnglish, writeTranslations } from "../l10n/translations.ts";
import { outFolder } from "../run/projectPaths.ts";

const { values } = parseArgs({
  options: { merge: { type: "string", multiple: true, default: [] }, language: { type: "string" } },
});
const english = await exportTexts();
const folder = join(outFolder, "l10n");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "english.json"), `${JSON.stringify(english, undefined, 2)}\n`);

type Filled = Partial<AllTexts> & { readonly language?: string };

for (const file of values.merge) {
  const { language = values.language, ...filled } = JSON.parse(readFileSync(file, "utf8")) as Filled;
  if (language === undefined) throw new Error(`${file} does not say its language.`);
  const known = readTranslations(language);
  writeTranslations(language, english, {
    l10n: { ...known.l10n, ...filled.l10n },
    package: { ...known.package, ...filled.package },
  });
}

for (const language of values.language === undefined ? languages() : [values.language]) {
  const known = readTranslations(language);
  const same = sameAsEnglish(language);
  const kinds = (["l10n", "package"] as const).map(
    (kind) => [kind, compareTexts(english[kind], known[kind], language, same)] as const,
  );
  const of = Object.fromEntries(kinds);
  const count = (what: "missing" | "unused" | "differing"): number =>
    kinds.reduce((total, [, found]) => total + Object.keys(found[what]).length, 0);
  console.log(
    `${language}: ${count("missing")} missing, ${count("unused")} unused, ${count("differing")} differ from English`,
  );
  for (const [kind, { unused, differing }] of kinds) {
    for (const key of unused)
      console.log(`  unused, and removed now: ${JSON.stringify(key)}: ${JSON.stringify(known[kind][key])}`);
    for (const line of differing) console.log(`  differs: ${line}`);
  }
  if (count("missing") + count("differing") > 0) process.exitCode = 1;
  if (count("unused") > 0) writeTranslations(language, english, known);
  if (count("missing") === 0) continue;
  const file = join(folder, `missing.${language}.json`);
  // What was filled in and not merged yet stays.
  const filled = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Filled) : {};
  const textsOf = (kind: "l10n" | "package") =>
    Object.fromEntries(
      Object.entries(of[kind]?.missing ?? {}).map(([key, text]) => [key, filled[kind]?.[key] ?? text]),
    );
  const missing = { language, l10n: textsOf("l10n"), package: textsOf("package") };
  const text = `${JSON.stringify(missing, undefined, 2)}\n`;
  writeFileSync(file, text);
  console.log(text);
  console.log(`Translate the values in ${file}, then: npm run l10n -- --merge ${file}`);
  console.log(`What ${language} has as English does: list it in l10n/same.${language}.json.`);
}
