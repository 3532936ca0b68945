import * as vscode from "vscode";
import { repositoriesText } from "../ui/counts.ts";
import type { Reports } from "../ui/reports.ts";
import { selectedItems } from "../ui/selectedItems.ts";
import type { ReposModel } from "./model.ts";
import { nodeOf } from "./nodeTypes.ts";
import { toUserError } from "./problemText.ts";
import { givenPlace } from "./target.ts";
import { keyOf, type RepoPlace } from "./types.ts";

/** The repositories of the rows that are selected together, each once. */
export const selectedRepos = (rows: unknown): readonly RepoPlace[] =>
  selectedItems(rows, (row) => (nodeOf(row).kind === "repo" ? givenPlace(row) : undefined), keyOf);

export type Mark = "star" | "watch";

const textsOf = (
  mark: Mark,
  isOn: boolean,
  count: string,
): { readonly title: string; readonly allDone: string } => {
  if (mark === "star")
    return isOn
      ? { title: vscode.l10n.t("Star repositories"), allDone: vscode.l10n.t("{0} starred.", count) }
      : {
          title: vscode.l10n.t("Unstar repositories"),
          allDone: vscode.l10n.t("Removed the star from {0}.", count),
        };
  return isOn
    ? { title: vscode.l10n.t("Watch repositories"), allDone: vscode.l10n.t("You now watch {0}.", count) }
    : { title: vscode.l10n.t("Unwatch repositories"), allDone: vscode.l10n.t("You no longer watch {0}.", count) };
};

/** Changes the mark of all of them and reports the result once. */
export const setMarks = (
  { repos, reports }: { readonly repos: ReposModel; readonly reports: Reports },
  places: readonly RepoPlace[],
  mark: Mark,
  isOn: boolean,
): Promise<void> =>
  reports.runEach(
    places,
    {
      ...textsOf(mark, isOn, repositoriesText(places.length)),
      labelOf: ({ owner, repo }) => `${owner}/${repo}`,
      explain: toUserError,
    },
    (place) => (mark === "star" ? repos.setStar(place, isOn) : repos.setWatch(place, isOn)),
  );
