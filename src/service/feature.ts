import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import type { AccountsFeature } from "../accounts/feature.ts";
import type { SecretRetention } from "../accounts/storage/secretMarker.ts";
import { systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { UserError } from "../base/errors.ts";
import { loadOnUse, registerCommands } from "../commands/registry.ts";
import { contextKeys, serviceCommands, views } from "../ids.ts";
import type { TreeContribution } from "../tree/node.ts";
import { TreeProvider } from "../tree/treeProvider.ts";
import type { WelcomeState } from "../tree/welcomeState.ts";
import { ContextKey } from "../ui/contextKey.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import type { Log } from "../ui/log.ts";
import { showError } from "../ui/showError.ts";
import { type ContributedName, contributedNames } from "./contributedNames.ts";
import type { ServiceModel } from "./model.ts";
import { serviceKinds, type ServiceNodesDeps, serviceRoots, type ServiceTreeNode } from "./nodes.ts";
import type { ServicePlace, ServicePort } from "./types.ts";
import type { Shell } from "../shell/shell.ts";
import type { ActivitySimulator } from "./simulate/simulateActivity.ts";

export interface ServiceFeature extends Disposable {
  readonly tree: TreeProvider<ServiceTreeNode>;
  readonly port: ServicePort;
}

const keyringKey = "forgeside.doctor";

/** Stores a text that is not a secret, reads it again and deletes it. Throws when that is not what is read. */
const tryKeyring = async (secrets: vscode.SecretStorage): Promise<void> => {
  const text = `looked at ${systemClock.now()}`;
  await secrets.store(keyringKey, text);
  const read = await secrets.get(keyringKey);
  await secrets.delete(keyringKey);
  if (read !== text) throw new UserError(vscode.l10n.t("The secret storage lost what it was given."));
};

const versionOf = ({ extension }: vscode.ExtensionContext): string => {
  const { version }: { readonly version?: unknown } = extension.packageJSON as object;
  return typeof version === "string" ? version : "";
};

/** Builds and registers everything about the service and the account there. Makes no request. */
export const registerService = (
  context: vscode.ExtensionContext,
  accounts: AccountsModel,
  {
    service,
    shell,
    retention,
    sandbox,
    texts,
    environment,
  }: {
    readonly shell: Shell;
    readonly service: ServiceModel;
    readonly retention: () => Promise<SecretRetention>;
    readonly sandbox: Pick<AccountsFeature, "openSandbox" | "enterSandbox">;
    readonly texts: ReadonlyDocuments;
    readonly environment: Readonly<Record<string, string | undefined>> | undefined;
  },
  log: Log,
): ServiceFeature => {
  const store = new DisposableStore();
  const contributions: TreeContribution<ServicePlace>[] = [];
  let contributed: ReadonlyMap<string, ContributedName> | undefined;
  const state = store.add(new ContextKey<WelcomeState>(contextKeys.serviceState));
  const deps: ServiceNodesDeps = {
    accounts,
    service,
    contributions,
    now: () => Date.now(),
    showState: (next) => state.set(next),
    contributed: () => (contributed ??= contributedNames(context.extension.packageJSON)),
  };
  const kinds = serviceKinds(deps);
  const tree = store.add(
    new TreeProvider<ServiceTreeNode>({
      viewId: views.service,
      kinds,
      roots: serviceRoots(deps),
      retry: () => ({ command: serviceCommands.refresh, title: vscode.l10n.t("Try Again") }),
      log,
      clock: systemClock,
    }),
  );
  store.add(tree.createView(shell));
  let shownId: string | undefined;
  store.add(
    accounts.onDidChange(({ added, removed, changed }) => {
      const id = accounts.active?.profile.id;
      // What is learned of a token may come with the answers to these very rows, each time something else.
      if (id === shownId && added.length + removed.length + changed.length === 0) return;
      shownId = id;
      tree.refresh();
    }),
  );
  let waited = false;
  store.add(
    service.onDidChange((accountId) => {
      const waits = (accounts.active?.client.waiting.length ?? 0) > 0;
      // The row of what waits comes and goes.
      if (waits !== waited) tree.refresh();
      waited = waits;
      tree.refreshWhere(
        ({ kind, place }) => place.accountId === accountId && (kind === "limits" || kind === "waiting"),
      );
    }),
  );
  store.add(service.onDidRefresh(() => tree.refresh()));
  let simulator: ActivitySimulator | undefined;
  const simulateActivity = async (): Promise<void> => {
    const { ActivitySimulator } = await import("./simulate/simulateActivity.ts");
    simulator ??= store.add(
      new ActivitySimulator({
        sandbox,
        sandboxAccounts: () =>
          accounts.accounts.flatMap(({ profile }) => (profile.kind === "sandbox" ? [profile.id] : [])),
        clock: systemClock,
        onError: (error) => log.error("simulated activity", error),
      }),
    );
    await simulator.choose();
  };
  const handlers = loadOnUse(serviceCommands, async () => {
    const { checkConnection, serviceHandlers } = await import("./commands.ts");
    return serviceHandlers({
      accounts,
      service,
      texts,
      manifest: context.extension.packageJSON,
      simulateActivity,
      checkConnection: () =>
        checkConnection({
          accounts,
          texts,
          extensionVersion: versionOf(context),
          environment,
          tryKeyring: async () => {
            await tryKeyring(context.secrets);
            return retention();
          },
          onError: (what, error) => void showError(what, error, log),
        }),
    });
  });
  store.add(registerCommands(shell, handlers, log));
  const port: ServicePort = {
    contribute: (contribution) => {
      contributions.push(contribution);
      Object.assign(kinds, contribution.kinds);
      if (contribution.onDidChange) store.add(contribution.onDidChange((isMeant) => tree.refreshWhere(isMeant)));
    },
  };
  return { tree, port, dispose: () => store.dispose() };
};
