import { commitConversationScheme, contextKeys, gistScheme, hookScheme, repoScheme, type ViewId } from "../ids.ts";
import type { When } from "./types.ts";

const hasChoice = (term: When): boolean => term.replace(/\([^()]*\)/g, "").includes(" || ");

export const and = (...terms: readonly When[]): When =>
  terms.map((term) => (hasChoice(term) ? `(${term})` : term)).join(" && ");

export const or = (...terms: readonly When[]): When => terms.join(" || ");

export const not = (term: When): When => (term.includes(" ") ? `!(${term})` : `!${term}`);

/** Where there are a disk and ports. */
export const withNode: When = not(contextKeys.inBrowser);

/** A server of the accounts may have gists. */
export const gistsOffered: When = not(contextKeys.gistsNotOffered);

/** Where there are web pages: the sandbox has none. */
export const withPages: When = not(contextKeys.onlySandbox);

/** VS Code's names of the editors of notebooks. */
export const notebookEditor: When = or(
  ...["notebook", "interactive", "repl"].map((name) => `activeEditor == workbench.editor.${name}`),
);

/**
 * The active editor has a text, or cells of text. In the palette VS Code evaluates keys of the active editor, but the focus
 * is elsewhere: `editorTextFocus` never holds there.
 */
export const textEditor: When = or("editorLangId", notebookEditor);

/** Any editor is in a tab. */
export const anyEditor: When = "editorIsOpen";

export const workspaceFolder: When = "workspaceFolderCount > 0";

/** VS Code's Git extension sets it. */
export const gitRepository: When = "gitOpenRepositoryCount > 0";

const oneRow = not("listMultiSelection");

/** While one row is selected: in the menu of what acts on one only. */
export const onOneRow = (term: When): When => and(term, oneRow);

/** Also while several rows are selected: a button of a row acts on its row only. */
export const onAnyRow = (term: When): When => term.replace(` && ${oneRow}`, "");

export const inView = (view: ViewId): When => `view == ${view}`;

export const inScheme = (scheme: string): When => `resourceScheme == ${scheme}`;

export const notInScheme = (scheme: string): When => `resourceScheme != ${scheme}`;

/** What the tab shows has a text that can be read, also one that was never saved. */
export const tabWithFile: When = or("isFileSystemResource", inScheme("untitled"));

/** VS Code's editor of several differences, whose active text decides what a command acts on. */
const multiDiffScheme = "multi-diff-editor";

/** A gist, starred or not, may be found to select from. */
export const withListedGist: When = or(not(contextKeys.noOwnGists), not(contextKeys.noStarredGists));

const gistEditors = [gistScheme, multiDiffScheme].map(inScheme);

/** The active editor shows a gist, or the account may have one of its own. */
export const withOwnGist: When = or(not(contextKeys.noOwnGists), ...gistEditors);
/** The active editor shows a gist, or the account may have starred one. */
export const withStarredGist: When = or(not(contextKeys.noStarredGists), ...gistEditors);
/** The active editor shows a gist, or the account may have one of its own or a starred one. */
export const withGist: When = or(withListedGist, ...gistEditors);

/** The active editor shows something of a repository, or the account may have one. */
export const withRepository: When = or(
  not(contextKeys.noRepositories),
  ...[repoScheme, hookScheme, commitConversationScheme, multiDiffScheme].map(inScheme),
);

const anyOf = (words: string): string => (words.includes("|") ? `(${words})` : words);

/**
 * A context value that `contextValue` of `src/tree/node.ts` made: its kind, then flags in alphabetical order. `|` is
 * between kinds or flags of which any will do.
 */
export const matches = (
  key: "comment" | "commentThread" | "viewItem",
  kind: string,
  ...flags: readonly string[]
): When => `${key} =~ /^${anyOf(kind)}${flags.map((flag) => `;(.*;)?${anyOf(flag)}`).join("")}(;|$)/`;

/** Rows of a kind that have all the flags. */
export const row = (view: ViewId, kind: string, ...flags: readonly string[]): When =>
  and(inView(view), matches("viewItem", kind, ...flags));

export const rowWithout = (view: ViewId, kind: string, flag: string): When =>
  and(row(view, kind), not(matches("viewItem", kind, flag)));
