import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import { plainText } from "../../ui/plainText.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { askText, confirm, pickOne } from "../../ui/prompts.ts";
import type { Reports } from "../../ui/reports.ts";
import { selectedItems } from "../../ui/selectedItems.ts";
import { nodeOf } from "../nodeTypes.ts";
import { toUserError } from "../problemText.ts";
import { accountOf, targetPlace, type TargetDeps } from "../target.ts";
import { keyOf, type RepoPlace } from "../types.ts";
import { showInformation } from "../../ui/messages.ts";
import { showStatus } from "../../ui/showStatus.ts";
import { emptyListError } from "../../ui/emptyListError.ts";
import { repoCommands } from "../../ids.ts";

const askLogin = async ({ owner, repo }: RepoPlace, title: string): Promise<string> => {
  const text = await askText({
    title,
    prompt: vscode.l10n.t("Enter a username. The repository is {0}.", `${owner}/${repo}`),
    placeHolder: "octocat",
    validateInput: (value) =>
      value.trim() === "" || /^@?[\w](?:[\w-]{0,98}[\w])?$/.test(value.trim())
        ? undefined
        : vscode.l10n.t("Enter a valid username, such as octocat."),
  });
  const login = text.trim().replace(/^@/, "");
  if (login === "") throw new UserError(vscode.l10n.t("Enter the name of a user."));
  return login;
};

/** Adds a collaborator to the repository. */
export const addCollaborator = async (deps: TargetDeps, target: unknown): Promise<void> => {
  const place = await targetPlace(
    deps,
    target,
    vscode.l10n.t("Select a repository to add a collaborator to"),
    "administered",
    "repos.addCollaborator",
  );
  const { client } = accountOf(deps, place);
  const login = await askLogin(place, vscode.l10n.t("Add Collaborator"));
  const message = { user: place.owner, repo: place.repo, collabuser: login };
  const name = plainText(`${place.owner}/${place.repo}`);
  if (await client.check("repos.getCollaborator", message)) {
    showStatus(vscode.l10n.t("{0} is a collaborator of {1} already.", login, name), 6000);
    return;
  }
  await confirm(
    vscode.l10n.t("Add {0} to {1}?", login, name),
    vscode.l10n.t("Collaborators read and change its code."),
    vscode.l10n.t("Add"),
  );
  try {
    const isInvited = await deps.repos.writes.addCollaborator(place, login);
    const text = isInvited
      ? vscode.l10n.t("{0} is invited to {1}.", login, name)
      : vscode.l10n.t("{0} is a collaborator of {1} now.", login, name);
    showStatus(text, 6000);
  } catch (error) {
    if (!HttpError.is(error, "notFound")) throw error;
    throw new UserError(
      vscode.l10n.t("There is no user {0} on this server, or you may not add collaborators to {1}.", login, name),
    );
  }
  deps.repos.refreshRepo(place);
};

const pickCollaborator = async ({ repos }: TargetDeps, place: RepoPlace): Promise<string> => {
  const { items } = await repos.section(place, "collaborators");
  const others = items.filter(({ login }) => login.toLowerCase() !== place.owner.toLowerCase());
  if (others.length === 0)
    throw emptyListError(
      vscode.l10n.t("{0} has no collaborators but its owner.", plainText(`${place.owner}/${place.repo}`)),
      repoCommands.addCollaborator,
      { place },
    );
  const rows = others.map(({ login }) => ({ label: `$(person) ${plainText(login)}`, login }));
  return (await pickOne(rows, { placeHolder: vscode.l10n.t("Select a collaborator to remove") })).login;
};

interface Collaborator {
  readonly place: RepoPlace;
  readonly login: string;
}

const collaboratorOf = (row: unknown): Collaborator | undefined => {
  const node = nodeOf(row);
  if (node.kind !== "leaf" || node.section !== "collaborators" || !node.item || !node.place) return undefined;
  return { place: node.place, login: node.item.login };
};

const removeFrom = async ({ repos }: TargetDeps, { place, login }: Collaborator): Promise<void> => {
  await repos.writes.removeCollaborator(place, login);
  repos.removeItem(`${keyOf(place)}/collaborators`, { login });
  repos.refreshRepo(place);
};

const removeSeveral = async (
  deps: TargetDeps & { readonly reports: Reports },
  collaborators: readonly Collaborator[],
): Promise<void> => {
  const count = collaborators.length;
  const texts = {
    question: pluralText(
      vscode.l10n.t("{count, plural, one {Remove # collaborator?} other {Remove # collaborators?}}"),
      count,
    ),
    detail: vscode.l10n.t("They can no longer change the code, and no longer see a private repository."),
    button: vscode.l10n.t("Remove"),
    title: vscode.l10n.t("Remove collaborators"),
    allDone: pluralText(
      vscode.l10n.t("{count, plural, one {Removed # collaborator.} other {Removed # collaborators.}}"),
      count,
    ),
    labelOf: ({ place, login }: Collaborator): string => `${login} (${place.owner}/${place.repo})`,
    explain: toUserError,
  };
  await deps.reports.runConfirmed(collaborators, texts, (each) => removeFrom(deps, each));
};

export const removeCollaborator = async (
  deps: TargetDeps & { readonly reports: Reports },
  target: unknown,
  rows: unknown,
): Promise<void> => {
  const selected = selectedItems(rows, collaboratorOf, ({ place, login }) => `${keyOf(place)}/${login}`);
  if (selected.length > 0) return removeSeveral(deps, selected);
  const place = await targetPlace(
    deps,
    target,
    vscode.l10n.t("Select a repository to remove a collaborator from"),
    "administered",
    "repos.removeCollaborator",
  );
  const login = collaboratorOf(target)?.login ?? (await pickCollaborator(deps, place));
  const name = plainText(`${place.owner}/${place.repo}`);
  await confirm(
    vscode.l10n.t("Remove {0} from {1}?", login, name),
    vscode.l10n.t("They can no longer change the code, and no longer see a private repository."),
    vscode.l10n.t("Remove"),
  );
  await removeFrom(deps, { place, login });
  showStatus(vscode.l10n.t("{0} is removed from {1}.", login, name), 6000);
};

export const checkCollaborator = async (deps: TargetDeps, target: unknown): Promise<void> => {
  const place = await targetPlace(deps, target, vscode.l10n.t("Select a repository to show its collaborators"));
  const login = await askLogin(place, vscode.l10n.t("Check Collaborator"));
  const message = { user: place.owner, repo: place.repo, collabuser: login };
  const isOne = await accountOf(deps, place).client.check("repos.getCollaborator", message);
  const name = plainText(`${place.owner}/${place.repo}`);
  void showInformation(
    isOne
      ? vscode.l10n.t("{0} is a collaborator of {1}.", login, name)
      : vscode.l10n.t("{0} isn't a collaborator of {1}.", login, name),
  );
};
