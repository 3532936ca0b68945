import * as vscode from "vscode";
import type { UnsentSource } from "../accounts/signOutParticipants.ts";
import { decodeBase64 } from "../base/bytes.ts";
import { systemClock } from "../base/clock.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { UserError } from "../base/errors.ts";
import { UnsavedBaseStore } from "../base/unsavedBaseStore.ts";
import { registerCommands } from "../commands/registry.ts";
import { contextKeys } from "../ids.ts";
import { reportUnusable } from "../storage/reportUnusable.ts";
import { storageFolder } from "../storage/storageFolder.ts";
import { sharedFolder, basesFolder, type BasesFolder } from "../storage/folders.ts";
import { ContextKey } from "../ui/contextKey.ts";
import type { Shell } from "../shell/shell.ts";
import type { Log } from "../ui/log.ts";
import { localChangeHandlers } from "./commands.ts";
import { nameOf } from "./label.ts";
import { documentPlaceOf, LocalChanges } from "./model.ts";

export interface LocalChangesFeature extends Disposable {
  readonly changes: LocalChanges;
  /** What is not at the server of an account, for when it is signed out. */
  readonly unsentOf: UnsentSource["list"];
  /** Where this window stores what its unsaved documents grew out of; `decode` as for `UnsavedBaseStore`. */
  readonly unsavedBases: <Base>(
    name: BasesFolder,
    decode: (data: unknown) => Base | undefined,
  ) => UnsavedBaseStore<Base>;
  /** Says how to read what the service has of the documents of a scheme. */
  readonly setServerCopy: (scheme: string, copy: (uri: vscode.Uri) => Promise<vscode.Uri>) => void;
}

/** As a save by the user: it asks for what a commit or a hook needs. Throws UserError. */
const publish = async (address: string, content: Uint8Array): Promise<void> => {
  const uri = vscode.Uri.parse(address);
  if (vscode.workspace.textDocuments.some((each) => each.isDirty && each.uri.toString() === uri.toString()))
    throw new UserError(vscode.l10n.t("“{0}” has unsaved changes: save or revert them first.", nameOf(uri)));
  await vscode.workspace.fs.writeFile(uri, content);
};

/** Builds and registers what repositories and hooks have in common: documents that are saved here first. Reads nothing. */
export const registerLocalChanges = (
  context: vscode.ExtensionContext,
  shell: Shell,
  log: Log,
): LocalChangesFeature => {
  const store = new DisposableStore();
  const folder = sharedFolder(context, "localChanges");
  const changes = store.add(new LocalChanges(storageFolder(folder), systemClock));
  const onError = (error: unknown): void => log.error("local changes", error);
  store.add(reportUnusable(changes.onDidFindUnusable, folder, log));
  const decorations = store.add(new vscode.EventEmitter<vscode.Uri[]>());
  const uris = store.add(new ContextKey<readonly string[]>(contextKeys.localChanges));
  store.add(
    changes.onDidChange((places) => {
      decorations.fire(places.map(({ uri }) => vscode.Uri.parse(uri)));
      uris.set([...new Set(changes.all.map(({ place }) => place.uri))]);
    }),
  );
  store.add(
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: decorations.event,
      provideFileDecoration: (uri) =>
        changes.known(documentPlaceOf(uri))
          ? new vscode.FileDecoration(
              "U",
              vscode.l10n.t("Not published yet"),
              new vscode.ThemeColor("gitDecoration.modifiedResourceForeground"),
            )
          : undefined,
    }),
  );
  store.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      // Another window may have stored or published some; nothing is read before this window needs it.
      if (focused && changes.isLoaded) changes.refresh().catch(onError);
    }),
  );
  const serverCopies = new Map<string, (uri: vscode.Uri) => Promise<vscode.Uri>>();
  store.add(registerCommands(shell, localChangeHandlers({ changes, serverCopies }), log));
  return {
    changes,
    unsentOf: async (accountId) => {
      await changes.refresh();
      return changes.all
        .filter(({ place }) => place.accountId === accountId)
        .map(({ id, place, content }) => ({
          publish: () => publish(place.uri, decodeBase64(content)),
          discard: () => changes.remove(id),
        }));
    },
    unsavedBases: (name, decode) =>
      new UnsavedBaseStore(storageFolder(basesFolder(context, name)), context.storageUri === undefined, decode),
    setServerCopy: (scheme, copy) => void serverCopies.set(scheme, copy),
    dispose: () => store.dispose(),
  };
};
