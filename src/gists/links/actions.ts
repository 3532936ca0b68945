import * as vscode from "vscode";
import { CancelledError, UserError } from "../../base/errors.ts";
import { plainText } from "../../ui/plainText.ts";
import { confirm } from "../../ui/prompts.ts";
import { textOf } from "../content.ts";
import type { SettledOutcome } from "../publishing/publishEdits.ts";
import { GistProblem } from "../problem.ts";
import { toUserError } from "../problemText.ts";
import type { ShareParts } from "../share/shareGist.ts";
import { sha256 } from "../../base/sha256.ts";
import type { GistPublisher } from "../publishing/gistPublisher.ts";
import type { GistDiffDocuments } from "../publishing/diffDocuments.ts";
import type { FilePlace } from "../types.ts";
import type { Bases } from "./bases.ts";
import type { LinksModel } from "./model.ts";
import { planPull, textToSend } from "./sync.ts";
import { inShape, plainOf, shapeOf } from "./textShape.ts";
import type { Link } from "./types.ts";
import type { OpenMerges } from "./openMerges.ts";
import { unsavedDocument } from "../../ui/openDocument.ts";
import { readSpot, spotProblem, uriOf } from "./workspaceFiles.ts";
import { askAboutConflict, compareWithServer, openMergeEditor, replaceText } from "../../ui/conflicts.ts";
import { showInformation, showStatus } from "../../ui/messages.ts";

export interface LinkParts extends ShareParts {
  readonly links: LinksModel;
  readonly publisher: GistPublisher;
  readonly bases: Bases;
  readonly merges: OpenMerges;
  readonly diffs: GistDiffDocuments;
  /** Bytes of the largest file that is sent. */
  readonly largestFile: () => number;
}

/** What became of a pull or a push; `undecided` when nothing was changed and the user was asked. */
export type Done = "same" | "pulled" | "merged" | "pushed" | "undecided";

interface Local {
  /** On the screen, or on the disk; null when there is no such file. */
  readonly text: string | null;
  readonly isDirty: boolean;
}

const requirePlace = ({ links }: LinkParts, link: Link): FilePlace => {
  const place = links.placeOf(link);
  if (place) return place;
  throw new UserError(
    vscode.l10n.t("You have no account on {0}. Sign in there first.", new URL(link.server).host),
  );
};

const readLocal = async (parts: LinkParts, link: Link): Promise<Local> => {
  const problem = await spotProblem(link);
  if (problem === "link")
    throw new UserError(
      vscode.l10n.t("{0} is a link that may lead out of the workspace. It is left alone.", link.path),
    );
  const unsaved = unsavedDocument(uriOf(link));
  if (unsaved) return { text: unsaved.getText(), isDirty: true };
  const bytes = await readSpot(link);
  if (!bytes) return { text: null, isDirty: false };
  return { text: bytes.length === 0 ? "" : textOf(link.path, bytes, parts.largestFile()), isDirty: false };
};

const readTheirs = async ({ links }: LinkParts, link: Link, signal?: AbortSignal): Promise<string | null> => {
  const { text } = await links.readRemote(link, signal);
  if (text === undefined)
    throw new UserError(
      vscode.l10n.t("{0} in the gist isn't UTF-8 text, so it can't be linked to a file.", link.fileName),
    );
  return text;
};

const gone = (link: Link): UserError =>
  new UserError(vscode.l10n.t("The gist no longer has {0}. Unlink the file, or link it again.", link.fileName));

/** Puts a text into the editor: unsaved, and undoable. */
const showUnsaved = async (link: Link, text: string): Promise<void> => {
  const uri = uriOf(link);
  if (!(await replaceText(uri, text)))
    throw new UserError(vscode.l10n.t("{0} cannot be changed: its editor is read-only.", link.path));
  await vscode.window.showTextDocument(uri, { preview: false });
};

const nameOf = ({ path }: Link): string => path.split("/").at(-1) ?? path;

export const compare = async (parts: LinkParts, link: Link): Promise<void> => {
  const place = requirePlace(parts, link);
  parts.diffs.refresh(place);
  await compareWithServer(nameOf(link), parts.diffs.of(place, "service"), uriOf(link));
};

interface Conflict {
  readonly mine: string;
  readonly theirs: string;
  readonly base: string | undefined;
}

const openMerge = async (parts: LinkParts, link: Link, { mine, theirs, base }: Conflict): Promise<void> => {
  const place = requirePlace(parts, link);
  const { diffs } = parts;
  parts.merges.begin(link, mine, theirs);
  await openMergeEditor(nameOf(link), {
    base: diffs.show(place, "base", inShape(base ?? "", shapeOf(mine))),
    theirs: diffs.show(place, "theirs", theirs),
    mine: diffs.show(place, "mine", mine),
    output: uriOf(link),
  });
};

/** Pushes what is here in place of these texts; what the gist has got since then is another conflict. */
const keepMine = async (parts: LinkParts, link: Link, theirs: string): Promise<void> => {
  await parts.links.rebase(link, theirs);
  await push(parts, parts.links.at(link.folder, link.path) ?? link);
};

/** Asks what to do about lines that both sides changed. Throws CancelledError. */
const askAboutLink = (parts: LinkParts, link: Link, conflict: Conflict): Promise<void> =>
  askAboutConflict(nameOf(link), conflict.base === undefined ? "different" : "changed", {
    merge: () => openMerge(parts, link, conflict),
    compare: () => compare(parts, link),
    keepMine: () => keepMine(parts, link, conflict.theirs),
    takeTheirs: async () => {
      parts.merges.begin(link, conflict.mine, conflict.theirs);
      await showUnsaved(link, conflict.theirs);
    },
  });

/** Both sides were changed: merged in the editor where it fits, else the user is asked. Nothing is written or sent. */
const bring = async (
  parts: LinkParts,
  link: Link,
  mine: string,
  theirs: string,
  isQuiet: boolean,
): Promise<"merged" | "undecided"> => {
  const base = await parts.bases.get(link.base);
  const plan = planPull({ mine, isUntouched: false, theirs, base });
  if (isQuiet) return "undecided";
  if (plan.kind === "merged") {
    parts.merges.begin(link, mine, theirs);
    await showUnsaved(link, plan.text);
    void showInformation(
      vscode.l10n.t(
        "“{0}” was changed here and in the gist. Both changes are merged in the editor: look at it, save it, and push it.",
        plainText(link.path),
      ),
    );
    return "merged";
  }
  // The message stays; the command is over.
  askAboutLink(parts, link, { mine, theirs, base }).catch((error: unknown) =>
    parts.onError(vscode.l10n.t("Merge"), toUserError(error)),
  );
  return "undecided";
};

/** Takes what the gist has. With `isQuiet` what both sides changed is left as it is. */
export const pull = async (parts: LinkParts, link: Link, isQuiet = false, signal?: AbortSignal): Promise<Done> => {
  requirePlace(parts, link);
  const theirs = await readTheirs(parts, link, signal);
  if (theirs === null) throw gone(link);
  const { text: mine, isDirty } = await readLocal(parts, link);
  const isUntouched = mine !== null && !isDirty && (await sha256(plainOf(mine))) === link.base;
  const plan = planPull({ mine, isUntouched, theirs, base: undefined });
  if (plan.kind === "same") {
    if (!isDirty) await parts.links.rebase(link, theirs);
    return "same";
  }
  if (plan.kind !== "take") return bring(parts, link, mine ?? "", theirs, isQuiet);
  await vscode.workspace.fs.writeFile(uriOf(link), new TextEncoder().encode(plan.text));
  await parts.links.rebase(link, theirs);
  await parts.links.noteLocal(link);
  return "pulled";
};

/** Throws CancelledError. */
const confirmAddAgain = (link: Link): Promise<void> =>
  confirm(
    vscode.l10n.t("“{0}” is no longer in the gist. Add it again?", link.fileName),
    vscode.l10n.t("It was deleted or renamed there."),
    vscode.l10n.t("Add File"),
  );

/** Sends what is here. With `isQuiet` what both sides changed is left as it is. */
export const push = async (parts: LinkParts, link: Link, isQuiet = false, signal?: AbortSignal): Promise<Done> => {
  const place = requirePlace(parts, link);
  const unsaved = unsavedDocument(uriOf(link));
  if (unsaved && !(await unsaved.save()))
    throw new UserError(vscode.l10n.t("{0} could not be saved, so it was not pushed.", link.path));
  await parts.merges.settled;
  const { text: mine } = await readLocal(parts, link);
  if (mine === null) throw new UserError(vscode.l10n.t("{0} no longer exists. Nothing was sent.", link.path));
  if (mine === "") throw new GistProblem("emptyContent", link.path);
  const { gist, text: theirs } = await parts.links.readRemote(link, signal);
  if (!gist || theirs === undefined) throw gone(link);
  if (!parts.gists.isMine(place.accountId, gist)) throw new GistProblem("notMine", link.fileName);
  if (theirs !== null && plainOf(theirs) === plainOf(mine)) {
    await parts.links.rebase(link, mine);
    await parts.links.noteLocal(link);
    return "same";
  }
  // The base may be another one since the document was saved.
  const { base } = parts.links.at(link.folder, link.path) ?? link;
  if (theirs !== null && (await sha256(plainOf(theirs))) !== base)
    return bring(parts, { ...link, base }, mine, theirs, isQuiet);
  if (theirs === null) await confirmAddAgain(link);
  const wanted = textToSend(mine, theirs);
  const inspected = await parts.inspect({
    what: link.fileName,
    files: Object.fromEntries([[link.fileName, wanted]]),
    accountId: place.accountId,
    isSecret: !gist.public,
    ...(theirs === null ? {} : { known: [theirs] }),
  });
  if (signal?.aborted) throw new CancelledError();
  const sent = inspected[link.fileName] ?? wanted;
  const publish = (base: string | null): Promise<SettledOutcome> =>
    parts.publisher.publishOnce(place, { name: link.fileName, base, mine: sent });
  let outcome = await publish(theirs);
  if (outcome.kind === "conflict" && outcome.theirs === null) {
    if (isQuiet) return "undecided";
    // The file was deleted after it was read above.
    await confirmAddAgain(link);
    outcome = await publish(null);
  }
  if (outcome.kind === "conflict")
    return outcome.theirs === null ? "undecided" : bring(parts, link, mine, outcome.theirs, isQuiet);
  await parts.links.rebase(link, sent);
  await parts.links.noteLocal(link);
  if (outcome.kind === "merged")
    showStatus(vscode.l10n.t("“{0}” was merged with another user's changes: pull it.", link.fileName), 8000);
  return "pushed";
};
