import type { Gist, GistFile } from "../../client/types/gist.ts";
import { filesOf, ownerOf, titleOf } from "../gistFacts.ts";

/** A text that is offered as a completion. */
export interface Snippet {
  /** The prefix that the user types to get it. */
  readonly prefix: string;
  readonly body: string;
  /** True when the body has tab stops and variables, such as `$1` and `${TM_FILENAME}`. */
  readonly hasTabStops: boolean;
  readonly description: string;
  readonly owner: string;
  /** The file name that decides the language; empty for every language. */
  readonly fileName: string;
  /** VS Code's ids of languages; empty for every one that the file's name suggests. */
  readonly scope: readonly string[];
}

const stemOf = (name: string): string => name.replace(/(?<=.)\.[^.]+$/, "");

const textOf = (value: unknown): string | undefined => {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.every((line) => typeof line === "string") ? value.join("\n") : undefined;
};

const prefixesOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string" && each !== "") as string[];

/** The snippets of a `.code-snippets` file; none when it isn't valid JSON object, and none of those that have no body. */
const definedIn = (text: string, owner: string): readonly Snippet[] => {
  let all: unknown;
  try {
    all = JSON.parse(text);
  } catch {
    return [];
  }
  if (typeof all !== "object" || all === null || Array.isArray(all)) return [];
  return Object.entries(all as Record<string, unknown>).flatMap(([name, value]) => {
    if (typeof value !== "object" || value === null) return [];
    const { prefix, body, description, scope } = value as Readonly<Record<string, unknown>>;
    const lines = textOf(body);
    if (lines === undefined) return [];
    const languages = typeof scope === "string" ? scope.split(",").map((each) => each.trim()) : [];
    return prefixesOf(prefix).map((each) => ({
      prefix: each,
      body: lines,
      hasTabStops: true,
      description: textOf(description) ?? name,
      owner,
      fileName: "",
      scope: languages.filter((each) => each !== ""),
    }));
  });
};

const fileSnippets = (gist: Gist, { filename, content, truncated }: GistFile): readonly Snippet[] => {
  if (content === undefined || truncated) return [];
  const owner = ownerOf(gist) ?? "";
  if (filename.endsWith(".code-snippets")) return definedIn(content, owner);
  const prefix = stemOf(filename);
  return [
    {
      prefix,
      body: content,
      hasTabStops: false,
      description: titleOf(gist),
      owner,
      fileName: filename,
      scope: [],
    },
  ];
};

/** The snippets of a gist with contents: each file, and what each `.code-snippets` file defines. */
export const snippetsOf = (gist: Gist): readonly Snippet[] =>
  filesOf(gist).flatMap((file) => fileSnippets(gist, file));
