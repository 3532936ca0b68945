import * as vscode from "vscode";
import { CancelledError, isCancelled } from "../base/errors.ts";
import { pickAt } from "./pickAt.ts";
import { plainText } from "./plainText.ts";

/** One value of a form. */
export interface FormField {
  readonly label: string;
  /** What it is now, for people. */
  readonly shown: () => string;
  /** What that value means, on a line of its own. */
  readonly detail?: () => string;
  /** Asks for another value. What it throws ends the form, a cancellation only this question. */
  readonly change: () => Promise<void>;
}

interface Row extends vscode.QuickPickItem {
  readonly index?: number;
}

/**
 * Shows all values; the first row does it, any other asks for that value and comes back. Throws CancelledError when the
 * user leaves.
 */
export const askForm = async (
  title: string,
  action: () => string,
  fields: readonly FormField[],
): Promise<void> => {
  const placeholder = vscode.l10n.t("Select a row to edit it, or the first one to continue");
  let active = 0;
  for (;;) {
    const rows: readonly Row[] = [
      { label: `$(check) ${plainText(action())}` },
      ...fields.map(({ label, shown, detail }, index) => {
        const value = plainText(shown());
        const description = value === "" ? vscode.l10n.t("(empty)") : value;
        return { label, description, ...(detail && { detail: detail() }), index };
      }),
    ];
    const row = await pickAt(title, placeholder, rows, active);
    if (!row) throw new CancelledError();
    if (row.index === undefined) return;
    active = row.index + 1;
    try {
      await fields[row.index]?.change();
    } catch (error) {
      if (!isCancelled(error)) throw error;
    }
  }
};
