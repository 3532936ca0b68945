import { decodeBase64, sameBytes } from "../base/bytes.ts";
import type { Hook } from "../client/types/hook.ts";
import { documentPlaceOf, type LocalChange, type LocalChanges } from "../localChanges/model.ts";

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

/** What Auto Save stored in place of what was sent while that lasted. */
export const laterChange = (
  changes: LocalChanges,
  { ids, before }: Pick<SentChanges, "ids" | "before">,
): LocalChange | undefined => {
  const [sent] = before.filter(({ id }) => ids.includes(id));
  const isLater = ({ id, since }: LocalChange): boolean =>
    since === sent?.since && changes.isOwn(id) && before.every((each) => each.id !== id);
  return sent && changes.of(sent.place).find(isLater);
};

/** The hook has the changes with these ids: what was stored in place of them is based on it. Answers the id that this has then. */
export const replaceSent = async (
  changes: LocalChanges,
  ids: readonly string[],
  later: LocalChange | undefined,
  hook: Hook | undefined,
): Promise<string | undefined> => {
  // One that can't be removed is no change of the hook.
  for (const id of ids) await changes.remove(id).catch(() => undefined);
  if (!later || !hook) return later?.id;
  // What can't be stored conflicts with what was sent, when it is sent.
  const rebased = await changes.rebase(later, JSON.stringify(hook)).catch(() => later);
  return rebased.id;
};
