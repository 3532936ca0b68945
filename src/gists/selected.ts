import type { Gist } from "../client/types/gist.ts";
import { eachItem, tellResults } from "../ui/eachItem.ts";
import { titleOf } from "./gistFacts.ts";
import type { GistTreeNode } from "./nodeTypes.ts";
import { toUserError } from "./problemText.ts";

export interface SelectedGist {
  readonly accountId: string;
  readonly gist: Gist;
}

/** The gists of the rows that are selected together, each once; none when the command means one thing only. */
export const selectedGists = (nodes: unknown): readonly SelectedGist[] => {
  if (!Array.isArray(nodes) || nodes.length < 2) return [];
  const found = new Map<string, SelectedGist>();
  for (const node of nodes as readonly GistTreeNode[])
    if (node.kind === "gist" || node.kind === "file")
      found.set(`${node.accountId}/${node.gist.id}`, { accountId: node.accountId, gist: node.gist });
  return [...found.values()];
};

/** Does the same with each gist and tells how it went, item by item where something failed. */
export const withEach = async (
  gists: readonly SelectedGist[],
  title: string,
  allDone: string,
  action: (gist: SelectedGist, signal: AbortSignal) => Promise<unknown>,
): Promise<void> => {
  const results = await eachItem(
    title,
    gists,
    ({ gist }) => titleOf(gist),
    async (each, signal) => {
      try {
        await action(each, signal);
      } catch (error) {
        throw toUserError(error);
      }
    },
  );
  await tellResults(results, allDone, title);
};
