import { HttpError } from "../client/errors.ts";
import type { CallOptions } from "../client/callOptions.ts";
import type { Hook } from "../client/types/hook.ts";
import type { RepoPlace } from "../repos/types.ts";
import { draftOf } from "./hookDocument.ts";
import type { HooksModel } from "./model.ts";
import type { HookPlan } from "./plan.ts";
import type { HookDraft } from "./types.ts";

/** What applying a hook to one repository would do. */
export type ApplyStep = { readonly place: RepoPlace } & (
  | { readonly kind: "create" }
  | { readonly kind: "update"; readonly hook: Hook; readonly plan: HookPlan }
  | { readonly kind: "same" }
  /** This account may not administer its hooks. */
  | { readonly kind: "forbidden" }
);

/** Looks what a repository has; changes nothing. Throws HttpError for anything but a refusal. */
export const stepOf = async (
  model: HooksModel,
  place: RepoPlace,
  draft: HookDraft,
  options: CallOptions = {},
): Promise<ApplyStep> => {
  try {
    const all = await model.all(place, options);
    // The URL identifies the hook: two hooks may differ in their events.
    const hook = all.find(({ name, config }) => name === draft.name && config["url"] === draft.config["url"]);
    if (!hook) return { place, kind: "create" };
    // The secret stays: what only the other hook has is not taken away.
    const plan = model.plan(place, hook, { ...draft, config: { ...draftOf(hook).config, ...draft.config } });
    return plan.isEmpty ? { place, kind: "same" } : { place, kind: "update", hook, plan };
  } catch (error) {
    if (HttpError.is(error, "notFound", "forbidden")) return { place, kind: "forbidden" };
    throw error;
  }
};

/** Does what a step says. Throws HttpError, HookProblem. */
export const runStep = async (
  model: HooksModel,
  step: ApplyStep,
  draft: HookDraft,
  secret: string | undefined,
): Promise<void> => {
  if (step.kind === "create") await model.create(step.place, draft, secret);
  if (step.kind === "update") await model.apply({ ...step.place, id: step.hook.id }, step.hook, step.plan, secret);
};
