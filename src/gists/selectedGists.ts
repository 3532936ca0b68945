import * as vscode from "vscode";
import type { Gist } from "../client/types/gist.ts";
import { runBatch, lineOf } from "../ui/runBatch.ts";
import { titleOf } from "./gistFacts.ts";
import type { GistTreeNode } from "./nodeTypes.ts";
import { toUserError } from "./problemText.ts";
import type { Reports } from "./reports.ts";
import { showStatus } from "../ui/messages.ts";

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

/** Does the same with each gist and reports the result, item by item where something was not done. */
export const withEach = async (
  reports: Reports,
  gists: readonly SelectedGist[],
  { title, allDone }: { readonly title: string; readonly allDone: string },
  action: (gist: SelectedGist, signal: AbortSignal) => Promise<unknown>,
): Promise<void> => {
  const results = await runBatch(
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
  const done = results.filter(({ state }) => state === "done").length;
  if (done === results.length) showStatus(allDone, 4000);
  else
    await reports.notify(
      vscode.l10n.t("{0}: {1} of {2} done.", title, done, results.length),
      title,
      results.map(lineOf),
    );
};
