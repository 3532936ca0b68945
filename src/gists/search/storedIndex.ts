import type { Clock } from "../../base/clock.ts";
import { mergeInSteps, type Segment, type SegmentData } from "./segment.ts";
import { createYieldIfBusy } from "./yieldIfBusy.ts";

/** An index as it is stored beside a list of gists, by whose positions it refers to them; it has their entries only. */
export interface StoredIndex {
  /** Of each entry, the position of its gist in the list. */
  readonly gists: Int32Array;
  /** The position of the file in the gist, or after all files that of the comment. */
  readonly parts: Int32Array;
  /** Counts of different words: those of all fields of the first entry, then those of the next one. */
  readonly lengths: Uint32Array;
  readonly segment: SegmentData;
}

/** The state of an index at one time, which later changes of it do not change. */
export interface IndexSnapshot extends Omit<StoredIndex, "segment"> {
  readonly segments: readonly Segment[];
  /** The number of each entry in the stored index, ascending; -1 for what is not stored. */
  readonly numbers: Int32Array;
}

/** What is stored of an index: without the words of what was removed, and of edits that the service does not have. */
export const storedIndexOf = async (
  { segments, numbers, ...entries }: IndexSnapshot,
  clock: Clock,
): Promise<StoredIndex> => {
  const yieldIfBusy = createYieldIfBusy(clock);
  const steps = mergeInSteps(segments, (doc) => numbers[doc] ?? -1);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return { ...entries, segment: step.value.data };
    await yieldIfBusy();
  }
};
