import * as vscode from "vscode";
import { activeAccount } from "../accounts/activeAccount.ts";
import type { AccountsModel } from "../accounts/model.ts";
import type { Handler } from "../commands/registry.ts";
import { activityCommands } from "../ids.ts";
import { showInformation } from "../ui/messages.ts";
import { noFilter } from "./arrange.ts";
import { chooseFilter, chooseGrouping, muteText, pickMute, pickUnmutes } from "./chooseView.ts";
import type { ActivityModel } from "./model.ts";
import { activityNodeOf } from "./nodeTypes.ts";
import { eventOf } from "./targetEvent.ts";
import type { FeedPlace, Mute } from "./types.ts";
import type { ViewState } from "./viewState.ts";

export interface ViewCommandDeps {
  readonly accounts: AccountsModel;
  readonly activity: ActivityModel;
  readonly state: ViewState;
  /** All feeds of all accounts. */
  readonly places: () => readonly FeedPlace[];
}

const mute = async ({ accounts, state }: ViewCommandDeps, target: unknown): Promise<void> => {
  const node = activityNodeOf(target);
  if (node.kind !== "event" && node.kind !== "group") {
    eventOf(target);
    return;
  }
  const { place } = node;
  if (!place) return;
  const possible: readonly Mute[] =
    node.kind === "group" && node.grouping && node.name !== undefined
      ? [{ what: node.grouping, value: node.name }]
      : node.kind === "event" && node.activity
        ? (["actor", "repository", "type"] as const).map((what) => ({ what, value: node.activity?.[what] ?? "" }))
        : [];
  const named = possible.filter(({ value }) => value !== "");
  const [only] = named;
  if (!only) return;
  const chosen = named.length === 1 ? only : await pickMute(named);
  state.mute(place.accountId, chosen);
  const undo = vscode.l10n.t("Undo");
  void showInformation(vscode.l10n.t("Muted: {0}", muteText(chosen)), undo).then((answer) => {
    // The message stays: its account may be signed out by then.
    if (answer === undo && accounts.get(place.accountId)) state.unmute(place.accountId, [chosen]);
  });
};

const unmute = async ({ accounts, state }: ViewCommandDeps): Promise<void> => {
  const { profile } = await activeAccount({ accounts });
  state.unmute(profile.id, await pickUnmutes(state.mutes(profile.id)));
};

type ViewCommand = (typeof activityCommands)["filter" | "clearFilter" | "group" | "mute" | "unmute"];

/** Commands for what the view shows. */
export const viewHandlers = (deps: ViewCommandDeps): Record<ViewCommand, Handler> => {
  const { activity, places, state } = deps;
  return {
    [activityCommands.filter]: () =>
      chooseFilter(
        state,
        places().flatMap((place) => activity.known(place)?.activities ?? []),
      ),
    [activityCommands.clearFilter]: async () => {
      state.filter = noFilter;
    },
    [activityCommands.group]: () => chooseGrouping(state),
    [activityCommands.mute]: (target) => mute(deps, target),
    [activityCommands.unmute]: () => unmute(deps),
  };
};
