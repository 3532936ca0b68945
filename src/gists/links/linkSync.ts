import * as vscode from "vscode";
import { CancelledError, ChoiceError, UserError } from "../../base/errors.ts";
import type { Inspect } from "../../base/inspect.ts";
import { linkCommands } from "../../ids.ts";
import { sha256 } from "../../base/sha256.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { unsavedDocument } from "../../ui/openDocument.ts";
import type { ConflictChoice } from "../../ui/conflicts.ts";
import { withProgress } from "../../ui/progress.ts";
import { confirm } from "../../ui/prompts.ts";
import { textOf } from "../content.ts";
import type { GistsModel } from "../model.ts";
import { GistProblem, notMine } from "../problem.ts";
import type { GistPublisher } from "../publishing/gistPublisher.ts";
import type { SettledOutcome } from "../publishing/publishEdits.ts";
import { type Done, showDone } from "./showDone.ts";
import type { LinkConflicts } from "./linkConflicts.ts";
import type { LinksModel } from "./model.ts";
import { requireLinked, requirePlace } from "./requirePlace.ts";
import { planPull, textToSend } from "./sync.ts";
import { plainOf } from "./textShape.ts";
import type { Link } from "./types.ts";
import { readSpot, spotProblem, uriOf } from "./workspaceFiles.ts";

interface LinkSyncDeps {
  readonly gists: GistsModel;
  readonly publisher: GistPublisher;
  readonly links: LinksModel;
  readonly conflicts: LinkConflicts;
  readonly inspect: Inspect;
  /** Bytes of the largest file that is read. */
  readonly maxFileBytes: () => number;
}

export interface SyncOptions {
  /** What both sides changed is left as it is, without a question. */
  readonly isQuiet?: boolean;
  /** What is done where both sides were changed, without a question. */
  readonly chosen?: ConflictChoice | undefined;
  /** The text of the gist that the user agreed to replace. */
  readonly over?: string | undefined;
  readonly signal?: AbortSignal;
}

interface Local {
  /** On the screen, or on the disk; null when there is no such file. */
  readonly text: string | null;
  readonly isDirty: boolean;
}

const gone = (links: LinksModel, link: Link): UserError => {
  const run = (command: string) => async () => {
    // The message may be answered after the file was linked to another one.
    requireLinked(links, link, "write");
    await vscode.commands.executeCommand(command, uriOf(link));
  };
  return new ChoiceError(
    vscode.l10n.t("The gist no longer has {0}. Unlink the file, or link it again.", link.fileName),
    [
      { title: vscode.l10n.t("Unlink"), run: run(linkCommands.unlink) },
      { title: vscode.l10n.t("Link Again"), run: run(linkCommands.link) },
    ],
  );
};

const notText = (link: Link): UserError =>
  new UserError(
    vscode.l10n.t("{0} in the gist isn't UTF-8 text, so it can't be linked to a file.", link.fileName),
  );

/** Throws CancelledError. */
const confirmAddAgain = (link: Link): Promise<void> =>
  confirm(
    vscode.l10n.t("“{0}” is no longer in the gist. Add it again?", link.fileName),
    vscode.l10n.t("It was deleted or renamed there."),
    vscode.l10n.t("Add File"),
  );

/** Takes linked files from their gists, and sends them there. */
export class LinkSync {
  readonly #deps: LinkSyncDeps;

  constructor(deps: LinkSyncDeps) {
    this.#deps = deps;
  }

  /** Takes what the gist has. */
  async pull(link: Link, options: SyncOptions = {}): Promise<Done> {
    const { links } = this.#deps;
    requirePlace(links, link);
    const theirs = await this.#readTheirs(link, options.signal);
    requireLinked(links, link, "write");
    if (theirs === null) throw gone(links, link);
    const { text: mine, isDirty } = await this.#readLocal(link);
    const isUntouched = mine !== null && !isDirty && (await sha256(plainOf(mine))) === link.base;
    const plan = planPull({ mine, isUntouched, theirs, base: undefined });
    if (plan.kind === "same") {
      if (isDirty) return "same";
      await links.rebase(link, theirs);
      await this.#end(link);
      return "same";
    }
    if (plan.kind !== "take" || options.chosen === "keepMine")
      return this.#bring(link, mine ?? "", theirs, options);
    requireLinked(links, link, "write");
    await vscode.workspace.fs.writeFile(uriOf(link), new TextEncoder().encode(plan.text));
    await links.rebase(link, theirs);
    await links.noteLocal(link);
    await this.#end(link);
    return "pulled";
  }

  /** Sends what is here. */
  async push(link: Link, { isQuiet = false, signal, over }: SyncOptions = {}): Promise<Done> {
    const { links, gists, publisher, conflicts, inspect } = this.#deps;
    const place = requirePlace(links, link);
    const unsaved = unsavedDocument(uriOf(link));
    if (unsaved && !(await unsaved.save()))
      throw new UserError(vscode.l10n.t("{0} could not be saved, so it was not pushed.", link.path));
    await conflicts.settled();
    const { text: mine } = await this.#readLocal(link);
    if (mine === null) throw new UserError(vscode.l10n.t("{0} no longer exists. Nothing was sent.", link.path));
    if (mine === "") throw new GistProblem("emptyContent", link.path);
    const { gist, text: theirs } = await links.readRemote(link, signal);
    requireLinked(links, link, "send");
    if (!gist) throw gone(links, link);
    if (theirs === undefined) throw notText(link);
    if (!gists.isMine(place.accountId, gist)) throw notMine(gist);
    if (theirs !== null && plainOf(theirs) === plainOf(mine)) {
      await links.rebase(link, mine);
      await links.noteLocal(link);
      await this.#end(link);
      return "same";
    }
    // The base may be another one since the document was saved.
    const { base } = links.at(link.folder, link.path) ?? link;
    const isAgreed = over !== undefined && theirs !== null && plainOf(theirs) === plainOf(over);
    if (theirs !== null && !isAgreed && (await sha256(plainOf(theirs))) !== base) {
      const brought = await this.#bring({ ...link, base }, mine, theirs, { isQuiet });
      if (brought !== "ahead") return brought;
    }
    if (theirs === null) await confirmAddAgain(link);
    const wanted = textToSend(mine, theirs);
    const inspected = await inspect({
      what: link.fileName,
      files: Object.fromEntries([[link.fileName, wanted]]),
      accountId: place.accountId,
      isSecret: !gist.public,
      ...(theirs === null ? {} : { known: [theirs] }),
    });
    if (signal?.aborted) throw new CancelledError();
    const sent = inspected[link.fileName] ?? wanted;
    const publish = async (against: string | null): Promise<SettledOutcome> => {
      requireLinked(links, link, "send");
      return publisher.publishOnce(place, { name: link.fileName, base: against, mine: sent });
    };
    let outcome = await publish(theirs);
    if (outcome.kind === "conflict" && outcome.theirs === null) {
      if (isQuiet) return "undecided";
      // The file was deleted after it was read above.
      await confirmAddAgain(link);
      outcome = await publish(null);
    }
    if (outcome.kind === "conflict")
      return outcome.theirs === null ? "undecided" : this.#bring(link, mine, outcome.theirs, { isQuiet });
    await links.rebase(link, sent);
    await links.noteLocal(link);
    await this.#end(link);
    if (outcome.kind === "merged")
      showStatus(vscode.l10n.t("“{0}” was merged with changes made elsewhere: pull it.", link.fileName), 8000);
    return "pushed";
  }

  /** Both sides are the same. What the file is linked to by now may be in conflict. */
  async #end(link: Link): Promise<void> {
    const { conflicts, links } = this.#deps;
    if (links.has(link)) await conflicts.end(link);
  }

  async #bring(link: Link, mine: string, theirs: string, { isQuiet, chosen }: SyncOptions): Promise<Done> {
    if (isQuiet) return "undecided";
    const push = async (latest: Link, over?: string): Promise<void> => {
      // What the gist has got since then is another conflict.
      const pushing = (signal: AbortSignal): Promise<Done> => this.push(latest, { signal, over });
      showDone(latest, await withProgress(vscode.l10n.t("Pushing…"), pushing));
    };
    return this.#deps.conflicts.bring(link, { mine, theirs }, push, chosen);
  }

  async #readLocal(link: Link): Promise<Local> {
    const problem = await spotProblem(link);
    if (problem === "link")
      throw new UserError(
        vscode.l10n.t("{0} is a link that may lead out of the workspace. It is left alone.", link.path),
      );
    const unsaved = unsavedDocument(uriOf(link));
    if (unsaved) return { text: unsaved.getText(), isDirty: true };
    const bytes = await readSpot(link);
    if (!bytes) return { text: null, isDirty: false };
    const text = bytes.length === 0 ? "" : textOf(link.path, bytes, this.#deps.maxFileBytes());
    return { text, isDirty: false };
  }

  async #readTheirs(link: Link, signal?: AbortSignal): Promise<string | null> {
    const { text } = await this.#deps.links.readRemote(link, signal);
    if (text === undefined) throw notText(link);
    return text;
  }
}
