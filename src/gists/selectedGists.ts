import type { Gist } from "../client/types/gist.ts";
import type { Reports } from "../ui/reports.ts";
import { selectedItems } from "../ui/selectedItems.ts";
import { titleOf } from "./gistFacts.ts";
import type { GistTreeNode } from "./nodeTypes.ts";
import { toUserError } from "./problemText.ts";

export interface SelectedGist {
  readonly accountId: string;
  readonly gist: Gist;
}

/**
 * The gists of the rows that are selected together, each once; none when the command means one thing only. Where it was
 * run on a gist's row, rows of files don't mean their gists.
 */
export const selectedGists = (target: unknown, rows: unknown): readonly SelectedGist[] => {
  const isOnGist = (target as Partial<GistTreeNode> | undefined)?.kind === "gist";
  const found = selectedItems<SelectedGist>(
    rows,
    (row) => {
      const node = (row ?? {}) as Partial<GistTreeNode>;
      const isMeant = node.kind === "gist" || (node.kind === "file" && !isOnGist);
      return isMeant && node.accountId !== undefined && node.gist
        ? { accountId: node.accountId, gist: node.gist }
        : undefined;
    },
    ({ accountId, gist }) => `${accountId}/${gist.id}`,
  );
  return isOnGist && found.length < 2 ? [] : found;
};

/** Does the same with each gist and reports the result, item by item where something was not done. */
export const withEach = (
  reports: Reports,
  gists: readonly SelectedGist[],
  texts: { readonly title: string; readonly allDone: string },
  action: (gist: SelectedGist, signal: AbortSignal) => Promise<unknown>,
): Promise<void> =>
  reports.runEach(gists, { ...texts, labelOf: ({ gist }) => titleOf(gist), explain: toUserError }, action);
