import type { Account, AccountsModel } from "../../accounts/model.ts";
import { requireAccount } from "../../accounts/requireAccount.ts";
import { shownText } from "../../base/bytes.ts";
import { type Clock, systemClock } from "../../base/clock.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { Emitter } from "../../base/event.ts";
import { HttpError } from "../../client/errors.ts";
import { LostWrites } from "../../client/lostWrites.ts";
import type { Gist } from "../../client/types/gist.ts";
import { nameProblem } from "../fileName.ts";
import { hurriedTask } from "../../ui/callOrigin.ts";
import { fileOf, filesOf, textsOf } from "../gistFacts.ts";
import type { GistsModel } from "../model.ts";
import { GistProblem } from "../problem.ts";
import type { FilePlace, GistPlace } from "../types.ts";
import { EditJoiner, type GistEdit, type SentEdit } from "./editJoiner.ts";
import {
  type ContentEdit,
  type FileEdit,
  type GistAccess,
  type Outcome,
  publishEdits,
  type SettledOutcome,
  versionBefore,
} from "./publishEdits.ts";

/** The gist was read just now: that it is not found means that it may not be changed. */
const throwForbidden = (error: unknown): never => {
  if (!HttpError.is(error, "notFound")) throw error;
  throw new HttpError(error.missing ? "permission" : "forbidden", error.code, error.text ?? error.message, {
    cause: error,
    headers: error.headers,
    ...(error.missing ? { missing: error.missing } : {}),
    ...(error.grant ? { grant: error.grant } : {}),
  });
};

/** An edit that was sent and whose answer was lost. */
interface LostEdit {
  readonly name: string;
  readonly mine: string | null;
  readonly outcome: Extract<Outcome<string | null>, { readonly kind: "unconfirmed" }>;
}

/** Sends every change of gists that exist: those of one gist in order, what comes within a moment as one call. */
export class GistPublisher {
  readonly #accounts: AccountsModel;
  readonly #gists: GistsModel;
  readonly #store = new DisposableStore();
  readonly #fileRenamed = this.#store.add(new Emitter<{ place: FilePlace; newName: string }>());
  readonly onDidRenameFile = this.#fileRenamed.event;
  readonly #lost: LostWrites;
  readonly #joiner: EditJoiner<SentEdit>;

  constructor(accounts: AccountsModel, gists: GistsModel, clock: Clock = systemClock) {
    this.#accounts = accounts;
    this.#gists = gists;
    this.#lost = new LostWrites(clock);
    this.#joiner = new EditJoiner(clock, {
      send: (key, edit) => this.#send(key, edit),
      isInSave: () => hurriedTask() === "save",
      unlessHeld: (key, before) => this.#accountOf(key).client.unlessHeld(before),
    });
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Publishes a file's content, never over another user's change. Throws HttpError. */
  async publish(place: FilePlace, edit: ContentEdit): Promise<Outcome> {
    const { outcomes } = await this.#joiner.add(`${place.accountId}/${place.gistId}`, {
      files: {},
      contents: { [edit.name]: edit },
    });
    return outcomes.get(edit.name) as Outcome;
  }

  /** As `publish`, for what is not stored as a pending edit: throws when it is not known whether the edit is there. */
  async publishOnce(place: FilePlace, edit: ContentEdit): Promise<SettledOutcome> {
    const outcomes = await this.publishFiles(place, [edit]);
    return outcomes.get(edit.name) as SettledOutcome;
  }

  /**
   * Publishes contents and deletions of one gist in one call, never over another user's change. Answers what became of
   * each file, by name. Where the answer was lost, the service is asked once whether it has them; nothing is sent again.
   * Throws HttpError, also when it is not known whether the call was made.
   */
  async publishFiles(
    place: GistPlace,
    edits: readonly FileEdit[],
  ): Promise<ReadonlyMap<string, SettledOutcome<string | null>>> {
    const sent = await this.#joiner.add(`${place.accountId}/${place.gistId}`, {
      files: {},
      contents: Object.fromEntries(edits.map((edit) => [edit.name, edit])),
    });
    const outcomes = new Map<string, SettledOutcome<string | null>>();
    const lost: LostEdit[] = [];
    for (const { name, mine } of edits) {
      const outcome = sent.outcomes.get(name);
      if (outcome?.kind === "unconfirmed") lost.push({ name, mine, outcome });
      else if (outcome) outcomes.set(name, outcome);
    }
    const [first] = lost;
    if (first === undefined) return outcomes;
    const found = await this.#find(place, lost).catch(() => undefined);
    if (!found) throw first.outcome.error;
    return new Map([...outcomes, ...found]);
  }

  /** Undefined unless the service has all of them, on top of what they were made on: then no other edit was gone over. */
  async #find(
    place: GistPlace,
    lost: readonly LostEdit[],
  ): Promise<ReadonlyMap<string, SettledOutcome<string | null>> | undefined> {
    const { accountId, gistId } = place;
    const gist = await this.#gists.read(accountId, gistId, { fresh: true });
    const found = new Map<string, SettledOutcome<string | null>>();
    for (const { name, mine, outcome } of lost) {
      const write = outcome.writes.at(-1);
      if (write && versionBefore(gist) !== write.expected) return undefined;
      const text = write ? write.text : mine;
      if ((await this.#textOf(place, gist, name)) !== text) return undefined;
      found.set(name, { kind: text === mine ? "published" : "merged", text });
    }
    return found;
  }

  async #textOf(place: GistPlace, gist: Gist, name: string): Promise<string | null> {
    const file = fileOf(gist, name);
    return file ? shownText(await this.#gists.wholeFile({ ...place, fileName: name }, file)) : null;
  }

  async editDescription(accountId: string, gistId: string, description: string): Promise<void> {
    await this.#change({ accountId, gistId }, { description, files: {} });
  }

  /** Throws GistProblem `name:…` unless a file of the gist may have this name. `taken`: names besides the gist's. */
  async requireFreeName(place: GistPlace, newName: string, taken: readonly string[]): Promise<void> {
    const gist = await this.#gists.get(place.accountId, place.gistId);
    const names = filesOf(gist).map(({ filename }) => filename);
    const problem = nameProblem(newName, [...names, ...taken]);
    if (problem) throw new GistProblem(`name:${problem}`, newName);
  }

  /** `taken`: as in `requireFreeName`. */
  async renameFile(place: FilePlace, newName: string, taken: readonly string[] = []): Promise<void> {
    await this.requireFreeName(place, newName, taken);
    await this.#change(place, { files: { [place.fileName]: { filename: newName } } });
    this.#fileRenamed.fire({ place, newName });
  }

  async deleteFile(place: FilePlace): Promise<void> {
    await this.#change(place, { files: { [place.fileName]: null } });
  }

  /** Throws when the change was not made, or when that is not known. */
  async #change({ accountId, gistId }: GistPlace, edit: GistEdit): Promise<void> {
    const { failure } = await this.#joiner.add(`${accountId}/${gistId}`, edit);
    if (failure !== undefined) throw failure;
  }

  #accountOf(key: string): Account {
    return requireAccount(this.#accounts, key.slice(0, key.indexOf("/")));
  }

  async #send(key: string, edit: GistEdit): Promise<SentEdit> {
    const account = this.#accountOf(key);
    const [accountId = "", gistId = ""] = key.split("/");
    const { contents = {}, ...changes } = edit;
    /** What goes along with the first call. */
    let rest: GistEdit | undefined =
      Object.keys(changes.files).length > 0 || "description" in changes ? changes : undefined;
    const known = () => ({ known: textsOf(this.#gists.detail(accountId, gistId)) });
    const send = async (files: GistEdit["files"]): Promise<Gist> => {
      const body = { ...rest, files: { ...rest?.files, ...files } };
      rest = undefined;
      const answer = account.client.call("gists.edit", { id: gistId, ...body }, known());
      return this.#gists.edited(accountId, await answer.catch(throwForbidden));
    };
    const edits = Object.values(contents);
    const outcomes =
      edits.length === 0 ? [] : await publishEdits(edits, this.#access({ accountId, gistId }, send));
    if (rest)
      this.#gists.edited(
        accountId,
        await this.#lost.call(account, "gists.edit", { id: gistId, ...rest }, known()),
      );
    // Other changes went with the contents: nothing is known of them either.
    const unconfirmed = outcomes.find((outcome) => outcome.kind === "unconfirmed");
    return {
      outcomes: new Map(edits.map(({ name }, index) => [name, outcomes[index] as Outcome<string | null>])),
      failure: unconfirmed?.error,
    };
  }

  #access({ accountId, gistId }: GistPlace, edit: GistAccess["edit"]): GistAccess {
    const { client } = requireAccount(this.#accounts, accountId);
    return {
      read: () => this.#gists.read(accountId, gistId, { fresh: true }),
      textOf: (gist, name) => this.#textOf({ accountId, gistId }, gist, name),
      version: async (sha) => (await client.get(`/gists/${gistId}/${encodeURIComponent(sha)}`)) as Gist,
      edit,
    };
  }
}
