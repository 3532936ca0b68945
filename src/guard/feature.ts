import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import type { SharedState } from "../base/sharedState.ts";
import { UserError } from "../base/errors.ts";
import { type Handler, registerCommands } from "../commands/registry.ts";
import { contextKeys, type GuardCommandId, guardCommands, settings } from "../ids.ts";
import { ConfigValue } from "../ui/configValue.ts";
import { trackContextKey } from "../ui/contextKey.ts";
import type { Shell } from "../shell/shell.ts";
import type { Log } from "../ui/log.ts";
import { Decisions } from "./decisions.ts";
import { GuardDiagnostics } from "./diagnostics.ts";
import { LeakGuard } from "./guard.ts";
import { inspectWrite, type InspectWrite, type WriteTexts } from "./inspectWrite.ts";
import { showStatus } from "../ui/showStatus.ts";
import { pluralText } from "../ui/pluralText.ts";

const decisionsKey = "guardDecisions";

/** What the guard wants to know of accounts. */
export interface GuardAccounts {
  /** The tokens of all accounts, which must not leave this machine. */
  ownTokens(): Promise<readonly string[]>;
}

export interface GuardFeature extends Disposable {
  readonly guard: LeakGuard;
  readonly inspectWrite: InspectWrite;
}

const writeTexts: WriteTexts = {
  what: (operation) =>
    operation === undefined ? vscode.l10n.t("the request") : vscode.l10n.t("the call of {0}", operation),
  notRedactable: () =>
    new UserError(
      vscode.l10n.t("Couldn't redact the request, because the secret is part of a name. Nothing was sent."),
    ),
};

/** Builds and registers the guard. The scanner is loaded when something is looked through first. */
export const registerGuard = (
  shell: Shell,
  accounts: GuardAccounts,
  state: SharedState,
  log: Log,
): GuardFeature => {
  const store = new DisposableStore();
  const enabled = store.add(new ConfigValue(settings.guardEnabled, true));
  const ignoredKinds = store.add(new ConfigValue<readonly string[]>(settings.guardIgnoredKinds, []));
  const decisions = new Decisions({
    read: () => state.get<Readonly<Record<string, string>>>(decisionsKey) ?? {},
    write: async (next) => state.update(decisionsKey, next),
  });
  store.add(
    trackContextKey(
      contextKeys.noExceptions,
      () => decisions.size === 0,
      decisions.onDidChange,
      state.onDidChange,
    ),
  );
  const guard = new LeakGuard({
    isEnabled: () => enabled.value,
    ignoredKinds: () => ignoredKinds.value,
    decisions,
    ownTokens: () => accounts.ownTokens(),
    loadScan: async () => (await import("./scanner.ts")).scan,
    ask: async (upload, findings) => (await import("./ask.ts")).askAboutFindings(upload, findings),
  });
  const diagnostics = store.add(new GuardDiagnostics(guard, (error) => log.error("check for secrets", error)));
  store.add(
    registerCommands(
      shell,
      {
        [guardCommands.scanEditor]: () => diagnostics.checkActiveEditor(),
        [guardCommands.forgetDecisions]: async () => {
          const count = await decisions.forgetAll();
          const text =
            count === 0
              ? vscode.l10n.t("There are no exceptions to reset.")
              : pluralText(
                  vscode.l10n.t(
                    "{count, plural, one {Removed # exception. You will be asked again.} other {Removed # exceptions. You will be asked again.}}",
                  ),
                  count,
                );
          showStatus(text, 6000);
        },
      } satisfies Record<GuardCommandId, Handler>,
      log,
    ),
  );
  return {
    guard,
    inspectWrite: (accountId, write) => inspectWrite(guard, writeTexts, accountId, write),
    dispose: () => store.dispose(),
  };
};
