import * as vscode from "vscode";
import { ChoiceError } from "../base/errors.ts";
import { errorText } from "../ui/errorText.ts";
import { withProgress } from "../ui/progress.ts";
import { type DeliveryDeps, showOutcome } from "./deliveries.ts";
import { draftOf } from "./hookDocument.ts";
import { HookProblem } from "./problem.ts";
import { toHookError } from "./problemText.ts";
import { saveHook, type SaveHookDeps } from "./saveHook.ts";
import { pingHook, testHook } from "./testDelivery.ts";
import type { HookPlace } from "./types.ts";

/** Tests or pings a webhook, and says what it came to. Throws ChoiceError for an inactive one, and as the delivery does. */
export const testOrPing = async (
  deps: DeliveryDeps & SaveHookDeps,
  place: HookPlace,
  kind: "test" | "ping",
): Promise<void> => {
  const deliver = kind === "test" ? testHook : pingHook;
  const outcome = await withProgress(vscode.l10n.t("Waiting for the delivery…"), (signal) =>
    deliver(deps.hooks, deps.clock, place, signal),
  ).catch((error: unknown) => {
    if (!(error instanceof HookProblem && error.kind === "inactive")) throw error;
    const run = async (): Promise<void> => {
      const hook = await deps.hooks.get(place);
      await saveHook(deps, place, hook, { ...draftOf(hook), active: true });
      await testOrPing(deps, place, kind);
    };
    throw new ChoiceError(errorText(toHookError(error)), [{ title: vscode.l10n.t("Activate and Test"), run }], {
      cause: error,
    });
  });
  showOutcome(deps, place, outcome);
};
