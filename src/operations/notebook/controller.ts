import * as vscode from "vscode";
import { activeAccount } from "../../accounts/activeAccount.ts";
import { CancelledAfterSendingError, isCancelled } from "../../base/errors.ts";
import { notebookType } from "../../ids.ts";
import { errorText } from "../../ui/errorText.ts";
import type { OperationDeps } from "../deps.ts";
import { callOfText } from "../callOfText.ts";
import { refuseUnavailable } from "../refuseUnavailable.ts";
import { shownAnswer } from "../answers.ts";
import { isAnswer, executeCall } from "../executeCall.ts";
import { outputOf } from "./serializer.ts";

/** Runs the cells of notebooks with the active account, one after the other; a failure ends the series. */
export const operationController = (deps: OperationDeps): vscode.NotebookController => {
  let order = 0;
  const runCell = async (cell: vscode.NotebookCell, controller: vscode.NotebookController): Promise<boolean> => {
    const execution = controller.createNotebookCellExecution(cell);
    const aborting = new AbortController();
    execution.token.onCancellationRequested(() => aborting.abort());
    execution.executionOrder = ++order;
    execution.start(deps.clock.now());
    let isDone = false;
    try {
      await execution.clearOutput();
      const account = await activeAccount(deps);
      const { closestOperation } = await deps.reference();
      const call = callOfText(cell.document.getText(), closestOperation);
      refuseUnavailable(call.operation, account);
      const { answer } = await executeCall(deps, account, call, aborting.signal);
      await execution.replaceOutput(outputOf(shownAnswer(answer)));
      isDone = !isAnswer(answer);
    } catch (error) {
      if (!isCancelled(error) || error instanceof CancelledAfterSendingError) {
        const item = vscode.NotebookCellOutputItem.error({ name: "", message: errorText(error) });
        await execution.replaceOutput(new vscode.NotebookCellOutput([item]));
      }
    }
    execution.end(isDone, deps.clock.now());
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
