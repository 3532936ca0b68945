import type { Gist } from "../client/types/gist.ts";
import type { Reports } from "../ui/reports.ts";
import { selectedItems } from "../ui/selectedItems.ts";
import { titleOf } from "./gistFacts.ts";
import { toUserError } from "./problemText.ts";

export interface SelectedGist {
  readonly accountId: string;
  readonly gist: Gist;
}

const gistsOf = (rows: unknown, kinds: readonly unknown[]): readonly SelectedGist[] =>
  selectedItems<SelectedGist>(
    rows,
    (row) => {
      const { kind, accountId, gist } = (row ?? {}) as Partial<SelectedGist> & { readonly kind?: unknown };
      return kinds.includes(kind) && accountId !== undefined && gist ? { accountId, gist } : undefined;
    },
    ({ accountId, gist }) => `${accountId}/${gist.id}`,
  );

/**
 * The gists of the rows that are selected together, each once, also those of files' rows; none when the command means one
 * thing only.
 */
export const selectedGists = (rows: unknown): readonly SelectedGist[] => gistsOf(rows, ["gist", "file"]);

/** As `selectedGists`, for what can't be undone: the row of a file doesn't mean its gist. */
export const selectedGistRows = (rows: unknown): readonly SelectedGist[] => gistsOf(rows, ["gist"]);

/** Does the same with each gist and reports the result, item by item where something was not done. */
export const withEach = (
  reports: Reports,
  gists: readonly SelectedGist[],
  texts: { readonly title: string; readonly allDone: string },
  action: (gist: SelectedGist, signal: AbortSignal) => Promise<unknown>,
): Promise<void> =>
  reports.runEach(gists, { ...texts, labelOf: ({ gist }) => titleOf(gist), explain: toUserError }, action);
