import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { bytesOf, utf8Text } from "../base/bytes.ts";
import { DisposableStore } from "../base/disposable.ts";
import { CancelledError, UserError } from "../base/errors.ts";
import { type DeploymentCommandId, deploymentCommands, payloadScheme } from "../ids.ts";
import { FlatFileSystem } from "../ui/flatFileSystem.ts";
import { isEditorSuperseded } from "../ui/isEditorSuperseded.ts";
import { showInformation, showWarning } from "../ui/messages.ts";
import { closeSavedTexts, closeTabs, countTabs, openFiles } from "../ui/tabs.ts";
import { toFileSystemError } from "../ui/fileSystemErrors.ts";
import type { DeploymentDrafts } from "./deploymentDrafts.ts";
import { OwnTexts } from "./ownTexts.ts";
import { payloadOf } from "./payload.ts";
import {
  abandonedText,
  closedFormText,
  placeIn,
  queryOf,
  replaceText,
  saveWhole,
  shownJson,
  template,
} from "./payloadText.ts";
import { payloadProblem, toUserError } from "./problemText.ts";
import { errorText } from "../ui/errorText.ts";
import { plainText } from "../ui/plainText.ts";
import type { TimelinePlace } from "./timeline/place.ts";
import type { Shell } from "../shell/shell.ts";
import { isUnsaved, openDocument } from "../ui/openDocument.ts";

interface Writing {
  /** As it was saved last. */
  text: string;
  /** As it was opened. */
  readonly openedText: string;
  /** The payload of the form. */
  readonly formPayload: string;
  /** Takes what the user saved. */
  onSaved: (text: string) => void;
  /** Takes what Auto Save has stored. */
  onClosed: () => void;
  /** The user discards what is typed: nothing of it is stored. */
  isDiscarded: boolean;
}

/** `taken`: the form has it. `reopen`: the form of this environment is closed; a new one has the text from the draft. */
type Use =
  | { readonly kind: "taken" }
  | {
      readonly kind: "reopen";
      readonly place: TimelinePlace;
      /** The text, where it is not in the draft: another form or window has stored another payload. */
      readonly left?: string;
    };

interface PayloadDeps {
  readonly shell: Shell;
  readonly accounts: Pick<AccountsModel, "get" | "load">;
  readonly drafts: DeploymentDrafts;
}

/** Hands what the user saved to the form. What is no payload is stored all the same, and the document stays open. */
const take = (writing: Writing, text: string): void => {
  const problem = payloadProblem(text);
  if (problem === undefined) writing.onSaved(text);
  else void showWarning(problem);
};

/**
 * Payloads that are being written in an editor. When the user saves the document, it is the payload. What Auto Save saves
 * is stored in the draft of the deployment, and is the payload when the document is closed.
 */
export class PayloadDocuments
  extends FlatFileSystem
  implements vscode.FileSystemProvider, vscode.CodeLensProvider
{
  readonly #deps: PayloadDeps;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.#changed.event;
  readonly #writing = new Map<string, Writing>();
  /** The documents that the user saves now. */
  readonly #asked = new Set<string>();
  /** The account whose documents are closed: what is stored of it is forgotten once it is signed out. */
  #signingOut: string | undefined;
  /** Address → the saved text that a form has, or that the user left: no draft needs it. */
  readonly #settled = new Map<string, string>();
  readonly #own = new OwnTexts();

  constructor(deps: PayloadDeps) {
    super();
    this.#deps = deps;
    this.#store.add(deps.shell.fileSystem(payloadScheme, this));
    this.#store.add(vscode.languages.registerCodeLensProvider({ scheme: payloadScheme }, this));
    this.#store.add(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed)
          // One that is moved, or open twice, is still there.
          if (input instanceof vscode.TabInputText && countTabs(input.uri) === 0) this.#closed(input.uri);
      }),
    );
    // What VS Code saves by itself may be half-written: it is stored, and is the payload when the user says so.
    this.#store.add(
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        const key = document.uri.toString();
        if (reason === vscode.TextDocumentSaveReason.Manual) this.#asked.add(key);
        else this.#asked.delete(key);
      }),
    );
    this.#store.add(
      vscode.workspace.onDidSaveTextDocument((document) => {
        const key = document.uri.toString();
        const writing = this.#writing.get(key);
        if (this.#asked.delete(key) && writing?.isDiscarded === false) take(writing, document.getText());
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
    for (const { onClosed } of this.#writing.values()) onClosed();
  }

  /**
   * The JSON object that the user saved, or any text that Auto Save stored before the document was closed. Throws
   * CancelledError when it was closed without.
   */
  async edit(place: TimelinePlace, text: string): Promise<string> {
    await this.closeFormer(place, text);
    const uri = vscode.Uri.from({
      scheme: payloadScheme,
      // Not the address of one that a former session has left.
      authority: crypto.randomUUID(),
      path: "/payload.json",
      query: queryOf(place),
    });
    const key = uri.toString();
    const openedText = text.trim() === "" ? template : shownJson(text);
    const nothing = (): void => undefined;
    const writing: Writing = {
      text: openedText,
      openedText,
      formPayload: text,
      onSaved: nothing,
      onClosed: nothing,
      isDiscarded: false,
    };
    this.#writing.set(key, writing);
    this.#own.add(key, text);
    const next = (): Promise<string | undefined> =>
      new Promise((resolve) => {
        writing.onSaved = resolve;
        writing.onClosed = () => resolve(writing.text === openedText ? undefined : writing.text);
      });
    const open = async (): Promise<void> => {
      try {
        const editor = await vscode.window.showTextDocument(uri, { preview: false });
        const end = editor.document.lineAt(text.trim() === "" ? 1 : 0).range.end;
        editor.selection = new vscode.Selection(end, end);
      } catch (error) {
        // It is open, behind the editor that the user opened in the meantime.
        if (!isEditorSuperseded(error)) throw error;
      }
    };
    let taken: string | undefined;
    let isClosing = false;
    const close = (): Promise<boolean> => {
      isClosing = true;
      return closeTabs((tab) => tab.toString() === key);
    };
    try {
      const first = next();
      for (let written = await Promise.race([first, open().then(() => first)]); ; written = await next()) {
        if (written === undefined) throw new CancelledError();
        if (countTabs(uri) === 0) return written;
        // Closing it must not ask, and what is typed until then is taken, too.
        await saveWhole(uri);
        if (writing.isDiscarded) throw new CancelledError();
        taken = openDocument(uri)?.getText() ?? writing.text;
        if (payloadProblem(taken) !== undefined && countTabs(uri) > 0) continue;
        const saved = writing.text;
        await close();
        if (writing.text !== saved) taken = writing.text;
        // Typed and not saved: the draft has what was saved before, which is no other form's.
        else if (taken !== saved) await this.#storeInDraft(uri, place, writing, taken).catch(() => undefined);
        return taken;
      }
    } finally {
      try {
        if (countTabs(uri) > 0) this.#settled.set(key, taken ?? writing.text);
        if (countTabs(uri) > 0 && !isClosing) await close();
      } finally {
        if (countTabs(uri) === 0) this.#settled.delete(key);
        for (const each of [this.#writing, this.#asked, this.#own]) each.delete(key);
      }
    }
  }

  /** Closes what a former session has left of this deployment; not a document with another text than this payload. */
  closeFormer(place: TimelinePlace, payload: string): Promise<void> {
    const query = queryOf(place);
    const isFormer = (uri: vscode.Uri): boolean =>
      uri.scheme === payloadScheme && uri.query === query && !this.#writing.has(uri.toString());
    const known = [payload, shownJson(payload), template].map((text) => text.trim());
    const isMeant = (uri: vscode.Uri): boolean => isFormer(uri) && known.includes(this.#savedText(uri).trim());
    for (const uri of openFiles().filter((each) => isMeant(each) && !isUnsaved(each)))
      this.#settled.set(uri.toString(), this.#savedText(uri));
    return closeSavedTexts(isMeant);
  }

  /** Closes those of the account, which is signed out; false when the user wants to keep an unsaved one. */
  async closeOf(accountId: string): Promise<boolean> {
    const isMeant = (uri: vscode.Uri): boolean =>
      uri.scheme === payloadScheme && placeIn(uri)?.accountId === accountId;
    this.#signingOut = accountId;
    try {
      return await closeTabs(isMeant);
    } finally {
      this.#signingOut = undefined;
    }
  }

  /**
   * Takes the document as the payload, saved or not. Throws DeploymentProblem for invalid JSON, and CancelledError when VS Code
   * can't save it, which it shows.
   */
  async use(uri: unknown): Promise<Use> {
    const given = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
    const document = given && openDocument(given);
    if (document?.uri.scheme !== payloadScheme)
      throw new UserError(vscode.l10n.t("No payload is being written here."));
    const writing = this.#writing.get(document.uri.toString());
    const place = await this.#signedInPlace(document.uri);
    if (!writing && !place) throw new UserError(abandonedText());
    payloadOf(document.getText());
    if (writing || !place) {
      writing?.onSaved(document.getText());
      return { kind: "taken" };
    }
    // What the document shows, also where the draft was changed since.
    this.#settled.delete(document.uri.toString());
    await this.#save(document.uri, document.getText());
    if (isUnsaved(document.uri) && !(await document.save())) throw new CancelledError();
    // It may have been formatted as it was saved.
    const text = document.getText();
    const isStored = await this.#deps.drafts.replacePayload(place, [""], text);
    return { kind: "reopen", place, ...(isStored ? {} : { left: text }) };
  }

  /** Closes the document; the payload of the form stays as it was, whatever Auto Save has stored or stores now. */
  async leave(target: unknown): Promise<void> {
    const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
    const writing = uri && this.#writing.get(uri.toString());
    if (!writing) throw new UserError(vscode.l10n.t("No payload is being written here."));
    writing.isDiscarded = true;
    try {
      await this.#save(uri, writing.openedText);
      // Closing must not ask. VS Code can only revert the active editor, which may be another document by then.
      if (isUnsaved(uri)) writing.isDiscarded = await replaceText(uri, writing.openedText);
    } catch (error) {
      writing.isDiscarded = false;
      throw error;
    }
    if (writing.isDiscarded) writing.onClosed();
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const { uri } = document;
    const top = new vscode.Range(0, 0, 0, 0);
    const infoOf = (text: string) => new vscode.CodeLens(top, { title: `$(info) ${text}`, command: "" });
    const lensOf = (title: string, command: DeploymentCommandId) =>
      new vscode.CodeLens(top, { title, command, arguments: [uri] });
    const use = lensOf(`$(check) ${vscode.l10n.t("Use as Payload")}`, deploymentCommands.usePayload);
    if (this.#writing.has(uri.toString()))
      return [use, lensOf(`$(close) ${vscode.l10n.t("Leave It as It Was")}`, deploymentCommands.leavePayload)];
    return (await this.#signedInPlace(uri)) ? [infoOf(closedFormText()), use] : [infoOf(abandonedText())];
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: bytesOf(this.#savedText(uri)).length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const text = this.#savedText(uri);
    this.#own.add(uri.toString(), text);
    return bytesOf(text);
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const text = utf8Text(content) ?? "";
    try {
      await this.#save(uri, text);
    } catch (error) {
      throw toFileSystemError(error, { toUserError });
    }
  }

  /** Also in the draft, unless the account is signed out: nothing is stored of it then. */
  async #save(uri: vscode.Uri, text: string): Promise<void> {
    const writing = this.#writing.get(uri.toString());
    const { drafts } = this.#deps;
    const place = await this.#signedInPlace(uri);
    if (!writing && !place) throw vscode.FileSystemError.Unavailable(abandonedText());
    if (place) this.#own.add(uri.toString(), drafts.payloadText(place, uri.authority) ?? "");
    const isDiscarded = (): boolean => writing?.isDiscarded === true;
    if (place) await drafts.setPayloadText(place, uri.authority, isDiscarded() ? undefined : text);
    if (place && this.#settled.get(uri.toString()) !== text) {
      this.#settled.delete(uri.toString());
      await (writing && isDiscarded()
        ? this.#takeBack(uri, place, writing)
        : this.#storeInDraft(uri, place, writing, text));
    }
    if (writing) writing.text = isDiscarded() ? writing.openedText : text;
  }

  /** Unless another form or window has stored another payload there. */
  async #storeInDraft(
    uri: vscode.Uri,
    place: TimelinePlace,
    writing: Writing | undefined,
    text: string,
  ): Promise<void> {
    const payload = text === writing?.openedText ? writing.formPayload : text;
    const texts = this.#own.of(uri.toString());
    const known = ["", ...texts, ...texts.map(shownJson)];
    // Before it is stored: another save may follow while this one is under way.
    this.#own.add(uri.toString(), payload);
    await this.#deps.drafts.replacePayload(place, known, payload);
  }

  /** What another document or window has stored in the draft stays. */
  async #takeBack(uri: vscode.Uri, place: TimelinePlace, { formPayload }: Writing): Promise<void> {
    await this.#deps.drafts.replacePayload(place, this.#own.of(uri.toString()), formPayload);
  }

  /** Of a document that a former session has left, what was stored for it; else the payload of the draft. */
  #savedText(uri: vscode.Uri): string {
    const place = placeIn(uri);
    const stored = place && this.#deps.drafts.payloadText(place, uri.authority);
    const draft = place && this.#deps.drafts.get(place, place.environment);
    return this.#writing.get(uri.toString())?.text ?? stored ?? (draft?.payload || template);
  }

  /** What it was saved with is deleted where a form has it or the draft, or where the user left it. */
  #closed(uri: vscode.Uri): void {
    const key = uri.toString();
    const { drafts } = this.#deps;
    const place = uri.scheme === payloadScheme ? placeIn(uri) : undefined;
    const writing = this.#writing.get(key);
    const text = place && drafts.payloadText(place, uri.authority);
    const isSettled = writing !== undefined || this.#settled.get(key) === text;
    writing?.onClosed();
    this.#settled.delete(key);
    if (!writing) this.#own.delete(key);
    if (!place || text === undefined || (!isSettled && place.accountId === this.#signingOut)) return;
    const end = async (): Promise<void> => {
      if (isSettled || (await this.#isInDraft(uri, place, text)))
        await drafts.setPayloadText(place, uri.authority, undefined);
      else await this.#offerAgain(uri, place);
    };
    end().catch((error: unknown) => void showWarning(errorText(toUserError(error))));
  }

  /** Stores the text of a document without a form in the draft, unless that has another payload. */
  async #isInDraft(uri: vscode.Uri, place: TimelinePlace, text: string): Promise<boolean> {
    const { drafts } = this.#deps;
    if (!(await this.#signedInPlace(uri))) return true;
    const draft = (await drafts.fresh(place, place.environment))?.payload ?? "";
    if (["", template, draft, shownJson(draft)].some((known) => known.trim() === text.trim())) return true;
    if (draft.trim() !== "") return false;
    await drafts.setPayload(place, text);
    return true;
  }

  async #offerAgain(uri: vscode.Uri, { environment }: TimelinePlace): Promise<void> {
    const open = vscode.l10n.t("Open Again");
    const said = vscode.l10n.t(
      "The payload that you closed is another one than in the draft of the deployment to {0}.",
      plainText(environment),
    );
    if ((await showInformation(said, open)) === open)
      await vscode.window.showTextDocument(uri, { preview: false });
  }

  async #signedInPlace(uri: vscode.Uri): Promise<TimelinePlace | undefined> {
    const place = placeIn(uri);
    await this.#deps.accounts.load();
    return place && this.#deps.accounts.get(place.accountId) ? place : undefined;
  }
}
