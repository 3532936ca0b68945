import * as vscode from "vscode";
import { type DocumentAccounts, withoutWaiting } from "../../accounts/storage/saveAtOnce.ts";
import { SignedOutError } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import { toFileSystemError } from "../../ui/fileSystemErrors.ts";
import { fileOf, filesOf } from "../gistFacts.ts";
import type { PublishMode } from "./engineOptions.ts";
import type { GistFiles } from "./files.ts";
import type { FileEvent, GistsModel } from "../model.ts";
import { GistProblem } from "../problem.ts";
import { toUserError } from "../problemText.ts";
import type { FileFacts, FilePlace, GistPlace } from "../types.ts";
import { gistPlaceOf, type GistUris } from "../uri.ts";
import { Drafts } from "./drafts.ts";
import { keyOf } from "./pendingEdits.ts";
import { showOtherWindow, showOutcome } from "./showOutcome.ts";
import { confirmDeleteWithEdits } from "../../ui/confirmDelete.ts";
import { plainText } from "../../ui/plainText.ts";
import { isToBeSaved, type SaveReason, type Saves, withSaveReason } from "../../ui/saveReasons.ts";
import { systemClock } from "../../base/clock.ts";
import { FileTimes } from "../../base/fileTimes.ts";
import { encodePart } from "../../base/uriPart.ts";
import { gistScheme } from "../../ids.ts";
import { followDocuments } from "../../ui/followDocuments.ts";
import { hasUnsavedBelow, isUnsaved, openDocument } from "../../ui/openDocument.ts";
import { hasUnsavedText, takeTextAsReported } from "../../ui/unsavedText.ts";

const changeTypes: Readonly<Record<FileEvent["type"], vscode.FileChangeType>> = {
  created: vscode.FileChangeType.Created,
  changed: vscode.FileChangeType.Changed,
  deleted: vscode.FileChangeType.Deleted,
};

const codeOf = (error: unknown): "FileNotFound" | "NoPermissions" | undefined => {
  if (!(error instanceof GistProblem)) return undefined;
  if (error.kind === "noFile") return "FileNotFound";
  return error.kind === "notMine" ? "NoPermissions" : undefined;
};

/** Whether a document has the file. A notebook without changes has what was read last. */
export const isOpen = (uri: vscode.Uri): boolean => openDocument(uri) !== undefined || isUnsaved(uri);

const hasName = (place: GistPlace): place is FilePlace => place.fileName !== undefined;

/** With the address of the document. */
const documentPlaceOf = (uri: vscode.Uri): FilePlace | undefined => {
  const place = gistPlaceOf(uri);
  return place && hasName(place) ? { ...place, address: uri.toString() } : undefined;
};

/** The addresses of open documents, by file; those of drafts by the files that they became, too. */
const openAddresses = (drafts: Drafts): ReadonlyMap<string, readonly vscode.Uri[]> => {
  const { textDocuments, notebookDocuments } = vscode.workspace;
  const found = new Map<string, vscode.Uri[]>();
  for (const { uri } of [...textDocuments, ...notebookDocuments]) {
    const place = documentPlaceOf(uri);
    for (const key of new Set(place ? [keyOf(place), keyOf(drafts.resolve(place))] : []))
      found.set(key, [...(found.get(key) ?? []), uri]);
  }
  return found;
};

interface GistFileSystemDeps {
  readonly gists: GistsModel;
  readonly files: GistFiles;
  readonly uris: GistUris;
  readonly accounts: DocumentAccounts;
  readonly saves: Saves;
  readonly modeOf: (place: FilePlace) => PublishMode;
}

/** Gists as folders of text files. Saving a file is an edit of its gist. */
export class GistFileSystem implements vscode.FileSystemProvider {
  readonly #gists: GistsModel;
  readonly #files: GistFiles;
  readonly #uris: GistUris;
  readonly #accounts: DocumentAccounts;
  readonly #saves: Saves;
  readonly #modeOf: (place: FilePlace) => PublishMode;
  readonly #times = new FileTimes(systemClock, (address) => isToBeSaved(this.#saves, address));
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly #subscriptions: readonly { dispose(): void }[];
  /** The edit of another window that was reported last: when it was saved. */
  #reported = 0;
  readonly onDidChangeFile = this.#changed.event;

  constructor({ gists, files, uris, accounts, saves, modeOf }: GistFileSystemDeps) {
    this.#saves = saves;
    this.#modeOf = modeOf;
    this.#gists = gists;
    this.#files = files;
    this.#uris = uris;
    this.#accounts = accounts;
    this.#subscriptions = [
      files.onDidChange((events) => {
        const open = openAddresses(files.drafts);
        const changes = events.flatMap(({ place: { address: _address, ...place }, type }) => {
          const all = [uris.of(place), ...(hasName(place) ? (open.get(keyOf(place)) ?? []) : [])];
          const addresses = new Map(all.map((uri) => [uri.toString(), uri]));
          return [...addresses.values()].map((uri) => ({ uri, type: changeTypes[type] }));
        });
        for (const { uri } of changes) this.#times.noteChanged(uri.toString());
        this.#changed.fire(changes);
      }),
      followDocuments(gistScheme, {
        onText: (document) => this.#noteShown(document),
        onTyped: (uri) => {
          const place = documentPlaceOf(uri);
          if (place) files.noteTyped(place);
        },
        onNotebook: (uri) => this.#noteUnsaved(documentPlaceOf(uri)),
        onClosed: (uri) => {
          const place = documentPlaceOf(uri);
          if (place) files.noteClosed(place);
        },
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  /** The service does not report changes; they are noticed when a gist is read again. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    takeTextAsReported(uri);
    return this.#at(uri, async (place) => {
      if (!hasName(place)) return this.#statGist(uri, place);
      const facts = await this.#factsOf(uri, place);
      if (!facts) throw vscode.FileSystemError.FileNotFound(uri);
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime: this.#times.of(uri.toString(), facts),
        size: facts.size,
      };
    });
  }

  readDirectory(uri: vscode.Uri): Promise<[string, vscode.FileType][]> {
    return this.#at(uri, async (place) => {
      const draft = this.#files.drafts.get(place.accountId, place.gistId);
      const names =
        draft?.files ??
        filesOf(await this.#gists.get(place.accountId, place.gistId)).map(({ filename }) => filename);
      // VS Code puts them behind the address of the gist as they are.
      return names.map((name) => [encodePart(name), vscode.FileType.File]);
    });
  }

  readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return this.#at(uri, async (place) => {
      const bytes = hasName(place) ? await this.#files.read(documentPlaceOf(uri) ?? place) : undefined;
      if (!bytes || !hasName(place)) throw vscode.FileSystemError.FileNotFound(uri);
      this.#noteShown(openDocument(uri), false);
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
        if (!hasName(place)) throw vscode.FileSystemError.FileIsADirectory(uri);
        const exists = (await this.#factsOf(uri, place)) !== undefined;
        if (!exists && !options.create) throw vscode.FileSystemError.FileNotFound(uri);
        if (exists && options.create && !options.overwrite) throw vscode.FileSystemError.FileExists(uri);
        // An explorer makes an empty file first; it is sent with its first content.
        if (!exists && content.length === 0 && !this.#files.drafts.get(place.accountId, place.gistId)) {
          this.#files.addDraftFile(place);
          return;
        }
        const outcome =
          reason === "other"
            ? await this.#files.replace(place, content)
            : await withoutWaiting(this.#accounts, place.accountId, async () =>
                this.#files.write(documentPlaceOf(uri) ?? place, content, reason === "autoSave"),
              );
        // Who moves a file deletes it where it was once this has succeeded.
        if (reason === "write" && (outcome === "refused" || outcome === "conflict" || outcome === "heldBack"))
          throw vscode.FileSystemError.Unavailable(
            vscode.l10n.t("“{0}” was not published. It is stored under Unpublished.", plainText(place.fileName)),
          );
        const { pending } = this.#files;
        const isSignedOut = this.#accounts.get(place.accountId) === undefined;
        // Another window may have renamed the file, or published the draft.
        const now = this.#files.drafts.resolve(place);
        if (content.length > 0) showOutcome(outcome, now, { pending, modeOf: this.#modeOf, isSignedOut });
      });
    return withSaveReason(this.#saves, uri, content, write);
  }

  delete(uri: vscode.Uri): Promise<void> {
    return this.#at(uri, async (place) => {
      // A whole gist is deleted by its own command, which asks first.
      if (!hasName(place)) throw vscode.FileSystemError.NoPermissions(uri);
      const edits = await this.#files.editsOf(place);
      await confirmDeleteWithEdits(place.fileName, edits.length);
      await this.#files.delete(place, edits);
    });
  }

  rename(oldUri: vscode.Uri, newUri: vscode.Uri, options: { overwrite: boolean }): Promise<void> {
    return this.#at(oldUri, async (place) => {
      const target = gistPlaceOf(newUri);
      if (!hasName(place) || !target || !hasName(target)) throw vscode.FileSystemError.NoPermissions(oldUri);
      if (target.accountId !== place.accountId || target.gistId !== place.gistId)
        throw vscode.FileSystemError.NoPermissions(vscode.l10n.t("A file is renamed within its gist only."));
      const gist = await this.#gists.get(place.accountId, place.gistId);
      if (fileOf(gist, target.fileName) && !options.overwrite) throw vscode.FileSystemError.FileExists(newUri);
      await this.#files.rename(place, target.fileName);
    });
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** As `GistFiles.stat`. VS Code would make the folder of an unsaved file that can't be read now before it saves it. */
  async #factsOf(uri: vscode.Uri, place: FilePlace): Promise<FileFacts | undefined> {
    const stat = () => this.#files.stat(place);
    if (!isUnsaved(uri)) return stat();
    const unknown = { size: 0, modified: 0 };
    try {
      const facts = await withoutWaiting(this.#accounts, place.accountId, stat);
      // A draft does not outlast the account, but its unsaved document does: also when the account is there again.
      const isLost = Drafts.isDraftId(place.gistId) || !this.#accounts.get(place.accountId);
      return facts ?? (isLost ? unknown : undefined);
    } catch (error) {
      if (!HttpError.is(error) && !(error instanceof SignedOutError)) throw error;
      return unknown;
    }
  }

  #noteShown(document: vscode.TextDocument | undefined, isNew = true): void {
    const place = document && documentPlaceOf(document.uri);
    if (!place) return;
    if (hasUnsavedText(document)) return this.#noteUnsaved(place);
    this.#files.noteShown(place, document.getText(), isNew);
    const { pending } = this.#files;
    const edit = pending.known(place);
    if (!edit || !pending.isOfOtherWindow(edit) || this.#reported === edit.changed) return;
    this.#files
      .shownEdit(place)
      .then((shown) => {
        if (shown?.id !== edit.id) return;
        this.#reported = edit.changed;
        showOtherWindow(edit, pending);
      })
      .catch(() => undefined);
  }

  /** Where it cannot be stored, the user is asked after a reload. */
  #noteUnsaved(place: FilePlace | undefined): void {
    if (place) this.#files.noteUnsaved(place).catch(() => undefined);
  }

  async #statGist(uri: vscode.Uri, place: GistPlace): Promise<vscode.FileStat> {
    const directory = { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    if (this.#files.drafts.get(place.accountId, place.gistId)) return directory;
    try {
      const gist = await this.#gists.get(place.accountId, place.gistId);
      return { ...directory, ctime: Date.parse(gist.created_at), mtime: Date.parse(gist.updated_at) };
    } catch (error) {
      // VS Code looks for it before it saves a file in it.
      if (!HttpError.is(error) || !hasUnsavedBelow(uri)) throw error;
      return directory;
    }
  }

  async #at<T>(uri: vscode.Uri, act: (place: GistPlace) => Promise<T>): Promise<T> {
    const place = gistPlaceOf(uri);
    if (!place) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      // Editors are restored before the accounts are known.
      await this.#accounts.load();
      const result = await act(place);
      this.#uris.keep(uri);
      return result;
    } catch (error) {
      throw toFileSystemError(error, { toUserError, codeOf });
    }
  }
}
