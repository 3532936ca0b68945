import * as vscode from "vscode";
import { requirePermission } from "../accounts/permissions/requirePermission.ts";
import { SignedOutError, UserError } from "../base/errors.ts";
import { explained, type Handler } from "../commands/registry.ts";
import { type DeploymentCommandId, deploymentCommands } from "../ids.ts";
import { askForm } from "../ui/form.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { askText, pickOne } from "../ui/prompts.ts";
import { type DeploymentFilter, filterNames } from "./board.ts";
import { takesOther } from "./changeEnvironment.ts";
import { askDescription, create, type CreateDeps, signedOutError } from "./create.ts";
import { settableStates } from "./model.ts";
import { shownPayload } from "./payload.ts";
import { toUserError } from "./problemText.ts";
import { lookOf } from "./stateLook.ts";
import type { StatusDraft } from "./deploymentDrafts.ts";
import { type DeploymentTargetDeps, givenNode, pickEnvironment, targetDeployment } from "./target.ts";
import type { TimelinePlace } from "./timeline/place.ts";
import { webAddress } from "./webAddress.ts";
import { showStatus } from "../ui/showStatus.ts";
import { createOrAsk } from "../ui/createOrAsk.ts";

const setStatus = async (deps: CreateDeps, target: unknown): Promise<void> => {
  const { place, deployment } = await targetDeployment(deps, target, vscode.l10n.t("Select a deployment"));
  await requirePermission(deps.accounts, place.accountId, "repos.createDeploymentStatus");
  const title = vscode.l10n.t("Status of {0}", deployment.ref);
  const rows = settableStates.map((each) => ({
    label: `$(${lookOf(each).icon}) ${each}`,
    description: lookOf(each).text === each ? "" : lookOf(each).text,
    each,
  }));
  const { each: state } = await pickOne(rows, {
    title,
    placeHolder: vscode.l10n.t("Select the state of the deployment"),
  });
  const former = await deps.drafts.status(place, deployment.id);
  const store = (entered: StatusDraft): Promise<void> => deps.drafts.setStatus(place, deployment.id, entered);
  const typed = await askText({
    title,
    value: former.targetUrl,
    prompt: vscode.l10n.t("Enter the URL of what was deployed, or of its log (optional)"),
    placeHolder: "https://",
    validateInput: (value) =>
      value.trim() === "" || webAddress(value.trim()) !== undefined
        ? undefined
        : vscode.l10n.t("Enter a URL that starts with https:// or http://."),
  });
  const targetUrl = typed.trim();
  if (targetUrl !== "" && webAddress(targetUrl) === undefined)
    throw new UserError(
      vscode.l10n.t("Only URLs that start with https:// or http:// can be opened. Nothing was sent."),
    );
  // Another window may have stored a description since.
  const { description: known } = await deps.drafts.status(place, deployment.id);
  await store({ targetUrl, description: known });
  const description = await askDescription(title, known);
  const entered = { targetUrl, description };
  await store(entered);
  await createOrAsk(
    vscode.l10n.t("The status"),
    // What was entered stays: whether it is there is what the user looks for.
    () => deps.deployments.refresh(place),
    async () => {
      await deps.deployments.setStatus(place, deployment.id, { state, targetUrl, description });
      await deps.drafts.deleteStatus(place, deployment.id, entered);
      showStatus(vscode.l10n.t("{0}: {1}", deployment.ref, lookOf(state).text), 6000);
    },
  );
};

/** Asks whether the text of a document replaces what another form or window has stored. Throws CancelledError. */
const useOver = async ({ drafts }: CreateDeps, place: TimelinePlace, text: string): Promise<void> => {
  const { environment } = place;
  const mine = {
    label: vscode.l10n.t("Keep what is in the document"),
    ifOther: vscode.l10n.t("The document stays open with its text."),
  };
  for (;;) {
    const other = (await drafts.fresh(place, environment))?.payload ?? "";
    const title = vscode.l10n.t("Payload for {0}", environment);
    if (other !== "" && (await takesOther(title, environment, mine))) return;
    if (await drafts.replacePayload(place, [other], text)) return;
  }
};

const filter = async (deps: DeploymentTargetDeps, target: unknown): Promise<void> => {
  const { deployments, repos } = deps;
  const place = await repos.target(target, vscode.l10n.t("Select a repository to show its deployments"));
  const title = vscode.l10n.t("Filter Deployments of {0}", place.repo);
  const form: { -readonly [K in keyof DeploymentFilter]: DeploymentFilter[K] } = {
    ...deployments.filterOf(place),
  };
  const labels: Readonly<Record<(typeof filterNames)[number], string>> = {
    sha: vscode.l10n.t("Commit (full ID)"),
    ref: vscode.l10n.t("Ref as it was deployed"),
    task: vscode.l10n.t("Task"),
    environment: vscode.l10n.t("Environment"),
  };
  await askForm(
    title,
    () => vscode.l10n.t("Show Matching Deployments"),
    filterNames.map((name) => ({
      label: labels[name],
      shown: () => form[name] ?? "",
      change: async () => {
        const hasOptions = name === "environment" && form.environment === undefined;
        form[name] = hasOptions
          ? await pickEnvironment(deps, place, title)
          : (
              await askText({
                title,
                value: form[name] ?? "",
                prompt: vscode.l10n.t("{0}; empty for any.", labels[name]),
              })
            ).trim();
      },
    })),
  );
  deployments.filter(place, form);
};

const clearFilter = async ({ deployments, repos }: DeploymentTargetDeps, target: unknown): Promise<void> =>
  deployments.filter(await repos.target(target, vscode.l10n.t("Select a repository to show its deployments")), {});

const openTarget = async (target: unknown): Promise<void> => {
  const node = givenNode(target);
  const status =
    node.kind === "deploymentStatus"
      ? node.status
      : node.kind === "deployment"
        ? node.deployed?.statuses[0]
        : undefined;
  const address = webAddress(status?.target_url);
  if (address === undefined)
    throw new UserError(vscode.l10n.t("The status doesn't have the URL of a web page. Nothing was opened."));
  await vscode.env.openExternal(vscode.Uri.parse(address, true));
};

const copyPayload = async (deps: DeploymentTargetDeps, target: unknown): Promise<void> => {
  const { deployment } = await targetDeployment(deps, target, vscode.l10n.t("Select a deployment"));
  await vscode.env.clipboard.writeText(shownPayload(deployment.payload));
  showStatus(vscode.l10n.t("Payload copied to clipboard."), 6000);
};

const showPayload = async (deps: DeploymentCommandDeps, target: unknown): Promise<void> => {
  const { deployment } = await targetDeployment(deps, target, vscode.l10n.t("Select a deployment"));
  await deps.texts.show(`payload ${deployment.id}.json`, shownPayload(deployment.payload));
};

const timeline = async (deps: DeploymentCommandDeps, target: unknown): Promise<void> => {
  const node = givenNode(target);
  const place = await deps.repos.target(target, vscode.l10n.t("Select a repository to show its deployments"));
  const environment =
    (node.kind === "environment" ? node.environment : undefined) ??
    (await pickEnvironment(deps, place, vscode.l10n.t("Timeline of {0}", `${place.owner}/${place.repo}`)));
  if (environment !== "") await deps.openTimeline({ ...place, environment });
};

const loadMore = async ({ deployments }: DeploymentTargetDeps, target: unknown): Promise<void> => {
  const node = givenNode(target);
  if (!node.place) return;
  if (node.kind === "deployment" && node.deployed)
    await deployments.moreStatuses(node.place, node.deployed.deployment.id);
  else await deployments.more(node.place);
};

const refresh = async ({ deployments, repos }: DeploymentTargetDeps, target: unknown): Promise<void> =>
  deployments.refresh(await repos.target(target, vscode.l10n.t("Select a repository to show its deployments")));

interface DeploymentCommandDeps extends CreateDeps {
  readonly texts: ReadonlyDocuments;
  readonly openTimeline: (place: TimelinePlace) => Promise<unknown>;
}

export const deploymentHandlers = (deps: DeploymentCommandDeps): Record<DeploymentCommandId, Handler> =>
  explained(
    {
      [deploymentCommands.create]: (target) => create(deps, target),
      [deploymentCommands.setStatus]: (target) => setStatus(deps, target),
      [deploymentCommands.filter]: (target) => filter(deps, target),
      [deploymentCommands.clearFilter]: (target) => clearFilter(deps, target),
      [deploymentCommands.openTarget]: (target) => openTarget(target),
      [deploymentCommands.showPayload]: (target) => showPayload(deps, target),
      [deploymentCommands.timeline]: (target) => timeline(deps, target),
      [deploymentCommands.usePayload]: async (uri) => {
        const used = await deps.payloads.use(uri);
        if (used.kind === "taken") return;
        const { place, left } = used;
        if (left !== undefined) await useOver(deps, place, left);
        await create(deps, { kind: "environment", place, environment: place.environment });
      },
      [deploymentCommands.leavePayload]: (uri) => deps.payloads.leave(uri),
      [deploymentCommands.copyPayload]: (target) => copyPayload(deps, target),
      [deploymentCommands.refresh]: (target) => refresh(deps, target),
      [deploymentCommands.loadMore]: (target) => loadMore(deps, target),
    },
    (error) => (error instanceof SignedOutError ? signedOutError(deps) : toUserError(error)),
  );
