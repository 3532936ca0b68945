import * as vscode from "vscode";
import { type AccountsFeature, registerAccounts } from "../accounts/feature.ts";
import type { DirectWrite } from "../accounts/directWrite.ts";
import type { AccountsModel } from "../accounts/model.ts";
import { markSignOuts } from "../accounts/signOut/signOutMarks.ts";
import { noOtherPages, otherPagesOf } from "../accounts/storage/otherPages.ts";
import { syncProfiles } from "../accounts/storage/syncedProfiles.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { Emitter } from "../base/event.ts";
import type { Inspect } from "../base/inspect.ts";
import type { SharedState } from "../base/sharedState.ts";
import { registerGuard } from "../guard/feature.ts";
import type { LeakGuard } from "../guard/guard.ts";
import type { InspectWrite } from "../guard/inspectWrite.ts";
import { gistScheme, repoScheme, textScheme } from "../ids.ts";
import { type Quota, registerQuota } from "../service/quota.ts";
import type { Shell } from "../shell/shell.ts";
import { restoreDrafts } from "../storage/keptDrafts.ts";
import { OrderedMemento } from "../storage/orderedMemento.ts";
import { openState } from "../storage/openState.ts";
import { syncState } from "../storage/syncedState.ts";
import { setOriginStorage } from "../ui/callOrigin.ts";
import { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import type { Log } from "../ui/log.ts";
import type { Platform } from "./platform.ts";
import { reportFailedOpens } from "./reportFailedOpens.ts";

/** What every feature builds on. */
export interface Core extends Disposable {
  readonly context: vscode.ExtensionContext;
  readonly globalState: OrderedMemento;
  readonly shell: Shell;
  readonly platform: Platform;
  readonly log: Log;
  readonly state: SharedState;
  readonly accounts: AccountsModel;
  readonly guard: LeakGuard;
  readonly inspect: Inspect;
  readonly inspectWrite: InspectWrite;
  /** For the features that show what such a write changes. */
  readonly directWrites: Emitter<DirectWrite>;
  readonly texts: ReadonlyDocuments;
  readonly quota: Quota;
  /** Accounts, whose commands `Features` registers. */
  readonly signedIn: AccountsFeature;
}

/**
 * Reads what all windows share; the store frees that. What it answers builds and registers accounts, the guard and what else all features share:
 * without a prompt and without a request.
 */
export const openCore = async (
  context: vscode.ExtensionContext,
  shell: Shell,
  platform: Platform,
  log: Log,
  opened: DisposableStore,
): Promise<() => Core> => {
  const globalState = new OrderedMemento(context.globalState);
  const state = await openState(context, globalState, opened, (error) => log.error("state", error));
  return () => start(context, { globalState, shell, platform, state, log });
};

const start = (
  context: vscode.ExtensionContext,
  { globalState, shell, platform, state, log }: Pick<Core, "globalState" | "shell" | "platform" | "state" | "log">,
): Core => {
  const store = new DisposableStore();
  const reportState = (error: unknown): void => log.error("state", error);
  setOriginStorage(platform.originStorage);
  const inspectWrite: InspectWrite = (accountId, write) => guard.inspectWrite(accountId, write);
  const isInBrowser = vscode.env.uiKind === vscode.UIKind.Web;
  const otherPages = isInBrowser ? otherPagesOf(state) : noOtherPages;
  const signedIn = store.add(
    registerAccounts(context, globalState, otherPages, shell, platform.transport, inspectWrite, log),
  );
  const { accounts } = signedIn;
  const guard = store.add(registerGuard(shell, accounts, state, log));
  const texts = new ReadonlyDocuments();
  store.add(shell.textDocuments(textScheme, texts));
  const quota = store.add(registerQuota(accounts));
  store.add(reportFailedOpens(shell.onWillRead, [gistScheme, repoScheme], log));
  const synced = store.add(syncState(context, globalState, state, reportState));
  store.add(syncProfiles(accounts, state, reportState));
  synced.update().catch(reportState);
  store.add(
    markSignOuts(accounts, state, {
      isFollowing: isInBrowser,
      onError: reportState,
    }),
  );
  store.add(
    accounts.onDidChange(({ added }) => {
      if (added.length > 0)
        state
          .refresh()
          .then(() => Promise.all(added.map((id) => restoreDrafts(state, id))))
          .catch(reportState);
    }),
  );
  return {
    context,
    globalState,
    shell,
    platform,
    log,
    state,
    accounts,
    guard: guard.guard,
    inspect: (upload) => guard.guard.inspect(upload),
    inspectWrite,
    directWrites: store.add(new Emitter()),
    texts,
    quota,
    signedIn,
    dispose: () => store.dispose(),
  };
};
