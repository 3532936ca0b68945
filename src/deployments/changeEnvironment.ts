import * as vscode from "vscode";
import type { RepoPlace } from "../repos/types.ts";
import { pickOne } from "../ui/prompts.ts";
import type { DeploymentDraft, DeploymentDrafts } from "./deploymentDrafts.ts";
import type { NewDeployment } from "./model.ts";

/** Both environments have a text. Throws CancelledError. */
export const takesOther = async (title: string, environment: string): Promise<boolean> => {
  const rows = [
    {
      label: vscode.l10n.t("Keep what is in the form"),
      detail: vscode.l10n.t("It replaces what you wrote last time for {0}.", environment),
      isOther: false,
    },
    {
      label: vscode.l10n.t("Use what you wrote last time for {0}", environment),
      detail: vscode.l10n.t("What is in the form stays with its environment."),
      isOther: true,
    },
  ];
  const placeHolder = vscode.l10n.t("Select the payload and the description for {0}", environment);
  return (await pickOne(rows, { title, placeHolder })).isOther;
};

interface EnvironmentChange {
  readonly title: string;
  /** Environments whose text was there before the form: it stays with them. Gets the new one where the form takes its text. */
  readonly older: Set<string>;
}

/**
 * Gives the form another environment. Where something is written for it, the user chooses which text the form has, and the
 * other one is replaced only when the user says so. Throws CancelledError; the form is as it was then.
 */
export const changeEnvironment = async (
  drafts: DeploymentDrafts,
  place: RepoPlace,
  form: NewDeployment,
  environment: string,
  { title, older }: EnvironmentChange,
): Promise<NewDeployment> => {
  if (environment === form.environment) return form;
  const other = await drafts.other(place, { ...form, environment });
  const isEmpty = form.payload === "" && form.description === "";
  if (other && (isEmpty || (await takesOther(title, environment)))) {
    older.add(environment);
    return { ...form, ...other, environment };
  }
  if (!older.has(form.environment)) await drafts.delete(place, form);
  return { ...form, environment };
};

/**
 * Stores what is in the form, whose environment had the draft `former` when it was stored or read last. Where another form or
 * window has written something since, the user chooses as above. Answers what the form has then. Throws CancelledError.
 */
export const storeForm = async (
  drafts: DeploymentDrafts,
  place: RepoPlace,
  form: NewDeployment,
  former: DeploymentDraft | undefined,
  { title, older }: EnvironmentChange,
): Promise<NewDeployment> => {
  const { environment } = form;
  const other = await drafts.replace(place, former, form);
  if (!other) return form;
  const isEmpty = form.payload === "" && form.description === "";
  if (isEmpty || (await takesOther(title, environment))) {
    older.add(environment);
    return { ...form, ...other };
  }
  await drafts.set(place, form);
  return form;
};
