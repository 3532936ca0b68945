import * as vscode from "vscode";
import type { FolderEntry } from "../contents.ts";

/** What VS Code takes an entry of a folder for. */
export const typeOf = ({ type }: FolderEntry): vscode.FileType => {
  switch (type) {
    case "dir":
    case "submodule":
      return vscode.FileType.Directory;
    default:
      // A link is shown as the text that it is: where it leads may be out of the repository.
      return vscode.FileType.File;
  }
};
