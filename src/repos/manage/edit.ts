import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import { askForm } from "../../ui/form.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { confirm, pickOne } from "../../ui/prompts.ts";
import type { ManageDeps } from "./commands.ts";
import { placeOf } from "../model.ts";
import { repositoryFields, type RepositoryValues } from "./repositoryForm.ts";
import { targetPlace } from "../target.ts";
import { keyOf } from "../types.ts";
import { showStatus } from "../../ui/showStatus.ts";

interface EditValues extends RepositoryValues {
  default_branch: string;
}

/** Changes name, description, visibility and more of a repository. Only what is another one is sent. */
export const edit = async (deps: ManageDeps, target: unknown): Promise<void> => {
  const { repos, roots } = deps;
  const place = await targetPlace(
    deps,
    target,
    vscode.l10n.t("Select a repository to edit"),
    "administered",
    "repos.update",
  );
  const now = await repos.read(place);
  const former: EditValues = {
    name: now.name,
    description: now.description ?? "",
    homepage: now.homepage ?? "",
    private: now.private,
    has_issues: now.has_issues ?? true,
    has_wiki: now.has_wiki ?? true,
    has_downloads: now.has_downloads ?? true,
    default_branch: now.default_branch ?? "",
  };
  const values = { ...former };
  await askForm(vscode.l10n.t("Edit {0}", now.full_name), () => vscode.l10n.t("Save"), [
    ...repositoryFields(values),
    {
      label: vscode.l10n.t("Default branch"),
      shown: () => values.default_branch,
      change: async () => {
        const { items } = await repos.section(place, "branches");
        if (items.length === 0) throw new UserError(vscode.l10n.t("It has no branches yet."));
        const rows = items.map(({ name }) => ({ label: `$(git-branch) ${plainText(name)}`, name }));
        const placeHolder = vscode.l10n.t("Select the default branch");
        values.default_branch = (await pickOne(rows, { placeHolder })).name;
      },
    },
  ]);
  const changed = Object.entries(values).filter(([key, value]) => value !== former[key as keyof EditValues]);
  if (changed.length === 0) {
    showStatus(vscode.l10n.t("No changes: nothing was sent."), 4000);
    return;
  }
  if (values.private !== former.private)
    await confirm(
      values.private
        ? vscode.l10n.t("Make {0} private?", now.full_name)
        : vscode.l10n.t("Make {0} public?", now.full_name),
      values.private
        ? vscode.l10n.t("Only collaborators can see it then; stars and watchers of others may be lost.")
        : vscode.l10n.t("Everyone can see its code and its whole history, with every secret that was ever in it."),
      values.private ? vscode.l10n.t("Make Private") : vscode.l10n.t("Make Public"),
    );
  const changes: Partial<EditValues> = Object.fromEntries(changed);
  const repository = await withProgress(vscode.l10n.t("Changing {0}…", now.full_name), (signal) =>
    repos.writes.update(place, { ...changes, name: values.name }, signal),
  );
  const next = placeOf(place.accountId, repository);
  const isOpened = roots
    .of(place.accountId)
    .opened.some((each) => keyOf({ accountId: place.accountId, ...each }) === keyOf(place));
  if (isOpened && keyOf(next) !== keyOf(place)) {
    roots.close(place);
    roots.open(next);
  }
  repos.refresh(place.accountId);
  showStatus(vscode.l10n.t("{0} is changed.", plainText(repository.full_name)), 6000);
};
