import * as vscode from "vscode";
import { type Clock, systemClock } from "../../base/clock.ts";
import { type Disposable, DisposableStore } from "../../base/disposable.ts";
import { loadOnUse, registerCommands } from "../../commands/registry.ts";
import { contextKeys, linkCommands, linkSideScheme, settings } from "../../ids.ts";
import { ConfigValue } from "../../ui/configValue.ts";
import { ContextKey } from "../../ui/contextKey.ts";
import { isInTab, onDidLeaveFile } from "../../ui/tabs.ts";
import type { Shell } from "../../shell/shell.ts";
import type { Log } from "../../ui/log.ts";
import { DismissedWarnings } from "../../storage/dismissedWarnings.ts";
import type { OrderedMemento } from "../../storage/orderedMemento.ts";
import { storageFolder } from "../../storage/storageFolder.ts";
import { basesFolder } from "../../storage/folders.ts";
import type { AccountsModel } from "../../accounts/model.ts";
import type { Inspect } from "../../base/inspect.ts";
import type { GistsModel } from "../model.ts";
import type { GistDiffDocuments } from "../publishing/diffDocuments.ts";
import type { GistPublisher } from "../publishing/gistPublisher.ts";
import type { ShareSettings } from "../share/shareSettings.ts";
import type { Trash } from "../trash/model.ts";
import type { Reports } from "../../ui/reports.ts";
import { showError } from "../../ui/showError.ts";
import type { CreateLinkDeps } from "./createLink.ts";
import { Bases } from "./bases.ts";
import { ConfirmedLinks } from "./confirmedLinks.ts";
import { LinkDecorations } from "./decorations.ts";
import { linkFilePath } from "./linkFile.ts";
import { type FoundProblems, LinkStore } from "./linkStore.ts";
import { LinksModel } from "./model.ts";
import { LinkMergeSides } from "./mergeSides.ts";
import { OpenMerges } from "./openMerges.ts";
import { type KeepIn, linkPlaces } from "./places.ts";
import { linkFileProblemText } from "./stateText.ts";
import { LinkStatus } from "./statusBar.ts";
import type { GistPlace } from "../types.ts";
import type { GistUris } from "../uri.ts";
import type { Link } from "./types.ts";
import { readSpot, spotOf, uriOf } from "./workspaceFiles.ts";
import { plainText } from "../../ui/plainText.ts";
import { moreLines } from "../../ui/pluralText.ts";
import { showWarning } from "../../ui/messages.ts";

export interface LinksDeps {
  readonly core: {
    readonly shell: Shell;
    readonly accounts: AccountsModel;
    readonly log: Log;
    readonly globalState: OrderedMemento;
  };
  readonly gists: LinkedGists;
  readonly inspect: Inspect;
  readonly reports: Reports;
}

/** What linked files use of the gists. */
interface LinkedGists {
  readonly gists: GistsModel;
  readonly publisher: GistPublisher;
  readonly trash: Trash;
  readonly diffs: GistDiffDocuments;
  readonly uris: GistUris;
  readonly shareSettings: ShareSettings;
  readonly loadShare: CreateLinkDeps["loadShare"];
}

export interface LinksFeature extends Disposable {
  readonly links: LinksModel;
  /** The account was signed out. */
  forgetAccount(accountId: string): Promise<void>;
}

const confirmedKey = "forgeside.confirmedLinks";

/** Milliseconds that what the service said counts as new when a file or the window comes to the front. */
const fresh = 300_000;

/** Characters by which a warning that the user dismissed is known again. */
const maxWarning = 200;
/** Of a file, in one warning. */
const maxProblems = 3;

/** Builds and registers everything about linked files. Makes no request. */
export const registerLinks = (
  context: vscode.ExtensionContext,
  deps: LinksDeps,
  clock: Clock = systemClock,
): LinksFeature => {
  const { shell, accounts, log } = deps.core;
  const { gists, publisher, trash, diffs, uris, shareSettings, loadShare } = deps.gists;
  const store = new DisposableStore();
  const onError = (error: unknown): void => log.error("linked files", error);
  const keepIn = store.add(new ConfigValue<KeepIn>(settings.linksKeepIn, "workspace"));
  const linkedFiles = store.add(new ContextKey<readonly string[]>(contextKeys.linkedFiles));
  /** The text of each folder's file that was reported. */
  const reported = new Map<string, string>();
  const dismissed = new DismissedWarnings(deps.core.globalState);
  const warnOfFile = async (folder: string, found: FoundProblems): Promise<void> => {
    const problems = found.problems.slice(0, maxProblems);
    // Without lines, which change with what is above.
    const identity = problems.map((problem) => linkFileProblemText(problem)).join("; ");
    const warning = `${linkFilePath}: ${identity.slice(0, maxWarning)}`;
    if (dismissed.has(warning)) return;
    const { placeOfProblem } = await import("./placeOfProblem.ts");
    const places = problems.map((problem) => placeOfProblem(found.text, problem));
    const more = moreLines(found.problems.length - problems.length);
    const text = [...places.map(({ said }) => plainText(said)), ...more].join("; ");
    const [openFile, dismiss] = [vscode.l10n.t("Open File"), vscode.l10n.t("Don't Show Again")];
    const said = found.isUsed
      ? vscode.l10n.t("{0} is used in part only: {1}.", linkFilePath, text)
      : vscode.l10n.t("{0} isn't used: {1}.", linkFilePath, text);
    const answer = await showWarning(said, openFile, dismiss);
    const file = vscode.Uri.joinPath(vscode.Uri.parse(folder), linkFilePath);
    if (answer === dismiss) await dismissed.add(warning);
    else if (answer === openFile) {
      const [{ position } = {}] = places;
      const options = position ? { selection: new vscode.Range(position, position) } : {};
      await vscode.window.showTextDocument(file, options);
    }
  };
  const linkStore = new LinkStore(
    linkPlaces(context.workspaceState, keepIn, (folder, found) => {
      // A file that was changed is reported again: it may have another mistake of the same kind.
      if (reported.get(folder) === found.text) return;
      reported.set(folder, found.text);
      warnOfFile(folder, found).catch(onError);
    }),
  );
  const bases = new Bases(storageFolder(basesFolder(context, "linkBases")));
  const links = store.add(
    new LinksModel({
      accounts,
      gists,
      store: linkStore,
      bases,
      readLocal: readSpot,
      now: () => clock.now(),
    }),
  );
  store.add(links.onDidFail(onError));
  const merges = new OpenMerges(
    storageFolder(basesFolder(context, "linkMerges")),
    (spot) => isInTab(uriOf(spot)),
    onError,
    { isShared: vscode.env.uiKind === vscode.UIKind.Web, clock },
  );
  const mergeSides = store.add(new LinkMergeSides(merges));
  store.add(shell.textDocuments(linkSideScheme, mergeSides));
  const confirmed = new ConfirmedLinks({
    read: () => context.workspaceState.get<readonly string[]>(confirmedKey) ?? [],
    write: async (identities) => context.workspaceState.update(confirmedKey, identities),
  });
  store.add(vscode.window.registerFileDecorationProvider(store.add(new LinkDecorations(links))));
  store.add(new LinkStatus({ links, gists, uris }));
  const handlers = loadOnUse(linkCommands, async () => {
    const code = await import("./commands.ts");
    const { inspect, reports } = deps;
    const maxFileBytes = (): number => shareSettings.maxFileBytes;
    const show = (what: string, error: unknown): void => void showError(what, error, log);
    const conflicts = new code.LinkConflicts({ links, bases, merges, mergeSides, diffs, onError: show });
    const sync = new code.LinkSync({ gists, publisher, links, conflicts, inspect, maxFileBytes });
    const creation = { accounts, gists, uris, links, confirmed, loadShare, maxFileBytes };
    return code.linkHandlers({
      accounts,
      gists,
      uris,
      links,
      confirmed,
      sync,
      conflicts,
      linkFile: (target) => code.createLink(creation, target),
      reports,
      onError: show,
    });
  });
  store.add(registerCommands(shell, handlers, log));

  const quietly = (task: Promise<unknown>): void => void task.catch(onError);
  const linkAt = (uri: vscode.Uri): Link | undefined => {
    const spot = spotOf(uri);
    return spot && links.at(spot.folder, spot.path);
  };
  const below = (uri: vscode.Uri): readonly Link[] =>
    links.links.filter((link) => `${uriOf(link).toString()}/`.startsWith(`${uri.toString()}/`));

  const asked = new Map<string, number>();
  const check = async (meant: readonly Link[], isForced = false): Promise<void> => {
    const now = clock.now();
    const due = meant.filter(({ gistId }) => isForced || now - (asked.get(gistId) ?? -Infinity) >= fresh);
    for (const { gistId } of due) asked.set(gistId, now);
    if (!(await links.check(due))) for (const { gistId } of due) asked.delete(gistId);
  };
  const look = async (editor: vscode.TextEditor | undefined): Promise<void> => {
    const link = editor && linkAt(editor.document.uri);
    if (!link) return;
    await links.noteLocal(link);
    await check([link]);
  };
  const noteAll = (): void => {
    for (const link of links.links) quietly(links.noteLocal(link));
  };
  store.add(vscode.window.onDidChangeActiveTextEditor((editor) => quietly(look(editor))));
  store.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused || links.links.length === 0) return;
      // Another program may have changed the files.
      noteAll();
      quietly(check(links.links));
    }),
  );
  store.add(
    gists.onDidRefresh((accountId) => {
      const meant = links.links.filter(
        (link) => (accountId ?? link.accountId) === link.accountId || !link.accountId,
      );
      quietly(check(meant, true));
    }),
  );
  store.add(
    vscode.workspace.onDidSaveTextDocument((document) => {
      const link = linkAt(document.uri);
      if (!link) return;
      const text = document.getText();
      const takeIn = async (): Promise<void> => {
        const theirs = merges.saved(link, text);
        if (theirs !== undefined) {
          await links.rebase(link, theirs);
          await merges.end(link);
        }
        await links.noteLocal(linkAt(document.uri) ?? link);
      };
      merges.enqueue(takeIn);
    }),
  );
  store.add(
    onDidLeaveFile((uri) => {
      const spot = spotOf(uri);
      if (spot) merges.enqueue(() => merges.end(spot));
    }),
  );
  store.add(
    vscode.workspace.onDidRenameFiles(({ files }) => {
      const pairs = files.flatMap(({ oldUri, newUri }) =>
        below(oldUri).map((link) => {
          const rest = uriOf(link).path.slice(oldUri.path.length);
          return [link, spotOf(newUri.with({ path: newUri.path + rest }))] as const;
        }),
      );
      const moved = pairs.flatMap(([link, to]) => (to && confirmed.has(link) ? [{ ...link, ...to }] : []));
      if (pairs.length > 0) quietly(confirmed.add(moved).then(() => links.move(pairs)));
    }),
  );
  const noteBelow = (uris: readonly vscode.Uri[]): void => {
    for (const uri of uris) for (const link of below(uri)) quietly(links.noteLocal(link));
  };
  store.add(vscode.workspace.onDidDeleteFiles(({ files }) => noteBelow(files)));
  store.add(vscode.workspace.onDidCreateFiles(({ files }) => noteBelow(files)));
  store.add(
    publisher.onDidRenameFile(({ place, newName }) => {
      quietly(links.followFile(place, newName));
      const meant = links
        .linksTo(place.accountId, place.gistId)
        .filter((link) => link.fileName === place.fileName && confirmed.has(link));
      quietly(confirmed.add(meant.map((link) => ({ ...link, fileName: newName }))));
    }),
  );
  const followRestored = async (deleted: GistPlace, gistId: string): Promise<void> => {
    const meant = links.links.filter((link) => link.gistId === deleted.gistId && confirmed.has(link));
    await confirmed.add(meant.map((link) => ({ ...link, gistId })));
    await links.followGist(deleted.accountId, deleted.gistId, gistId);
  };
  store.add(trash.onDidRestore(({ deleted, gist }) => quietly(followRestored(deleted, gist.id))));

  const load = (): void => quietly(links.load());
  const watcher = store.add(vscode.workspace.createFileSystemWatcher(`**/${linkFilePath}`));
  for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) store.add(event(load));
  store.add(vscode.workspace.onDidGrantWorkspaceTrust(load));
  store.add(vscode.workspace.onDidChangeWorkspaceFolders(load));
  store.add(keepIn.onDidChange(() => quietly(linkStore.move())));
  let shown = "";
  store.add(
    links.onDidChange(() => {
      // Of a remote file only the path is the same on both sides.
      const paths = links.links.flatMap((link) => [...new Set([uriOf(link).path, uriOf(link).fsPath])]);
      if (paths.join("\n") === shown) return;
      shown = paths.join("\n");
      linkedFiles.set(paths);
    }),
  );
  quietly(
    accounts
      .load()
      .then(() => links.load())
      .then(() => look(vscode.window.activeTextEditor)),
  );
  return {
    links,
    forgetAccount: async (accountId) => {
      await links.forgetAccount(accountId);
      await merges.forgetAccount(accountId);
    },
    dispose: () => store.dispose(),
  };
};
