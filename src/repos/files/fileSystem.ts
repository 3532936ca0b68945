import * as vscode from "vscode";
import { type DocumentAccounts, saveAtOnce } from "../../accounts/storage/saveAtOnce.ts";
import { decodeBase64 } from "../../base/bytes.ts";
import { SignedOutError } from "../../base/errors.ts";
import { EditorUpdates } from "../../base/editorUpdates.ts";
import { FileTimes } from "../../base/fileTimes.ts";
import type { Clock } from "../../base/clock.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { toFileSystemError } from "../../ui/fileSystemErrors.ts";
import { HttpError } from "../../client/errors.ts";
import { NeedsOtherBranch, RepoConflict, withChange } from "./commitErrors.ts";
import type { RepoFiles } from "./files.ts";
import { editorStateOf } from "./editorState.ts";
import { commitFailureOf } from "./commitFailureOf.ts";
import { type FolderEntry, requireWhole } from "../contents.ts";
import type { ReposModel } from "../model.ts";
import { isOtherThanFile, problemOfType, RepoProblem, type RepoProblemKind, unlessEmpty } from "../problem.ts";
import { toUserError } from "../problemText.ts";
import type { ContentPlace } from "../types.ts";
import { contentPlaceOf, contentUri } from "../uri.ts";
import { repoScheme } from "../../ids.ts";
import { documentPlaceOf, type LocalChange, type LocalChanges, changeSentTo } from "../../localChanges/model.ts";
import { showStored } from "../../localChanges/showStored.ts";
import { typeOf } from "./entryType.ts";
import { recreatedBranches } from "./recreatedBranches.ts";
import { showOutcome } from "./showOutcome.ts";
import { noteUncommitted } from "./storeFailure.ts";
import { isToBeSaved, type SaveReason, type Saves, withSaveReason } from "../../ui/saveReasons.ts";
import { SaveReports } from "../../ui/saveReports.ts";
import { confirmDeleteWithEdits } from "../../ui/confirmDelete.ts";
import { plainText } from "../../ui/plainText.ts";
import { followDocuments } from "../../ui/followDocuments.ts";
import { hasUnsavedBelow, isUnsaved } from "../../ui/openDocument.ts";
import { hasUnsavedText, takeTextAsReported } from "../../ui/unsavedText.ts";

const codeOf = (error: unknown): "FileIsADirectory" | "NoPermissions" | undefined => {
  if (error instanceof NeedsOtherBranch || isOtherThanFile(error)) return "NoPermissions";
  if (error instanceof RepoProblem && error.kind === "notABranch") return "NoPermissions";
  return error instanceof RepoProblem && error.kind === "notAFile" ? "FileIsADirectory" : undefined;
};

/** What a save did not commit. `isStored`: the text is a local change, and the document is saved. */
export interface UncommittedSave {
  readonly place: ContentPlace;
  readonly error: unknown;
  readonly isStored: boolean;
  readonly change: LocalChange | undefined;
}

const unstorable: ReadonlySet<RepoProblemKind> = new Set(["tooLargeToSend", "replaced", "sentSince"]);

/** Whether the text of a save that failed with this is stored: not one that is too large for the server and for a record, or a change that was replaced or is gone. */
const isStorable = (error: unknown): boolean =>
  error instanceof RepoProblem ? !unstorable.has(error.kind) : !(error instanceof vscode.FileSystemError);

/** Content of repositories. On a branch each save is a commit; at a tag or commit it is read-only. */
export class RepoFileSystem implements vscode.FileSystemProvider {
  readonly #repos: ReposModel;
  readonly #files: RepoFiles;
  readonly #changes: LocalChanges;
  readonly #accounts: DocumentAccounts;
  readonly #store = new DisposableStore();
  readonly #saves: Saves;
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;
  readonly #read = this.#store.add(
    new vscode.EventEmitter<{ readonly place: ContentPlace; readonly bytes: Uint8Array }>(),
  );
  readonly onDidRead = this.#read.event;
  readonly #reports = this.#store.add(new SaveReports<UncommittedSave>());
  /** Of a save it is fired once VS Code has finished it. */
  readonly onDidNotCommit = this.#reports.onDidReport;
  readonly #times: FileTimes;
  readonly #updates: EditorUpdates;
  readonly #isRecreated: ReturnType<typeof recreatedBranches>;
  /** VS Code does not say why an edit of the workspace failed to who applies it. */
  lastFailure: unknown;
  /** Folders that were made here: the service has them with their first file. */
  readonly #folders = new Set<string>();

  constructor(deps: {
    readonly repos: ReposModel;
    readonly files: RepoFiles;
    readonly changes: LocalChanges;
    readonly clock: Clock;
    readonly accounts: DocumentAccounts;
    readonly saves: Saves;
  }) {
    const { repos, files, changes, clock, accounts, saves } = deps;
    this.#repos = repos;
    this.#isRecreated = recreatedBranches(repos, clock);
    this.#files = files;
    this.#changes = changes;
    this.#times = new FileTimes(clock, (address) => isToBeSaved(saves, address));
    this.#updates = this.#store.add(new EditorUpdates(clock));
    this.#saves = saves;
    this.#accounts = accounts;
    this.#store.add(
      files.onDidChange((changes) => {
        for (const { place, kind } of changes) this.#fireChanged(contentUri(place), kind === "delete");
      }),
    );
    this.#store.add(
      changes.onDidChange((places) => {
        // An editor with something unsaved goes on from what it has; other ones show the change, or what the service has.
        for (const { uri } of places.map((place) => ({ uri: vscode.Uri.parse(place.uri) })))
          if (uri.scheme === repoScheme && !isUnsaved(uri)) this.#fireChanged(uri);
      }),
    );
    for (const document of vscode.workspace.textDocuments) this.#note(document);
    this.#store.add(
      followDocuments(repoScheme, {
        onText: (document) => this.#note(document),
        onTyped: (uri) => {
          const place = contentPlaceOf(uri);
          if (place) files.noteTyped(place);
        },
        onNotebook: (uri) => this.#noteUnsaved(contentPlaceOf(uri)),
        onSaved: (uri) => this.#reports.finish(uri),
        onClosed: (uri) => {
          const place = contentPlaceOf(uri);
          // A document whose language is changed is closed and opened again.
          this.#updates.later(() => {
            if (place && editorStateOf(place) === "none") files.noteClosed(place).catch(() => undefined);
          });
        },
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** The service does not report changes; they are seen after a refresh. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    takeTextAsReported(uri);
    return this.#at(uri, async (place) => {
      const directory = { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      if (this.#folders.has(uri.toString())) return directory;
      const mtimeOf = (size: number): number => this.#times.of(uri.toString(), { size, modified: 0 });
      const stat = (type: vscode.FileType, size: number) => ({ type, ctime: 0, mtime: mtimeOf(size), size });
      const change = await this.#files.knownChangeOf(place);
      // Also of a file that was deleted at the service, or while the service is away.
      if (change) return stat(vscode.FileType.File, decodeBase64(change.content).length);
      const entry = await this.#entryOf(uri, place);
      if (entry === "unknown") return stat(vscode.FileType.File, 0);
      if (!entry) throw vscode.FileSystemError.FileNotFound(uri);
      // A write through a link would replace it by a file.
      const isFixed = entry !== "root" && entry.type !== "file" && entry.type !== "dir";
      // What is typed while the branch is deleted, or can't be read, can be saved: it is stored here.
      const isBranch = isUnsaved(uri) || (await this.#repos.isBranch(place));
      const rights = !isFixed && isBranch ? {} : { permissions: vscode.FilePermission.Readonly };
      // VS Code shows a folder that can't be listed as one without files, and looks for that of a file before it saves it.
      if (entry === "root" && !isBranch && !hasUnsavedBelow(uri)) await unlessEmpty(this.#repos.folder(place), []);
      if (entry === "root") return { ...directory, ...rights };
      return { ...stat(typeOf(entry), entry.size), ...rights };
    });
  }

  /** VS Code would make the folder of an unsaved file that can't be read now before it saves it. */
  async #entryOf(uri: vscode.Uri, place: ContentPlace): Promise<FolderEntry | "root" | "unknown" | undefined> {
    const entry = () => this.#repos.entry(place);
    if (!isUnsaved(uri)) return entry();
    try {
      return await saveAtOnce(this.#accounts, place.accountId, entry);
    } catch (error) {
      if (!HttpError.is(error) && !(error instanceof SignedOutError)) throw error;
      return "unknown";
    }
  }

  readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return this.#at(uri, async (place) => {
      if (this.#folders.has(uri.toString())) return [];
      const entry = await this.#repos.entry(place);
      // What a submodule has in it is in another repository.
      if (entry !== "root" && entry?.type === "submodule") return [];
      return (await this.#repos.folder(place)).map((each) => [each.name, typeOf(each)]);
    });
  }

  readFile(uri: vscode.Uri): Promise<Uint8Array> {
    this.#updates.noteRead(uri.toString());
    return this.#at(uri, async (place) => {
      const bytes = await this.#files.read(place);
      this.#read.fire({ place, bytes });
      void this.#isRecreated(place).then((isIt) => isIt && this.#fireChanged(uri));
      return bytes;
    });
  }

  writeFile(
    uri: vscode.Uri,
    content: Uint8Array,
    options: { create: boolean; overwrite: boolean },
  ): Promise<void> {
    const write = (reason: SaveReason): Promise<void> =>
      this.#at(uri, async (place) => {
        this.#reports.begin(uri);
        if (reason === "autoSave") {
          await this.#keep(place, content);
          return;
        }
        const commit = () => this.#commit(uri, place, content, options, reason);
        try {
          await (reason === "user" ? saveAtOnce(this.#accounts, place.accountId, commit) : commit());
        } catch (error) {
          const isUsers = reason === "user" && isStorable(error);
          if (isUsers && (await this.#storeUncommitted(place, content, error))) return;
          const at = documentPlaceOf(contentUri(place));
          throw reason === "write" && isStorable(error)
            ? await noteUncommitted(this.#files, this.#changes, { place, at, mine: content, error })
            : error;
        }
      });
    return withSaveReason(this.#saves, uri, content, write);
  }

  async #commit(
    uri: vscode.Uri,
    place: ContentPlace,
    content: Uint8Array,
    options: { create: boolean; overwrite: boolean },
    reason: SaveReason,
  ): Promise<void> {
    await this.#requireBranch(place);
    const entry = await this.#repos.entry(place);
    if (!entry && !options.create) throw vscode.FileSystemError.FileNotFound(uri);
    if (entry && options.create && !options.overwrite) throw vscode.FileSystemError.FileExists(uri);
    if (entry && (entry === "root" || entry.type !== "file"))
      throw problemOfType(entry === "root" ? "dir" : entry.type, place.path);
    const outcome = await (reason === "other"
      ? this.#files.replace(place, content)
      : this.#files.write(place, content, {
          mayTakeNewBranch: reason === "user",
          isOfChange: reason === "write" && changeSentTo(uri, content) !== undefined,
        }));
    for (const folder of this.#folders) if (uri.toString().startsWith(`${folder}/`)) this.#folders.delete(folder);
    showOutcome(outcome);
    if (outcome === "merged") this.#updates.offer(uri.toString(), () => this.#fireChanged(uri));
  }

  /** Stores the text of a save by the user that is not committed. False where it can't be stored. */
  async #storeUncommitted(place: ContentPlace, content: Uint8Array, error: unknown): Promise<boolean> {
    try {
      await this.#files.store(place, content, commitFailureOf(error));
    } catch {
      // The document stays unsaved, which is the only place that has the text.
      return false;
    }
    const stored = await this.#files.shownChange(place);
    const shown = withChange(error, { mine: content, stored });
    this.#reports.add(contentUri(place), { place, error: shown, isStored: true, change: stored });
    return true;
  }

  /** Stores what Auto Save saves: nothing is sent before the user saves. */
  async #keep(place: ContentPlace, content: Uint8Array): Promise<void> {
    const before = await this.#files.changeOf(place);
    const outcome = await this.#files.store(place, content);
    if (outcome === "stored" && !before)
      showStored(
        this.#changes,
        contentUri(place),
        vscode.l10n.t("Saved on this computer. Run File: Save to commit it."),
      );
  }

  delete(uri: vscode.Uri): Promise<void> {
    return this.#at(uri, (place) => this.remove([place]));
  }

  /**
   * Deletes files and every file of folders of one branch, each with a commit of its own; one question for all of
   * them. Throws FileSystemError and what `RepoFiles.toDelete` and `deleteAll` throw.
   */
  async remove(places: readonly ContentPlace[], mayTakeNewBranch = false): Promise<void> {
    const stored = places.filter((place) => !this.#folders.delete(contentUri(place).toString()));
    const [first] = stored;
    if (!first) return;
    await this.#requireBranch(first);
    // All that is there now, not what a list showed before.
    this.#repos.refreshRepo(first);
    const found = await Promise.all(stored.map((place) => this.#filesAt(place)));
    const gone = [...new Map(found.flat().map((place) => [place.path, place])).values()];
    const deletion = await this.#files.toDelete(gone);
    await confirmDeleteWithEdits(stored.map(({ path }) => path).join(", "), deletion.changes.length);
    const folders = stored.map(({ path }) => `${path}/`);
    await this.#files.deleteAll(deletion, folders, mayTakeNewBranch);
    for (const place of stored) this.#fireChanged(contentUri(place), true);
  }

  rename(oldUri: vscode.Uri, newUri: vscode.Uri, options: { overwrite: boolean }): Promise<void> {
    return this.#at(oldUri, async (place) => {
      const target = contentPlaceOf(newUri);
      if (!target) throw vscode.FileSystemError.FileNotFound(newUri);
      await this.move(place, target, options);
    });
  }

  /**
   * Files are added under their new names first and then deleted under the old ones: two commits for each. What fails in
   * between leaves both: MovedInPart. Throws FileSystemError and what `RepoFiles.moveAll` throws.
   */
  async move(
    place: ContentPlace,
    target: ContentPlace,
    { overwrite = false, mayTakeNewBranch = false } = {},
  ): Promise<void> {
    const [from, to] = [contentUri(place), contentUri(target)];
    await this.#requireBranch(place);
    this.#repos.refreshRepo(place);
    const isFree = overwrite || (await this.#repos.isCopied(place, target)) || !(await this.#repos.entry(target));
    if (!isFree) throw vscode.FileSystemError.FileExists(to);
    const moved = await this.#filesAt(place);
    await this.#files.moveAll(
      moved.map((each) => ({
        from: each,
        to: { ...target, path: target.path + each.path.slice(place.path.length) },
      })),
      overwrite,
      mayTakeNewBranch,
    );
    this.#fireChanged(from, true);
    this.#fireChanged(to);
  }

  createDirectory(uri: vscode.Uri): Promise<void> {
    return this.#at(uri, async (place) => {
      // VS Code makes the folders of an unsaved file whose branch was deleted before it saves it.
      if (hasUnsavedBelow(uri) && !(await this.#repos.isBranch(place))) return;
      await this.#requireBranch(place);
      this.#folders.add(uri.toString());
    });
  }

  /** The file, or all files below the folder. Refuses what has links or submodules in it: they would become files. */
  async #filesAt(place: ContentPlace): Promise<readonly ContentPlace[]> {
    const entry = await this.#repos.entry(place);
    if (!entry) throw new RepoProblem("gone", place.path);
    if (entry !== "root" && entry.type === "file") return [place];
    if (entry === "root" || entry.type !== "dir")
      throw vscode.FileSystemError.NoPermissions(
        vscode.l10n.t("{0} is neither a file nor a folder: change it with Git.", plainText(place.path || "/")),
      );
    const found: ContentPlace[] = [];
    for (const { type, path } of requireWhole(await this.#repos.folder(place), place)) {
      const below = { ...place, path };
      if (type === "dir" || type === "file") found.push(...(await this.#filesAt(below)));
      else
        throw vscode.FileSystemError.NoPermissions(
          vscode.l10n.t("{0} is neither a file nor a folder: change it with Git.", plainText(path)),
        );
    }
    return found;
  }

  async #requireBranch(place: ContentPlace): Promise<void> {
    if (await this.#repos.isBranch(place, { reread: true })) return;
    throw new RepoProblem("notABranch", place.ref);
  }

  #note(document: vscode.TextDocument): void {
    const place = contentPlaceOf(document.uri);
    if (!place) return;
    if (!hasUnsavedText(document)) this.#files.noteShown(place, document.getText());
    else this.#noteUnsaved(place);
  }

  /** Where it cannot be stored, the user is asked after a reload. */
  #noteUnsaved(place: ContentPlace | undefined): void {
    if (place) this.#files.noteUnsaved(place).catch(() => undefined);
  }

  #fireChanged(uri: vscode.Uri, isGone = false): void {
    this.#times.noteChanged(uri.toString());
    this.#changed.fire([{ uri, type: isGone ? vscode.FileChangeType.Deleted : vscode.FileChangeType.Changed }]);
  }

  async #at<T>(uri: vscode.Uri, act: (place: ContentPlace) => Promise<T>): Promise<T> {
    const place = contentPlaceOf(uri);
    if (!place) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      // Editors are restored before the accounts are known.
      await this.#accounts.load();
      return await act(place);
    } catch (error) {
      this.lastFailure = error;
      if (error instanceof RepoConflict || error instanceof NeedsOtherBranch)
        this.#reports.report({ place, error, isStored: false, change: undefined });
      throw toFileSystemError(error, { toUserError, codeOf });
    }
  }
}
