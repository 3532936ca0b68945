import { mergeTexts } from "../../base/mergeTexts.ts";
import type { Gist } from "../../client/types/gist.ts";
import { maxEarlier } from "./origins.ts";
import type { PendingEdit, UnconfirmedWrite } from "./pendingEdit.ts";
import { UnconfirmedError } from "./publishErrors.ts";
import type { ContentEdit, GistAccess } from "./publishEdits.ts";

/** How an edit goes on whose earlier write may have been made. */
export type Confirmed =
  | { readonly kind: "edit"; readonly sides?: { readonly base: string | null; readonly mine: string } }
  /** The write went over `theirs`, which cannot be merged; `isOver` when it is still what the service has. */
  | {
      readonly kind: "conflict";
      readonly base: string | null;
      readonly theirs: string | null;
      readonly isOver: boolean;
    };

/**
 * Looks in the gist's history whether an earlier write of an edit was made, and whether another user's edit came
 * in before it, which it would have overwritten. `remote` is the gist as it is now. Throws HttpError.
 */
export const confirmWrite = async (edit: ContentEdit, remote: Gist, access: GistAccess): Promise<Confirmed> => {
  // A later write was made of what was found out about the earlier ones.
  for (const write of (edit.unconfirmed ?? []).toReversed()) {
    const confirmed = await findWrite(write, edit, remote, access);
    if (confirmed) return confirmed;
  }
  return { kind: "edit" };
};

/** The unconfirmed writes of an edit that was sent last with this error. */
export const unconfirmedAfter = (before: PendingEdit | undefined, error: unknown): readonly UnconfirmedWrite[] => {
  const former = before?.unconfirmed ?? [];
  return error instanceof UnconfirmedError ? [...former, ...error.writes].slice(-maxEarlier) : former;
};

/** Undefined when the write was not made. */
const findWrite = async (
  write: UnconfirmedWrite,
  { name, mine }: ContentEdit,
  remote: Gist,
  access: GistAccess,
): Promise<Confirmed | undefined> => {
  const history = remote.history ?? [];
  const expectedAt = history.findIndex(({ version }) => version === write.expected);
  const textAt = async (index: number): Promise<string | null | undefined> => {
    const gist = index === 0 ? remote : await access.version(history[index]?.version ?? "");
    return gist && access.textOf(gist, name);
  };
  for (let index = 0; index < expectedAt; index++) {
    if ((await textAt(index)) !== write.text) continue;
    const slipped = index + 1 === expectedAt ? write.assumed : await textAt(index + 1);
    // A file that was deleted before the write is there again by it.
    if (slipped === undefined || slipped === null || slipped === write.assumed || slipped === write.text)
      return { kind: "edit", sides: { base: write.mine, mine } };
    const both = write.assumed === null ? undefined : mergeTexts(write.assumed, write.text, slipped);
    const all = both === undefined ? undefined : mergeTexts(write.mine, mine, both);
    if (all === undefined) return { kind: "conflict", base: write.assumed, theirs: slipped, isOver: index === 0 };
    return { kind: "edit", sides: { base: write.text, mine: all } };
  }
  return undefined;
};
