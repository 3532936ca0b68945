import { fieldsOf } from "../../base/fieldsOf.ts";
import { keyOf, parseRepoPlace, type RepoPlace } from "../../repos/types.ts";

export interface TimelinePlace extends RepoPlace {
  readonly environment: string;
}

export const keyOfTimeline = (place: TimelinePlace): string => JSON.stringify([keyOf(place), place.environment]);

/** Undefined for what is no place of a timeline. */
export const parseTimelinePlace = (value: unknown): TimelinePlace | undefined => {
  const place = parseRepoPlace(value);
  const { environment } = fieldsOf(value);
  return place && typeof environment === "string" ? { ...place, environment } : undefined;
};
