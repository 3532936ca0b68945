import * as vscode from "vscode";
import { hasNoneInAnyAccount } from "../accounts/profile.ts";
import type { AccountsModel } from "../accounts/model.ts";
import { showReason } from "../accounts/nodes.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { SharedState } from "../base/sharedState.ts";
import { loadOnUse, registerCommands } from "../commands/registry.ts";
import { activityCommands, contextKeys, settings, views } from "../ids.ts";
import { TreeProvider } from "../tree/treeProvider.ts";
import type { WelcomeState } from "../tree/welcomeState.ts";
import { ConfigValue } from "../ui/configValue.ts";
import { ContextKey, trackContextKey } from "../ui/contextKey.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import type { Log } from "../ui/log.ts";
import { isFilter } from "./arrange.ts";
import { filterText, groupingText } from "./chooseView.ts";
import { feedId } from "./feed.ts";
import { type FeedsByAccount, SavedFeeds } from "./feeds.ts";
import { ActivityModel, type Arrival, keyOfPlace } from "./model.ts";
import { activityKinds, type ActivityNodesDeps, activityRoots } from "./nodes.ts";
import type { ActivityNode } from "./nodeTypes.ts";
import { notify } from "./notify.ts";
import type { OpenDeps } from "./openEvent.ts";
import { Poller } from "./poll.ts";
import { type ReadMark, ReadMarks } from "./readMarks.ts";
import { asOfText } from "./times.ts";
import type { FeedPlace } from "./types.ts";
import { type Chosen, ViewState } from "./viewState.ts";
import type { Shell } from "../shell/shell.ts";
import { pluralText } from "../ui/pluralText.ts";

const feedsKey = "activityFeeds";
const marksKey = "activityRead";
const chosenKey = "activityView";

/** Milliseconds in which rows that are on their way to the screen arrive: VS Code mixes up refreshes that cross. */
const rowsDelayMs = 300;

export interface ActivityDeps {
  readonly core: {
    readonly shell: Shell;
    readonly accounts: AccountsModel;
    readonly state: SharedState;
    readonly log: Log;
  };
  readonly opening: OpenDeps;
  readonly texts: ReadonlyDocuments;
  readonly clock?: Clock;
}

export interface ActivityFeature extends Disposable {
  readonly activity: ActivityModel;
  readonly feeds: SavedFeeds;
  readonly tree: TreeProvider<ActivityNode>;
}

/** Builds and registers everything about feeds of activity. Makes no request. */
export const registerActivity = (deps: ActivityDeps): ActivityFeature => {
  const { opening, texts, clock = systemClock } = deps;
  const { accounts, shell, state: shared, log } = deps.core;
  const store = new DisposableStore();
  const keep = (key: string, value: unknown): void =>
    void shared.update(key, value).then(undefined, (error: unknown) => log.error("activity", error));
  const feeds = new SavedFeeds({
    read: () => shared.get<FeedsByAccount>(feedsKey) ?? {},
    write: (next) => keep(feedsKey, next),
  });
  const state = new ViewState({
    read: () => shared.get<Chosen>(chosenKey) ?? {},
    write: (next) => keep(chosenKey, next),
  });
  const marks = new ReadMarks({
    read: () => shared.get<Readonly<Record<string, ReadMark>>>(marksKey) ?? {},
    write: (next) => keep(marksKey, next),
  });
  const mutes = (accountId: string) => state.mutes(accountId);
  const activity = store.add(new ActivityModel({ accounts, clock, marks, mutes }));
  const notifyOf = store.add(new ConfigValue<readonly string[]>(settings.activityNotifyOf, []));
  const viewState = store.add(new ContextKey<WelcomeState>(contextKeys.activityState));
  const isFiltered = store.add(new ContextKey<boolean>(contextKeys.activityFiltered));
  store.add(
    trackContextKey(
      contextKeys.nothingMuted,
      () => hasNoneInAnyAccount(accounts, mutes),
      accounts.onDidChange,
      state.onDidChange,
      shared.onDidChange,
    ),
  );

  const places = (): readonly FeedPlace[] =>
    accounts.accounts.flatMap(({ profile: { id: accountId, login } }) =>
      feeds.of(accountId, login).map((feed) => ({ accountId, feed })),
    );
  store.add(
    trackContextKey(
      contextKeys.oneFeed,
      () => accounts.accounts.every(({ profile: { id, login } }) => feeds.of(id, login).length < 2),
      accounts.onDidChange,
      feeds.onDidChange,
      shared.onDidChange,
    ),
  );
  /** Why nothing could be read, beside the title. */
  let failure = "";
  const nodes: ActivityNodesDeps = {
    accounts,
    feeds,
    activity,
    mutes,
    grouping: () => state.grouping,
    filter: () => state.filter,
    showState: (next, reason) => {
      viewState.set(next);
      tree.refreshAt(reason?.until);
      const beside = showReason(view, next, reason?.message);
      if (beside === failure) return;
      failure = beside;
      describe();
    },
  };
  const tree = store.add(
    new TreeProvider<ActivityNode>({
      viewId: views.activity,
      kinds: activityKinds(nodes),
      roots: activityRoots(nodes),
      retry: (node) => ({
        command: activityCommands.refresh,
        title: vscode.l10n.t("Try Again"),
        ...(node ? { arguments: [node] } : {}),
      }),
      log,
      clock,
    }),
  );
  const view = store.add(tree.createView(shell));
  viewState.set("loading");

  const describe = (): void => {
    const all = places();
    const unread = activity.countUnread(all);
    const tooltip = pluralText(vscode.l10n.t("{count, plural, one {# new event} other {# new events}}"), unread);
    view.badge = unread === 0 ? undefined : { value: unread, tooltip };
    const read = all.flatMap((place) => activity.known(place)?.readAt ?? []);
    view.description = [
      ...(failure === "" ? [] : [failure]),
      ...(read.length === 0 ? [] : [asOfText(Math.min(...read))]),
      ...(isFilter(state.filter) ? [vscode.l10n.t("filter: {0}", filterText(state.filter))] : []),
      ...(state.grouping === "repository" ? [] : [groupingText(state.grouping)]),
    ].join(" · ");
    isFiltered.set(isFilter(state.filter));
  };

  const poller = store.add(
    new Poller<FeedPlace>({
      clock,
      isSeen: () => view.visible && vscode.window.state.focused,
      places,
      dueAt: (place) => activity.dueAt(place),
      ask: async (place) => {
        try {
          await activity.refresh(place, { priority: "background" });
        } catch (error) {
          // A background read: the feed's row shows the error when it is expanded.
          log.error(keyOfPlace(place), error);
        }
      },
    }),
  );
  const refreshAll = (): void => {
    tree.refresh();
    describe();
    poller.update();
  };

  const reveal = async ({ accountId, feed }: FeedPlace): Promise<void> => {
    await vscode.commands.executeCommand(`${views.activity}.focus`);
    const account = accounts.get(accountId);
    if (!account) return;
    const id = `${accountId}/${feedId(feed)}`;
    const node = { kind: "feed", id, place: { accountId, feed }, account } as const;
    await view.reveal(node, { select: true, focus: true, expand: true });
  };
  const changed = new Set<string>();
  const arrived: Arrival[] = [];
  let soon: Disposable | undefined;
  const draw = (): void => {
    soon = undefined;
    // While the welcome text is shown, there is no row that could be refreshed.
    if (viewState.value === "ready") for (const id of changed) tree.refresh(id);
    else if (changed.size > 0) tree.refresh();
    changed.clear();
    // All feeds together: they are asked at the same time.
    const arrivals = arrived.splice(0);
    notify(arrivals, { activity, show: reveal }).catch((error: unknown) => log.error("activity", error));
  };

  store.add(view.onDidChangeVisibility(() => poller.update()));
  store.add(vscode.window.onDidChangeWindowState(() => poller.update()));
  store.add(
    shared.onDidChange((names) => {
      if ([feedsKey, marksKey, chosenKey].some((name) => names.includes(name))) refreshAll();
    }),
  );
  store.add(feeds.onDidChange(refreshAll));
  store.add(state.onDidChange(refreshAll));
  store.add(
    activity.onDidChange(({ accountId, feed }) => {
      changed.add(`${accountId}/${feedId(feed)}`);
      soon ??= clock.setTimer(rowsDelayMs, draw);
      describe();
    }),
  );
  store.add(activity.onDidAsk(describe));
  store.add({ dispose: () => soon?.dispose() });
  store.add(
    accounts.onDidChange(({ removed }) => {
      for (const id of removed) {
        activity.forget(id);
        feeds.forget(id);
        state.forget(id);
      }
      refreshAll();
    }),
  );
  store.add(
    activity.onDidArrive(({ place, fresh }) => {
      // The setting at the time of arrival counts, not that at the time of the notification.
      const chosen = fresh.filter(({ type }) => notifyOf.value.includes(type));
      if (chosen.length === 0) return;
      arrived.push({ place, fresh: chosen });
      soon ??= clock.setTimer(rowsDelayMs, draw);
    }),
  );
  const handlers = loadOnUse(activityCommands, async () =>
    (await import("./commands.ts")).activityHandlers({
      feeds: {
        accounts,
        activity,
        feeds,
        repos: opening.repos,
        places,
        reveal,
        onError: (error) => log.error("activity", error),
      },
      view: { accounts, activity, state, places },
      events: { ...opening, texts, markRead: (event) => activity.markRead(places(), event) },
    }),
  );
  store.add(registerCommands(shell, handlers, log));
  describe();
  return { activity, feeds, tree, dispose: () => store.dispose() };
};
