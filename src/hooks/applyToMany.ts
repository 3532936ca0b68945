import * as vscode from "vscode";
import { hookCommands } from "../ids.ts";
import { requirePermission } from "../accounts/permissions/requirePermission.ts";
import { CancelledError, UserError } from "../base/errors.ts";
import { repositoriesText } from "../ui/counts.ts";
import { runBatch, lineOf } from "../ui/runBatch.ts";
import { plainText } from "../ui/plainText.ts";
import { withCountedProgress } from "../ui/countedProgress.ts";
import { type ApplyStep, runStep, stepOf } from "./applyPlan.ts";
import { askSecret, showWithSecret } from "./askSecret.ts";
import { draftOf, urlOf } from "./hookDocument.ts";
import type { HooksModel } from "./model.ts";
import { toHookError } from "./problemText.ts";
import { inspectDraft, type SaveHookDeps } from "./saveHook.ts";
import { type HookTarget, type HookTargetDeps, targetHook } from "./target.ts";
import type { ReadonlyDocuments } from "../ui/readonlyDocuments.ts";
import { hiddenText, type HookDraft } from "./types.ts";
import { showInformation } from "../ui/messages.ts";
import { numberText } from "../ui/textLanguage.ts";

export interface ApplyDeps extends HookTargetDeps, SaveHookDeps {
  readonly hooks: HooksModel;
  readonly texts: ReadonlyDocuments;
}

const nameOf = ({ place: { owner, repo } }: Pick<ApplyStep, "place">): string => `${owner}/${repo}`;

const stepText = (step: ApplyStep): string => {
  switch (step.kind) {
    case "create":
      return vscode.l10n.t("create: it has no webhook with this URL");
    case "update": {
      const parts = [...Object.keys(step.plan.edit), ...(step.plan.config.kind === "keep" ? [] : ["config"])];
      const text = vscode.l10n.t("update: {0}", parts.join(", "));
      return step.plan.losesSecret ? vscode.l10n.t("{0}; its secret is replaced", text) : text;
    }
    case "same":
      return vscode.l10n.t("same: nothing to do");
    case "forbidden":
      return vscode.l10n.t("forbidden: you do not administer it");
  }
};

const icons = { create: "add", update: "edit", same: "check", forbidden: "lock" } as const;

const pickRepositories = async (deps: ApplyDeps, { place }: HookTarget) => {
  const all = await withCountedProgress(vscode.l10n.t("Reading your repositories"), ({ signal }) =>
    deps.hooks.repositories(place.accountId, { signal }),
  );
  const own = `${place.owner}/${place.repo}`.toLowerCase();
  const rows = all
    .filter(({ full_name: name }) => name.toLowerCase() !== own)
    .map((repository) => ({
      label: plainText(repository.full_name),
      description: repository.private ? vscode.l10n.t("private") : "",
      place: { accountId: place.accountId, owner: repository.owner.login, repo: repository.name },
    }));
  if (rows.length === 0) throw new UserError(vscode.l10n.t("You have no other repository."));
  const picked = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t("Apply Webhook to Repositories"),
    placeHolder: vscode.l10n.t("Select the repositories to add the webhook to"),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  if (!picked || picked.length === 0) throw new CancelledError();
  return picked.map((row) => row.place);
};

/** What would happen, to look at and to choose from. Nothing was changed until then. */
const askSteps = async (steps: readonly ApplyStep[]): Promise<readonly ApplyStep[]> => {
  const isWork = ({ kind }: ApplyStep): boolean => kind === "create" || kind === "update";
  const rows = steps.map((step) => ({
    label: `$(${icons[step.kind]}) ${plainText(nameOf(step))}`,
    description: stepText(step),
    picked: isWork(step),
    step,
  }));
  const picked = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t("Preview Changes"),
    placeHolder: vscode.l10n.t("Select the changes to make. Nothing has been changed yet."),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  const chosen = picked?.map(({ step }) => step).filter(isWork) ?? [];
  if (chosen.length === 0) throw new CancelledError();
  return chosen;
};

const run = async (
  deps: ApplyDeps,
  steps: readonly ApplyStep[],
  chosen: readonly ApplyStep[],
  draft: HookDraft,
  secret: string | undefined,
): Promise<boolean> => {
  const results = await runBatch(vscode.l10n.t("Applying the webhook"), chosen, nameOf, async (step) => {
    // What has begun is finished, unless it waits for the server: a cancellation stops before the next repository.
    try {
      await runStep(deps.hooks, step, draft, secret);
    } catch (error) {
      throw toHookError(error);
    }
  });
  const others = steps
    .filter((step) => !chosen.includes(step))
    .map(
      (step) =>
        `${nameOf(step)}: ${stepText(step)}${step.kind === "create" || step.kind === "update" ? ` (${vscode.l10n.t("not chosen")})` : ""}`,
    );
  const count = (state: string): number => results.filter((result) => result.state === state).length;
  const summary = vscode.l10n.t(
    "The webhook was applied to {0}. Failed: {1}. Left as they were: {2}.",
    repositoriesText(count("done")),
    numberText(count("failed")),
    numberText(count("left") + others.length),
  );
  const report = vscode.l10n.t("Show Report");
  const lines = [summary, "", ...results.map(lineOf), ...others];
  showInformation(summary, report)
    .then((answer) =>
      answer === report
        ? deps.texts.show(vscode.l10n.t("Webhook report.txt"), `${lines.join("\n")}\n`)
        : undefined,
    )
    .then(undefined, (error: unknown) => deps.onError(hookCommands.apply, error));
  return count("done") > 0;
};

/** One hook for many repositories: looks first, asks, and then does it one after the other. */
export const applyToMany = async (deps: ApplyDeps, target: unknown): Promise<void> => {
  const source = await targetHook(deps, target, vscode.l10n.t("Select a webhook to apply to other repositories"));
  if (urlOf(source.hook).includes(hiddenText))
    throw new UserError(
      vscode.l10n.t("The server hides a part of the webhook's URL, so it can't be applied to others."),
    );
  await requirePermission(deps.accounts, source.place.accountId, "repos.createHook");
  const places = await pickRepositories(deps, source);
  const wanted = draftOf(source.hook);
  const steps = await withCountedProgress(
    vscode.l10n.t("Reading the repositories"),
    async ({ signal, onProgress }) => {
      const found: ApplyStep[] = [];
      for (const place of places) {
        onProgress(found.length, places.length);
        if (signal.aborted) throw new CancelledError();
        found.push(await stepOf(deps.hooks, place, wanted, { signal }));
      }
      return found;
    },
  );
  const chosen = await askSteps(steps);
  const draft = await inspectDraft(deps, source.place, wanted);
  const needsSecret = chosen.some(
    (step) => step.kind === "create" || (step.kind === "update" && step.plan.losesSecret),
  );
  const secret = needsSecret
    ? await askSecret(vscode.l10n.t("The Secret of the New Webhooks"), vscode.l10n.t("No Secret"))
    : undefined;
  const isDone = await run(deps, steps, chosen, draft, secret?.secret === "" ? undefined : secret?.secret);
  if (secret?.isNew && isDone)
    showWithSecret(vscode.l10n.t("The webhooks have their secret."), secret, deps.onError);
};
