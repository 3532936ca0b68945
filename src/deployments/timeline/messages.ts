import { fieldsOf } from "../../base/fieldsOf.ts";

/** A deployment as the page draws it; every text is for people. */
export interface RowView {
  readonly id: number;
  readonly label: string;
  readonly symbol: string;
  readonly tone: string;
  readonly state: string;
  readonly notes: string;
  readonly isStale: boolean;
  /** `from` and `to` in percent of the time that is shown. */
  readonly stretches: readonly {
    readonly from: number;
    readonly to: number;
    readonly tone: string;
    readonly text: string;
  }[];
  readonly actions: readonly { readonly action: RowAction; readonly text: string; readonly spoken: string }[];
}

const rowActions = ["open", "status", "payload"] as const;
export type RowAction = (typeof rowActions)[number];

export interface TimelineMessage {
  readonly type: "timeline";
  readonly language: string;
  readonly title: string;
  /** Sums it up, or says why there is none. */
  readonly summary: string;
  readonly ticks: readonly string[];
  readonly rows: readonly RowView[];
  readonly buttons: readonly { readonly action: "refresh" | "older" | "create"; readonly text: string }[];
}

/** From the page to the extension. */
export type PageMessage =
  | { readonly type: "ready" | "refresh" | "older" | "create" }
  | { readonly type: RowAction; readonly id: number };

/** Undefined for what is no message of the page. */
export const parsePageMessage = (value: unknown): PageMessage | undefined => {
  const { type, id } = fieldsOf(value);
  if (type === "ready" || type === "refresh" || type === "older" || type === "create") return { type };
  const action = rowActions.find((each) => each === type);
  return action !== undefined && Number.isSafeInteger(id) ? { type: action, id: id as number } : undefined;
};

/** Undefined for what is no message of the panel. */
export const parseTimelineMessage = (value: unknown): TimelineMessage | undefined => {
  const { type, rows, ticks, buttons } = fieldsOf(value);
  const isKnown = type === "timeline" && [rows, ticks, buttons].every(Array.isArray);
  return isKnown ? (value as TimelineMessage) : undefined;
};
