import { localizable } from "../../base/localizable.ts";
import { mergeTexts } from "../../base/mergeTexts.ts";
import { HttpError } from "../../client/errors.ts";
import type { Gist } from "../../client/types/gist.ts";
import { mayHaveSucceeded } from "../mayHaveSucceeded.ts";
import { fileOf } from "../gistFacts.ts";
import { sha256 } from "../../base/sha256.ts";
import type { UnconfirmedWrite } from "./pendingEdit.ts";
import { type Confirmed, confirmWrite } from "./unconfirmedWrite.ts";

/** A file's new content, and what the service had when the edit began. */
export interface ContentEdit {
  readonly name: string;
  /** Null when the service had no such file. */
  readonly base: string | null;
  readonly mine: string;
  /** SHA-256 of the texts that `mine` is based on here: when the service has one of them, it is ours. */
  readonly earlier?: readonly string[];
  /** One of these texts: when theirs has what was changed in it, `mine` is merged on top of it. */
  readonly grewFrom?: string;
  /** Earlier writes of this edit of which it is not known whether they were made, the oldest first. */
  readonly unconfirmed?: readonly UnconfirmedWrite[];
  /** The user is merging it with what the service had: nothing is sent. */
  readonly isMerging?: boolean;
  /** Called before each write of the edit, with all of them, the oldest first: the write is sent when it has resolved. */
  readonly willSend?: ((writes: readonly UnconfirmedWrite[]) => Promise<void>) | undefined;
}

/** A file that is deleted, provided that the service still has the text that was seen. */
interface FileDeletion {
  readonly name: string;
  readonly base: string;
  readonly mine: null;
}

export type FileEdit = ContentEdit | FileDeletion;

interface Conflict<Text> {
  readonly kind: "conflict";
  readonly base: string | null;
  readonly mine: Text;
  readonly theirs: string | null;
}

/** What became of it. `text` is what the service has now; with deletions among the edits, null for no such file. */
export type Outcome<Text extends string | null = string> =
  | { readonly kind: "published" | "merged" | "unchanged"; readonly text: Text }
  | Conflict<Text>
  /** It was sent, and it is not known whether it is there: `error` says why. */
  | {
      readonly kind: "unconfirmed";
      readonly error: unknown;
      /** The oldest first. */
      readonly writes: readonly UnconfirmedWrite[];
    };

/** What is known to be there, or not. */
export type SettledOutcome<Text extends string | null = string> = Exclude<
  Outcome<Text>,
  { readonly kind: "unconfirmed" }
>;

export interface GistAccess {
  /** The gist as the service has it now. */
  read(): Promise<Gist>;
  /** The whole text of a file; null when there is none. */
  textOf(gist: Gist, name: string): Promise<string | null>;
  /** The gist as it was at a version; undefined when the service does not have it. */
  version(sha: string): Promise<Gist | undefined>;
  /** Null deletes the file. */
  edit(files: Readonly<Record<string, { readonly content: string } | null>>): Promise<Gist>;
}

/** How often an edit is repeated because another user's edit came in between. */
const attempts = 5;

const decide = async (edit: FileEdit, theirs: string | null): Promise<Outcome<string | null>> => {
  const { base, mine } = edit;
  if (mine !== null && edit.isMerging) return { kind: "conflict", base, mine, theirs };
  if (theirs === mine) return { kind: "unchanged", text: mine };
  if (theirs === base) return { kind: "published", text: mine };
  if (mine === null) return { kind: "conflict", base, mine, theirs };
  const { earlier = [], grewFrom } = edit;
  if (theirs !== null && earlier.length > 0 && earlier.includes(await sha256(theirs)))
    return { kind: "published", text: mine };
  // Deleted there and changed here, or the other way round: only the user can decide.
  if (theirs === null || base === null) return { kind: "conflict", base, mine, theirs };
  const isInTheirs = grewFrom !== undefined && mergeTexts(base, grewFrom, theirs) === theirs;
  const text = mergeTexts(isInTheirs ? grewFrom : base, mine, theirs);
  if (text === undefined) return { kind: "conflict", base, mine, theirs };
  return text === theirs ? { kind: "unchanged", text } : { kind: "merged", text };
};

/** The version before the newest one: before the one that our edit made, if this is its answer. */
export const versionBefore = (gist: Gist): string | undefined => gist.history?.[1]?.version;

/**
 * Publishes edits of one gist in one call, and never over another user's: what the service has is read first, merged
 * where it merges cleanly, and read again afterwards to find an edit that came in between. Throws HttpError when
 * nothing was sent.
 */
export const publishEdits = async <Edit extends FileEdit>(
  edits: readonly Edit[],
  access: GistAccess,
): Promise<readonly Outcome<Edit["mine"]>[]> => {
  let remote = await access.read();
  const outcomes = new Map<string, Outcome<string | null>>();
  const outcomesOf = (): readonly Outcome<Edit["mine"]>[] =>
    edits.map(({ name }) => outcomes.get(name) as Outcome<Edit["mine"]>);
  /** Texts of others that an unconfirmed write of ours went over: they are put back until the user has decided. */
  const putBack = new Map<string, string>();
  let open: readonly FileEdit[] = (
    await Promise.all(
      edits.map(async (edit: FileEdit) =>
        edit.mine === null ? edit : take(edit, await confirmWrite(edit, remote, access)),
      ),
    )
  ).flatMap((edit) => edit ?? []);
  function take(edit: ContentEdit, confirmed: Confirmed): ContentEdit | undefined {
    if (confirmed.kind === "edit") return { ...edit, ...confirmed.sides };
    const { base, theirs, isOver } = confirmed;
    outcomes.set(edit.name, { kind: "conflict", base, mine: edit.mine, theirs });
    if (isOver && theirs !== null) putBack.set(edit.name, theirs);
    return undefined;
  }
  const mineOf = (name: string): string | null => edits.find((edit) => edit.name === name)?.mine ?? null;
  /** The writes of each text: what a retry has to look for. */
  const writes = new Map<string, readonly UnconfirmedWrite[]>();
  /** What our last write made of each text: what the next one is made on. */
  const stands = new Map<string, string | null>();
  /** What went over theirs is put back: the retry finds that write again, and not the one that puts back. */
  const writesToFind = (name: string, made: readonly UnconfirmedWrite[]): readonly UnconfirmedWrite[] =>
    outcomes.get(name)?.kind === "conflict" ? made.slice(0, -1) : made;
  const setUnconfirmed = (names: Iterable<string>, error: unknown): void => {
    for (const name of names) {
      // A deletion is not tried again later: the caller looks first.
      const made = writes.get(name) ?? (mineOf(name) === null ? [] : undefined);
      if (!made) throw error;
      outcomes.set(name, { kind: "unconfirmed", error, writes: writesToFind(name, made) });
    }
  };
  const announce = async (edit: FileEdit): Promise<void> => {
    const found = writesToFind(edit.name, writes.get(edit.name) ?? []);
    if (edit.mine !== null && found.length > 0) await edit.willSend?.(found);
  };
  for (let attempt = 0; attempt < attempts && (open.length > 0 || putBack.size > 0); attempt++) {
    const theirs = new Map<string, string | null>();
    for (const edit of open) theirs.set(edit.name, await access.textOf(remote, edit.name));
    for (const edit of open) outcomes.set(edit.name, await decide(edit, theirs.get(edit.name) ?? null));
    const changed = new Map<string, { readonly content: string } | null>(
      [...putBack].map(([name, content]) => [name, { content }]),
    );
    putBack.clear();
    for (const { name } of open) {
      const outcome = outcomes.get(name);
      if (outcome?.kind === "published" || outcome?.kind === "merged") changed.set(name, contentOf(outcome.text));
      // Theirs has ours in it, but ours alone stands there.
      if (outcome?.kind === "unchanged" && attempt > 0 && outcome.text !== stands.get(name)) {
        changed.set(name, contentOf(outcome.text));
        outcomes.set(name, { kind: "merged", text: outcome.text });
      }
      // Ours went over theirs before we saw them: theirs are put back until the user has decided.
      if (outcome?.kind === "conflict" && attempt > 0 && outcome.theirs !== null)
        changed.set(name, { content: outcome.theirs });
    }
    if (changed.size === 0) return outcomesOf();
    const expected = remote.history?.[0]?.version;
    const assumed = new Map(
      [...changed.keys()].map((name) => [name, (stands.has(name) ? stands : theirs).get(name) ?? null]),
    );
    if (expected !== undefined)
      for (const [name, change] of changed) {
        const mine = mineOf(name);
        if (mine === null || change === null) continue;
        const write = { expected, assumed: assumed.get(name) ?? null, mine, text: change.content };
        writes.set(name, [...(writes.get(name) ?? []), write]);
      }
    await Promise.all(edits.filter(({ name }) => changed.has(name)).map(announce));
    let isSent = attempt > 0;
    try {
      const answer = await access.edit(Object.fromEntries(changed));
      isSent = true;
      const before = versionBefore(answer);
      if (expected === undefined || before === undefined || before === expected) return outcomesOf();
      // Another user's edit came in between and was overwritten. Another edit restores its changes.
      const slipped = await access.version(before);
      if (!slipped) return outcomesOf();
      const again: FileEdit[] = [];
      for (const [name, change] of changed) {
        const ours = change?.content ?? null;
        stands.set(name, ours);
        const text = await access.textOf(slipped, name);
        const base = assumed.get(name) ?? null;
        // Seen from the state that we knew, theirs is the other side of a merge with ours.
        if (!theirs.has(name) || text === base || text === ours) continue;
        // They deleted it before our write, which made it again: the service has what the outcome says.
        if (text === null) continue;
        if (ours !== null) again.push({ name, base, mine: ours });
        else if (base !== null) again.push({ name, base, mine: ours });
      }
      open = again;
      if (again.length > 0) remote = withFiles(answer, slipped, again);
    } catch (error) {
      if (!isSent && !mayHaveSucceeded(error)) throw error;
      setUnconfirmed(changed.keys(), error);
      return outcomesOf();
    }
  }
  if (open.length > 0) {
    const text = localizable("The gist was changed elsewhere again and again.");
    setUnconfirmed(
      open.map(({ name }) => name),
      new HttpError("conflict", 409, text, { mayHaveSucceeded: true }),
    );
  }
  return outcomesOf();
};

const contentOf = (text: string | null): { readonly content: string } | null =>
  text === null ? null : { content: text };

/** The newest gist, with these files as the slipped version has them. */
const withFiles = (newest: Gist, slipped: Gist, edits: readonly FileEdit[]): Gist => ({
  ...newest,
  files: {
    ...newest.files,
    ...Object.fromEntries(edits.map(({ name }) => [name, fileOf(slipped, name) ?? null])),
  },
});
