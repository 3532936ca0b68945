import * as vscode from "vscode";
import { syncDocumentsWithAccounts } from "../accounts/syncDocuments.ts";
import type { AccountsModel } from "../accounts/model.ts";
import { systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { Inspect } from "../base/inspect.ts";
import { loadOnUse, registerCommands } from "../commands/registry.ts";
import { hookCommands, hookScheme } from "../ids.ts";
import type { LocalChangesFeature } from "../localChanges/feature.ts";
import type { RepoPort } from "../repos/types.ts";
import type { Log } from "../ui/log.ts";
import { showError } from "../ui/showError.ts";
import { unsavedBaseOf } from "./hookBase.ts";
import { HookFileSystem } from "./fileSystem.ts";
import type { HookListener, LoadReceiver } from "./listen/hookListener.ts";
import { HooksModel } from "./model.ts";
import { hooksContribution } from "./nodes.ts";
import type { UnsentSave } from "./unsentSave.ts";
import { toHookError } from "./problemText.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import type { Shell } from "../shell/shell.ts";

export interface HooksFeature extends Disposable {
  readonly hooks: HooksModel;
  /** Loads it with its first use. */
  readonly loadListener: () => Promise<HookListener>;
}

/** Builds and registers everything about hooks. Makes no request. */
export const registerHooks = ({
  accounts,
  shell,
  repos,
  inspect,
  localChanges,
  texts,
  loadReceiver,
  log,
}: {
  readonly shell: Shell;
  readonly accounts: AccountsModel;
  readonly repos: RepoPort;
  readonly inspect: Inspect;
  readonly localChanges: LocalChangesFeature;
  readonly texts: ReadonlyDocuments;
  readonly loadReceiver: LoadReceiver | undefined;
  readonly log: Log;
}): HooksFeature => {
  const store = new DisposableStore();
  const onError = (what: string, error: unknown, again?: () => Promise<void>): void =>
    void showError(what, toHookError(error), log, again);
  const hooks = store.add(new HooksModel({ accounts }));
  const deps = { accounts, hooks, repos, inspect, texts, clock: systemClock, onError };
  const fileSystem = store.add(
    new HookFileSystem({
      ...deps,
      changes: localChanges.changes,
      unsaved: localChanges.unsavedBases("hookBases", unsavedBaseOf),
      saves: shell.saves,
    }),
  );
  store.add(shell.fileSystem(hookScheme, fileSystem));
  const reports = { accounts, hooks, inspect, fileSystem, texts, onError, localChanges };
  const report = async (save: UnsentSave): Promise<void> =>
    (await import("./reportUnsent.ts")).reportUnsent(reports, save);
  store.add(
    fileSystem.onDidNotSend((save) => {
      report(save).catch((error: unknown) => onError(vscode.l10n.t("Send Webhook"), error));
    }),
  );
  localChanges.setActions(hookScheme, async () => (await import("./reportUnsent.ts")).hookChangeActions(reports));
  let listener: HookListener | undefined;
  const loadListener = async (): Promise<HookListener> => {
    const code = await import("./listen/hookListener.ts");
    return (listener ??= store.add(new code.HookListener({ ...deps, loadReceiver })));
  };
  store.add(repos.onDidForget((path) => hooks.forget(path)));
  repos.contribute(hooksContribution(hooks, hooks.onDidChange));
  store.add(
    syncDocumentsWithAccounts(
      accounts,
      ({ scheme, authority }) => (scheme === hookScheme ? authority : undefined),
      (error) => log.error("close documents", error),
    ),
  );
  const handlers = loadOnUse(hookCommands, async () =>
    (await import("./commands.ts")).hookHandlers({ ...deps, changes: localChanges.changes, loadListener }),
  );
  store.add(registerCommands(shell, handlers, log));
  return { hooks, loadListener, dispose: () => store.dispose() };
};
