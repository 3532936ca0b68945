import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import { shownText } from "../base/bytes.ts";
import { CancelledError, ChoiceError, isCancelled, SignedOutError, UserError } from "../base/errors.ts";
import { payloadScheme } from "../ids.ts";
import type { RepoPlace } from "../repos/types.ts";
import { askForm, type FormField } from "../ui/form.ts";
import { errorText } from "../ui/errorText.ts";
import { showWarning } from "../ui/messages.ts";
import { plainText } from "../ui/plainText.ts";
import { withProgress } from "../ui/progress.ts";
import { askText, confirm, pickOne } from "../ui/prompts.ts";
import { sentence } from "../ui/sentences.ts";
import type { NewDeployment } from "./model.ts";
import { maxDescriptionLength, payloadOf } from "./payload.ts";
import type { PayloadDocuments } from "./payloadDocuments.ts";
import { payloadProblem, toUserError } from "./problemText.ts";
import type { TimelinePlace } from "./timeline/place.ts";
import { type DeploymentTargetDeps, givenNode, pickEnvironment } from "./target.ts";
import type { DeploymentDrafts } from "./deploymentDrafts.ts";
import { showStatus } from "../ui/showStatus.ts";
import {
  changeEnvironment,
  discardedForm,
  showFilledIn,
  storeForm,
  storeOrTake,
  takesOther,
} from "./changeEnvironment.ts";
import { createOrAsk } from "../ui/createOrAsk.ts";
import { countTabs } from "../ui/tabs.ts";
import { pluralText } from "../ui/pluralText.ts";

const maxPayloadBytes = 64 * 1024;

export const askDescription = (title: string, value: string): Promise<string> =>
  askText({
    title,
    value,
    prompt: pluralText(
      vscode.l10n.t(
        "{count, plural, one {Enter a description of at most # character (optional)} other {Enter a description of at most # characters (optional)}}",
      ),
      maxDescriptionLength,
    ),
    validateInput: (typed) =>
      typed.length > maxDescriptionLength
        ? pluralText(
            vscode.l10n.t(
              "{count, plural, one {This is # character, the maximum is {0}.} other {These are # characters, the maximum is {0}.}}",
            ),
            typed.length,
            maxDescriptionLength,
          )
        : undefined,
  });

const valid = (text: string): string => {
  payloadOf(text);
  return text;
};

const typePayload = (title: string, value: string): Promise<string> =>
  askText({
    title,
    value,
    prompt: vscode.l10n.t("Enter a JSON object for the system that deploys (optional)"),
    placeHolder: '{ "region": "north" }',
    validateInput: payloadProblem,
  });

const payloadFromFile = async (title: string): Promise<string> => {
  const picked = await vscode.window.showOpenDialog({ title, filters: { JSON: ["json"] } });
  if (!picked?.[0]) throw new CancelledError();
  if ((await vscode.workspace.fs.stat(picked[0])).size > maxPayloadBytes)
    throw new UserError(vscode.l10n.t("This file is too large for a payload. Nothing was sent."));
  return shownText(await vscode.workspace.fs.readFile(picked[0]));
};

export interface CreateDeps extends DeploymentTargetDeps {
  readonly accounts: AccountsModel;
  readonly payloads: PayloadDocuments;
  readonly drafts: DeploymentDrafts;
}

/**
 * Written in an editor, typed, from an open JSON document (saved or not), or from a file. Throws DeploymentProblem for
 * invalid JSON of the last two. From the editor, it can be what Auto Save has stored half-written.
 */
const askPayload = async (
  { payloads }: CreateDeps,
  place: TimelinePlace,
  title: string,
  value: string,
): Promise<string> => {
  const documents = vscode.workspace.textDocuments.filter(
    // VS Code has more documents than those in tabs, such as the schemas of JSON.
    ({ languageId, uri }) => languageId === "json" && uri.scheme !== payloadScheme && countTabs(uri) > 0,
  );
  const rows: readonly (vscode.QuickPickItem & { readonly read: () => Promise<string> })[] = [
    {
      label: `$(json) ${vscode.l10n.t("Write It in an Editor")}`,
      description: vscode.l10n.t("saving the document returns here"),
      read: () => payloads.edit(place, value),
    },
    { label: `$(edit) ${vscode.l10n.t("Enter Payload")}`, read: () => typePayload(title, value) },
    ...documents.map((document) => ({
      label: `$(json) ${plainText(vscode.workspace.asRelativePath(document.uri))}`,
      description: vscode.l10n.t("the open document"),
      read: async () => valid(document.getText()),
    })),
    { label: `$(file) ${vscode.l10n.t("From a File...")}`, read: async () => valid(await payloadFromFile(title)) },
  ];
  const { read } = await pickOne(rows, {
    title,
    placeHolder: vscode.l10n.t("Select where the payload comes from"),
  });
  return read();
};

const askContexts = async (
  title: string,
  current: readonly string[] | undefined,
): Promise<readonly string[] | undefined> => {
  const rows = [
    {
      label: vscode.l10n.t("All checks of the commit"),
      detail: vscode.l10n.t("Deploys only if every reported check succeeded."),
      choice: "all" as const,
    },
    {
      label: vscode.l10n.t("Only these..."),
      detail: vscode.l10n.t("Names separated by commas; other checks don't count."),
      choice: "some" as const,
    },
    {
      label: vscode.l10n.t("None: deploy regardless of the checks"),
      detail: vscode.l10n.t(
        "Sends an empty list, which bypasses every check. You are asked again before it is sent.",
      ),
      choice: "none" as const,
    },
  ];
  const { choice } = await pickOne(rows, {
    title,
    placeHolder: vscode.l10n.t("Select the checks that must have passed"),
  });
  if (choice === "all") return undefined;
  if (choice === "none") return [];
  const typed = await askText({
    title,
    value: (current ?? []).join(", "),
    placeHolder: "ci/build, ci/test",
    prompt: vscode.l10n.t("Enter the names of the checks, separated by commas"),
  });
  const names = typed.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  // Nothing typed is no decision to bypass them.
  return names.length === 0 ? undefined : [...new Set(names)];
};

const contextsText = (contexts: readonly string[] | undefined): string => {
  if (contexts === undefined) return vscode.l10n.t("all that there are");
  return contexts.length === 0 ? vscode.l10n.t("none: bypasses the checks") : contexts.join(", ");
};

/** Whether the form is left although another window's draft stands where its own was to be stored. */
const mayLose = async (environment: string): Promise<boolean> => {
  try {
    await confirm(
      vscode.l10n.t("Discard what is in the form?"),
      vscode.l10n.t("Another window has written something else for {0}, which stays.", environment),
      vscode.l10n.t("Discard"),
    );
    return true;
  } catch (error) {
    if (isCancelled(error)) return false;
    throw error;
  }
};

/** As `takesOther`; who leaves the question is asked whether the form is lost by that. */
const takesOtherOrLoses = async (title: string, environment: string): Promise<boolean> => {
  for (;;)
    try {
      return await takesOther(title, environment, discardedForm());
    } catch (error) {
      if (!isCancelled(error) || (await mayLose(environment))) throw error;
    }
};

const askDeployment = async (
  deps: CreateDeps,
  place: RepoPlace,
  initial: NewDeployment,
): Promise<NewDeployment> => {
  const { environment } = initial;
  const title = vscode.l10n.t("New Deployment of {0}", `${place.owner}/${place.repo}`);
  const written = await deps.drafts.fresh(place, environment);
  const form = { ...initial, ...written };
  const older = new Set(written ? [environment] : []);
  // The form has their text now: what is typed there later would not be in it.
  await deps.payloads.closeFormer({ ...place, environment }, form.payload).catch(() => undefined);
  if (written) showFilledIn(environment);
  let stored: NewDeployment | undefined = written && { ...form };
  let isStored = true;
  const store = async (): Promise<void> => {
    isStored = false;
    const formerly = stored?.environment === form.environment ? stored : undefined;
    Object.assign(form, await storeForm(deps.drafts, place, form, { title, older, formerly }));
    isStored = true;
    stored = { ...form };
  };
  const fields: readonly FormField[] = [
    {
      label: vscode.l10n.t("Ref"),
      shown: () => form.ref,
      change: async () => {
        form.ref = (await deps.repos.pickRef(place, title)) || form.ref;
      },
    },
    {
      label: vscode.l10n.t("Environment"),
      shown: () => form.environment,
      change: async () => {
        // It stays with the former environment: there must be no question left about that.
        if (!isStored) await store();
        const picked = (await pickEnvironment(deps, place, title)) || form.environment;
        Object.assign(form, await changeEnvironment(deps.drafts, place, form, picked, { title, older }));
      },
    },
    {
      label: vscode.l10n.t("Task"),
      shown: () => form.task,
      change: async () => {
        const prompt = vscode.l10n.t("The task to run, such as deploy or deploy:migrations.");
        form.task = (await askText({ title, value: form.task, prompt })).trim() || "deploy";
      },
    },
    {
      label: vscode.l10n.t("Merge the Default Branch First"),
      shown: () => (form.autoMerge ? vscode.l10n.t("yes") : vscode.l10n.t("no")),
      detail: () =>
        form.autoMerge
          ? vscode.l10n.t("When the branch is behind, it is merged and nothing is deployed yet")
          : vscode.l10n.t("Exactly this commit is deployed"),
      change: () => {
        form.autoMerge = !form.autoMerge;
        return Promise.resolve();
      },
    },
    {
      label: vscode.l10n.t("Checks That Must Have Passed"),
      shown: () => contextsText(form.requiredContexts),
      change: async () => {
        form.requiredContexts = await askContexts(title, form.requiredContexts);
      },
    },
    {
      label: vscode.l10n.t("Payload"),
      shown: () => (payloadProblem(form.payload) === undefined ? (payloadOf(form.payload) ?? "") : form.payload),
      detail: () => payloadProblem(form.payload) ?? "",
      change: async () => {
        const { environment: to } = form;
        form.payload = await askPayload(deps, { ...place, environment: to }, title, form.payload);
      },
    },
    {
      label: vscode.l10n.t("Description"),
      shown: () => form.description,
      change: async () => {
        form.description = await askDescription(title, form.description);
      },
    },
  ];
  // Left, refused, sent or reloaded: it is forgotten only when the deployment is made.
  const storing = fields.map((field) => ({
    ...field,
    change: async () => {
      await field.change();
      await store();
    },
  }));
  for (;;) {
    try {
      await askForm(title, () => vscode.l10n.t("Deploy {0} to {1}", form.ref, form.environment), storing);
      if (isStored) return form;
      // The form is shown again with what is chosen.
      await store();
    } catch (error) {
      if (isStored) throw error;
      if (!isCancelled(error)) void showWarning(errorText(toUserError(error)));
      else if (await mayLose(form.environment)) throw error;
    }
  }
};

const deploy = async (deps: CreateDeps, place: RepoPlace, wanted: NewDeployment): Promise<void> => {
  for (;;) {
    const done = await withProgress(vscode.l10n.t("Deploying {0}", plainText(wanted.ref)), () =>
      deps.deployments.create(place, wanted),
    );
    if (done.kind === "created") {
      await deps.drafts.delete(place, wanted);
      showStatus(vscode.l10n.t("{0} is to be deployed to {1}.", wanted.ref, wanted.environment), 6000);
      // It is deployed, also where VS Code can't close a tab.
      await deps.payloads
        .closeFormer({ ...place, environment: wanted.environment }, wanted.payload)
        .catch(() => undefined);
      return;
    }
    await confirm(
      vscode.l10n.t("{0} was merged with the default branch, and not deployed.", wanted.ref),
      vscode.l10n.t(
        "The server says: {0} Its checks run again now. Deploy again when they have passed.",
        sentence(plainText(done.message)),
      ),
      vscode.l10n.t("Deploy Again"),
    );
  }
};

/** Offers to sign in, and does what is to be done then. */
export const signedOutError = ({ accounts }: Pick<CreateDeps, "accounts">, after?: () => unknown): ChoiceError =>
  new ChoiceError(vscode.l10n.t("The account is signed out: nothing was sent. Sign in again."), [
    {
      title: vscode.l10n.t("Sign In..."),
      run: async () => {
        await accounts.signIn("another");
        await after?.();
      },
    },
  ]);

/** Shows the form with this deployment, and deploys what the user makes of it. */
const fillAndDeploy = async (deps: CreateDeps, place: RepoPlace, initial: NewDeployment): Promise<void> => {
  const wanted = await askDeployment(deps, place, initial);
  if (wanted.requiredContexts?.length === 0)
    await confirm(
      vscode.l10n.t("Deploy {0} to {1} regardless of its checks?", wanted.ref, wanted.environment),
      vscode.l10n.t("The empty list of required checks bypasses all of them, also those that failed."),
      vscode.l10n.t("Bypass the Checks"),
    );
  // The sign-out has deleted the draft, and this form still has it.
  const askAgain = (): ChoiceError =>
    signedOutError(deps, async () => {
      // Another account was signed in.
      if (!deps.accounts.get(place.accountId)) throw askAgain();
      const { environment } = wanted;
      const title = vscode.l10n.t("Deploy {0} to {1}", wanted.ref, environment);
      // Where the other one is used, the form reads it.
      await storeOrTake(deps.drafts, place, wanted, undefined, () => takesOtherOrLoses(title, environment));
      await fillAndDeploy(deps, place, wanted);
    });
  await createOrAsk(
    vscode.l10n.t("The deployment"),
    () => deps.deployments.refresh(place),
    () =>
      deploy(deps, place, wanted).catch((error: unknown) => {
        throw error instanceof SignedOutError ? askAgain() : error;
      }),
  );
};

export const create = async (deps: CreateDeps, target: unknown): Promise<void> => {
  const node = givenNode(target);
  const question = vscode.l10n.t("Select a repository to deploy");
  // What a server doesn't have takes no permission.
  const given = "place" in node ? node.place : undefined;
  if (given) await deps.deployments.requireOffered(given);
  const place = await deps.repos.target(target, question, "repos.createDeployment");
  if (!given) await deps.deployments.requireOffered(place);
  const ref = await deps.repos.pickRef(place, vscode.l10n.t("Select what to deploy"));
  if (ref === "") throw new UserError(vscode.l10n.t("Name a branch, a tag or a commit. Nothing was deployed."));
  const environment = (node.kind === "environment" ? node.environment : undefined) ?? "production";
  await fillAndDeploy(deps, place, {
    ref,
    task: "deploy",
    environment,
    autoMerge: true,
    requiredContexts: undefined,
    payload: "",
    description: "",
  });
};
