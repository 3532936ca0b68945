import { fieldsOf } from "../base/fieldsOf.ts";
import type { Hook } from "../client/types/hook.ts";
import { draftOf, textOf } from "./hookDocument.ts";

/** What the service had when an editor read it. */
export interface Base {
  readonly hook: Hook;
  readonly text: string;
  /** Another number for each reading. */
  readonly modified: number;
}

/** What an unsaved document is based on, as it is stored. */
export interface UnsavedBase {
  readonly hook: Hook | undefined;
  /** The id of a local change. */
  readonly change: string | undefined;
}

/** In place of the time of a change that was sent and could not be read back. */
export const unknownTime = "";

export const isStale = ({ hook, text }: Base, now: Hook): boolean =>
  (hook.updated_at !== unknownTime && now.updated_at !== hook.updated_at) || textOf(draftOf(now)) !== text;

/** Undefined for what is not a hook. */
const hookOf = (data: unknown): Hook | undefined => {
  try {
    textOf(draftOf(data as Hook));
    return data as Hook;
  } catch {
    return undefined;
  }
};

export const baseFrom = (hook: Hook | undefined): Base | undefined =>
  hook && { hook, text: textOf(draftOf(hook)), modified: 0 };

/** The hook that a local change is based on. */
export const hookOfBase = (base: string | null): Hook | undefined => {
  try {
    return base === null ? undefined : hookOf(JSON.parse(base));
  } catch {
    return undefined;
  }
};

/** Undefined for what is not one. */
export const unsavedBaseOf = (data: unknown): UnsavedBase | undefined => {
  const { hook, change } = fieldsOf(data);
  if (hook === undefined && typeof change !== "string") return undefined;
  return { hook: hookOf(hook), change: typeof change === "string" ? change : undefined };
};
