import * as vscode from "vscode";
import { requirePermission } from "../../accounts/permissions/requirePermission.ts";
import { activeAccount } from "../../accounts/activeAccount.ts";
import { ChoiceError } from "../../base/errors.ts";
import { HttpError } from "../../client/errors.ts";
import { errorText } from "../../ui/errorText.ts";
import { askForm, type FormField } from "../../ui/form.ts";
import { plainText } from "../../ui/plainText.ts";
import { withProgress } from "../../ui/progress.ts";
import { askText } from "../../ui/prompts.ts";
import { type ManageDeps, pickOwner, showDone } from "./commands.ts";
import { askTemplate, nameProblem, repositoryFields, type RepositoryValues } from "./repositoryForm.ts";
import { createOrAsk } from "../../ui/createOrAsk.ts";
import { showStatus } from "../../ui/showStatus.ts";
import type { RepositoryDrafts } from "./repositoryDrafts.ts";

interface NewValues extends RepositoryValues {
  auto_init: boolean;
  gitignore_template: string;
  /** Digits; empty for none. */
  team: string;
}

/** What is sent: nothing that is as the service has it anyway. */
const wishOf = (values: NewValues) => {
  const { name, description, homepage, gitignore_template } = values;
  return {
    name,
    private: values.private,
    has_issues: values.has_issues,
    has_wiki: values.has_wiki,
    has_downloads: values.has_downloads,
    auto_init: values.auto_init,
    ...(description === "" ? {} : { description }),
    ...(homepage === "" ? {} : { homepage }),
    ...(gitignore_template === "" ? {} : { gitignore_template }),
  };
};

const initialValues: NewValues = {
  name: "",
  description: "",
  homepage: "",
  private: true,
  has_issues: true,
  has_wiki: true,
  has_downloads: true,
  auto_init: true,
  gitignore_template: "",
  team: "",
};

export interface NewRepositoryDeps extends ManageDeps {
  readonly drafts: RepositoryDrafts;
}

/** Asks for a name; everything else is a row of a form whose first row makes it. */
export const create = async (deps: NewRepositoryDeps): Promise<void> => {
  const { drafts } = deps;
  const account = await activeAccount(deps);
  const { profile } = account;
  await requirePermission(deps.accounts, profile.id, "repos.create");
  const title = vscode.l10n.t("New Repository");
  const organization = await pickOwner(deps, profile.id, profile.login, title);
  const owner = organization ?? profile.login;
  const written = drafts.get(profile.id, organization, initialValues);
  const values: NewValues = { ...initialValues, ...written };
  if (written) showStatus(vscode.l10n.t("What you wrote last time for {0} is filled in.", owner), 6000);
  values.name = await askText({
    title,
    value: values.name,
    prompt: vscode.l10n.t("Enter the name of the repository."),
    placeHolder: "my-project",
    validateInput: nameProblem,
  });
  // Left, refused, sent or reloaded: it is forgotten only when the repository is created.
  const store = (): void => drafts.set(profile.id, organization, { ...values });
  store();
  const content: FormField = {
    label: vscode.l10n.t("README"),
    shown: () =>
      values.auto_init ? vscode.l10n.t("With a README") : vscode.l10n.t("Without a README (for existing code)"),
    change: async () => {
      values.auto_init = !values.auto_init;
      if (!values.auto_init) values.gitignore_template = "";
    },
  };
  const template: FormField = {
    label: vscode.l10n.t(".gitignore template"),
    shown: () => values.gitignore_template,
    change: async () => {
      values.gitignore_template = await askTemplate(account, vscode.l10n.t(".gitignore template"));
      if (values.gitignore_template !== "") values.auto_init = true;
    },
  };
  const team: FormField = {
    label: vscode.l10n.t("Team that may change it"),
    shown: () => values.team,
    change: async () => {
      values.team = await askText({
        title: vscode.l10n.t("Team that may change it"),
        prompt: vscode.l10n.t("Enter the number of a team of {0} (optional)", organization ?? ""),
        value: values.team,
        validateInput: (text) =>
          /^\d*$/.test(text) ? undefined : vscode.l10n.t("A team is named by its number: digits only."),
      });
    },
  };
  const fields = [...repositoryFields(values), content, template, ...(organization === undefined ? [] : [team])];
  const stored = fields.map((field) => ({ ...field, change: () => field.change().then(store) }));
  await askForm(title, () => vscode.l10n.t("Create {0}", `${owner}/${values.name}`), stored);
  const wish = wishOf(values);
  // The own ones may have those of organizations, too.
  const refresh = (): void => deps.repos.refresh(profile.id);
  const send = async (): Promise<void> => {
    const repository = await withProgress(vscode.l10n.t("Creating the repository…"), (signal) =>
      deps.repos.writes.create(profile.id, wish, {
        organization,
        ...(values.team === "" ? {} : { team: Number(values.team) }),
        signal,
      }),
    );
    drafts.delete(profile.id, organization);
    refresh();
    showDone(deps, vscode.l10n.t("Created “{0}”.", plainText(repository.full_name)), profile.id, repository);
  };
  const sendOrEdit = (): Promise<void> =>
    send().catch((error: unknown) => {
      if (!HttpError.is(error, "unprocessable")) throw error;
      const text = vscode.l10n.t("{0}: {1}", title, errorText(error));
      const again = { title: vscode.l10n.t("Edit Again..."), run: () => create(deps) };
      throw new ChoiceError(text, [again], { cause: error });
    });
  await createOrAsk(vscode.l10n.t("The repository"), refresh, sendOrEdit);
};
