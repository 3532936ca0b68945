import * as vscode from "vscode";
import type { Gist } from "../../client/types/gist.ts";
import { plainText } from "../../ui/plainText.ts";
import { pickOne } from "../../ui/prompts.ts";
import { relativeTime } from "../../ui/relativeTime.ts";
import { titleOf } from "../gistFacts.ts";
import { toUserError } from "../problemText.ts";
import type { GistPlace } from "../types.ts";
import { countsText, userText } from "./items.ts";
import type { LazyHistory } from "./lazyHistory.ts";
import type { GistHistory, HistoryList } from "./model.ts";
import { type Revision, shortSha } from "./revision.ts";
import { textLanguage } from "../../ui/textLanguage.ts";

const age = (iso: string): string => relativeTime(iso, Date.now(), textLanguage());

const joined = (...notes: readonly string[]): string => plainText(notes.filter((note) => note !== "").join(" · "));

/** Lets the user take one of a list that is read page by page. Throws CancelledError. */
export const pickFromHistory = async <T>(
  history: LazyHistory,
  place: GistPlace,
  {
    part,
    read,
    itemOf,
    title,
    placeHolder,
  }: {
    readonly part: Parameters<GistHistory["more"]>[1];
    readonly read: (model: GistHistory) => Promise<HistoryList<T>>;
    /** Undefined for what cannot be taken. */
    readonly itemOf: (entry: T, index: number) => vscode.QuickPickItem | undefined;
    readonly title: string;
    readonly placeHolder: string;
  },
): Promise<T> => {
  const model = await history.get();
  for (;;) {
    const rows = async (): Promise<readonly (vscode.QuickPickItem & { readonly entry?: T })[]> => {
      const { items, hasMore } = await read(model).catch((error: unknown) => {
        throw toUserError(error);
      });
      const found = items.flatMap((entry, index) => {
        const item = itemOf(entry, index);
        return item ? [{ ...item, entry }] : [];
      });
      const more = { label: `$(ellipsis) ${vscode.l10n.t("Load more")}` };
      return hasMore ? [...found, more] : found;
    };
    const { entry } = await pickOne(rows(), { title: plainText(title), placeHolder });
    if (entry !== undefined) return entry;
    await model.more(place, part);
  }
};

/** Lets the user select a revision, other than `except`. Throws CancelledError. */
export const pickRevision = (
  history: LazyHistory,
  place: GistPlace,
  gist: Gist,
  placeHolder: string,
  except?: string,
): Promise<Revision> =>
  pickFromHistory(history, place, {
    part: "commits",
    read: (model) => model.revisions(place),
    itemOf: (revision, index) =>
      revision.sha === except
        ? undefined
        : {
            label: `$(git-commit) ${plainText(userText(revision.login))}`,
            description: joined(
              age(revision.committedAt),
              index === 0 ? vscode.l10n.t("current") : "",
              countsText(revision),
              shortSha(revision.sha),
            ),
          },
    title: titleOf(gist),
    placeHolder,
  });
