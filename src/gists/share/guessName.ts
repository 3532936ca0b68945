import { isJson } from "../../base/isJson.ts";

const endings: Readonly<Record<string, string>> = {
  bash: ".sh",
  zsh: ".sh",
  sh: ".sh",
  python: ".py",
  node: ".js",
  ruby: ".rb",
  perl: ".pl",
};

/** The program that a first line such as `#!/usr/bin/env python3` names, without its version. */
const interpreterOf = (line: string): string => {
  if (!line.startsWith("#!")) return "";
  const words = line
    .slice(2)
    .trim()
    .split(/\s+/)
    .map((word) => word.split("/").at(-1) ?? "");
  const program = words[0] === "env" ? words.slice(1).find((word) => !word.startsWith("-")) : words[0];
  return (program ?? "").replace(/[\d.]+$/, "");
};

/** The ending of a file's name that suits a text of unknown origin; `.txt` when it is unknown. */
export const guessEnding = (text: string): string => {
  const start = text.trimStart().slice(0, 2000);
  const [line = ""] = start.split("\n");
  const program = interpreterOf(line);
  if (Object.hasOwn(endings, program)) return endings[program] ?? ".txt";
  if (/^(?:diff --git |--- \S)/.test(start)) return ".diff";
  if (/^[[{]/.test(start) && isJson(text)) return ".json";
  if (/^<(?:!doctype html|html)\b/i.test(start)) return ".html";
  if (/^<\?xml\b/.test(start)) return ".xml";
  if (/^#{1,3} \S/.test(start) || /^```/m.test(start)) return ".md";
  return ".txt";
};
