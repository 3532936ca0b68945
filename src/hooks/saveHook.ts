import * as vscode from "vscode";
import { CancelledError, UserError } from "../base/errors.ts";
import { type Inspect, inspectText } from "../base/inspect.ts";
import type { Account } from "../accounts/model.ts";
import { confirmed } from "../client/lostWrites.ts";
import type { Hook } from "../client/types/hook.ts";
import type { RepoPlace } from "../repos/types.ts";
import { confirm } from "../ui/prompts.ts";
import { askSecret, type ChosenSecret, showWithSecret } from "./askSecret.ts";
import { draftOf, isHookUrl, isLoopbackUrl, parseHook, textOf, urlOf, warningsOf } from "./hookDocument.ts";
import type { HooksModel } from "./model.ts";
import type { HookPlan } from "./plan.ts";
import { documentProblemText, warningText } from "./problemText.ts";
import type { HookDraft, HookPlace } from "./types.ts";
import { showWarning } from "../ui/messages.ts";
import { sentences } from "../ui/sentences.ts";

export interface SaveHookDeps {
  readonly hooks: HooksModel;
  readonly inspect: Inspect;
  /** Shows what a toast's action threw. */
  readonly onError: (what: string, error: unknown) => void;
}

/** Whether the service can reach this machine: it runs on it. */
export const isNearby = ({ profile }: Account): boolean =>
  profile.kind === "sandbox" || (isHookUrl(profile.baseUrl) && isLoopbackUrl(profile.baseUrl));

/** Looks through a draft for what must not leave this machine, and asks about what is dangerous. Throws CancelledError. */
export const inspectDraft = async (
  { hooks, inspect }: SaveHookDeps,
  place: RepoPlace,
  draft: HookDraft,
  former?: HookDraft,
): Promise<HookDraft> => {
  const isNear = isNearby(hooks.account(place));
  const known = former && isHookUrl(urlOf(former)) ? warningsOf(former, isNear) : [];
  const warnings = warningsOf(draft, isNear).filter((warning) => !known.includes(warning));
  if (warnings.length > 0)
    await confirm(
      vscode.l10n.t("Send this webhook anyway?"),
      warnings.map(warningText).join("\n"),
      vscode.l10n.t("Send"),
    );
  const text = await inspectText(inspect, {
    what: vscode.l10n.t("the webhook"),
    text: textOf(draft),
    accountId: place.accountId,
    isSecret: true,
    ...(former ? { known: [textOf(former)] } : {}),
  });
  const parsed = parseHook(text);
  if ("draft" in parsed) return parsed.draft;
  const [problem] = parsed.problems;
  throw new UserError(
    vscode.l10n.t(
      "Without what was redacted, it isn't a valid webhook: {0} Nothing was sent.",
      problem ? documentProblemText(problem) : "",
    ),
  );
};

/** Explains that all settings are replaced, and what becomes of the secret. Throws CancelledError. */
const askReplace = async ({ losesSecret }: HookPlan): Promise<ChosenSecret | undefined> => {
  const message = vscode.l10n.t("Replace the webhook's whole config?");
  const detail = vscode.l10n.t(
    "The server accepts this change only together with all other settings: what isn't in the document is lost.",
  );
  const replace = vscode.l10n.t("Replace");
  if (!losesSecret) {
    await confirm(message, detail, replace);
    return undefined;
  }
  const withSecret = vscode.l10n.t("Replace, and Set the Secret...");
  const without = vscode.l10n.t("Replace without Secret");
  const answer = await showWarning(
    message,
    {
      modal: true,
      detail: sentences(
        detail,
        vscode.l10n.t("The secret is one of them, and it can't be read: enter it again, or create a new one."),
      ),
    },
    withSecret,
    without,
  );
  if (answer === without) return undefined;
  if (answer !== withSecret) throw new CancelledError();
  return askSecret(vscode.l10n.t("Set the Secret"), vscode.l10n.t("No Secret"));
};

/**
 * Makes `hook` what the draft says. Answers what was sent, if anything. `begin` runs once all is answered; nothing is sent where
 * it rejects. Throws CancelledError, UserError, HttpError, HookProblem.
 */
export const saveHook = async (
  deps: SaveHookDeps,
  place: HookPlace,
  hook: Hook,
  wanted: HookDraft,
  begin?: () => Promise<void>,
): Promise<HookDraft | undefined> => {
  // What cannot be done at all is said before anything is asked.
  if (deps.hooks.plan(place, hook, wanted).isEmpty) return undefined;
  const draft = await inspectDraft(deps, place, wanted, draftOf(hook));
  const plan = deps.hooks.plan(place, hook, draft);
  const chosen = plan.config.kind === "replace" ? await askReplace(plan) : undefined;
  await begin?.();
  await confirmed<unknown>(
    () => deps.hooks.apply(place, hook, plan, chosen?.secret === "" ? undefined : chosen?.secret),
    async (options) => textOf(draftOf(await deps.hooks.get(place, options))) === textOf(draft) || undefined,
  );
  if (chosen?.isNew) showWithSecret(vscode.l10n.t("The webhook is changed."), chosen, deps.onError);
  return draft;
};
