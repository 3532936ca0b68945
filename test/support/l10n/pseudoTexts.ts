import { pluralForms } from "../../../src/base/pluralForm.ts";
import type { Texts } from "./exportTexts.ts";

/** A language that no one speaks, whose texts are recognized at sight. */
export const pseudoLanguage = "qps-ploc";

const accents: Readonly<Record<string, string>> = {
  a: "á",
  c: "ç",
  e: "é",
  i: "í",
  n: "ñ",
  o: "ó",
  u: "ú",
  y: "ý",
  A: "Á",
  C: "Ç",
  E: "É",
  I: "Í",
  N: "Ñ",
  O: "Ó",
  U: "Ú",
  Y: "Ý",
};

/** What stays as it is: placeholders, icons, targets of links, code, and ids of settings and commands. */
const fixed = /\{\d+\}|\$\([\w~-]+\)|\]\([^)]*\)|`[^`]*`|\$\{\w+\}|\bforgeside\.[\w.]*\w|[^]/g;

const accented = (text: string): string => text.replace(fixed, (part) => accents[part] ?? part);

/** A line of its own may be a button in a view without content, which shows the text between the brackets only. */
const button = /^\[([^\]]*)\](\([^)]*\))$/;

const pseudoLine = (line: string): string => {
  const [, title, target] = button.exec(line) ?? [];
  if (title !== undefined) return `[⟦${accented(title)}⟧]${target}`;
  return line === "" ? line : `⟦${accented(line)}⟧`;
};

const pseudoText = (text: string): string => {
  const forms = pluralForms(text);
  if (!forms) return text.split("\n").map(pseudoLine).join("\n");
  const pseudoForms = [...forms].map(([form, each]) => `${form} {${pseudoLine(each)}}`);
  return `{count, plural, ${pseudoForms.join(" ")}}`;
};

export const pseudoTexts = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoText(text)]));

/** The parts of a visible text that are in no pseudo text, and not one of `data`; empty when all is localized. */
export const unlocalizedParts = (text: string, data: readonly (string | RegExp)[] = []): string => {
  let rest = text;
  // A text may be inserted into another one.
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, " ");
  }
  for (const part of data) rest = rest.replaceAll(typeof part === "string" ? part : new RegExp(part, "g"), " ");
  return /\p{L}{2,}/u.test(rest) ? rest.trim() : "";
};
