import * as vscode from "vscode";
import { type DocumentAccounts, saveAtOnce } from "../accounts/storage/saveAtOnce.ts";
import { bytesOf, decodeBase64, encodeBase64, sameBytes, utf8Text } from "../base/bytes.ts";
import type { Clock } from "../base/clock.ts";
import { DisposableStore } from "../base/disposable.ts";
import { EditorUpdates } from "../base/editorUpdates.ts";
import { FileTimes } from "../base/fileTimes.ts";
import type { UnsavedBaseStore } from "../base/unsavedBaseStore.ts";
import { HttpError } from "../client/errors.ts";
import type { Hook } from "../client/types/hook.ts";
import { hookScheme } from "../ids.ts";
import type { Failure } from "../localChanges/failureOf.ts";
import { documentPlaceOf, type LocalChange, type LocalChanges, changeSentTo } from "../localChanges/model.ts";
import { keyOf, type RepoPlace } from "../repos/types.ts";
import { FlatFileSystem } from "../ui/flatFileSystem.ts";
import { toFileSystemError } from "../ui/fileSystemErrors.ts";
import { isToBeSaved, type SaveReason, type Saves, withSaveReason } from "../ui/saveReasons.ts";
import { SaveReports } from "../ui/saveReports.ts";
import { changeHook, showNothingSent } from "./changeHook.ts";
import { type Base, baseFrom, hookOfBase, isStale, type UnsavedBase } from "./hookBase.ts";
import { HookBases } from "./hookBases.ts";
import { HookDiagnostics } from "./hookDiagnostics.ts";
import { newDraft, textOf } from "./hookDocument.ts";
import { HookConflict, HookProblem } from "./problem.ts";
import { toHookError } from "./problemText.ts";
import type { SaveHookDeps } from "./saveHook.ts";
import { KeyedQueue } from "../base/keyedQueue.ts";
import { showStatus } from "../ui/showStatus.ts";
import { countTabs } from "../ui/tabs.ts";
import { CreatedHooks } from "./createdHooks.ts";
import { createHook } from "./createHook.ts";
import { replaceSent, sentChanges } from "./sentChanges.ts";
import type { HookDraft } from "./types.ts";
import { hookDocumentOf, hookPlaceOf, hookUri } from "./uri.ts";
import { showStored } from "../localChanges/showStored.ts";
import { isUnsaved, openDocument } from "../ui/openDocument.ts";
import { hookFailureOf, noteUnsent, type UnsentSave } from "./unsentSave.ts";
import { hasUnsavedText, noteDocumentChange, takeTextAsReported } from "../ui/unsavedText.ts";

export interface HookFileSystemDeps extends SaveHookDeps {
  readonly changes: LocalChanges;
  /** What unsaved documents are based on. */
  readonly unsaved: UnsavedBaseStore<UnsavedBase>;
  readonly clock: Clock;
  readonly accounts: DocumentAccounts;
  readonly saves: Saves;
}

/** Hooks as JSON documents. A save sends what changed, never over another user's change. */
export class HookFileSystem extends FlatFileSystem implements vscode.FileSystemProvider {
  readonly #deps: HookFileSystemDeps;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;
  readonly #diagnostics = this.#store.add(new HookDiagnostics());
  readonly #bases: HookBases;
  readonly #updates: EditorUpdates;
  readonly #times: FileTimes;
  readonly #reports = this.#store.add(new SaveReports<UnsentSave>());
  /** Fired once VS Code has finished the save. */
  readonly onDidNotSend = this.#reports.onDidReport;
  readonly #storing = new KeyedQueue();
  readonly #creating = new KeyedQueue();
  readonly #created: CreatedHooks;

  constructor(deps: HookFileSystemDeps) {
    super(vscode.l10n.t("Webhooks are deleted in the Repositories view."));
    this.#deps = deps;
    this.#updates = this.#store.add(new EditorUpdates(deps.clock));
    this.#bases = new HookBases(deps.unsaved, isUnsaved);
    this.#created = this.#store.add(new CreatedHooks(this.#bases, deps.onError));
    this.#times = new FileTimes(deps.clock, (address) => isToBeSaved(deps.saves, address));
    this.#store.add(deps.hooks.onDidChange((place) => this.#showChanges(place)));
    this.#store.add(
      deps.changes.onDidChange((places) => {
        for (const uri of places.map((place) => vscode.Uri.parse(place.uri))) {
          // An editor with something unsaved goes on from what it has.
          if (uri.scheme !== hookScheme || isUnsaved(uri)) continue;
          this.#fireChanged([uri]);
        }
      }),
    );
    this.#store.add(
      vscode.workspace.onDidChangeTextDocument((event) => {
        const { document } = event;
        if (!hookDocumentOf(document.uri)) return;
        if (noteDocumentChange(event)) this.#bases.noteTyped(document.uri.toString());
        this.#note(document);
      }),
    );
    this.#store.add(vscode.workspace.onDidOpenTextDocument((document) => this.#note(document)));
    this.#store.add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (!hookDocumentOf(document.uri)) return;
        takeTextAsReported(document.uri);
        // A document whose language is changed is closed and opened again.
        this.#updates.later(() => {
          if (!openDocument(document.uri)) this.#bases.noteClosed(document.uri.toString()).catch(() => undefined);
        });
      }),
    );
    // Until the save is over the editor counts as unsaved.
    this.#store.add(
      vscode.workspace.onDidSaveTextDocument((document) => {
        const key = document.uri.toString();
        const created = this.#created.of(key);
        this.#reports.finish(created ?? document.uri);
        if (created) this.#created.replaceEditor(document, created);
        else if (hookDocumentOf(document.uri) && !hasUnsavedText(document))
          this.#bases.noteSaved(key).catch(() => undefined);
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    takeTextAsReported(uri);
    // VS Code asks before each write: what the service has now is not what an unsaved text of before a reload is based on.
    const key = uri.toString();
    const isChanging = isUnsaved(key);
    if (isChanging) await this.#bases.restore(key);
    const { content, modified } = await (isChanging ? this.#openUnsaved(uri) : this.#open(uri));
    const size = content.length;
    return { type: vscode.FileType.File, ctime: 0, mtime: this.#times.of(key, { size, modified }), size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    // What others changed at the service is read, too.
    this.#bases.outdate(uri.toString());
    const { content, change } = await this.#open(uri);
    this.#created.noteRead(uri.toString());
    this.#bases.noteRead(uri.toString(), content, change);
    return content;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    return withSaveReason(this.#deps.saves, uri, content, (reason) => {
      const write = (): Promise<void> => this.#write(uri, content, reason);
      // What is saved while a new hook is created changes that one.
      const isSent = reason === "user" || reason === "write";
      return isSent && hookPlaceOf(uri) === undefined ? this.#creating.run(uri.toString(), write) : write();
    });
  }

  async #write(uri: vscode.Uri, content: Uint8Array, reason: SaveReason): Promise<void> {
    const place = hookDocumentOf(uri);
    if (!place) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      await this.#deps.accounts.load();
      // A row of a new hook is of another one than that of which its document has become the editor.
      const isRow = reason === "write" && changeSentTo(uri, content) !== undefined;
      const target = isRow ? uri : await this.#targetOf(uri, place);
      this.#reports.begin(target);
      await this.#bases.restore(target.toString());
      // Something else than what its editor has would be sent unasked.
      if (reason === "other") throw new HookProblem("unsaved", uri.path.split("/").at(-1) ?? "");
      if (reason === "autoSave") {
        await this.#storeChange(uri, place, content);
        return;
      }
      // A clean document is read again when its hook may have changed.
      const shown = this.#bases.changeOf(target.toString());
      try {
        const send = () => this.#send(uri, target, place, content, reason);
        await (reason === "user" ? saveAtOnce(this.#deps.accounts, place.accountId, send) : send());
      } catch (error) {
        const document = openDocument(uri);
        if (document && HttpError.is(error, "unprocessable"))
          this.#diagnostics.showRefusal(document, utf8Text(content) ?? "", error);
        if (error instanceof vscode.FileSystemError) throw error;
        this.#bases.keepChange(target.toString(), this.#deps.changes.record(shown ?? "")?.id);
        if (reason === "user" && (await this.#storeUnsent(uri, target, place, content, error))) return;
        const save = { uri: target, content, error };
        const unsent = reason === "write" && (await noteUnsent(this.#deps.changes, this.#bases, save));
        if (unsent && error instanceof HookConflict) this.#reports.report(unsent);
        throw error;
      }
    } catch (error) {
      throw toFileSystemError(error, { toUserError: toHookError });
    }
  }

  /** What a new hook's document has become is what is changed by typing on in it, also after a reload of the window. */
  async #targetOf(uri: vscode.Uri, place: RepoPlace & { readonly id: number | undefined }): Promise<vscode.Uri> {
    const key = uri.toString();
    const created = this.#created.of(key);
    if (created || place.id !== undefined) return created ?? uri;
    await this.#bases.restore(key);
    const hook = this.#bases.of(key)?.hook;
    if (!hook) return uri;
    const target = hookUri({ ...place, id: hook.id }, hook.name);
    this.#created.restore(key, target, hook);
    return target;
  }

  /** Makes the hook of `target` what the text says, or a new one. */
  async #send(
    uri: vscode.Uri,
    target: vscode.Uri,
    place: RepoPlace,
    content: Uint8Array,
    reason: SaveReason,
  ): Promise<void> {
    const [draft, key] = [this.parse(uri, content), target.toString()];
    const generation = this.#created.generationOf(key);
    const from = reason === "user" ? "ofEditor" : changeSentTo(uri, content);
    const shown = this.#bases.changeOf(key);
    // Says what the text is based on.
    if (shown === undefined && !this.#bases.of(key)) await this.#open(target);
    const { changes } = this.#deps;
    const sent = await sentChanges(changes, { uri: target, content, shown, from });
    const { ids, unshown } = sent;
    const [base, known] = [this.#bases.of(key), hookPlaceOf(target)];
    if (known) await changeHook(this.#deps, this.#bases, { uri: target, place: known, draft, unshown });
    const changed = known && this.#bases.of(key)?.hook;
    if (changed && target !== uri)
      await this.#bases.storeBase(uri.toString(), { hook: changed, change: undefined }).catch(() => undefined);
    const created = known
      ? undefined
      : await createHook(this.#deps, { uri, place, draft, change: ids[0], unshown });
    const next = created && hookUri({ ...place, id: created.id }, created.name);
    if (next) showStatus(vscode.l10n.t("The webhook is created, without a secret."), 6000);
    const showsSent = shown !== undefined && ids.includes(shown) && countTabs(uri) > 0;
    const isOfEditor = next !== undefined && (reason === "user" || showsSent);
    this.#diagnostics.saved(uri);
    const hook = changed ?? created;
    await this.#storing.run(uri.toString(), async () => {
      if (isOfEditor && hook) await this.#created.add(key, next, hook, generation);
      await replaceSent(changes, this.#bases, sent, { key, shown, base, hook, isUnsaved: isUnsaved(uri), next });
    });
    // VS Code reports the end of a save.
    const document = openDocument(uri);
    if (isOfEditor && document && reason === "write") this.#created.replaceEditor(document, next);
  }

  /** Stores the text of a save by the user that is not sent. False where it can't be stored. */
  async #storeUnsent(
    uri: vscode.Uri,
    target: vscode.Uri,
    place: RepoPlace,
    content: Uint8Array,
    error: unknown,
  ): Promise<boolean> {
    try {
      await this.#storeChange(uri, place, content, hookFailureOf(error));
    } catch {
      // The document stays unsaved, which is the only place that has the text.
      return false;
    }
    const change = this.#deps.changes.record(this.#bases.changeOf(target.toString()) ?? "");
    if (change || !HttpError.is(error)) this.#reports.add(target, { uri: target, content, error, change });
    else showNothingSent();
    return true;
  }

  /** The id of the local change that the document shows, or has more of. */
  shownChange(uri: vscode.Uri): string | undefined {
    return this.#bases.changeOf(uri.toString());
  }

  /** The hook of a local change, where it is another one now than the text is based on. */
  async conflictOf(uri: vscode.Uri, change: LocalChange): Promise<HookConflict | undefined> {
    const place = hookPlaceOf(uri);
    if (!place) return undefined;
    await this.#open(uri);
    const now = await this.#deps.hooks.find(place);
    if (!now) return new HookConflict(undefined);
    const isShown = this.shownChange(uri) === change.id;
    const base = (isShown ? this.#bases.of(uri.toString()) : undefined) ?? baseFrom(hookOfBase(change.base));
    return base && !isStale(base, now) ? undefined : new HookConflict(now);
  }

  /** The hook that a text describes. Throws UserError with everything that is wrong, which is underlined, too. */
  parse(uri: vscode.Uri, content: Uint8Array): HookDraft {
    return this.#diagnostics.parse(uri, utf8Text(content) ?? "");
  }

  /** The user has decided: the next save replaces this, and nothing that came since. */
  acceptTheirs(uri: vscode.Uri, now: Hook): void {
    this.#bases.replace(uri.toString(), now);
  }

  /** Editors without unsaved text read the document again. */
  reload(uri: vscode.Uri): void {
    if (!isUnsaved(uri)) this.#fireChanged([uri]);
  }

  /** The document shows again what the service has; the local change that it shows, `change`, is discarded. */
  async discardChange(uri: vscode.Uri, change: string | undefined): Promise<void> {
    if (change !== undefined) await this.#deps.changes.remove(change);
    else this.reload(uri);
    this.#bases.setChange(uri.toString(), undefined);
  }

  #note(document: vscode.TextDocument): void {
    if (!hookDocumentOf(document.uri)) return;
    const key = document.uri.toString();
    // VS Code says at the end of the save that made the hook that nothing is unsaved, whatever was typed during it.
    const isDirty = hasUnsavedText(document);
    const created = this.#created.of(key);
    if (!isDirty && created) return this.#created.noteShown(document, created);
    const noted = isDirty ? this.#bases.noteUnsaved(key) : this.#bases.noteShown(key, document.getText());
    // Where it can't be stored, the user is asked after a reload.
    noted.catch(() => undefined);
  }

  /** Stores a text, with the reason why a save by the user did not send it. */
  #storeChange(uri: vscode.Uri, place: RepoPlace, content: Uint8Array, failure?: Failure): Promise<void> {
    const key = uri.toString();
    return this.#storing.run(key, () => this.#storeInTurn(this.#created.of(key) ?? uri, place, content, failure));
  }

  async #storeInTurn(uri: vscode.Uri, place: RepoPlace, content: Uint8Array, failure?: Failure): Promise<void> {
    const { changes } = this.#deps;
    const key = uri.toString();
    const [former, base] = [this.#bases.changeOf(key), this.#bases.of(key)];
    const unchanged = hookPlaceOf(uri) === undefined ? textOf(newDraft) : (base?.text ?? "");
    if (sameBytes(content, bytesOf(unchanged))) {
      this.#bases.setChange(key, undefined);
      if (former !== undefined) await changes.remove(former);
      return;
    }
    const { id } = await changes.store(
      {
        place: documentPlaceOf(uri),
        content: encodeBase64(content),
        base: base ? JSON.stringify(base.hook) : null,
        description: `${place.owner}/${place.repo}`,
        ...failure,
      },
      former,
    );
    this.#bases.setChange(key, id);
    if (former === undefined && failure === undefined)
      showStored(changes, uri, vscode.l10n.t("Saved on this computer. Run File: Save to send the webhook."));
  }

  /** The local change of the document, or what the service has. */
  async #open(uri: vscode.Uri): Promise<{ content: Uint8Array; modified: number; change?: string }> {
    const place = hookDocumentOf(uri);
    if (!place) throw vscode.FileSystemError.FileNotFound(uri);
    const { changes } = this.#deps;
    const document = documentPlaceOf(uri);
    // It is not lost while its folder cannot be read.
    const change = await changes.get(document).catch(() => changes.known(document));
    const key = uri.toString();
    const known = this.#bases.current(key);
    if (!change) {
      if (place.id === undefined) return { content: bytesOf(textOf(newDraft)), modified: 0 };
      const { text, modified } = known ?? (await this.#read(uri));
      return { content: bytesOf(text), modified };
    }
    const hook = hookOfBase(change.base);
    if (hook && !known) this.#bases.keep(key, hook);
    const modified = this.#bases.of(key)?.modified ?? 0;
    return { content: decodeBase64(change.content), modified, change: change.id };
  }

  /** As `#open`, of a document that may be about to be saved: what can't be read now is as it was read last. */
  async #openUnsaved(uri: vscode.Uri): Promise<Pick<Base, "modified"> & { content: Uint8Array }> {
    try {
      return await saveAtOnce(this.#deps.accounts, uri.authority, () => this.#open(uri));
    } catch {
      // VS Code would make the folder of a document that isn't there before it saves it.
      const { text, modified } = this.#bases.of(uri.toString()) ?? { text: "", modified: 0 };
      return { content: bytesOf(text), modified };
    }
  }

  async #read(uri: vscode.Uri): Promise<Base> {
    const place = hookDocumentOf(uri);
    if (place?.id === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      await this.#deps.accounts.load();
      return this.#bases.take(uri.toString(), await this.#deps.hooks.get({ ...place, id: place.id }));
    } catch (error) {
      throw toFileSystemError(error, { toUserError: toHookError });
    }
  }

  /** Clean editors of these hooks read them again. */
  #showChanges(place: RepoPlace): void {
    const isClean = (uri: vscode.Uri): boolean => {
      const hook = hookDocumentOf(uri);
      return hook !== undefined && keyOf(hook) === keyOf(place) && !isUnsaved(uri);
    };
    this.#fireChanged([...this.#bases.keys].map((key) => vscode.Uri.parse(key)).filter(isClean));
  }

  #fireChanged(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) {
      this.#bases.invalidate(uri.toString());
      this.#times.noteChanged(uri.toString());
    }
    if (uris.length > 0) this.#changed.fire(uris.map((uri) => ({ uri, type: vscode.FileChangeType.Changed })));
  }
}
