import { mergeTexts } from "../../base/mergeTexts.ts";
import { inShape, plainOf, shapeOf } from "./textShape.ts";

/** What a pull makes of both sides. Texts are as they go into the workspace's file. */
export type PullPlan =
  | { readonly kind: "same" }
  /** Nothing was changed here: what the service has takes its place. */
  | { readonly kind: "take"; readonly text: string }
  /** Both sides were changed and fit together. */
  | { readonly kind: "merged"; readonly text: string }
  /** The user has to decide. */
  | { readonly kind: "conflict"; readonly base: string | undefined };

export interface Sides {
  /** On the screen, or on the disk; null when there is no such file. */
  readonly mine: string | null;
  /** Whether `mine` is what both had the last time, and is saved. */
  readonly isUntouched: boolean;
  readonly theirs: string;
  /** What both had the last time, as a plain text; undefined when it is not at hand. */
  readonly base: string | undefined;
}

export const planPull = ({ mine, isUntouched, theirs, base }: Sides): PullPlan => {
  if (mine === null) return { kind: "take", text: theirs };
  const [plainMine, plainTheirs] = [plainOf(mine), plainOf(theirs)];
  if (plainMine === plainTheirs) return { kind: "same" };
  const shape = shapeOf(mine);
  if (isUntouched) return { kind: "take", text: shape.eol ? inShape(plainTheirs, shape) : theirs };
  const merged = base === undefined ? undefined : mergeTexts(base, plainMine, plainTheirs);
  return merged === undefined ? { kind: "conflict", base } : { kind: "merged", text: inShape(merged, shape) };
};

/** What is sent: as the service writes the text down, so that only what was changed changes. */
export const textToSend = (mine: string, theirs: string | null): string => {
  if (theirs === null) return mine;
  const shape = shapeOf(theirs);
  return shape.eol ? inShape(plainOf(mine), shape) : mine;
};
