import * as vscode from "vscode";
import { type Clock, pause } from "../../base/clock.ts";
import { CancelledError, UserError } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import type { Repository } from "../../client/types/repository.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { askText, pickOne } from "../../ui/prompts.ts";
import { placeOf } from "../model.ts";
import type { RepoRoots } from "../view/roots.ts";
import { targetPlace, type TargetDeps } from "../target.ts";
import { nameOfList, type RepoPlace } from "../types.ts";
import { showInformation } from "../../ui/messages.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { createOrAsk } from "../../ui/createOrAsk.ts";
import type { Reports } from "../../ui/reports.ts";

export interface ManageDeps extends TargetDeps {
  readonly roots: RepoRoots;
  readonly clock: Clock;
  readonly reports: Reports;
  /** Shows what a toast's action threw. */
  readonly onError: (what: string, error: unknown) => void;
  readonly openPage: (accountId: string, url: string) => Promise<void>;
  readonly reveal: (place: RepoPlace) => Promise<void>;
}

/** The own account, or an organization that the view shows. */
export const pickOwner = async (
  { roots }: ManageDeps,
  accountId: string,
  login: string,
  title: string,
): Promise<string | undefined> => {
  const organizations = roots
    .of(accountId)
    .lists.filter((list) => list.startsWith("org:"))
    .map(nameOfList);
  if (organizations.length === 0) return undefined;
  const rows = [
    { label: `$(person) ${plainText(login)}`, organization: undefined },
    ...organizations.map((organization) => ({
      label: `$(organization) ${plainText(organization)}`,
      organization,
    })),
  ];
  return (await pickOne(rows, { title, placeHolder: vscode.l10n.t("Select an owner") })).organization;
};

/** Shows the message, with buttons that open the repository. */
export const showDone = (deps: ManageDeps, text: string, accountId: string, repository: Repository): void => {
  const show = vscode.l10n.t("Show");
  const browser = vscode.l10n.t("Open in Browser");
  // The toast stays; the command is over.
  const report = (action: string, task: Promise<void>): void =>
    void task.catch((error: unknown) => deps.onError(action, error));
  void showInformation(text, show, browser).then((answer) => {
    if (answer === show) report(show, deps.reveal(placeOf(accountId, repository)));
    if (answer === browser) report(browser, deps.openPage(accountId, repository.html_url));
  });
};

/** Milliseconds between two looks whether a fork is ready, and how often is looked. */
const forkPause = 2000;
const forkLooks = 30;

/** The service copies in the background: the fork is there before its content is. */
const untilReady = async ({ repos, clock }: ManageDeps, place: RepoPlace, signal: AbortSignal): Promise<void> => {
  for (let look = 0; look < forkLooks; look++) {
    if (signal.aborted) throw new CancelledError();
    try {
      const ref = await repos.defaultBranch(place);
      await repos.folder({ ...place, ref, path: "" });
      return;
    } catch (error) {
      if (!HttpError.is(error, "notFound", "conflict")) throw error;
    }
    await pause(forkPause, clock);
  }
  throw new UserError(
    vscode.l10n.t("The fork was created; the server is still copying its content. Look again later."),
  );
};

export const fork = async (deps: ManageDeps, target: unknown): Promise<void> => {
  const place = await targetPlace(
    deps,
    target,
    vscode.l10n.t("Select a repository to fork"),
    "others",
    "repos.fork",
  );
  const account = deps.accounts.get(place.accountId);
  if (!account) return;
  const title = vscode.l10n.t("Fork {0}/{1}", place.owner, place.repo);
  const organization = await pickOwner(deps, place.accountId, account.profile.login, title);
  const refresh = (): void => deps.repos.refresh(place.accountId);
  await createOrAsk(vscode.l10n.t("The fork"), refresh, async () => {
    const repository = await withProgress(vscode.l10n.t("Forking…"), async (signal) => {
      const made = await deps.repos.writes.fork(place, organization, signal);
      await untilReady(deps, placeOf(place.accountId, made), signal);
      return made;
    });
    refresh();
    const text = vscode.l10n.t("Forked to “{0}”.", plainText(repository.full_name));
    showDone(deps, text, place.accountId, repository);
  });
};

/** Deletes after the name was typed: nothing brings it back. */
export const remove = async (deps: ManageDeps, target: unknown): Promise<void> => {
  const place = await targetPlace(
    deps,
    target,
    vscode.l10n.t("Select a repository to delete"),
    "administered",
    "repos.delete",
  );
  const name = `${place.owner}/${place.repo}`;
  await askText({
    title: vscode.l10n.t("Delete {0}", name),
    prompt: vscode.l10n.t(
      "Everything is deleted: code, history, issues, webhooks. This can't be undone. Enter {0} to delete it.",
      name,
    ),
    placeHolder: name,
    validateInput: (typed) =>
      typed === name ? undefined : vscode.l10n.t("Enter {0} to delete it, or press Escape to cancel.", name),
  });
  await withProgress(vscode.l10n.t("Deleting {0}…", name), (signal) => deps.repos.writes.delete(place, signal));
  deps.roots.close(place);
  deps.repos.removeItem(place.accountId, { full_name: name });
  deps.repos.refresh(place.accountId);
  showStatus(vscode.l10n.t("{0} is deleted.", name), 6000);
};
