import * as vscode from "vscode";
import { outputOf } from "./mergeEditorTab.ts";

const tabsOf = (isMeant: (uri: vscode.Uri) => boolean): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && isMeant(input.uri));

const ownTabs = (uri: vscode.Uri): readonly vscode.Tab[] => tabsOf((each) => each.toString() === uri.toString());

/** How many tabs of its own the document has, be they in front or not. */
export const countTabs = (uri: vscode.Uri): number => ownTabs(uri).length;

/** Whether its tab has something unsaved. Of a document that is changed while it is saved, only the tab knows. */
export const hasDirtyTab = (uri: vscode.Uri): boolean => ownTabs(uri).some(({ isDirty }) => isDirty);

const schemesOf = ({ input }: vscode.Tab): readonly string[] => {
  if (input instanceof vscode.TabInputText) return [input.uri.scheme];
  if (input instanceof vscode.TabInputTextDiff) return [input.original.scheme, input.modified.scheme];
  return [];
};

/** The schemes of the documents in all tabs. */
export const openSchemes = (): ReadonlySet<string> =>
  new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(schemesOf)));

/** Closes the tabs whose document is meant and has nothing unsaved. */
export const closeSavedTexts = async (isMeant: (uri: vscode.Uri) => boolean): Promise<void> => {
  const tabs = tabsOf(isMeant).filter(({ isDirty }) => !isDirty);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
};

/** Closes the tabs whose document is meant. A dirty one asks, as always; false when the user wants to keep it open. */
export const closeTabs = async (
  isMeant: (uri: vscode.Uri) => boolean,
  preserveFocus = false,
): Promise<boolean> => {
  const tabs = tabsOf(isMeant);
  return tabs.length === 0 || vscode.window.tabGroups.close(tabs, preserveFocus);
};

/** Opens what is meant and in front, but has no document: VS Code shows an error in its place, and does not try again by itself. */
export const openAgain = async (isMeant: (uri: vscode.Uri) => boolean): Promise<void> => {
  for (const { activeTab, viewColumn } of vscode.window.tabGroups.all) {
    const input = activeTab?.input;
    if (!(input instanceof vscode.TabInputText) || !isMeant(input.uri)) continue;
    if (vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === input.uri.toString())) continue;
    const options = { viewColumn, preserveFocus: true, preview: activeTab?.isPreview === true };
    await vscode.commands.executeCommand("vscode.open", input.uri, options);
  }
};

/** The file in a tab, be it in an editor of text, a notebook or whatever editor there is for it; none where it compares two. */
export const fileIn = ({ input }: vscode.Tab): vscode.Uri | undefined =>
  input instanceof vscode.TabInputText ||
  input instanceof vscode.TabInputNotebook ||
  input instanceof vscode.TabInputCustom
    ? input.uri
    : undefined;

/** The file that a tab is there to edit, be it in an editor of text, a comparison or a merge editor. */
export const editedIn = (tab: vscode.Tab): vscode.Uri | undefined => {
  const { input } = tab;
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : outputOf(tab);
};

/** The tabs that show the file: to edit it, or beside another one. */
const tabsWith = (uri: vscode.Uri): readonly vscode.Tab[] => {
  const isIt = (other: vscode.Uri | undefined): boolean => other?.toString() === uri.toString();
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      (tab) =>
        isIt(fileIn(tab)) ||
        isIt(editedIn(tab)) ||
        ((tab.input instanceof vscode.TabInputTextDiff || tab.input instanceof vscode.TabInputNotebookDiff) &&
          (isIt(tab.input.original) || isIt(tab.input.modified))),
    );
};

/** Whether some tab shows the file, as text, as a notebook, in a comparison or a merge editor. */
export const hasTab = (uri: vscode.Uri): boolean => tabsWith(uri).length > 0;

/** The group with a tab of the file alone: the active one, if it has one. */
export const columnOf = (uri: vscode.Uri): vscode.ViewColumn | undefined => {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  const hasIt = ({ tabs }: vscode.TabGroup): boolean =>
    tabs.some((tab) => fileIn(tab)?.toString() === uri.toString());
  return [activeTabGroup, ...all].find(hasIt)?.viewColumn;
};

/** What a tab shows; its `input` is another object after each change. */
const shownIn = (tab: vscode.Tab): string => {
  const { input, label } = tab;
  const files = input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [fileIn(tab)];
  return [label, ...files].join("\n");
};

/** As in the names of VS Code's commands. */
const groupNames = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"] as const;

/** Shows what was in front before again, unless it is closed. */
export const showTab = async (former: vscode.Tab): Promise<void> => {
  const { input, label, isPreview, group } = former;
  const { activeTabGroup } = vscode.window.tabGroups;
  const isIt = (tab: vscode.Tab | undefined): boolean => tab !== undefined && shownIn(tab) === shownIn(former);
  const isInFront = activeTabGroup.viewColumn === group.viewColumn && isIt(activeTabGroup.activeTab);
  if (isInFront || !group.tabs.some(isIt)) return;
  const options = { viewColumn: group.viewColumn, preview: isPreview };
  if (input instanceof vscode.TabInputText) await vscode.window.showTextDocument(input.uri, options);
  else if (input instanceof vscode.TabInputNotebook)
    await vscode.commands.executeCommand("vscode.openWith", input.uri, input.notebookType, options);
  else if (input instanceof vscode.TabInputTextDiff)
    await vscode.commands.executeCommand("vscode.diff", input.original, input.modified, label, options);
  else {
    const name = groupNames[group.viewColumn - 1];
    // VS Code has no command for a ninth group.
    if (!name) return;
    await vscode.commands.executeCommand(`workbench.action.focus${name}EditorGroup`);
    await vscode.commands.executeCommand("workbench.action.openEditorAtIndex", group.tabs.findIndex(isIt));
  }
};

/** Closes all tabs that show the file and have nothing unsaved. */
export const closeSavedTabsOf = async (uri: vscode.Uri): Promise<void> => {
  const tabs = tabsWith(uri).filter(({ isDirty }) => !isDirty);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
};

/** The files that tabs are there to edit. */
export const openFiles = (): readonly vscode.Uri[] =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap((tab) => editedIn(tab) ?? []));

/** Whether some tab is there to edit the file, be it shown since the window was opened or not. */
export const isInTab = (uri: vscode.Uri): boolean =>
  openFiles().some((each) => each.toString() === uri.toString());

/** Gets each file that is no longer edited: it has neither a tab nor an open document. */
export const onDidLeaveFile = (run: (uri: vscode.Uri) => void): vscode.Disposable => {
  const leave = (uri: vscode.Uri | undefined): void => {
    if (
      uri &&
      !isInTab(uri) &&
      !vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString())
    )
      run(uri);
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidCloseTextDocument(({ uri }) => leave(uri)),
    // Of a tab that was not shown since the window was opened, no document closes.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => closed.map(editedIn).forEach(leave)),
  );
};
