// Loaded with the first event that is shown.
import { markdownOf, type Shown } from "./markdown.ts";
import { tellOf, type Told } from "./sentence.ts";
import type { Activity } from "./types.ts";
import { sentenceText, stateText } from "./words.ts";

/** An event in words. */
export interface Telling {
  readonly told: Told;
  readonly sentence: string;
  /** Of an issue; empty for anything else. */
  readonly state: string;
}

export const telling = (activity: Activity): Telling => {
  const told = tellOf(activity);
  const { state = "" } = told;
  return { told, sentence: sentenceText(activity.actor, told), state: state === "" ? "" : stateText(state) };
};

export const markdown = (shown: Shown): string => markdownOf(shown);
