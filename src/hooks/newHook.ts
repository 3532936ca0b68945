import * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import type { RepoPlace } from "../repos/types.ts";
import { askText, pickOne } from "../ui/prompts.ts";
import { askSecret, showWithSecret } from "./askSecret.ts";
import { CancelledError } from "../base/errors.ts";
import { isHookUrl, newDraft } from "./hookDocument.ts";
import { inspectDraft, type SaveHookDeps } from "./saveHook.ts";
import { createOrAsk } from "../ui/createOrAsk.ts";

const askUrl = async (title: string): Promise<string> =>
  (
    await askText({
      title,
      prompt: vscode.l10n.t("Enter the payload URL of the webhook"),
      placeHolder: "https://example.com/hook",
      ignoreFocusOut: true,
      validateInput: (value) =>
        isHookUrl(value.trim()) ? undefined : vscode.l10n.t("Enter a URL that starts with https:// or http://."),
    })
  ).trim();

const askEvents = async (title: string): Promise<readonly string[]> => {
  const { eventTexts } = await import("./hookSchema.ts");
  const rows = Object.entries(eventTexts()).map(([event, detail]) => ({
    label: event,
    detail,
    picked: event === "push",
  }));
  const picked = await vscode.window.showQuickPick(
    // What is mostly wanted comes first.
    rows.toSorted((a, b) => Number(b.picked) - Number(a.picked)),
    {
      title,
      placeHolder: vscode.l10n.t("Select the events that trigger the webhook"),
      canPickMany: true,
      matchOnDetail: true,
      ignoreFocusOut: true,
    },
  );
  if (picked === undefined || picked.length === 0) throw new CancelledError();
  const events = picked.map(({ label }) => label);
  return events.includes("*") ? ["*"] : events;
};

const askType = async (title: string): Promise<string> => {
  const rows = [
    { label: "json", detail: vscode.l10n.t("The body is the payload, as JSON.") },
    { label: "form", detail: vscode.l10n.t("The body is a form, whose field payload has the JSON.") },
  ];
  const placeHolder = vscode.l10n.t("Select the content type");
  return (await pickOne(rows, { title, placeHolder, ignoreFocusOut: true })).label;
};

/** Asks for what a hook needs, and creates it. Throws CancelledError: nothing was sent then. */
export const newHook = async (
  deps: SaveHookDeps & { readonly accounts: AccountsModel },
  place: RepoPlace,
): Promise<void> => {
  await deps.hooks.requireOffered(place);
  const title = vscode.l10n.t("New Webhook of {0}/{1}", place.owner, place.repo);
  const url = await askUrl(title);
  const events = await askEvents(title);
  const type = await askType(title);
  const config = { url, content_type: type, insecure_ssl: "0" };
  const draft = await inspectDraft(deps, place, { ...newDraft, events, config });
  const chosen = await askSecret(title, vscode.l10n.t("No Secret"));
  await createOrAsk(
    vscode.l10n.t("The webhook"),
    () => deps.hooks.refresh(place),
    async () => {
      await deps.hooks.create(place, draft, chosen.secret === "" ? undefined : chosen.secret);
      showWithSecret(vscode.l10n.t("The webhook is created."), chosen, deps.onError);
    },
  );
};
