import * as vscode from "vscode";
import { DisposableStore } from "../base/disposable.ts";
import { isCancelled } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import type { FileRead } from "../shell/lazyProviders.ts";
import type { Log } from "../ui/log.ts";
import { openDocument } from "../ui/openDocument.ts";
import { showError } from "../ui/showError.ts";
import { fileIn } from "../ui/tabs.ts";

/** The tab may be known only after the read has failed. Milliseconds. */
const joinDelayMs = 300;

/** The failure of the other side of a comparison isn't reported within this time. Milliseconds. */
const muteMs = 1000;

/** What a tab shows: the two sides of a difference, or one file. */
const addressesOf = (tab: vscode.Tab): readonly string[] => {
  const { input } = tab;
  const sides = input instanceof vscode.TabInputTextDiff ? [input.modified, input.original] : [fileIn(tab)];
  return sides.flatMap((uri) => uri?.toString() ?? []);
};

const tabsInFront = (): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all.flatMap(({ activeTab }) => activeTab ?? []);

const tabInFrontOf = (address: string): vscode.Tab | undefined =>
  tabsInFront().find((tab) => addressesOf(tab).includes(address));

const hasDocument = (address: string): boolean =>
  openDocument(address) !== undefined ||
  vscode.workspace.notebookDocuments.some(({ uri }) => uri.toString() === address);

const openAgain = async (uri: vscode.Uri, { input, isPreview, label, group }: vscode.Tab): Promise<void> => {
  const options = { viewColumn: group.viewColumn, preview: isPreview };
  if (input instanceof vscode.TabInputTextDiff) {
    await vscode.commands.executeCommand("vscode.diff", input.original, input.modified, label, options);
    return;
  }
  if (!(input instanceof vscode.TabInputCustom)) {
    await vscode.commands.executeCommand("vscode.open", uri, options);
    return;
  }
  // An editor such as that of pictures shows the failure itself, and does not read again while it is open.
  const tab = tabInFrontOf(uri.toString());
  if (tab) await vscode.window.tabGroups.close(tab, true);
  await vscode.commands.executeCommand("vscode.openWith", uri, input.viewType, options);
};

/** Undefined for what VS Code itself explains, and for what the user canceled. */
const reasonOf = (error: unknown): unknown => {
  if (!(error instanceof vscode.FileSystemError)) return undefined;
  const { cause } = error;
  // The read that the user cancels ends as one that took too long.
  if (HttpError.is(cause, "timeout") && isCancelled(cause.cause)) return undefined;
  const isExplained = error.code === "FileNotFound" && !(HttpError.is(cause) && cause.missing);
  return isExplained ? undefined : cause;
};

/**
 * VS Code shows an error without its reason where an editor can't be opened, and does not report that. So the reason of a
 * failed read is shown where a tab in front has no content. What was in front at the start opens without the user.
 */
export const reportFailedOpens = (
  onWillRead: vscode.Event<FileRead>,
  schemes: readonly string[],
  log: Pick<Log, "error" | "info" | "show">,
): vscode.Disposable => {
  const store = new DisposableStore();
  const restored = new Set(tabsInFront().flatMap(addressesOf));
  /** Comparisons whose failure was just shown. */
  const reported = new Set<string>();
  /** Editors such as that of pictures have no document by which to see that they have content. */
  const loaded = new Set<string>();
  /** By file: VS Code makes several reads for one opening, which ends with the last of them. */
  const openings = new Map<string, { pending: number; reason: unknown }>();
  const report = (uri: vscode.Uri, reason: unknown): void => {
    const address = uri.toString();
    const tab = tabInFrontOf(address);
    if (!tab || hasDocument(address) || loaded.has(address) || restored.delete(address) || store.isDisposed)
      return;
    // Both sides of a comparison may fail.
    const sides = addressesOf(tab).join(" ");
    if (reported.has(sides)) return;
    if (tab.input instanceof vscode.TabInputTextDiff) {
      reported.add(sides);
      setTimeout(() => reported.delete(sides), muteMs);
    }
    void showError(vscode.l10n.t("Open File"), reason, log, async () => {
      reported.delete(sides);
      await openAgain(uri, tab);
    });
  };
  const noteContent = (address: string): void => {
    restored.delete(address);
    const tab = tabInFrontOf(address);
    if (tab?.input instanceof vscode.TabInputCustom) loaded.add(address);
  };
  store.add(
    onWillRead(({ uri, isContent, result }) => {
      if (!schemes.includes(uri.scheme)) return;
      const address = uri.toString();
      const opening = openings.get(address) ?? { pending: 0, reason: undefined };
      openings.set(address, opening);
      opening.pending++;
      const finish = (): void => {
        if (--opening.pending > 0) return;
        setTimeout(() => {
          if (opening.pending > 0 || openings.get(address) !== opening) return;
          openings.delete(address);
          if (opening.reason !== undefined) report(uri, opening.reason);
        }, joinDelayMs);
      };
      result
        .then(
          () => isContent && noteContent(address),
          (error: unknown) => {
            opening.reason ??= reasonOf(error);
          },
        )
        .finally(finish);
    }),
  );
  store.add(
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const tab of closed)
        for (const known of [restored, loaded]) addressesOf(tab).forEach((address) => known.delete(address));
    }),
  );
  return store;
};
