import * as vscode from "vscode";
import { activeAccount } from "../accounts/activeAccount.ts";
import type { Account, AccountsModel } from "../accounts/model.ts";
import { requireAccount } from "../accounts/requireAccount.ts";
import { systemClock } from "../base/clock.ts";
import { ChoiceError, UserError } from "../base/errors.ts";
import { bytesOf } from "../base/bytes.ts";
import type { Handler } from "../commands/registry.ts";
import { notebookType, type OperationCommandId, operationCommands } from "../ids.ts";
import { askSaveFile, pickOne } from "../ui/prompts.ts";
import { relativeTime } from "../ui/relativeTime.ts";
import { plainText } from "../ui/plainText.ts";
import type { CallAnswers } from "./callAnswers.ts";
import { defaultsOf, rowAccount, surroundings } from "./context.ts";
import type { OperationDocuments } from "./documents.ts";
import { fillForm } from "./form.ts";
import { callOfText } from "./callOfText.ts";
import { callOf, isRecord } from "./parameters.ts";
import { operationOfRow } from "./nodes.ts";
import type { OperationsModel } from "./model.ts";
import { pickOperation } from "./pickOperation.ts";
import type { OperationReference } from "./reference/operationReference.ts";
import { refuseUnavailable } from "./refuseUnavailable.ts";
import { secretsIn } from "./secrets.ts";
import { previewOf, showPreview } from "./executeCall.ts";
import type { OperationTexts } from "./texts.ts";
import type { OperationCall, Parameters } from "./types.ts";
import { documentOf } from "./uri.ts";
import { showStatus } from "../ui/showStatus.ts";
import { textLanguage } from "../ui/textLanguage.ts";

interface OperationCommandDeps {
  readonly accounts: AccountsModel;
  readonly operations: OperationsModel;
  readonly texts: OperationTexts;
  readonly documents: OperationDocuments;
  readonly answers: CallAnswers;
  /** Descriptions and what is made of them; loaded on first use. */
  readonly reference: () => Promise<OperationReference>;
}

/** A call of the account whose document it stands in. */
interface Owned {
  readonly account: Account;
  readonly call: OperationCall;
}

const accountOf = async (accounts: AccountsModel, accountId: string): Promise<Account> => {
  await accounts.load();
  return requireAccount(accounts, accountId);
};

const uriOf = (target: unknown): vscode.Uri | undefined =>
  target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;

const runFirst = (deps: OperationCommandDeps, text: string): ChoiceError =>
  new ChoiceError(text, [{ title: vscode.l10n.t("Run Operation..."), run: () => run(deps, undefined) }]);

/** The call that a document has, as it is in the editor. Throws UserError, and HttpError `validation`. */
const callIn = async (deps: OperationCommandDeps, target: unknown): Promise<Owned> => {
  const uri = uriOf(target);
  const answered = uri && deps.texts.answered(uri);
  if (answered) return { account: await accountOf(deps.accounts, answered.accountId), call: answered.call };
  const document = uri && documentOf(uri);
  if (!uri || !document) throw runFirst(deps, vscode.l10n.t("No operation or response is open."));
  const text = (await vscode.workspace.openTextDocument(uri)).getText();
  const { closestOperation } = await deps.reference();
  return { account: await accountOf(deps.accounts, document.accountId), call: callOfText(text, closestOperation) };
};

/** The account of a row, or the active one. */
const accountFor = async (deps: OperationCommandDeps, target: unknown): Promise<Account> => {
  const active = await activeAccount(deps);
  return deps.accounts.get(rowAccount(target) ?? "") ?? active;
};

const fill = async (
  deps: OperationCommandDeps,
  account: Account,
  operation: OperationCall["operation"],
  known: Parameters,
): Promise<void> => {
  const { action, parameters } = await fillForm(deps, account, operation, known);
  const asDocument = (): Promise<unknown> => deps.documents.open(account, operation, parameters);
  if (action === "document") await asDocument();
  // What was entered can be sent again.
  else await deps.answers.send(account, { operation, parameters }, asDocument);
};

const run = async (deps: OperationCommandDeps, target: unknown): Promise<void> => {
  const account = await accountFor(deps, target);
  const chosen = operationOfRow(target);
  // A key binding may say what to run, wholly or in part.
  if (chosen === undefined && isRecord(target) && "operation" in target) {
    const call = callOf(target, (await deps.reference()).closestOperation);
    refuseUnavailable(call.operation, account);
    await deps.answers.send(account, call);
    return;
  }
  if (chosen) refuseUnavailable(chosen, account);
  const around = await surroundings(account, target);
  const { operation, parameters, asDocument } = chosen
    ? { operation: chosen, parameters: undefined, asDocument: false }
    : await pickOperation(deps, account);
  const known = { ...defaultsOf(operation, account, around), ...parameters };
  if (asDocument) await deps.documents.open(account, operation, known);
  else await fill(deps, account, operation, known);
};

const write = async (deps: OperationCommandDeps, target: unknown): Promise<void> => {
  const account = await activeAccount(deps);
  const around = await surroundings(account, target);
  const { operation, parameters } = await pickOperation(deps, account);
  await deps.documents.open(account, operation, { ...defaultsOf(operation, account, around), ...parameters });
};

/** An untitled one: where it is kept is asked when it is saved. */
const newNotebook = async (): Promise<void> => {
  const cells = [
    new vscode.NotebookCellData(
      vscode.NotebookCellKind.Markup,
      vscode.l10n.t("# Operations\n\nEach cell is a call. Run one, and its response appears below it."),
      "markdown",
    ),
    new vscode.NotebookCellData(
      vscode.NotebookCellKind.Code,
      JSON.stringify({ operation: "misc.rateLimit", parameters: {} }, undefined, 2),
      "json",
    ),
  ];
  const notebook = await vscode.workspace.openNotebookDocument(notebookType, new vscode.NotebookData(cells));
  await vscode.window.showNotebookDocument(notebook);
};

const history = async (deps: OperationCommandDeps): Promise<void> => {
  const account = await activeAccount(deps);
  const { id } = account.profile;
  const calls = deps.operations.history(id);
  if (calls.length === 0) throw new UserError(vscode.l10n.t("Nothing was run with this account yet."));
  const clear = {
    label: `$(clear-all) ${vscode.l10n.t("Clear the history of this account")}`,
    call: undefined,
  };
  const { call } = await pickOne(
    [
      ...calls.map((each) => ({
        label: `${each.operation} ${each.status}`,
        description: relativeTime(new Date(each.at).toISOString(), systemClock.now(), textLanguage()),
        detail: plainText(JSON.stringify(each.parameters)),
        call: each,
      })),
      clear,
    ],
    {
      title: vscode.l10n.t("Operation History"),
      placeHolder: vscode.l10n.t("Select what to do with the call. Secrets and file contents weren't stored."),
      matchOnDetail: true,
    },
  );
  if (call) await fill(deps, account, call.operation, call.parameters);
  else deps.operations.forget(id);
};

const send = async (deps: OperationCommandDeps, target: unknown): Promise<void> => {
  const { account, call } = await callIn(deps, target);
  refuseUnavailable(call.operation, account);
  await deps.answers.send(account, call);
};

const showRequest = async (deps: OperationCommandDeps, target: unknown): Promise<void> => {
  const { account, call } = await callIn(deps, target);
  await showPreview(deps, account, call);
};

const nextPage = async (deps: OperationCommandDeps, target: unknown): Promise<void> => {
  const uri = uriOf(target);
  const answered = uri && deps.texts.answered(uri);
  if (!answered) throw runFirst(deps, vscode.l10n.t("No response is open."));
  await deps.answers.sendNext(await accountOf(deps.accounts, answered.accountId), answered.call, answered.result);
};

const save = async (deps: OperationCommandDeps, target: unknown): Promise<void> => {
  const uri = uriOf(target);
  const answered = uri && deps.texts.answered(uri);
  if (!uri || !answered) throw runFirst(deps, vscode.l10n.t("No response is open."));
  const ending = typeof answered.result === "string" ? "txt" : "json";
  const file = await askSaveFile(`${answered.call.operation}.${ending}`, vscode.l10n.t("Save Response"));
  await vscode.workspace.fs.writeFile(file, bytesOf((await vscode.workspace.openTextDocument(uri)).getText()));
  showStatus(vscode.l10n.t("Response saved."), 4000);
};

const copyCurl = async (deps: OperationCommandDeps, target: unknown): Promise<void> => {
  const { account, call } = await callIn(deps, target);
  const { curlOf } = await deps.reference();
  await vscode.env.clipboard.writeText(curlOf(previewOf(account, call), secretsIn(call.parameters)));
  showStatus(vscode.l10n.t("Command copied to clipboard, with FORGESIDE_TOKEN in place of the token."), 6000);
};

const copyCall = async (deps: OperationCommandDeps, target: unknown): Promise<void> => {
  const { call } = await callIn(deps, target);
  const { clientCallOf } = await deps.reference();
  await vscode.env.clipboard.writeText(clientCallOf(call));
  showStatus(vscode.l10n.t("Call copied to clipboard."), 4000);
};

export const operationHandlers = (deps: OperationCommandDeps): Record<OperationCommandId, Handler> => ({
  [operationCommands.run]: (target) => run(deps, target),
  [operationCommands.history]: () => history(deps),
  [operationCommands.write]: (target) => write(deps, target),
  [operationCommands.newNotebook]: () => newNotebook(),
  [operationCommands.send]: (target) => send(deps, target),
  [operationCommands.showRequest]: (target) => showRequest(deps, target),
  [operationCommands.nextPage]: (target) => nextPage(deps, target),
  [operationCommands.save]: (target) => save(deps, target),
  [operationCommands.copyCurl]: (target) => copyCurl(deps, target),
  [operationCommands.copyCall]: (target) => copyCall(deps, target),
});
