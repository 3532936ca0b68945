import * as vscode from "vscode";
import type { BasicAuth } from "../accounts/signIn/basicAuth.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import { syncDocumentsWithAccounts } from "../accounts/syncDocuments.ts";
import { hasNoneInAnyAccount } from "../accounts/profile.ts";
import type { DirectWrite } from "../accounts/directWrite.ts";
import type { AccountsModel } from "../accounts/model.ts";
import type { Emitter } from "../base/event.ts";
import type { InspectWrite } from "../guard/inspectWrite.ts";
import { systemClock } from "../base/clock.ts";
import type { SharedState } from "../base/sharedState.ts";
import { UnsavedBaseStore } from "../base/unsavedBaseStore.ts";
import { accountIn } from "../base/uriPart.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { loadOnUse, registerCommands } from "../commands/registry.ts";
import { contextKeys, operationCommands, operationScheme, operationTextScheme } from "../ids.ts";
import type { ServicePort } from "../service/types.ts";
import { trackContextKey } from "../ui/contextKey.ts";
import type { Log } from "../ui/log.ts";
import { showError } from "../ui/showError.ts";
import { storageFolder } from "../storage/storageFolder.ts";
import { sharedFolder } from "../storage/folders.ts";
import { OperationDocuments, savedTextOf } from "./documents.ts";
import { CallAnswers } from "./callAnswers.ts";
import { type ExecuteCall, executeCall } from "./executeCall.ts";
import { operationLenses } from "./lenses.ts";
import { operationController } from "./notebook/controller.ts";
import { operationSerializer } from "./notebook/serializer.ts";
import { operationContribution } from "./nodes.ts";
import { OperationsModel } from "./model.ts";
import { localizedText } from "../ui/localizedText.ts";
import type { OperationReference } from "./reference/operationReference.ts";
import { OperationTexts } from "./texts.ts";
import type { Shell } from "../shell/shell.ts";

const historyKey = "operationHistory";
const favouritesKey = "favouriteOperations";

export interface OperationsFeature extends Disposable {
  readonly operations: OperationsModel;
}

/** Builds and registers Run Operation. Makes no request. */
export const registerOperations = (
  context: vscode.ExtensionContext,
  accounts: AccountsModel,
  {
    shell,
    basicAuth,
    inspectWrite,
    directWrites,
    service,
    state,
  }: {
    readonly shell: Shell;
    readonly basicAuth: BasicAuth;
    readonly inspectWrite: InspectWrite;
    readonly directWrites: Emitter<DirectWrite>;
    readonly service: ServicePort;
    readonly state: SharedState;
  },
  log: Log,
): OperationsFeature => {
  const store = new DisposableStore();
  const keep = (key: string, value: unknown): void =>
    void state.update(key, value).then(undefined, (error: unknown) => log.error("operations", error));
  const operations = store.add(
    new OperationsModel({
      readHistory: () => state.get(historyKey),
      writeHistory: (history) => keep(historyKey, history),
      readFavourites: () => state.get(favouritesKey),
      writeFavourites: (favourites) => keep(favouritesKey, favourites),
    }),
  );
  store.add(
    trackContextKey(
      contextKeys.noOperationHistory,
      () => hasNoneInAnyAccount(accounts, (id) => operations.history(id)),
      accounts.onDidChange,
      operations.onDidChange,
      state.onDidChange,
    ),
  );
  const reference = (): Promise<OperationReference> =>
    import("./reference/operationReference.ts").then(({ createReference }) => createReference(localizedText));
  const texts = store.add(new OperationTexts(reference));
  const documents = store.add(
    new OperationDocuments({
      store: new UnsavedBaseStore(
        storageFolder(sharedFolder(context, "operationDocuments")),
        // One document has one window: its id is random.
        false,
        savedTextOf,
      ),
      requireAccount: async (accountId) => {
        await accounts.load();
        requireAccount(accounts, accountId);
      },
      clock: systemClock,
      onError: (error) => void showError(vscode.l10n.t("Write as JSON"), error, log),
    }),
  );
  store.add(shell.textDocuments(operationTextScheme, texts));
  store.add(shell.fileSystem(operationScheme, documents));
  store.add(
    vscode.languages.registerCodeLensProvider(
      [{ scheme: operationScheme }, { scheme: operationTextScheme }],
      operationLenses(texts),
    ),
  );
  store.add(
    syncDocumentsWithAccounts(
      accounts,
      ({ scheme, authority }) => (scheme === operationScheme ? accountIn(authority) : undefined),
      (error) => log.error("close documents", error),
    ),
  );
  store.add(
    accounts.onDidChange(({ removed }) => {
      if (removed.length === 0) return;
      for (const id of removed) {
        operations.forget(id);
        documents.forget(id);
      }
      texts.forget((id) => accounts.get(id) !== undefined);
    }),
  );
  const execute: ExecuteCall = (account, call, signal) =>
    executeCall({ accounts, basicAuth, operations, reference, inspectWrite, directWrites }, account, call, signal);
  const answers = new CallAnswers({ execute, texts, onError: (what, error) => void showError(what, error, log) });
  store.add(shell.notebooks(operationSerializer));
  store.add(operationController({ accounts, reference, execute }));
  service.contribute(operationContribution({ accounts, reference }));
  const handlers = loadOnUse(operationCommands, async () =>
    (await import("./commands.ts")).operationHandlers({
      accounts,
      operations,
      texts,
      documents,
      answers,
      reference,
    }),
  );
  store.add(registerCommands(shell, handlers, log));
  return { operations, dispose: () => store.dispose() };
};
