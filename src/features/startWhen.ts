import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { linkFilePath, linksKey } from "../gists/links/linkFile.ts";
import { settings } from "../ids.ts";
import { sharedFolder, type SharedFolder } from "../storage/folders.ts";
import type { Core } from "./core.ts";
import { type FeatureId, featureOf } from "./featureTable.ts";

/** Folders of the extension's storage with what waits here, such as edits that are not published. */
const waiting: readonly (readonly [folder: SharedFolder, id: FeatureId])[] = [
  ["edits", "gists"],
  ["localChanges", "repos"],
];

const isNotEmpty = async (folder: vscode.Uri): Promise<boolean> => {
  try {
    return (await vscode.workspace.fs.readDirectory(folder)).length > 0;
  } catch {
    // It is made with the first file.
    return false;
  }
};

const isThere = async (file: vscode.Uri): Promise<boolean> => {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
};

const hasLinks = async ({ workspaceState }: vscode.ExtensionContext): Promise<boolean> => {
  const stored = workspaceState.get<unknown>(linksKey);
  if (Array.isArray(stored) && stored.length > 0) return true;
  for (const { uri } of vscode.workspace.workspaceFolders ?? [])
    if (await isThere(vscode.Uri.joinPath(uri, linkFilePath))) return true;
  return false;
};

const schemesOf = ({ input }: vscode.Tab): readonly string[] => {
  if (input instanceof vscode.TabInputText) return [input.uri.scheme];
  if (input instanceof vscode.TabInputTextDiff) return [input.original.scheme, input.modified.scheme];
  return [];
};

/**
 * Starts the features that have something to do before they are first used: edits that wait, linked files, documents in
 * tabs, which a sign-out closes.
 */
export const watchWhatIsLeft = (
  { context, accounts, log }: Core,
  start: (id: FeatureId) => Promise<unknown>,
): Disposable => {
  const store = new DisposableStore();
  const begin = (id: FeatureId): void =>
    void start(id).catch((error: unknown) => log.error(`start of ${id}`, error));
  const look = async (): Promise<void> => {
    if (accounts.accounts.length === 0) return;
    for (const [folder, id] of waiting) if (await isNotEmpty(sharedFolder(context, folder))) begin(id);
    const configuration = vscode.workspace.getConfiguration();
    if (configuration.get<unknown>(settings.snippetsEnabled) === true) begin("gists");
    if (configuration.get<unknown>(settings.searchIndex) === "background") begin("search");
    if (await hasLinks(context)) begin("links");
    for (const { tabs } of vscode.window.tabGroups.all)
      for (const id of new Set(tabs.flatMap(schemesOf).flatMap((scheme) => featureOf(scheme) ?? []))) begin(id);
  };
  const lookAgain = (): void => void look().catch((error: unknown) => log.error("start", error));
  const links = store.add(vscode.workspace.createFileSystemWatcher(`**/${linkFilePath}`, false, true, true));
  store.add(links.onDidCreate(lookAgain));
  store.add(vscode.workspace.onDidChangeWorkspaceFolders(lookAgain));
  store.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if ([settings.snippetsEnabled, settings.searchIndex].some((each) => change.affectsConfiguration(each)))
        lookAgain();
    }),
  );
  store.add(
    accounts.onDidChange(({ added }) => {
      if (added.length > 0) lookAgain();
    }),
  );
  void accounts.load().then(lookAgain, () => undefined);
  return store;
};
