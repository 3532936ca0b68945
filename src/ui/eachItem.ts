import * as vscode from "vscode";
import { isCancelled } from "../base/errors.ts";
import { errorText } from "./errorText.ts";

export interface ItemResult {
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

/** How it went with one item, for people. */
export const lineOf = ({ label, state, reason }: ItemResult): string => {
  switch (state) {
    case "done":
      return vscode.l10n.t("{0}: done", label);
    case "failed":
      return vscode.l10n.t("{0}: failed. {1}", label, reason ?? "");
    case "left":
      return vscode.l10n.t("{0}: left as it was", label);
  }
};
