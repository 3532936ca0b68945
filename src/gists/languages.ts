import * as vscode from "vscode";

interface ContributedLanguage {
  readonly id?: string;
  readonly aliases?: readonly string[];
  readonly extensions?: readonly string[];
  readonly filenames?: readonly string[];
}

const contributedLanguages = (): readonly ContributedLanguage[] =>
  vscode.extensions.all.flatMap(
    ({ packageJSON }) =>
      ((packageJSON as { contributes?: { languages?: unknown } }).contributes?.languages ??
        []) as readonly ContributedLanguage[],
  );

/** The usual ending of a language's files, as the installed extensions know it. */
export const endingOf = (languageId: string): string => {
  const found = contributedLanguages().filter(({ id, extensions }) => id === languageId && extensions?.[0]);
  // Who only adds an ending to a language, such as .code-profile to JSON, gives it no name.
  return (found.find(({ aliases }) => aliases?.[0]) ?? found[0])?.extensions?.[0] ?? ".txt";
};

/** The ids of the languages whose files have such names; none when no extension contributes one. */
export const languagesOfName = (fileName: string): readonly string[] => {
  const name = fileName.toLowerCase();
  const has = (known: readonly string[] | undefined, test: (each: string) => boolean): boolean =>
    known?.some((each) => test(each.toLowerCase())) ?? false;
  const fitting = contributedLanguages().filter(
    ({ extensions, filenames }) =>
      has(filenames, (each) => each === name) || has(extensions, (each) => name.endsWith(each)),
  );
  return [...new Set(fitting.flatMap(({ id }) => id ?? []))];
};
