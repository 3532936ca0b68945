// Loaded with the first event that is shown.
import { markdownOf, type Shown } from "./markdown.ts";
import { describeEvent, type EventDescription } from "./describeEvent.ts";
import type { Activity } from "./types.ts";
import { sentenceText, stateText } from "./words.ts";

/** An event in words. */
export interface EventText {
  readonly description: EventDescription;
  readonly sentence: string;
  /** Of an issue; empty for anything else. */
  readonly state: string;
}

export const eventText = (activity: Activity): EventText => {
  const description = describeEvent(activity);
  const { state = "" } = description;
  return {
    description,
    sentence: sentenceText(activity.actor, description),
    state: state === "" ? "" : stateText(state),
  };
};

export const markdown = (shown: Shown): string => markdownOf(shown);
