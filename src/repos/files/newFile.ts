import * as vscode from "vscode";
import { ChoiceError, UserError } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import { withProgress } from "../../ui/progress.ts";
import { askText } from "../../ui/prompts.ts";
import { askForNewBranch } from "./commitPrompt.ts";
import { isRefusal } from "./commitErrors.ts";
import { nodeOf } from "../nodeTypes.ts";
import { targetPlace, type TargetDeps } from "../target.ts";
import type { ContentPlace } from "../types.ts";
import { contentUri } from "../uri.ts";

/** Why no file can have this path; undefined when it can. */
export const pathProblem = (path: string): string | undefined => {
  const parts = path.split("/");
  if (path.trim() === "") return vscode.l10n.t("Enter a file name.");
  if (parts.some((part) => ["", ".", "..", ".git"].includes(part.toLowerCase())))
    return vscode.l10n.t("No part of a path may be empty, “.”, “..” or “.git”.");
  return path.includes("\0") ? vscode.l10n.t("That isn't a valid file name.") : undefined;
};

/** The folder that a row stands for, at its branch; the root of the default branch otherwise. */
const folderOf = async (deps: TargetDeps, target: unknown): Promise<ContentPlace> => {
  const node = nodeOf(target);
  if ((node.kind === "folder" || node.kind === "ref") && node.place) return node.place;
  const question = vscode.l10n.t("Select a repository to create the file in");
  const place = await targetPlace(deps, target, question, "own", "repos.createFile");
  return { ...place, ref: await deps.repos.defaultBranch(place), path: "" };
};

const openFile = (place: ContentPlace): Thenable<unknown> =>
  vscode.window.showTextDocument(contentUri(place), { preview: false });

/** Throws HttpError, and UserError where the file is there already. */
const create = async ({ repos }: TargetDeps, place: ContentPlace, message: string): Promise<void> => {
  try {
    await withProgress(vscode.l10n.t("Creating the file…"), (signal) =>
      repos.writes.createFile(place, message, signal),
    );
  } catch (error) {
    // Another user may have made it since the folder was read.
    repos.refreshRepo(place);
    if (HttpError.is(error, "unprocessable") && (await repos.entry(place)))
      throw new UserError(vscode.l10n.t("“{0}” already exists.", place.path));
    throw error;
  }
  repos.refreshRepo(place);
};

const createElsewhere = async (deps: TargetDeps, place: ContentPlace, message: string): Promise<void> => {
  const { askNewBranch, makeBranch } = await import("./newBranch.ts");
  const name = await askNewBranch(deps.repos, place);
  await makeBranch(deps, place, name, place.ref);
  const next = { ...place, ref: name };
  await create(deps, next, message);
  await openFile(next);
};

/** Commits an empty file, also as the first one of an empty repository, and opens it. */
export const newFile = async (deps: TargetDeps, target: unknown): Promise<void> => {
  const folder = await folderOf(deps, target);
  const at = [folder.owner, folder.repo, ...(folder.path === "" ? [] : [folder.path])].join("/");
  const typed = await askText({
    title: vscode.l10n.t("New File in {0}", at),
    prompt: vscode.l10n.t("Enter a file name; slashes create folders. It is committed to {0}.", folder.ref),
    placeHolder: "docs/notes.md",
    validateInput: pathProblem,
  });
  const path = [folder.path, typed].filter((part) => part !== "").join("/");
  const place = { ...folder, path };
  const isForNewBranch = await askForNewBranch(deps.repos, place);
  const message = await askText({
    title: isForNewBranch
      ? vscode.l10n.t("Commit Message for a New Branch")
      : vscode.l10n.t("Commit to {0}", folder.ref),
    prompt: vscode.l10n.t("Enter a commit message. Press Escape to create no file."),
    value: vscode.l10n.t("Add {0}", path),
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("Enter a commit message.") : undefined),
  });
  if (isForNewBranch) {
    await createElsewhere(deps, place, message);
    return;
  }
  try {
    await create(deps, place, message);
  } catch (error) {
    if (!deps.repos.isKnownProtected(place) || !isRefusal(error)) throw error;
    const title = vscode.l10n.t("Commit to a New Branch");
    const text = (await import("./newBranch.ts")).refusedText(place, error.message);
    throw new ChoiceError(text, [{ title, run: () => createElsewhere(deps, place, message) }], { cause: error });
  }
  await openFile(place);
};
