import * as vscode from "vscode";
import { bytesOf, utf8Text } from "../../base/bytes.ts";
import { UserError } from "../../base/errors.ts";
import { mergeKeepingMine } from "../../base/mergeTexts.ts";
import {
  askAboutConflict,
  type ConflictChoice,
  compareWithServer,
  confirmTakeTheirs,
  conflictChoices,
  openMergeEditor,
  replaceText,
  showMergeText,
} from "../../ui/conflicts.ts";
import { showInformation } from "../../ui/messages.ts";
import { unsavedDocument } from "../../ui/openDocument.ts";
import { plainText } from "../../ui/plainText.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { toUserError } from "../problemText.ts";
import type { GistDiffDocuments } from "../publishing/diffDocuments.ts";
import type { Bases } from "./bases.ts";
import type { LinksModel } from "./model.ts";
import type { LinkMergeSides } from "./mergeSides.ts";
import type { OpenMerge, OpenMerges } from "./openMerges.ts";
import { requireLinked, requirePlace } from "./requirePlace.ts";
import { planPull } from "./sync.ts";
import { inShape, plainOf, shapeOf } from "./textShape.ts";
import { nameOf, type Link } from "./types.ts";
import { readSpot, uriOf } from "./workspaceFiles.ts";

interface LinkConflictsDeps {
  readonly links: LinksModel;
  readonly bases: Bases;
  readonly merges: OpenMerges;
  readonly mergeSides: LinkMergeSides;
  readonly diffs: GistDiffDocuments;
  readonly onError: (what: string, error: unknown) => void;
}

/** Sends the file. `over`: the text of the gist that the user agreed to replace. */
type Push = (link: Link, over?: string) => Promise<unknown>;

/** What a failure, or the question before a choice, names it. */
export const choiceTitle = (choice: ConflictChoice | "compare"): string =>
  choice === "merge" ? vscode.l10n.t("Merge") : conflictChoices()[choice];

/** Puts a text into the editor: unsaved, and undoable. */
const showUnsaved = async (link: Link, text: string): Promise<void> => {
  const uri = uriOf(link);
  if (!(await replaceText(uri, text)))
    throw new UserError(vscode.l10n.t("{0} can't be changed: its editor is read-only.", link.path));
  await vscode.window.showTextDocument(uri, { preview: false });
};

/** In the editor, or on the disk; undefined for a file that is gone. Throws UserError for a file that is no text. */
const textNow = async (link: Link): Promise<string | undefined> => {
  const unsaved = unsavedDocument(uriOf(link));
  if (unsaved) return unsaved.getText();
  const bytes = await readSpot(link);
  const text = bytes && utf8Text(bytes);
  if (bytes && text === undefined)
    throw new UserError(vscode.l10n.t("“{0}” isn't UTF-8 text.", plainText(nameOf(link))));
  return text;
};

/** Both sides of linked files: to be compared, to be merged in the editor, or for the user to decide on. */
export class LinkConflicts {
  readonly #deps: LinkConflictsDeps;

  constructor(deps: LinkConflictsDeps) {
    this.#deps = deps;
  }

  async compare(link: Link): Promise<void> {
    const { links, diffs } = this.#deps;
    const place = requirePlace(links, link);
    diffs.refresh(place);
    await compareWithServer(nameOf(link), diffs.of(place, "service"), uriOf(link));
  }

  /** Resolves when what the last save began is stored. */
  async settled(): Promise<void> {
    await this.#deps.merges.settled;
  }

  /**
   * Both sides were changed: merged in the editor where it fits, else the user is asked. Nothing is written or sent, but by `push`,
   * when the user wants it. With `chosen` that is done, and not asked for.
   */
  async bring(
    link: Link,
    { mine, theirs }: Pick<OpenMerge, "mine" | "theirs">,
    push: Push,
    chosen?: ConflictChoice,
  ): Promise<"merged" | "ahead" | "undecided"> {
    const { bases, links, merges } = this.#deps;
    await merges.settled;
    const base = await bases.get(link.base);
    const plan = planPull({ mine, isUntouched: false, theirs, base });
    const isMerge = chosen === undefined || chosen === "merge";
    // The gist has no change that the file doesn't have.
    if (base !== undefined && plainOf(theirs) === base && isMerge) return "ahead";
    if (plan.kind === "merged" && isMerge) {
      // The saved file has all that was changed in the gist.
      if (plainOf(plan.text) === plainOf(mine) && !unsavedDocument(uriOf(link))) {
        await links.rebase(link, theirs);
        await merges.end(link);
        return "ahead";
      }
      await this.#begin(link, { mine, theirs, base }, () => showUnsaved(link, plan.text));
      this.#offerPush(link, push);
      return "merged";
    }
    // The message stays; the command is over.
    void this.#ask(link, { mine, theirs, base }, push, chosen);
    return "undecided";
  }

  /** Both sides are the same, or the file is no longer linked. */
  async end(link: Link): Promise<void> {
    await this.#deps.merges.end(link);
  }

  /** The file may have been unlinked, or linked to another one, while a message was shown. Throws UserError. */
  #linkedNow(link: Link): Link {
    const { links } = this.#deps;
    requireLinked(links, link, "send");
    return links.at(link.folder, link.path) ?? link;
  }

  /** Throws UserError for the message about a conflict that was settled since: its text of the gist is an old one. */
  #requireOpen(link: Link): void {
    if (this.#linkedNow(link).base === link.base) return;
    throw new UserError(
      vscode.l10n.t("“{0}” was pulled or pushed since. Pull it again.", plainText(nameOf(link))),
    );
  }

  /** What can't be shown is no merge that a save could complete. Throws UserError for a file that is gone. */
  async #begin(link: Link, merge: OpenMerge, show: () => Promise<void>): Promise<void> {
    const { merges } = this.#deps;
    this.#linkedNow(link);
    await merges.begin(link, merge);
    try {
      await show();
    } catch (error) {
      await merges.end(link);
      if (await readSpot(link)) throw error;
      throw new UserError(vscode.l10n.t("“{0}” no longer exists.", plainText(nameOf(link))));
    }
  }

  #offerPush(link: Link, push: Push): void {
    const button = vscode.l10n.t("Push File to Gist");
    const text = vscode.l10n.t(
      "“{0}” was changed here and in the gist. Both changes are merged in the editor: look at it, save it, and push it.",
      plainText(link.path),
    );
    // The message stays; the command is over.
    showInformation(text, button)
      .then((answer) => (answer === button ? push(this.#linkedNow(link)) : undefined))
      .then(undefined, (error: unknown) => this.#deps.onError(button, toUserError(error)));
  }

  /** Asks what to do about lines that both sides changed. Reports what fails, by the name of what was chosen. */
  async #ask(link: Link, conflict: OpenMerge, push: Push, chosen: ConflictChoice | undefined): Promise<void> {
    const { onError } = this.#deps;
    let current: ConflictChoice | "compare" = chosen ?? "merge";
    const begin = (choice: typeof current, act: () => Promise<void>) => (): Promise<void> => {
      current = choice;
      return act();
    };
    const actions = {
      merge: begin("merge", () => this.#merge(link, conflict)),
      compare: begin("compare", () => this.compare(link)),
      // It remains a conflict until the gist has mine: the base is moved by the push.
      keepMine: begin("keepMine", async () => {
        await push(this.#linkedNow(link), conflict.theirs);
      }),
      takeTheirs: begin("takeTheirs", async () => {
        this.#requireOpen(link);
        // The question is about open documents, and the file may have been saved and closed since.
        if (await readSpot(link)) await vscode.workspace.openTextDocument(uriOf(link));
        await confirmTakeTheirs(nameOf(link), uriOf(link), bytesOf(conflict.mine));
        await this.#begin(link, conflict, () => showUnsaved(link, conflict.theirs));
        showStatus(
          vscode.l10n.t(
            "“{0}” has the gist's version in the editor. It is taken when the file is saved.",
            plainText(nameOf(link)),
          ),
          8000,
        );
      }),
    };
    try {
      await askAboutConflict(nameOf(link), conflict.base === undefined ? "different" : "changed", actions, chosen);
    } catch (error) {
      onError(choiceTitle(current), toUserError(error));
    }
  }

  async #merge(link: Link, conflict: OpenMerge): Promise<void> {
    const { mergeSides } = this.#deps;
    const { theirs, base } = conflict;
    this.#requireOpen(link);
    // More may have been written since the message was shown.
    const mine = (await textNow(link)) ?? conflict.mine;
    // The merge editor shows the document as it is: what fits is merged before, as it does where it begins by itself.
    const text = inShape(mergeKeepingMine(base ?? "", plainOf(mine), plainOf(theirs)), shapeOf(mine));
    await this.#begin(link, { ...conflict, mine }, () => showMergeText(uriOf(link), text));
    await openMergeEditor(nameOf(link), {
      base: mergeSides.of(link, "base"),
      theirs: mergeSides.of(link, "theirs"),
      mine: mergeSides.of(link, "mine"),
      output: uriOf(link),
    });
  }
}
