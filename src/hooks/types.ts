import type { RepoPlace } from "../repos/types.ts";

/** A hook as one account sees it. */
export interface HookPlace extends RepoPlace {
  readonly id: number;
}

/** What a person writes about a hook; the secret is never in it. */
export interface HookDraft {
  readonly name: string;
  readonly active: boolean;
  readonly events: readonly string[];
  readonly config: HookConfig;
}

/** Booleans stand in it as 1 and 0. */
export type HookConfig = Readonly<Record<string, string | number>>;

/** What a delivery came to. */
export interface Delivery {
  readonly id: number;
  readonly guid: string;
  readonly event: string;
  readonly action?: string | null;
  readonly delivered_at: string;
  readonly redelivery: boolean;
  /** Seconds. */
  readonly duration: number;
  readonly status: string;
  readonly status_code: number;
}

export interface FullDelivery extends Delivery {
  readonly request?: { readonly headers?: unknown; readonly payload?: unknown } | null;
  readonly response?: { readonly headers?: unknown; readonly payload?: unknown } | null;
}

/** What the service answers in place of a secret, and of a password in an address. It must never be sent. */
export const hiddenText = "********";
