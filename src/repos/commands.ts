import * as vscode from "vscode";
import { accountOnHost } from "../accounts/accountOnHost.ts";
import { ChoiceError, UserError } from "../base/errors.ts";
import { HttpError } from "../client/errors.ts";
import { explained, type Handler } from "../commands/registry.ts";
import { contextKeys, type RepoCommandId, repoCommands } from "../ids.ts";
import { cloneWithGit, requireGitClone } from "../localGit/cloneWithGit.ts";
import { copiedLinesText, copiedLinksText } from "../ui/counts.ts";
import { plainText } from "../ui/plainText.ts";
import { selectedItems } from "../ui/selectedItems.ts";
import { withProgress } from "../ui/progress.ts";
import { pickOne } from "../ui/prompts.ts";
import { compare, merge, openCommit } from "./changes.ts";
import type { CommitFilters } from "./view/commitFilters.ts";
import { addCollaborator, checkCollaborator, removeCollaborator } from "./manage/collaborators.ts";
import { edit } from "./manage/edit.ts";
import { follow } from "./follow.ts";
import { fork, remove } from "./manage/commands.ts";
import { placeOf } from "./model.ts";
import { nodeOf, type RepoTreeNode } from "./nodeTypes.ts";
import { createBranch } from "./files/createBranch.ts";
import { newFile } from "./files/newFile.ts";
import { create, type NewRepositoryDeps } from "./manage/newRepository.ts";
import { addOwner, removeOwner } from "./manage/owners.ts";
import { placesOpenHere } from "./view/openHere.ts";
import { invalidReferenceText, toUserError } from "./problemText.ts";
import { givenRef } from "./pickRef.ts";
import { pickRepositoryToOpen } from "./pickRepository.ts";
import { parseRepoReference, referenceName, type RepoReference } from "./reference.ts";
import { ownSorts, ownTypes } from "./view/roots.ts";
import { activeAccount } from "../accounts/activeAccount.ts";
import { type Mark, selectedRepos, setMarks } from "./selectedRepos.ts";
import { givenPlace, targetPlace } from "./target.ts";
import type { OwnOptions, RepoPlace } from "./types.ts";
import { contentUri } from "./uri.ts";
import { showStatus } from "../ui/showStatus.ts";

export interface RepoCommandDeps extends NewRepositoryDeps {
  readonly filters: CommitFilters;
}

const refresh = async ({ repos }: RepoCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedRepos(rows);
  for (const place of selected) repos.refreshRepo(place);
  if (selected.length > 0) return;
  const node = nodeOf(target);
  if (node.kind === "group" && node.accountId !== undefined) repos.refresh(node.accountId, node.list);
  else if (node.kind === "account" && node.account) repos.refresh(node.account.profile.id);
  else if ("place" in node && node.place) repos.refreshRepo(node.place);
  else repos.refresh();
};

const loadMore = async ({ repos }: RepoCommandDeps, target: unknown): Promise<void> => {
  const node = target as RepoTreeNode;
  if (node.kind === "group") await repos.more(node.accountId, node.list);
  if (node.kind === "section") await repos.moreOf(node.place, node.section, node.filter);
};

/** Every page of the row's list, or of the user's own repositories, that was not read yet. */
const loadAll = async ({ repos, accounts }: RepoCommandDeps, target: unknown): Promise<void> => {
  const node = nodeOf(target);
  const given = node.kind === "group" ? node : {};
  const { accountId = (await activeAccount({ accounts })).profile.id, list = "own" } = given;
  await withProgress(vscode.l10n.t("Reading all repositories…"), (signal) => repos.all(accountId, list, signal));
};

const openReference = async (
  deps: RepoCommandDeps,
  reference: RepoReference,
  preferred?: string,
): Promise<void> => {
  const active = (preferred && deps.accounts.get(preferred)) || (await activeAccount(deps));
  const host = "host" in reference ? reference.host : undefined;
  const account = await accountOnHost(deps, active, host);
  const accountId = account.profile.id;
  const repository = await withProgress(vscode.l10n.t("Opening the repository…"), () =>
    "id" in reference
      ? deps.repos.readById(accountId, reference.id)
      : deps.repos.read({ accountId, owner: reference.owner, repo: reference.repo }),
  );
  // Under the name that it has now: it may have been renamed.
  const place = placeOf(accountId, repository);
  deps.roots.open(place);
  await deps.reveal(place);
  void vscode.commands.executeCommand("setContext", contextKeys.repoOpened, true);
};

/** Lets the user pick a repository, and correct one that is not found; `former` is in the box. */
const openPicked = async (deps: RepoCommandDeps, former = ""): Promise<void> => {
  const { profile } = await activeAccount(deps);
  await openOrCorrect(deps, await pickRepositoryToOpen(deps.repos, profile.id, former), profile.id);
};

const openOrCorrect = async (
  deps: RepoCommandDeps,
  reference: RepoReference,
  preferred?: string,
): Promise<void> => {
  try {
    await openReference(deps, reference, preferred);
  } catch (error) {
    if (!HttpError.is(error, "notFound", "gone") || error.missing) throw error;
    const name = referenceName(reference);
    const text = vscode.l10n.t(
      "No repository was found at “{0}”. It may have been deleted, or this account may not have access. Check the name.",
      plainText(name),
    );
    const again = { title: vscode.l10n.t("Enter Name..."), run: () => openPicked(deps, name) };
    throw new ChoiceError(text, [again], { cause: error });
  }
};

/** Opens the repository that a text names, or the one that the user picks. */
const open = async (deps: RepoCommandDeps, given: unknown, preferred?: string): Promise<void> => {
  if (typeof given !== "string") {
    await openPicked(deps);
    return;
  }
  const reference = parseRepoReference(given);
  if (!reference) throw new UserError(invalidReferenceText());
  await openOrCorrect(deps, reference, preferred);
};

const typeText = (type: OwnOptions["type"]): string => {
  switch (type) {
    case "all":
      return vscode.l10n.t("All that you may change");
    case "owner":
      return vscode.l10n.t("Those that are yours");
    case "public":
      return vscode.l10n.t("Public ones");
    case "private":
      return vscode.l10n.t("Private ones");
    case "member":
      return vscode.l10n.t("Those of others that you work on");
  }
};

const sortText = (sort: OwnOptions["sort"]): string => {
  switch (sort) {
    case "pushed":
      return vscode.l10n.t("By last push");
    case "updated":
      return vscode.l10n.t("By last change");
    case "created":
      return vscode.l10n.t("By age");
    case "full_name":
      return vscode.l10n.t("By name");
  }
};

const listOptions = async ({ roots, repos }: RepoCommandDeps): Promise<void> => {
  const former = roots.ownOptions;
  const title = vscode.l10n.t("Your Repositories");
  const mark = (isFormer: boolean): string => (isFormer ? "$(check)" : "$(blank)");
  const types = ownTypes.map((type) => ({ label: `${mark(type === former.type)} ${typeText(type)}`, type }));
  const { type } = await pickOne(types, { title, placeHolder: vscode.l10n.t("Select which to show") });
  const sorts = ownSorts.map((sort) => ({ label: `${mark(sort === former.sort)} ${sortText(sort)}`, sort }));
  const { sort } = await pickOne(sorts, { title, placeHolder: vscode.l10n.t("Sort by") });
  const directions = (["desc", "asc"] as const).map((direction) => ({
    label: `${mark(direction === former.direction)} ${
      direction === "desc" ? vscode.l10n.t("Newest or Z first") : vscode.l10n.t("Oldest or A first")
    }`,
    direction,
  }));
  const { direction } = await pickOne(directions, { title, placeHolder: vscode.l10n.t("Select the direction") });
  roots.ownOptions = { type, sort, direction };
  repos.refresh(undefined, undefined);
};

/** Shows the repository of this window's folder in the view. */
const revealHere = async (deps: RepoCommandDeps): Promise<void> => {
  await activeAccount(deps);
  const places = await placesOpenHere(deps.accounts);
  const [first, ...others] = places;
  if (!first)
    throw new UserError(
      vscode.l10n.t("No Git repository in this window has a remote on a server where you have an account."),
    );
  const rows = places.map((place) => ({ label: plainText(`${place.owner}/${place.repo}`), place }));
  const place =
    others.length === 0
      ? first
      : (await pickOne(rows, { placeHolder: vscode.l10n.t("Select a repository to show") })).place;
  deps.roots.open(place);
  await deps.reveal(place);
};

const setMark = async (
  deps: RepoCommandDeps,
  [target, rows]: Parameters<Handler>,
  mark: Mark,
  isOn: boolean,
): Promise<void> => {
  const selected = selectedRepos(rows);
  if (selected.length > 0) return setMarks(deps, selected, mark, isOn);
  const question =
    mark === "star"
      ? isOn
        ? vscode.l10n.t("Select a repository to star")
        : vscode.l10n.t("Select a repository to unstar")
      : isOn
        ? vscode.l10n.t("Select a repository to watch")
        : vscode.l10n.t("Select a repository to unwatch");
  const marked = mark === "star" ? "starred" : "watched";
  const place = await targetPlace(deps, target, question, isOn ? `un${marked}` : marked);
  await (mark === "star" ? deps.repos.setStar(place, isOn) : deps.repos.setWatch(place, isOn));
};

const copyCloneUrl = async (deps: RepoCommandDeps, target: unknown): Promise<void> => {
  const place = await targetPlace(deps, target, vscode.l10n.t("Select a repository to copy its clone URL"), "any");
  const repository = await deps.repos.read(place);
  const urls = [repository.clone_url, repository.ssh_url].filter((url) => url !== undefined);
  if (urls.length === 0)
    throw new UserError(vscode.l10n.t("The server doesn't provide a clone URL for this repository."));
  const { url } = await pickOne(
    urls.map((each) => ({ label: plainText(each), url: each })),
    { placeHolder: vscode.l10n.t("Select a URL to copy") },
  );
  await vscode.env.clipboard.writeText(url);
  showStatus(vscode.l10n.t("Clone URL copied to clipboard."), 4000);
};

const clone = async (deps: RepoCommandDeps, target: unknown): Promise<void> => {
  await requireGitClone();
  const place = await targetPlace(deps, target, vscode.l10n.t("Select a repository to clone"), "any");
  const { clone_url: url } = await deps.repos.read(place);
  if (url === undefined)
    throw new UserError(vscode.l10n.t("The server doesn't provide a clone URL for this repository."));
  await cloneWithGit(url);
};

/** Copies the addresses of all that are selected, a line each. False when the command is for one row. */
const copyLinks = async ({ repos }: RepoCommandDeps, rows: unknown): Promise<boolean> => {
  const selected = selectedRepos(rows);
  if (selected.length === 0) return false;
  const read = await Promise.all(selected.map((place) => repos.read(place)));
  await vscode.env.clipboard.writeText(read.map(({ html_url: url }) => url).join("\n"));
  showStatus(copiedLinksText(read.length), 4000);
  return true;
};

const copyLink = async (deps: RepoCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  if (await copyLinks(deps, rows)) return;
  await withPage(deps, target, vscode.l10n.t("Select a repository to copy its link"), async (_, url) => {
    await vscode.env.clipboard.writeText(url);
    showStatus(vscode.l10n.t("Link copied to clipboard."), 4000);
  });
};

const close = async ({ roots }: RepoCommandDeps, target: unknown, rows: unknown): Promise<void> => {
  const selected = selectedRepos(rows);
  const place = givenPlace(target);
  for (const each of selected.length > 0 || !place ? selected : [place]) roots.close(each);
};

/** The repository as a folder, at the chosen branch, tag or commit. */
const targetFolder = async (
  deps: RepoCommandDeps,
  target: unknown,
  question: string,
): Promise<{ readonly uri: vscode.Uri; readonly name: string }> => {
  const place = await targetPlace(deps, target, question, "any");
  const node = nodeOf(target);
  const ref = node.kind === "ref" && node.place ? node.place.ref : await deps.repos.defaultBranch(place);
  return { uri: contentUri({ ...place, ref, path: "" }), name: `${place.owner}/${place.repo} (${ref})` };
};

const addToWorkspace = async (deps: RepoCommandDeps, target: unknown): Promise<void> => {
  const question = vscode.l10n.t("Select a repository to add to the workspace");
  const { uri, name } = await targetFolder(deps, target, question);
  const count = vscode.workspace.workspaceFolders?.length ?? 0;
  if (!vscode.workspace.updateWorkspaceFolders(count, 0, { uri, name }))
    throw new UserError(vscode.l10n.t("VS Code didn't add the folder. Is it already in the workspace?"));
};

const openInNewWindow = async (deps: RepoCommandDeps, target: unknown): Promise<void> => {
  const question = vscode.l10n.t("Select a repository to open in a new window");
  const { uri } = await targetFolder(deps, target, question);
  await vscode.commands.executeCommand("vscode.openFolder", uri, { forceNewWindow: true });
};

const openReadme = async (deps: RepoCommandDeps, target: unknown): Promise<void> => {
  const place = await targetPlace(deps, target, vscode.l10n.t("Select a repository to open its README"), "any");
  const account = deps.accounts.get(place.accountId);
  if (!account) return;
  const ref = await deps.repos.defaultBranch(place);
  const { path } = await account.client.call("repos.getReadme", { user: place.owner, repo: place.repo, ref });
  const uri = contentUri({ ...place, ref, path });
  if (/\.(?:md|markdown)$/i.test(path) && (await isRendered(uri))) return;
  await vscode.window.showTextDocument(uri);
};

/** Shows Markdown rendered by VS Code's own extension, as untrusted content; false where that is off or can't run. */
const isRendered = async (uri: vscode.Uri): Promise<boolean> => {
  if (!vscode.extensions.getExtension("vscode.markdown-language-features")) return false;
  try {
    await vscode.commands.executeCommand("markdown.showPreview", uri);
    return true;
  } catch {
    return false;
  }
};

const filterCommits = async (deps: RepoCommandDeps, target: unknown): Promise<void> => {
  const place =
    givenPlace(target) ??
    (await targetPlace(deps, target, vscode.l10n.t("Select a repository to filter its commits")));
  await deps.filters.ask(place);
};

const shaOf = (row: unknown): string | undefined => {
  const node = nodeOf(row);
  if (node.kind === "ref") return node.ref?.commit.sha;
  return node.kind === "leaf" && node.section === "commits" ? node.item?.sha : undefined;
};

/** A text of each of the selected rows, one in a line, or of the row that the command is about. */
const copyOfRows = async (
  target: unknown,
  rows: unknown,
  textOf: (row: unknown) => string | undefined,
  shownOf: (text: string) => string,
): Promise<void> => {
  const selected = selectedItems(rows, textOf, (each) => each);
  if (selected.length > 0) {
    await vscode.env.clipboard.writeText(selected.join("\n"));
    showStatus(copiedLinesText(selected.length), 4000);
    return;
  }
  const text = textOf(target);
  if (text === undefined) return;
  await vscode.env.clipboard.writeText(text);
  showStatus(vscode.l10n.t("{0} copied to clipboard.", shownOf(text)), 4000);
};

const withPage = async (
  deps: RepoCommandDeps,
  target: unknown,
  question: string,
  act: (place: RepoPlace, url: string) => Promise<void>,
): Promise<void> => {
  const node = nodeOf(target);
  const place = await targetPlace(deps, target, question, "any");
  const own = node.kind === "leaf" && node.item && "html_url" in node.item ? node.item.html_url : undefined;
  await act(place, own ?? (await deps.repos.read(place)).html_url);
};

const openInBrowser = (deps: RepoCommandDeps, target: unknown): Promise<void> =>
  withPage(deps, target, vscode.l10n.t("Select a repository to open its page"), ({ accountId }, url) =>
    deps.openPage(accountId, url),
  );

export const repoHandlers = (deps: RepoCommandDeps): Record<RepoCommandId, Handler> => {
  const handlers = {
    [repoCommands.refresh]: (target, rows) => refresh(deps, target, rows),
    [repoCommands.loadMore]: (target) => loadMore(deps, target),
    [repoCommands.loadAll]: (target) => loadAll(deps, target),
    [repoCommands.open]: (given) => open(deps, given),
    [repoCommands.close]: (target, rows) => close(deps, target, rows),
    [repoCommands.addOwner]: (given) => addOwner(deps, given),
    [repoCommands.removeOwner]: (target, rows) => removeOwner(deps, target, rows),
    [repoCommands.listOptions]: () => listOptions(deps),
    [repoCommands.reveal]: () => revealHere(deps),
    [repoCommands.create]: () => create(deps),
    [repoCommands.fork]: (target) => fork(deps, target),
    [repoCommands.delete]: (target) => remove(deps, target),
    [repoCommands.star]: (...rows) => setMark(deps, rows, "star", true),
    [repoCommands.unstar]: (...rows) => setMark(deps, rows, "star", false),
    [repoCommands.watch]: (...rows) => setMark(deps, rows, "watch", true),
    [repoCommands.unwatch]: (...rows) => setMark(deps, rows, "watch", false),
    [repoCommands.copyLink]: (target, rows) => copyLink(deps, target, rows),
    [repoCommands.copyCloneUrl]: (target) => copyCloneUrl(deps, target),
    [repoCommands.openInBrowser]: (target) => openInBrowser(deps, target),
    [repoCommands.openPage]: (target) => openInBrowser(deps, target),
    [repoCommands.clone]: (target) => clone(deps, target),
    [repoCommands.addToWorkspace]: (target) => addToWorkspace(deps, target),
    [repoCommands.openInNewWindow]: (target) => openInNewWindow(deps, target),
    [repoCommands.openReadme]: (target) => openReadme(deps, target),
    [repoCommands.filterCommits]: (target) => filterCommits(deps, target),
    [repoCommands.clearCommitFilter]: async (target) => {
      const place = givenPlace(target);
      if (place) deps.filters.clear(place);
    },
    [repoCommands.copyRefName]: (target, rows) => copyOfRows(target, rows, givenRef, plainText),
    [repoCommands.copySha]: (target, rows) => copyOfRows(target, rows, shaOf, (sha) => sha.slice(0, 7)),
    [repoCommands.openCommit]: (target) => openCommit(deps, target),
    [repoCommands.compare]: (target) => compare(deps, target),
    [repoCommands.merge]: (target) => merge(deps, target),
    [repoCommands.edit]: (target) => edit(deps, target),
    [repoCommands.addCollaborator]: (target) => addCollaborator(deps, target),
    [repoCommands.removeCollaborator]: (target, rows) => removeCollaborator(deps, target, rows),
    [repoCommands.checkCollaborator]: (target) => checkCollaborator(deps, target),
    [repoCommands.newBranch]: (target) => createBranch(deps, target),
    [repoCommands.follow]: (target) =>
      follow({ ...deps, openByAddress: (address, accountId) => open(deps, address, accountId) }, target),
    [repoCommands.newFile]: (target) => newFile(deps, target),
  } satisfies Record<RepoCommandId, Handler>;
  return explained(handlers, toUserError);
};
