import * as vscode from "vscode";

/** Folders that all windows share. */
export type SharedFolder =
  /** Edits of gists that are not published. */
  | "edits"
  /** What Auto Save stored of other documents. */
  | "localChanges"
  /** Gists that were deleted here. */
  | "deleted"
  /** Texts of documents of operations that have a tab. */
  | "operationDocuments"
  /** The index of the search. */
  | "search"
  | "state";

/** Folders of a workspace, with the bases of unsaved documents or linked files, or with the merges of linked files. */
export type BasesFolder = "gistBases" | "repoBases" | "hookBases" | "linkBases" | "linkMerges";

type Context = Pick<vscode.ExtensionContext, "globalStorageUri" | "storageUri">;

export const sharedFolder = ({ globalStorageUri }: Context, name: SharedFolder): vscode.Uri =>
  vscode.Uri.joinPath(globalStorageUri, name);

/** Where no workspace is open, all such windows share it. */
export const basesFolder = ({ globalStorageUri, storageUri }: Context, name: BasesFolder): vscode.Uri =>
  vscode.Uri.joinPath(storageUri ?? globalStorageUri, name);

/** What has something of an account that is not at its server. */
export const unsentFolders = (context: Context): readonly vscode.Uri[] =>
  (["edits", "localChanges"] as const).map((name) => sharedFolder(context, name));

/** What else has something of an account, in each storage that this window may have used. */
export const accountFolders = (context: Context): readonly vscode.Uri[] => {
  const shared: readonly SharedFolder[] = ["deleted", "operationDocuments", "search"];
  const ofWorkspace: readonly BasesFolder[] = ["repoBases", "gistBases", "hookBases"];
  return [
    ...shared.map((name) => sharedFolder(context, name)),
    ...ofWorkspace.flatMap((name) => [
      basesFolder(context, name),
      vscode.Uri.joinPath(context.globalStorageUri, name),
    ]),
  ];
};
