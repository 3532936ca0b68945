import * as vscode from "vscode";
import { activeAccount } from "../../accounts/activeAccount.ts";
import type { AccountsModel } from "../../accounts/model.ts";
import { systemClock } from "../../base/clock.ts";
import { CancelledAfterSendingError, isCancelled } from "../../base/errors.ts";
import { notebookType } from "../../ids.ts";
import { errorText } from "../../ui/errorText.ts";
import { callOfText } from "../callOfText.ts";
import { refuseUnavailable } from "../refuseUnavailable.ts";
import { shownAnswer } from "../callAnswers.ts";
import { type ExecuteCall, isAnswer } from "../executeCall.ts";
import type { OperationReference } from "../reference/operationReference.ts";
import { outputOf } from "./serializer.ts";

interface ControllerDeps {
  readonly accounts: AccountsModel;
  readonly reference: () => Promise<OperationReference>;
  readonly execute: ExecuteCall;
}

/** Runs the cells of notebooks with the active account, one after the other; a failure ends the series. */
export const operationController = (deps: ControllerDeps): vscode.NotebookController => {
  let order = 0;
  const runCell = async (cell: vscode.NotebookCell, controller: vscode.NotebookController): Promise<boolean> => {
    const execution = controller.createNotebookCellExecution(cell);
    const aborting = new AbortController();
    execution.token.onCancellationRequested(() => aborting.abort());
    execution.executionOrder = ++order;
    execution.start(systemClock.now());
    let isDone = false;
    try {
      await execution.clearOutput();
      const account = await activeAccount(deps);
      const { closestOperation } = await deps.reference();
      const call = callOfText(cell.document.getText(), closestOperation);
      refuseUnavailable(call.operation, account);
      const { answer } = await deps.execute(account, call, aborting.signal);
      await execution.replaceOutput(outputOf(shownAnswer(answer)));
      isDone = !isAnswer(answer);
    } catch (error) {
      if (!isCancelled(error) || error instanceof CancelledAfterSendingError) {
        const item = vscode.NotebookCellOutputItem.error({ name: "", message: errorText(error) });
        await execution.replaceOutput(new vscode.NotebookCellOutput([item]));
      }
    }
    execution.end(isDone, systemClock.now());
    return isDone;
  };
  const controller = vscode.notebooks.createNotebookController(
    "forgeside.operations",
    notebookType,
    vscode.l10n.t("Forgeside"),
  );
  controller.supportedLanguages = ["json"];
  controller.supportsExecutionOrder = true;
  controller.description = vscode.l10n.t("Runs operations with the active account");
  controller.executeHandler = async (cells) => {
    for (const cell of cells) if (!(await runCell(cell, controller))) return;
  };
  return controller;
};
