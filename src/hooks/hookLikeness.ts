import type { Hook } from "../client/types/hook.ts";
import { draftOf } from "./hookDocument.ts";
import type { HookDraft } from "./types.ts";

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Whether the hook may be what the service made of the draft; it fills in what the draft leaves open. */
export const isLikeDraft = (hook: Hook, draft: HookDraft): boolean => {
  const made = draftOf(hook);
  return (
    made.name === draft.name &&
    made.active === draft.active &&
    isSame(made.events.toSorted(), draft.events.toSorted()) &&
    Object.entries(draft.config).every(([key, value]) => isSame(made.config[key], value))
  );
};
