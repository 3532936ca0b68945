import type { Gist } from "../../client/types/gist.ts";
import { fileOf } from "../gistFacts.ts";
import { mergeTexts } from "../../base/mergeTexts.ts";

/** A file's new content, and what the service had when the edit began. */
export interface ContentEdit {
  readonly name: string;
  /** Null when the service had no such file. */
  readonly base: string | null;
  readonly mine: string;
}

/** What became of it. `text` is what the service has now. */
export type Outcome =
  | { readonly kind: "published" | "merged" | "unchanged"; readonly text: string }
  | {
      readonly kind: "conflict";
      readonly base: string | null;
      readonly mine: string;
      readonly theirs: string | null;
    };

export interface GistAccess {
  /** The gist as the service has it now. */
  read(): Promise<Gist>;
  /** The whole text of a file; null when there is none. */
  textOf(gist: Gist, name: string): Promise<string | null>;
  /** The gist as it was at a version; undefined when the service does not tell. */
  version(sha: string): Promise<Gist | undefined>;
  edit(files: Readonly<Record<string, { readonly content: string }>>): Promise<Gist>;
}

/** How often an edit is made again because somebody else's slipped in. */
const attempts = 5;

const decide = (edit: ContentEdit, theirs: string | null): Outcome => {
  const { base, mine } = edit;
  if (theirs === mine) return { kind: "unchanged", text: mine };
  if (theirs === base) return { kind: "published", text: mine };
  // Deleted there and changed here, or the other way round: nobody but the user can decide.
  if (theirs === null || base === null) return { kind: "conflict", base, mine, theirs };
  const text = mergeTexts(base, mine, theirs);
  if (text === undefined) return { kind: "conflict", base, mine, theirs };
  return text === theirs ? { kind: "unchanged", text } : { kind: "merged", text };
};

/** The version before the one that our edit made, as its answer tells. */
const versionBefore = (gist: Gist): string | undefined => gist.history?.[1]?.version;

/**
 * Publishes edits of one gist in one call, and never over somebody else's: what the service has is read first, merged
 * where it merges cleanly, and looked at again afterwards for an edit that slipped in between. Throws HttpError.
 */
export const publish = async (edits: readonly ContentEdit[], access: GistAccess): Promise<readonly Outcome[]> => {
  let remote = await access.read();
  let open: readonly ContentEdit[] = edits;
  const outcomes = new Map<string, Outcome>();
  for (let attempt = 0; attempt < attempts && open.length > 0; attempt++) {
    const theirs = new Map<string, string | null>();
    for (const edit of open) theirs.set(edit.name, await access.textOf(remote, edit.name));
    for (const edit of open) outcomes.set(edit.name, decide(edit, theirs.get(edit.name) ?? null));
    const changed = new Map<string, { content: string }>();
    for (const { name } of open) {
      const outcome = outcomes.get(name);
      if (outcome?.kind === "published" || outcome?.kind === "merged")
        changed.set(name, { content: outcome.text });
      // Ours went over theirs before we saw them: theirs are put back until the user has decided.
      if (outcome?.kind === "conflict" && attempt > 0 && outcome.theirs !== null)
        changed.set(name, { content: outcome.theirs });
    }
    if (changed.size === 0) break;
    const expected = remote.history?.[0]?.version;
    const answer = await access.edit(Object.fromEntries(changed));
    const before = versionBefore(answer);
    if (expected === undefined || before === undefined || before === expected) break;
    // Somebody's edit slipped in: ours stands on top of it. What it changed is brought back by one more edit.
    const slipped = await access.version(before);
    if (!slipped) break;
    const again: ContentEdit[] = [];
    for (const [name, { content: ours }] of changed) {
      const text = await access.textOf(slipped, name);
      const assumed = theirs.get(name) ?? null;
      // Seen from the state that we knew, theirs is the other side of a merge with ours.
      if (text !== assumed && text !== ours) again.push({ name, base: assumed, mine: ours });
    }
    open = again;
    if (again.length > 0) remote = withFiles(answer, slipped, again);
  }
  return edits.map(({ name }) => outcomes.get(name) as Outcome);
};

/** The newest gist, with these files as the slipped version has them. */
const withFiles = (newest: Gist, slipped: Gist, edits: readonly ContentEdit[]): Gist => ({
  ...newest,
  files: {
    ...newest.files,
    ...Object.fromEntries(edits.map(({ name }) => [name, fileOf(slipped, name) ?? null])),
  },
});
