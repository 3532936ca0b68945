import * as vscode from "vscode";
import { shownText } from "../../base/bytes.ts";
import { CancelledError, UserError } from "../../base/errors.ts";
import { plainText } from "../../ui/plainText.ts";
import type { ContentEdit } from "../publishing/publishEdits.ts";
import { freeName } from "../fileName.ts";
import type { GistPublisher } from "../publishing/gistPublisher.ts";
import type { GistFiles } from "../publishing/files.ts";
import { fileOf, filesOf, titleOf } from "../gistFacts.ts";
import type { Inspect } from "../../base/inspect.ts";
import type { GistsModel } from "../model.ts";
import type { Gist } from "../../client/types/gist.ts";
import { GistProblem, notMine } from "../problem.ts";
import { requireUnchanged } from "../requireUnchanged.ts";
import type { FilePlace, GistPlace } from "../types.ts";
import { showWarning } from "../../ui/messages.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { sentences } from "../../ui/sentences.ts";

export interface AddFilesDeps {
  readonly gists: GistsModel;
  readonly publisher: GistPublisher;
  readonly files: GistFiles;
  readonly inspect: Inspect;
}

/** Files whose names the gist has already: replaced, or put beside under names of their own. Throws CancelledError. */
const asksToReplace = async (title: string, names: readonly string[]): Promise<boolean> => {
  const replace = vscode.l10n.t("Replace");
  const both = vscode.l10n.t("Keep Both");
  const message = pluralText(
    vscode.l10n.t("{count, plural, =1 {“{0}” already has a file {1}.} other {“{0}” already has files {1}.}}"),
    names.length,
    title,
    names.slice(0, 10).join(", "),
  );
  const detail = vscode.l10n.t("What is replaced stays in the gist's history.");
  const answer = await showWarning(message, { modal: true, detail }, both, replace);
  if (answer !== both && answer !== replace) throw new CancelledError();
  return answer === replace;
};

/**
 * Puts files into an own gist, in one call; answers the names that they have there. Throws GistProblem, CancelledError,
 * HttpError, and UserError when another user changed one of them since it was read: then that one is not sent.
 */
export const addFiles = async (
  { gists, publisher, files, inspect }: AddFilesDeps,
  { accountId, gistId }: GistPlace,
  added: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const gist = await gists.read(accountId, gistId);
  if (!gists.isMine(accountId, gist)) throw notMine(gist);
  const taken = new Set(filesOf(gist).map(({ filename }) => filename));
  const clashes = Object.keys(added).filter((name) => taken.has(name));
  const isReplaced = clashes.length > 0 && (await asksToReplace(titleOf(gist), clashes));
  const named: (readonly [string, string])[] = [];
  for (const [name, text] of Object.entries(added)) {
    const free = isReplaced ? name : freeName(name, taken);
    taken.add(free);
    named.push([free, text]);
  }
  const inspected = await inspect({
    what: named.map(([name]) => name).join(", "),
    files: Object.fromEntries(named),
    accountId,
    isSecret: !gist.public,
  });
  const edits: ContentEdit[] = [];
  for (const [name] of named) {
    const place: FilePlace = { accountId, gistId, fileName: name };
    const former = fileOf(gist, name);
    if (files.pending.known(place))
      throw new UserError(
        vscode.l10n.t("{0} has an edit that isn't published. Publish or discard it first.", name),
      );
    const base = former ? shownText(await gists.wholeFile(place, former)) : null;
    edits.push({ name, base, mine: inspected[name] ?? "" });
  }
  const outcomes = await Promise.all(
    edits.map((edit) => publisher.publishOnce({ accountId, gistId, fileName: edit.name }, edit)),
  );
  const refused = edits.filter((_, index) => outcomes[index]?.kind === "conflict").map(({ name }) => name);
  if (refused.length > 0)
    throw new UserError(
      vscode.l10n.t("{0}: it was changed elsewhere, so it was not sent. Try again.", refused.join(", ")),
    );
  return edits.map(({ name }) => name);
};

/** Gists of other owners and names of files in a message, as plain text. */
const listed = (places: readonly FilePlace[]): string =>
  plainText(
    places
      .slice(0, 10)
      .map(({ fileName }) => fileName)
      .join(", "),
  );

/** Asks whether to move or copy files of gists. Throws CancelledError. */
const asksToMove = async (places: readonly FilePlace[], target: string): Promise<boolean> => {
  const move = vscode.l10n.t("Move");
  const copy = vscode.l10n.t("Copy");
  const message = vscode.l10n.t("Move {0} to the gist “{1}”?", listed(places), target);
  const detail = vscode.l10n.t(
    "Moved, a file is added there first and then deleted here; its history stays here. Copied, it is in both.",
  );
  const answer = await showWarning(message, { modal: true, detail }, copy, move);
  if (answer !== move && answer !== copy) throw new CancelledError();
  return answer === move;
};

/** Copies or, when the user wants that, moves files of gists into another gist. What fails in between leaves both. */
export const moveFiles = async (
  deps: AddFilesDeps,
  places: readonly FilePlace[],
  target: GistPlace,
  read: (place: FilePlace) => Promise<string>,
): Promise<void> => {
  const { gists, files } = deps;
  const gist = await gists.get(target.accountId, target.gistId);
  if (!gists.isMine(target.accountId, gist)) throw notMine(gist);
  const others = places.filter(
    ({ gistId, accountId }) => gistId !== target.gistId || accountId !== target.accountId,
  );
  if (others.length === 0) return;
  const moves = await asksToMove(others, titleOf(gist));
  const taken = new Set<string>();
  const added: (readonly [string, string])[] = [];
  const edits = new Map<FilePlace, readonly string[]>();
  /** As they were read. */
  const sources = new Map<FilePlace, Gist>();
  for (const place of others) {
    const name = freeName(place.fileName, taken);
    taken.add(name);
    added.push([name, await read(place)]);
    const source = gists.detail(place.accountId, place.gistId);
    if (source) sources.set(place, source);
    const edit = files.pending.known(place);
    if (edit) edits.set(place, [edit.id]);
  }
  await addFiles(deps, target, Object.fromEntries(added));
  if (!moves) return;
  const left: string[] = [];
  const changed: string[] = [];
  for (const place of others) {
    try {
      const asked = sources.get(place);
      if (asked) await requireUnchanged(gists, place, asked);
      // What other windows stored of it is in neither gist.
      await files.delete(place, edits.get(place));
    } catch (error) {
      if (!(error instanceof GistProblem)) throw error;
      (error.kind === "changedSince" ? changed : left).push(place.fileName);
    }
  }
  const texts = [
    ...(left.length === 0
      ? []
      : [
          vscode.l10n.t(
            "{0} was copied, and is still where it was: it is the only file of its gist, or the gist belongs to another user.",
            left.join(", "),
          ),
        ]),
    ...(changed.length === 0
      ? []
      : [
          vscode.l10n.t(
            "{0} was copied, and is still where it was: it was changed since it was read.",
            changed.join(", "),
          ),
        ]),
  ];
  if (texts.length > 0) throw new UserError(sentences(...texts));
};
