import * as vscode from "vscode";
import { isCancelled } from "../base/errors.ts";
import { errorText } from "./errorText.ts";
import { plainText } from "./plainText.ts";

interface ItemResult {
  /** Names the item for people. */
  readonly label: string;
  readonly state: "done" | "failed" | "left";
  /** Why it failed. */
  readonly reason?: string;
}

/** One after the other, with progress; one that fails does not keep the others from it. Stops when the user cancels. */
export const eachItem = async <T>(
  title: string,
  items: readonly T[],
  labelOf: (item: T) => string,
  action: (item: T, signal: AbortSignal) => Promise<unknown>,
): Promise<readonly ItemResult[]> => {
  const controller = new AbortController();
  const results: ItemResult[] = [];
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const subscription = token.onCancellationRequested(() => controller.abort());
      for (const [index, item] of items.entries()) {
        const label = labelOf(item);
        if (controller.signal.aborted) {
          results.push({ label, state: "left" });
          continue;
        }
        const message = vscode.l10n.t("{0} of {1}: {2}", index + 1, items.length, label);
        progress.report({ message, increment: index === 0 ? 0 : 100 / items.length });
        try {
          await action(item, controller.signal);
          results.push({ label, state: "done" });
        } catch (error) {
          if (isCancelled(error)) controller.abort();
          results.push(
            isCancelled(error) ? { label, state: "left" } : { label, state: "failed", reason: errorText(error) },
          );
        }
      }
      subscription.dispose();
    },
  );
  return results;
};

const lineOf = ({ label, state, reason }: ItemResult): string => {
  switch (state) {
    case "done":
      return vscode.l10n.t("{0}: done", label);
    case "failed":
      return vscode.l10n.t("{0}: failed. {1}", label, reason ?? "");
    case "left":
      return vscode.l10n.t("{0}: left as it was", label);
  }
};

/** Says in one line how it went; what was not done can be read item by item. */
export const tellResults = async (
  results: readonly ItemResult[],
  allDone: string,
  title: string,
): Promise<void> => {
  const done = results.filter(({ state }) => state === "done").length;
  if (done === results.length) {
    vscode.window.setStatusBarMessage(plainText(allDone), 4000);
    return;
  }
  const show = vscode.l10n.t("Show Report");
  const text = vscode.l10n.t("{0}: {1} of {2} done.", title, done, results.length);
  const answer = await vscode.window.showWarningMessage(text, show);
  if (answer !== show) return;
  const content = [title, "", ...results.map(lineOf), ""].join("\n");
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ content, language: "plaintext" }),
  );
};
