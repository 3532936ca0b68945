import * as vscode from "vscode";
import type { RepoPlace } from "../repos/types.ts";
import { pickOne } from "../ui/prompts.ts";
import { showStatus } from "../ui/showStatus.ts";
import type { DeploymentDraft, DeploymentDrafts } from "./deploymentDrafts.ts";
import type { NewDeployment } from "./model.ts";

/** What the user has here, and what becomes of it when the other draft is used. */
interface Mine {
  readonly label: string;
  readonly ifOther: string;
}

const formOf = (ifOther: string): Mine => ({ label: vscode.l10n.t("Keep what is in the form"), ifOther });

/** In a form of the same environment. */
export const discardedForm = (): Mine => formOf(vscode.l10n.t("What is in the form is discarded."));

/** Something else is written for the environment: whether that is used. Throws CancelledError. */
export const takesOther = async (title: string, environment: string, mine: Mine): Promise<boolean> => {
  const rows = [
    {
      label: mine.label,
      detail: vscode.l10n.t("It replaces what you wrote last time for {0}.", environment),
      isOther: false,
    },
    {
      label: vscode.l10n.t("Use what you wrote last time for {0}", environment),
      detail: mine.ifOther,
      isOther: true,
    },
  ];
  const placeHolder = vscode.l10n.t("Select the payload and the description for {0}", environment);
  return (await pickOne(rows, { title, placeHolder })).isOther;
};

export const showFilledIn = (environment: string): void => {
  showStatus(vscode.l10n.t("What you wrote last time for {0} is filled in.", environment), 6000);
};

const isBlank = ({ payload, description }: DeploymentDraft): boolean => payload === "" && description === "";

/**
 * Stores the draft in place of `former`. Where another form or window has written something else, `takes` says whether that is
 * used instead, and is asked again when it has changed since. Answers what is used instead. Throws what `takes` throws.
 */
export const storeOrTake = async (
  drafts: DeploymentDrafts,
  place: RepoPlace,
  draft: NewDeployment,
  former: DeploymentDraft | undefined,
  takes: () => boolean | Promise<boolean>,
): Promise<DeploymentDraft | undefined> => {
  let other = await drafts.replace(place, former, draft);
  while (other && !(await takes())) other = await drafts.replace(place, other, draft);
  return other;
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
  const changed = { ...form, environment };
  const stays = (): Mine => formOf(vscode.l10n.t("What is in the form stays with its environment."));
  const takes = () => isBlank(form) || takesOther(title, environment, stays());
  // Stored there before it is deleted here.
  const other = await storeOrTake(drafts, place, changed, undefined, takes);
  if (other) {
    older.add(environment);
    return { ...changed, ...other };
  }
  if (!older.has(form.environment)) await drafts.delete(place, form);
  return changed;
};

/** `formerly` is what was stored for the form's environment when that was stored or read last; `older` as above. */
interface FormState extends EnvironmentChange {
  readonly formerly: DeploymentDraft | undefined;
}

/**
 * Stores what is in the form. Where another form or window has written something since, the user chooses: the form has that
 * then, or replaces it. Answers what the form has then. Throws CancelledError; nothing is stored then.
 */
export const storeForm = async (
  drafts: DeploymentDrafts,
  place: RepoPlace,
  form: NewDeployment,
  { title, older, formerly }: FormState,
): Promise<NewDeployment> => {
  const { environment, task } = form;
  const isUntouched = isBlank(form) && formerly === undefined && task === "deploy";
  const takes = () => isUntouched || takesOther(title, environment, discardedForm());
  const other = await storeOrTake(drafts, place, form, formerly, takes);
  if (!other) return form;
  older.add(environment);
  showFilledIn(environment);
  return { ...form, ...other };
};
