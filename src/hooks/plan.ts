import type { Dialect } from "../client/request.ts";
import type { Hook } from "../client/types/hook.ts";
import { plainConfig } from "./hookDocument.ts";
import { HookProblem } from "./problem.ts";
import { hiddenText, type HookConfig, type HookDraft } from "./types.ts";

/** How a change of settings reaches the service. */
type ConfigPlan =
  | { readonly kind: "keep" }
  /** Only these are sent; the secret stays. */
  | { readonly kind: "merge"; readonly changes: HookConfig }
  /** All of them are sent: what is not among them is gone, the secret too. */
  | { readonly kind: "replace"; readonly config: HookConfig };

/** The difference between a hook and its wanted state. */
export interface HookPlan {
  readonly edit: {
    readonly active?: boolean;
    readonly events?: readonly string[];
    readonly add_events?: readonly string[];
    readonly remove_events?: readonly string[];
  };
  readonly config: ConfigPlan;
  /** The hook has a secret that a replacement takes away. */
  readonly losesSecret: boolean;
  readonly isEmpty: boolean;
}

export const hasSecret = ({ config }: Pick<Hook, "config">): boolean => (config["secret"] ?? "") !== "";

const eventsEdit = (former: readonly string[], next: readonly string[]): HookPlan["edit"] => {
  const added = next.filter((event) => !former.includes(event));
  const removed = former.filter((event) => !next.includes(event));
  if (added.length + removed.length === 0) return {};
  const isSmaller = added.length + removed.length < next.length && !next.includes("*") && !former.includes("*");
  if (!isSmaller) return { events: next };
  return {
    ...(added.length > 0 ? { add_events: added } : {}),
    ...(removed.length > 0 ? { remove_events: removed } : {}),
  };
};

/** Throws HookProblem `hidden` for stars in place of what they hide: stored, they would be the new value. */
const sendable = (config: HookConfig): HookConfig => {
  const hidden = Object.entries(config).find(([, value]) => String(value).includes(hiddenText));
  if (hidden) throw new HookProblem("hidden", `config.${hidden[0]}`);
  return config;
};

/** What has to be sent so that `hook` is as `draft` says. Throws HookProblem. */
export const planOf = (dialect: Dialect, hook: Hook, draft: HookDraft): HookPlan => {
  if (draft.name !== hook.name) throw new HookProblem("nameIsFixed", hook.name);
  const edit = {
    ...(draft.active === hook.active ? {} : { active: draft.active }),
    ...eventsEdit(hook.events, draft.events),
  };
  const former = plainConfig(hook.config);
  const next = plainConfig(draft.config);
  const changes = Object.fromEntries(Object.entries(next).filter(([key, value]) => former[key] !== value));
  const isShorter = Object.keys(former).some((key) => !(key in next));
  const isEmpty = Object.keys(edit).length === 0 && Object.keys(changes).length === 0 && !isShorter;
  const isWhole = isShorter || dialect === "interface";
  const config: ConfigPlan =
    isEmpty || (!isWhole && Object.keys(changes).length === 0)
      ? { kind: "keep" }
      : isWhole
        ? { kind: "replace", config: sendable(next) }
        : { kind: "merge", changes: sendable(changes) };
  return { edit, config, losesSecret: config.kind === "replace" && hasSecret(hook), isEmpty };
};
