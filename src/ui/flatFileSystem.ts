import * as vscode from "vscode";

/** What file systems of single documents answer alike: there are no folders, and nothing is moved or deleted. */
export abstract class FlatFileSystem {
  /** Why nothing is moved or deleted. */
  protected readonly refusal: string | undefined;

  constructor(refusal?: string) {
    this.refusal = refusal;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): never {
    throw vscode.FileSystemError.FileNotADirectory();
  }

  /** Before it writes a document, VS Code creates the folders that its address seems to have. */
  createDirectory(): void {}

  delete(): never {
    throw vscode.FileSystemError.NoPermissions(this.refusal);
  }

  rename(): never {
    throw vscode.FileSystemError.NoPermissions(this.refusal);
  }
}
