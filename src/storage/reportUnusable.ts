import * as vscode from "vscode";
import type { Disposable } from "../base/disposable.ts";
import type { Event } from "../base/event.ts";
import type { UnusableRecord } from "../base/recordFolder.ts";
import type { Log } from "../ui/log.ts";
import { showWarning } from "../ui/messages.ts";

/** Reports files of unpublished texts that can't be used, and where they are. */
export const reportUnusable = (event: Event<UnusableRecord>, folder: vscode.Uri, log: Log): Disposable =>
  event(({ name, reason }) => {
    log.error("edits", new Error(`${name}: ${reason}`));
    const text =
      reason === "newer"
        ? vscode.l10n.t("An unpublished edit was saved by a newer version of Forgeside. Update to see it.")
        : reason === "damaged"
          ? vscode.l10n.t("The file of an unpublished edit is damaged. It was put aside as {0}.", name)
          : vscode.l10n.t("The file of an unpublished edit can't be read: {0}", name);
    const show = vscode.l10n.t("Show Folder");
    showWarning(text, show).then(
      (answer) => answer === show && vscode.commands.executeCommand("revealFileInOS", folder),
      (error: unknown) => log.error("edits", error),
    );
  });
