import * as vscode from "vscode";
import type { Disposable } from "../base/disposable.ts";
import type { Event } from "../base/event.ts";
import type { UnusableRecord } from "../base/recordFolder.ts";
import type { Log } from "../ui/log.ts";
import { showWarning } from "../ui/messages.ts";
import { DismissedWarnings } from "./dismissedWarnings.ts";
import { type SharedFolder, sharedFolder } from "./folders.ts";
import type { OrderedMemento } from "./orderedMemento.ts";

const textOf = ({ name, reason }: UnusableRecord): string => {
  switch (reason) {
    case "newer":
      return vscode.l10n.t("An unpublished edit was saved by a newer version of Forgeside. Update to see it.");
    case "damaged":
      return vscode.l10n.t("The file of an unpublished edit is damaged. It was put aside as {0}.", name);
    case "unreadable":
      return vscode.l10n.t("The file of an unpublished edit can't be read: {0}", name);
  }
};

interface UnusableOptions {
  readonly context: Pick<vscode.ExtensionContext, "globalStorageUri" | "storageUri">;
  readonly globalState: Pick<OrderedMemento, "get" | "update">;
  readonly log: Pick<Log, "error">;
}

/** Reports files of a folder of unpublished texts that can't be used. What is found again at each start can be dismissed for good. */
export const reportUnusable = (
  event: Event<UnusableRecord>,
  name: SharedFolder,
  { context, globalState, log }: UnusableOptions,
): Disposable => {
  const dismissed = new DismissedWarnings(globalState);
  const warn = async (record: UnusableRecord): Promise<void> => {
    const { reason } = record;
    const warning = `${reason}: ${record.name}`;
    if (dismissed.has(warning)) return;
    const [show, dismiss] = [vscode.l10n.t("Show Folder"), vscode.l10n.t("Don't Show Again")];
    const answer = await showWarning(textOf(record), show, ...(reason === "damaged" ? [] : [dismiss]));
    if (answer === dismiss) await dismissed.add(warning);
    else if (answer === show) await vscode.commands.executeCommand("revealFileInOS", sharedFolder(context, name));
  };
  return event((record) => {
    log.error("edits", new Error(`${record.name}: ${record.reason}`));
    warn(record).catch((error: unknown) => log.error("edits", error));
  });
};
