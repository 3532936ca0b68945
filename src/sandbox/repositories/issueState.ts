import { count, date, filledText, listOf, objectOf, optional, orNull, oneOf, text } from "../shape.ts";

/** What happened to an issue, as in the API's issue events. */
export interface StoredIssueEvent {
  readonly id: number;
  /** Such as `closed`, `labeled` or `referenced`. */
  readonly event: string;
  readonly login: string;
  readonly createdAt: string;
  readonly label?: string;
  readonly assignee?: string;
  readonly milestone?: string;
  readonly rename?: { readonly from: string; readonly to: string };
  /** The commit that did it. */
  readonly commit?: string;
}

export interface StoredIssue {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly body: string | null;
  readonly login: string;
  readonly state: "open" | "closed";
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  readonly comments: number;
  /** Oldest first. */
  readonly events: readonly StoredIssueEvent[];
}

/** What an event has in a seed, too. */
export const issueEventFields = {
  event: filledText,
  login: filledText,
  createdAt: date,
  label: optional(filledText),
  assignee: optional(filledText),
  milestone: optional(filledText),
  rename: optional(objectOf<NonNullable<StoredIssueEvent["rename"]>>({ from: filledText, to: filledText })),
  commit: optional(filledText),
};

export const issueShape = objectOf<StoredIssue>({
  id: count,
  number: count,
  title: filledText,
  body: orNull(text),
  login: filledText,
  state: oneOf<StoredIssue["state"]>("open", "closed"),
  createdAt: date,
  updatedAt: date,
  closedAt: orNull(date),
  labels: listOf(filledText),
  assignees: listOf(filledText),
  comments: count,
  events: listOf(objectOf<StoredIssueEvent>({ id: count, ...issueEventFields })),
});
