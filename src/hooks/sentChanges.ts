import { decodeBase64, sameBytes } from "../base/bytes.ts";
import type { Hook } from "../client/types/hook.ts";
import { documentPlaceOf, type LocalChange, type LocalChanges } from "../localChanges/model.ts";
import type { Base } from "./hookBase.ts";
import type { HookBases } from "./hookBases.ts";

export interface SentText {
  readonly uri: Parameters<typeof documentPlaceOf>[0];
  readonly content: Uint8Array;
  /** The id of the change that an editor shows, or has more of. */
  readonly shown: string | undefined;
  /** What it is the text of, as far as that was known when it was to be sent: of that editor, or of a change. */
  readonly from: "ofEditor" | LocalChange | undefined;
}

interface SentChanges {
  /** The ids of those that the hook has once the text is sent; first the one that is sent. */
  readonly ids: readonly string[];
  /** The one that is sent, where the text isn't that of an editor. */
  readonly unshown: LocalChange | undefined;
  /** All of the document before the text is sent. */
  readonly before: readonly LocalChange[];
}

/**
 * The local changes that a text takes with it: those that have that very text, whichever window stored them, and the one
 * of the editor that it is from. Others stay.
 */
export const sentChanges = async (
  changes: LocalChanges,
  { uri, content, shown, from }: SentText,
): Promise<SentChanges> => {
  const place = documentPlaceOf(uri);
  // What can't be read now is as it was.
  await changes.get(place).catch(() => undefined);
  const before = changes.of(place);
  const same = before.filter((each) => sameBytes(decodeBase64(each.content), content));
  const isOfEditor = from === "ofEditor";
  const newest = same.at(-1) ?? (isOfEditor ? undefined : from);
  const ofEditor = isOfEditor ? shown : undefined;
  const ids = [ofEditor, newest?.id, ...same.map(({ id }) => id)].filter((id) => id !== undefined);
  return { ids: [...new Set(ids)], unshown: isOfEditor ? undefined : newest, before };
};

interface SentDocument {
  readonly key: string;
  /** As `SentText.shown`. */
  readonly shown: string | undefined;
  /** What the editor's text was based on before. */
  readonly base: Base | undefined;
  /** What the hook is now. */
  readonly hook: Hook | undefined;
  readonly isUnsaved: boolean;
  /** The document of the hook that a new one has become. */
  readonly next: SentText["uri"] | undefined;
}

/** Stores what is left of a document again, based on what was sent. */
const rebase = async (
  changes: LocalChanges,
  later: LocalChange,
  hook: Hook,
  next: SentDocument["next"],
): Promise<LocalChange> => {
  const base = JSON.stringify(hook);
  if (!next) return changes.rebase(later, base);
  const { content, description } = later;
  const moved = await changes.store({ place: documentPlaceOf(next), content, base, description }, undefined);
  await changes.removeSent(later.id);
  return moved;
};

/** The hook has what was sent. What Auto Save stored in place of it while that lasted is based on it. */
export const replaceSent = async (
  changes: LocalChanges,
  bases: HookBases,
  { ids, unshown, before }: SentChanges,
  { key, shown, base, hook, isUnsaved, next }: SentDocument,
): Promise<void> => {
  const sent = before.find(({ id }) => ids.includes(id));
  const later = sent && changes.laterOf(sent, before);
  const showsLater = later !== undefined && later.id === bases.changeOf(key);
  if (!showsLater) {
    // An editor may show another text, which is based on what the hook was.
    const showsOther = shown === undefined ? isUnsaved : !ids.includes(shown);
    if (unshown) bases.putBack(key, showsOther ? base : undefined);
    if (shown === undefined || ids.includes(shown)) bases.setChange(key, undefined);
  }
  if (next && hook) bases.keep(next.toString(), hook);
  const isSame = later !== undefined && later.content === sent?.content;
  // One that can't be removed is no change of the hook.
  for (const id of isSame ? [...ids, later.id] : ids) await changes.remove(id).catch(() => undefined);
  // It may be discarded by then.
  const isLeft = later !== undefined && changes.record(later.id) !== undefined;
  // What can't be stored conflicts with what was sent, when it is sent.
  const rebased = isLeft && hook ? await rebase(changes, later, hook, next).catch(() => later) : undefined;
  if (!showsLater) return;
  bases.setChange(key, undefined);
  bases.setChange(rebased?.place.uri ?? key, rebased?.id);
  // Where it can't be stored, the user is asked after a reload of the window.
  if (isUnsaved && hook) await bases.storeBase(key, { hook, change: rebased?.id }).catch(() => undefined);
};
