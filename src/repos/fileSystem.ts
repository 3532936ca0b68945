import * as vscode from "vscode";
import { isCancelled } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import { errorText } from "../ui/errorText.ts";
import type { FolderEntry, ReposModel } from "./model.ts";
import { RepoProblem } from "./problem.ts";
import { toUserError } from "./problemText.ts";
import type { ContentPlace } from "./types.ts";
import { contentPlaceOf } from "./uri.ts";

const fileError = (error: unknown): vscode.FileSystemError => {
  if (error instanceof vscode.FileSystemError) return error;
  if (isCancelled(error)) return vscode.FileSystemError.Unavailable(vscode.l10n.t("Cancelled."));
  const text = errorText(toUserError(error));
  if (HttpError.is(error, "notFound", "gone")) return vscode.FileSystemError.FileNotFound(text);
  if (HttpError.is(error, "forbidden", "unauthorized")) return vscode.FileSystemError.NoPermissions(text);
  if (error instanceof RepoProblem && error.kind === "notAFile")
    return vscode.FileSystemError.FileIsADirectory(text);
  return vscode.FileSystemError.Unavailable(text);
};

const typeOf = ({ type }: FolderEntry): vscode.FileType => {
  switch (type) {
    case "dir":
    case "submodule":
      return vscode.FileType.Directory;
    default:
      // A link is shown as the text that it is: where it leads may be out of the repository.
      return vscode.FileType.File;
  }
};

/** Content of repositories at a branch, tag or commit, read-only. */
export class RepoFileSystem implements vscode.FileSystemProvider {
  readonly #repos: ReposModel;
  readonly #ready: () => Promise<void>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  /** `ready` resolves when the accounts are known: editors are restored before that. */
  constructor(repos: ReposModel, ready: () => Promise<void>) {
    this.#repos = repos;
    this.#ready = ready;
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** The service tells nobody of changes; they are seen after a refresh. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return this.#at(uri, async (place) => {
      const entry = await this.#repos.entry(place);
      if (!entry) throw vscode.FileSystemError.FileNotFound(uri);
      const facts = { ctime: 0, mtime: 0, permissions: vscode.FilePermission.Readonly };
      return entry === "root"
        ? { ...facts, type: vscode.FileType.Directory, size: 0 }
        : { ...facts, type: typeOf(entry), size: entry.size };
    });
  }

  readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return this.#at(uri, async (place) => {
      const entry = await this.#repos.entry(place);
      // What a submodule has in it is in another repository.
      if (entry !== "root" && entry?.type === "submodule") return [];
      return (await this.#repos.folder(place)).map((each) => [each.name, typeOf(each)]);
    });
  }

  readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return this.#at(uri, (place) => this.#repos.file(place));
  }

  writeFile(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  async #at<T>(uri: vscode.Uri, act: (place: ContentPlace) => Promise<T>): Promise<T> {
    const place = contentPlaceOf(uri);
    if (!place) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      await this.#ready();
      return await act(place);
    } catch (error) {
      throw fileError(error);
    }
  }
}
