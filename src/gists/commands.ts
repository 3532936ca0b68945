import * as vscode from "vscode";
import type { Account } from "../accounts/model.ts";
import { ChoiceError, UserError } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import type { Gist } from "../client/types/gist.ts";
import { explained, type Handler } from "../commands/registry.ts";
import { type GistCommandId, gistCommands } from "../ids.ts";
import { askText } from "../ui/prompts.ts";
import { Drafts } from "./publishing/drafts.ts";
import { choosePublishMode, type ModeDeps } from "./publishing/choosePublishMode.ts";
import { editHandlers, type EditDeps } from "./publishing/commands.ts";
import { fileOf } from "./gistFacts.ts";
import type { ListKind } from "./lists.ts";
import { manageHandlers, type ManageDeps } from "./manage/commands.ts";
import { GistProblem } from "./problem.ts";
import { toUserError } from "./problemText.ts";
import { type GistReference, parseGistReference } from "./reference.ts";
import { selectedGists } from "./selectedGists.ts";
import { openGist } from "./openGist.ts";
import { invalidGistText, pickGistToOpen } from "./pickGistToOpen.ts";
import { shareFiles, shareSelection, type ShareSourceDeps } from "./share/shareSource.ts";
import { accountOnHost } from "../accounts/accountOnHost.ts";
import { activeAccount } from "../accounts/activeAccount.ts";
import { givenPlace, pickedByUser, targetFile, targetGist, type TargetDeps } from "./target.ts";
import { gistPlaceOf, type GistUris } from "./uri.ts";
import { showStatus } from "../ui/showStatus.ts";
import { copiedLinksText } from "../ui/counts.ts";
import { plainText } from "../ui/plainText.ts";
import { pluralText } from "../ui/pluralText.ts";

/** What each of the tables below takes. */
export interface GistCommandDeps {
  readonly open: OpenDeps;
  readonly share: ShareSourceDeps;
  readonly edit: EditDeps;
  readonly publishMode: ModeDeps;
  readonly manage: ManageDeps;
  readonly view: {
    /** Shows the groups though there is no own gist. */
    showAll(): void;
    /** Shows the list of edits that are not at the service. */
    showUnpublished(): Promise<void>;
  };
}

interface OpenDeps extends TargetDeps {
  readonly uris: GistUris;
  /** Opens a web page, or says why there is none. */
  readonly openPage: (accountId: string, url: string) => Promise<void>;
}

/** `former` is in the box: what did not lead to a gist. */
const openByUrl = async (deps: OpenDeps, given: unknown, former = ""): Promise<void> => {
  const { uris } = deps;
  const invalid = invalidGistText();
  const text =
    typeof given === "string"
      ? given
      : await askText({
          title: vscode.l10n.t("Open Gist"),
          prompt: vscode.l10n.t("Enter the URL or ID of a gist"),
          value: former,
          validateInput: (value) => (value.trim() === "" || parseGistReference(value) ? undefined : invalid),
        });
  const reference = parseGistReference(text);
  if (!reference) throw new UserError(invalid);
  const active = await activeAccount(deps);
  const account = await accountOnHost(deps, active, reference.host);
  const { id, gist } = await readOfAny(deps, account, reference).catch((error: unknown) => {
    if (!HttpError.is(error, "notFound", "gone") || error.missing) throw error;
    const again = { title: vscode.l10n.t("Enter URL..."), run: () => openByUrl(deps, undefined, text) };
    const sentence = vscode.l10n.t(
      "No gist was found at “{0}”. It may have been deleted. Check the URL.",
      plainText(text.trim()),
    );
    throw new ChoiceError(sentence, [again], { cause: error });
  });
  await openGist(uris, id, gist);
};

/** The gist by the account; by another one where an ID without an address is not found there. Throws as the first one. */
const readOfAny = async (
  { accounts, gists }: OpenDeps,
  { profile: { id } }: Account,
  { gistId, host }: GistReference,
): Promise<{ readonly id: string; readonly gist: Gist }> => {
  try {
    return { id, gist: await gists.read(id, gistId) };
  } catch (error) {
    if (host !== undefined || !HttpError.is(error, "notFound", "gone")) throw error;
    let failure: unknown = error;
    for (const { profile } of accounts.accounts.filter((each) => each.profile.id !== id)) {
      try {
        return { id: profile.id, gist: await gists.read(profile.id, gistId) };
      } catch (other) {
        // It may be there all the same.
        if (!HttpError.is(other, "notFound", "gone")) failure = other;
      }
    }
    throw failure;
  }
};

const insertAtCursor = async (deps: OpenDeps, target: unknown): Promise<void> => {
  const editor = vscode.window.activeTextEditor;
  if (!editor)
    throw new UserError(
      vscode.l10n.t("No editor is open. Open a file and put the cursor where the gist is to be inserted."),
    );
  // The active editor is where the text goes, not the gist that is meant.
  const isNode = typeof target === "object" && target !== null && !(target instanceof vscode.Uri);
  const { place } = await targetFile(
    deps,
    isNode ? target : pickedByUser,
    vscode.l10n.t("Select a gist to insert"),
    vscode.l10n.t("Select a file"),
  );
  const bytes = await deps.gists.readFile(place);
  if (!bytes) throw new GistProblem("noFile", place.fileName);
  const text = new TextDecoder().decode(bytes);
  const shown = await vscode.window.showTextDocument(editor.document, editor.viewColumn);
  const done = await shown.edit((edit) => shown.selections.forEach((selection) => edit.replace(selection, text)));
  if (!done) throw new UserError(vscode.l10n.t("The text could not be inserted: the editor can't be changed."));
};

const copyRawLink = async (deps: OpenDeps, target: unknown): Promise<void> => {
  const { place, gist } = await targetFile(
    deps,
    target,
    vscode.l10n.t("Select a gist to copy its raw link"),
    vscode.l10n.t("Select a file"),
  );
  const url = fileOf(gist, place.fileName)?.raw_url;
  if (url === undefined)
    throw new UserError(vscode.l10n.t("The server provides no raw link for {0}.", place.fileName));
  await vscode.env.clipboard.writeText(url);
  showStatus(vscode.l10n.t("Raw link copied to clipboard."), 4000);
};

const copyLink = async (deps: OpenDeps, target: unknown, nodes: unknown): Promise<void> => {
  const selected = selectedGists(nodes);
  if (selected.length > 0) {
    await vscode.env.clipboard.writeText(selected.map(({ gist }) => gist.html_url).join("\n"));
    showStatus(copiedLinksText(selected.length), 4000);
    return;
  }
  const { gist } = await targetGist(deps, target, vscode.l10n.t("Select a gist to copy its link"));
  await vscode.env.clipboard.writeText(gist.html_url);
  showStatus(vscode.l10n.t("Link copied to clipboard."), 4000);
};

const openFromList = async (deps: OpenDeps, target: unknown): Promise<void> => {
  await deps.accounts.load();
  // Without a node the list is offered even when a gist is open already.
  const picked = givenPlace(target ?? pickedByUser) ?? (await pickGistToOpen(deps));
  if ("entered" in picked) return openByUrl(deps, picked.entered);
  await openGist(deps.uris, picked.accountId, await deps.gists.get(picked.accountId, picked.gistId));
};

const refresh = async (deps: OpenDeps, target: unknown): Promise<void> => {
  const { gists } = deps;
  const { kind, accountId, list, id } = (target ?? {}) as {
    readonly kind?: unknown;
    readonly accountId?: string;
    readonly list?: ListKind;
    readonly id?: string;
  };
  if (kind === "group") gists.refresh(accountId, list);
  else {
    const account = kind === "account" ? id : undefined;
    gists.refresh(account);
    await reloadOpen(deps, account);
  }
};

const refreshGist = async (deps: OpenDeps, target: unknown): Promise<void> => {
  const picked = async () => (await targetGist(deps, target, vscode.l10n.t("Select a gist to refresh"))).place;
  // What is given isn't read twice.
  const { accountId, gistId } = givenPlace(target) ?? (await picked());
  await deps.gists.reload(accountId, gistId);
};

/** What is open is read again too; VS Code shows it where nothing is unsaved. */
const reloadOpen = async ({ gists }: TargetDeps, accountId: string | undefined): Promise<void> => {
  const places = vscode.workspace.textDocuments
    .flatMap(({ uri }) => gistPlaceOf(uri) ?? [])
    .filter((place) => !Drafts.isDraftId(place.gistId) && (accountId ?? place.accountId) === place.accountId);
  const open = new Map(places.map((place) => [`${place.accountId}/${place.gistId}`, place]));
  await Promise.all([...open.values()].map((place) => gists.reload(place.accountId, place.gistId)));
};

const loadMore = async ({ gists }: TargetDeps, target: unknown): Promise<void> => {
  const { accountId, list } = (target ?? {}) as { readonly accountId?: string; readonly list?: ListKind };
  if (accountId === undefined || list === undefined) return;
  const count = await gists.loadMore(accountId, list);
  showStatus(
    pluralText(vscode.l10n.t("{count, plural, one {Loaded # more gist.} other {Loaded # more gists.}}"), count),
    4000,
  );
};

/** Without a node, the account's list is asked for by a quick pick; so each command works from the palette. */
export const gistHandlers = ({
  open,
  share,
  edit,
  publishMode,
  manage,
  view,
}: GistCommandDeps): Record<GistCommandId, Handler> => {
  const handlers = {
    ...editHandlers(edit),
    [gistCommands.choosePublishMode]: (target) => choosePublishMode(publishMode, target),
    ...manageHandlers(manage),
    [gistCommands.shareSelection]: () => shareSelection(share),
    [gistCommands.shareFiles]: (target, selected) => shareFiles(share, target, selected),
    [gistCommands.open]: (target) => openFromList(open, target),
    [gistCommands.openByUrl]: (given) => openByUrl(open, given),
    [gistCommands.insertAtCursor]: (target) => insertAtCursor(open, target),
    [gistCommands.copyLink]: (target, nodes) => copyLink(open, target, nodes),
    [gistCommands.copyAppLink]: async (target) => (await import("./openLink.ts")).copyGistAppLink(open, target),
    [gistCommands.copyRawLink]: (target) => copyRawLink(open, target),
    [gistCommands.openInBrowser]: async (target) => {
      const { place, gist } = await targetGist(
        open,
        target,
        vscode.l10n.t("Select a gist to open in the browser"),
      );
      await open.openPage(place.accountId, gist.html_url);
    },
    [gistCommands.refresh]: (target) => refresh(open, target),
    [gistCommands.refreshGist]: (target) => refreshGist(open, target),
    [gistCommands.loadMore]: (target) => loadMore(open, target),
    [gistCommands.showUnpublished]: () => view.showUnpublished(),
    [gistCommands.showAll]: async () => view.showAll(),
  } satisfies Record<GistCommandId, Handler>;
  return explained(handlers, toUserError);
};
