import * as vscode from "vscode";
import { isCancelled } from "../base/errors.ts";
import { errorText } from "./errorText.ts";
import { withCountedProgress } from "./countedProgress.ts";

export interface ItemResult {
  /** Names the item for people. */
  readonly label: string;
  readonly state: "done" | "failed" | "left";
  /** Why it failed. */
  readonly reason?: string;
}

/** Runs the action for one item after the other, with progress; failures do not stop it, a cancellation does. */
export const runBatch = async <T>(
  title: string,
  items: readonly T[],
  labelOf: (item: T) => string,
  action: (item: T, signal: AbortSignal) => Promise<unknown>,
): Promise<readonly ItemResult[]> =>
  withCountedProgress(title, async ({ signal, onProgress }) => {
    const results: ItemResult[] = [];
    let isLeft = false;
    for (const item of items) {
      onProgress(results.length, items.length);
      const label = labelOf(item);
      isLeft ||= signal.aborted;
      try {
        if (!isLeft) await action(item, signal);
        results.push({ label, state: isLeft ? "left" : "done" });
      } catch (error) {
        isLeft = isCancelled(error);
        results.push(isLeft ? { label, state: "left" } : { label, state: "failed", reason: errorText(error) });
      }
    }
    return results;
  });

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
