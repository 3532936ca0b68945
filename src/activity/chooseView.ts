import * as vscode from "vscode";
import { CancelledError, ChoiceError, UserError } from "../base/errors.ts";
import { views } from "../ids.ts";
import { askForm } from "../ui/form.ts";
import { plainText } from "../ui/plainText.ts";
import { pickOne } from "../ui/prompts.ts";
import type { Activity, ActivityFilter, Grouping, Mute } from "./types.ts";
import type { ViewState } from "./viewState.ts";
import { typeText } from "./typeText.ts";

export const groupingText = (grouping: Grouping): string => {
  switch (grouping) {
    case "repository":
      return vscode.l10n.t("By repository");
    case "actor":
      return vscode.l10n.t("By person");
    case "none":
      return vscode.l10n.t("By time");
  }
};

export const chooseGrouping = async (state: ViewState): Promise<void> => {
  const groupings = ["repository", "actor", "none"] as const;
  const rows = groupings.map((grouping) => ({
    label: `${grouping === state.grouping ? "$(check)" : "$(blank)"} ${groupingText(grouping)}`,
    grouping,
  }));
  const placeHolder = vscode.l10n.t("Select how to arrange the events of a day");
  state.grouping = (await pickOne(rows, { placeHolder })).grouping;
};

type Part = keyof ActivityFilter;

/** What a value is called in lists. */
const shownValue = (part: Part, value: string): string => {
  if (part === "types") return typeText(value);
  return value === "" ? vscode.l10n.t("(none)") : value;
};

const valueOf: Readonly<Record<Part, (activity: Activity) => string>> = {
  types: ({ type }) => type,
  actors: ({ actor }) => actor,
  repositories: ({ repository }) => repository,
};

/** Picks among what was read so far, and what was picked before. */
const pickValues = async (
  part: Part,
  former: readonly string[],
  activities: readonly Activity[],
): Promise<readonly string[]> => {
  const values = [...new Set([...former, ...activities.map(valueOf[part])])];
  const rows = values
    .map((value) => ({ label: plainText(shownValue(part, value)), value, picked: former.includes(value) }))
    .toSorted((left, right) => left.label.localeCompare(right.label));
  const picked = await vscode.window.showQuickPick(rows, {
    canPickMany: true,
    placeHolder: vscode.l10n.t("Select what to show, or nothing to show all. Only loaded events are listed."),
  });
  if (!picked) throw new CancelledError();
  return picked.map(({ value }) => value);
};

export const filterText = (filter: ActivityFilter): string =>
  (["types", "actors", "repositories"] as const)
    .flatMap((part) => filter[part].map((value) => shownValue(part, value)))
    .join(", ");

export const chooseFilter = async (state: ViewState, activities: readonly Activity[]): Promise<void> => {
  if (activities.length === 0)
    throw new ChoiceError(vscode.l10n.t("No events were read yet. Open a feed in the Activity view first."), [
      {
        title: vscode.l10n.t("Show Activity"),
        run: () => vscode.commands.executeCommand(`${views.activity}.focus`),
      },
    ]);
  const form: Record<Part, readonly string[]> = { ...state.filter };
  const labels: Readonly<Record<Part, string>> = {
    types: vscode.l10n.t("Types of events"),
    actors: vscode.l10n.t("People"),
    repositories: vscode.l10n.t("Repositories"),
  };
  await askForm(
    vscode.l10n.t("Filter Activity"),
    () => vscode.l10n.t("Filter"),
    (["types", "actors", "repositories"] as const).map((part) => ({
      label: labels[part],
      shown: () => form[part].map((value) => shownValue(part, value)).join(", "),
      change: async () => {
        form[part] = await pickValues(part, form[part], activities);
      },
    })),
  );
  state.filter = form;
};

export const muteText = ({ what, value }: Mute): string => {
  switch (what) {
    case "actor":
      return vscode.l10n.t("Events by {0}", value);
    case "repository":
      return vscode.l10n.t("Events in {0}", value);
    case "type":
      return vscode.l10n.t("Events of the type “{0}”", typeText(value));
  }
};

export const pickMute = async (mutes: readonly Mute[]): Promise<Mute> => {
  const rows = mutes.map((mute) => ({ label: `$(mute) ${plainText(muteText(mute))}`, mute }));
  return (await pickOne(rows, { placeHolder: vscode.l10n.t("Select what to hide") })).mute;
};

export const pickUnmutes = async (mutes: readonly Mute[]): Promise<readonly Mute[]> => {
  if (mutes.length === 0) throw new UserError(vscode.l10n.t("Nothing is muted."));
  const rows = mutes.map((mute) => ({ label: plainText(muteText(mute)), mute }));
  const picked = await vscode.window.showQuickPick(rows, {
    canPickMany: true,
    placeHolder: vscode.l10n.t("Select what to show again"),
  });
  if (!picked || picked.length === 0) throw new CancelledError();
  return picked.map(({ mute }) => mute);
};
