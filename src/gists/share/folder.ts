import * as vscode from "vscode";
import { CancelledError, UserError } from "../../base/errors.ts";
import { bytesText } from "../../ui/counts.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { freeName, usableName } from "../fileName.ts";
import type { GitIgnore } from "./gitIgnore.ts";
import { fromFiles, type Source } from "./source.ts";
import { moreLines, pluralText } from "../../ui/pluralText.ts";

/** A gist does not show more. */
const maxFiles = 300;
/** More are not offered: too many to choose from. */
const maxEntries = 2000;
/** Folders in folders; what is deeper is left out, for rules of git take long for such paths. */
const maxDepth = 64;

const rulesName = ".gitignore";
/** The codes of errors after which there are no rules: Git reads none from a folder of that name, either. */
const withoutRules = ["FileNotFound", "FileNotADirectory", "FileIsADirectory"];

interface Found {
  readonly uri: vscode.Uri;
  /** Below the folder, with slashes. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Why it is not chosen at first; undefined when it is. */
  readonly reason?: string;
}

interface Row extends vscode.QuickPickItem {
  readonly found: Found;
}

export interface FolderOptions {
  /** Globs of what is not chosen at first. */
  readonly exclude: readonly string[];
  /** Bytes of the largest file that is sent. */
  readonly largest: number;
}

interface Listing {
  readonly files: readonly Found[];
  /** What the setting or Git leaves out, and what is too deep. */
  readonly skipped: readonly string[];
  /** What is not left out, but could not be read. */
  readonly unreadable: readonly string[];
  /** True when there is more than is listed. */
  readonly isCut: boolean;
}

/** Folders above the shared one in which its Git repository is looked for. */
const maxLevelsUp = 32;

const isThere = async (uri: vscode.Uri): Promise<boolean> =>
  vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );

/** The root of the folder's Git repository, else the workspace's folder, else the folder itself. */
const ignoreRoot = async (folder: vscode.Uri): Promise<vscode.Uri> => {
  for (let [root, level] = [folder, 0]; level <= maxLevelsUp; level += 1) {
    if (await isThere(vscode.Uri.joinPath(root, ".git"))) return root;
    const above = vscode.Uri.joinPath(root, "..");
    if (above.path === root.path) break;
    root = above;
  }
  return vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
};

/**
 * What git ignores: the .gitignore files from the root of the repository down to this folder. Those below are added as they are
 * found. Of a folder that is ignored, or in an ignored one, only those count that are in the ignored one.
 */
const ignoredByGit = async (folder: vscode.Uri): Promise<{ ignored: GitIgnore; prefix: string }> => {
  const { GitIgnore } = await import("./gitIgnore.ts");
  let ignored = new GitIgnore();
  const root = await ignoreRoot(folder);
  const parts = folder.path
    .slice(root.path.length)
    .split("/")
    .filter((part) => part !== "");
  const exclude = [".git", "info", "exclude"] as const;
  await addRules(ignored, vscode.Uri.joinPath(root, ...exclude), "", exclude.join("/"));
  let prefix = "";
  for (const part of parts) {
    await addRules(ignored, vscode.Uri.joinPath(root, prefix, rulesName), prefix, `${prefix}${rulesName}`);
    prefix += `${part}/`;
    // What ignores this folder doesn't count in it: the user shares it all the same.
    if (ignored.ignores(prefix)) ignored = new GitIgnore();
  }
  return { ignored, prefix };
};

/**
 * Adds the rules in a file, if it is there, for what is below `path`. Throws UserError where it can't be read: what its rules
 * leave out may be secret.
 */
const addRules = async (ignored: GitIgnore, file: vscode.Uri, path: string, shownPath: string): Promise<void> => {
  try {
    ignored.add(path, new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  } catch (error) {
    if (error instanceof vscode.FileSystemError && withoutRules.includes(error.code)) return;
    throw new UserError(
      vscode.l10n.t("{0} can't be read, so it isn't known what Git ignores. Nothing was shared.", shownPath),
      { cause: error },
    );
  }
};

/** Undefined where it can't be read, such as without permission or when it was deleted since it was listed. */
const readable = async <T>(reading: Thenable<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    return undefined;
  }
};

const list = async (
  folder: vscode.Uri,
  { exclude, largest }: FolderOptions,
  signal: AbortSignal,
): Promise<Listing> => {
  const { globMatcher } = await import("./globMatcher.ts");
  const isExcluded = globMatcher(exclude);
  const { ignored, prefix } = await ignoredByGit(folder);
  const files: Found[] = [];
  const skipped: string[] = [];
  const unreadable: string[] = [];
  const open = [""];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    const reading = vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(folder, path));
    const entries = path === "" ? await reading : await readable(reading);
    if (!entries) {
      unreadable.push(path);
      continue;
    }
    if (entries.some(([name]) => name === rulesName)) {
      const below = path === "" ? prefix : `${prefix}${path}/`;
      await addRules(ignored, vscode.Uri.joinPath(folder, path, rulesName), below, `${below}${rulesName}`);
    }
    for (const [name, type] of entries.toSorted(([left], [right]) => left.localeCompare(right))) {
      signal.throwIfAborted();
      const below = path === "" ? name : `${path}/${name}`;
      const uri = vscode.Uri.joinPath(folder, below);
      // A link may lead out of the folder.
      if (type & vscode.FileType.SymbolicLink) {
        files.push({ uri, path: below, size: 0, reason: vscode.l10n.t("is a link") });
      } else if (type & vscode.FileType.Directory) {
        const isTooDeep = below.split("/").length > maxDepth;
        const isLeftOut = isTooDeep || isExcluded(below) || isExcluded(`${below}/`);
        if (isLeftOut || name === ".git" || ignored.ignores(`${prefix}${below}/`)) skipped.push(below);
        else open.push(below);
      } else {
        if (files.length >= maxEntries) return { files, skipped, unreadable, isCut: true };
        const stat = await readable(vscode.workspace.fs.stat(uri));
        const leftOut = isExcluded(below)
          ? vscode.l10n.t("left out by the setting")
          : ignored.ignores(prefix + below)
            ? vscode.l10n.t("ignored by Git")
            : undefined;
        if (!stat) {
          (leftOut === undefined ? unreadable : skipped).push(below);
          continue;
        }
        const { size } = stat;
        const reason =
          leftOut ??
          (size > largest ? vscode.l10n.t("too large") : size === 0 ? vscode.l10n.t("empty") : undefined);
        files.push({ uri, path: below, size, ...(reason === undefined ? {} : { reason }) });
      }
    }
  }
  return { files, skipped, unreadable, isCut: false };
};

const rowOf = (found: Found): Row => ({
  label: plainText(found.path),
  description: [bytesText(found.size), ...(found.reason === undefined ? [] : [found.reason])].join(" · "),
  picked: found.reason === undefined,
  found,
});

const maxShown = 5;

/** The first ones, and how many more there are. */
const shownOf = (paths: readonly string[]): string =>
  [...paths.slice(0, maxShown).map((path) => plainText(path)), ...moreLines(paths.length - maxShown)].join(", ");

/** The files of a folder, those that the user chooses. Throws CancelledError, UserError when there is nothing. */
export const fromFolder = async (folder: vscode.Uri, options: FolderOptions): Promise<Source> => {
  const name = folder.path.split("/").findLast((part) => part !== "") ?? "folder";
  const { files, skipped, unreadable, isCut } = await withProgress(
    vscode.l10n.t("Looking through {0}…", name),
    (signal) => list(folder, options, signal),
  );
  if (files.length === 0)
    throw new UserError(
      unreadable.length > 0
        ? vscode.l10n.t("Couldn't read {0}. Nothing was shared.", shownOf(unreadable))
        : vscode.l10n.t("The folder {0} has no files to share.", name),
    );
  const leftOut = [...unreadable, ...skipped];
  const notes = [
    ...(leftOut.length > 0 ? [vscode.l10n.t("left out: {0}", shownOf(leftOut))] : []),
    ...(isCut
      ? [
          pluralText(
            vscode.l10n.t(
              "{count, plural, =1 {only the first file is listed} other {only the first # files are listed}}",
            ),
            maxEntries,
          ),
        ]
      : []),
  ];
  const picked = await vscode.window.showQuickPick(files.map(rowOf), {
    canPickMany: true,
    matchOnDescription: true,
    title: vscode.l10n.t("Share {0} as Gist", name),
    placeHolder: [
      vscode.l10n.t("Select the files to share. A gist has no folders: they become part of the names"),
      ...notes,
    ].join("; "),
  });
  if (!picked) throw new CancelledError();
  if (picked.length === 0) throw new UserError(vscode.l10n.t("No file was chosen. Nothing was shared."));
  if (picked.length > maxFiles)
    throw new UserError(
      pluralText(
        vscode.l10n.t(
          "{count, plural, one {A gist shows at most # file; {0} were chosen. Nothing was shared.} other {A gist shows at most # files; {0} were chosen. Nothing was shared.}}",
        ),
        maxFiles,
        picked.length,
      ),
    );
  const chosen = picked.map(({ found }) => found);
  const taken = new Set<string>();
  for (const { path } of chosen) taken.add(freeName(usableName(path.replaceAll("/", "-"), "file"), taken));
  const uris = chosen.map(({ uri }) => uri);
  const source = await fromFiles(uris, options.largest, [...taken]);
  const lost = unreadable.length > 0 ? [vscode.l10n.t("Couldn't read {0}.", shownOf(unreadable))] : [];
  return { ...source, description: name, skipped: [...lost, ...(source.skipped ?? [])] };
};
