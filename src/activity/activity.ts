import type { Activity, Feed, Fields } from "./types.ts";

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

// oxlint-disable-next-line no-control-regex -- what would break a line, or turn its direction
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/g;

/** A text of the service on one line; empty for what is none. Numbers are texts too. */
export const textOf = (value: unknown, longest = 200): string => {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return "";
  const line = value.replace(unprintable, " ").trim();
  const characters = Array.from(line);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : line;
};

/** `PullRequestReviewThreadEvent` → `pull request review thread`; `head_ref_deleted` → `head ref deleted`. */
export const wordsOf = (type: string): string =>
  type
    .replace(/Event$/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

const timeOf = (value: unknown): number | undefined => {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
};

/** What makes the same event the same when the service gives no id. */
const digestOf = (raw: Fields): string =>
  [raw["type"], raw["event"], raw["created_at"], fieldsOf(raw["actor"])["login"], fieldsOf(raw["repo"])["name"]]
    .map((part) => textOf(part))
    .join("|");

/** An entry of a feed; undefined for what is none at all. */
export const activityOf = (value: unknown, feed: Feed): Activity | undefined => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const raw = value as Fields;
  const isIssue = feed.kind === "issues";
  const id = textOf(raw["id"]);
  const name = textOf(fieldsOf(raw["repo"])["name"]);
  const type = isIssue ? `issue:${textOf(raw["event"])}` : textOf(raw["type"]);
  return {
    key: `${isIssue ? "issue-" : ""}${id === "" ? digestOf(raw) : id}`,
    type,
    actor: textOf(fieldsOf(raw["actor"])["login"]),
    // What is of no repository is called "/".
    repository: isIssue ? feed.target : /^[^/]+\/[^/]+$/.test(name) ? name : "",
    at: timeOf(raw["created_at"]),
    payload: isIssue ? raw : fieldsOf(raw["payload"]),
    raw: value,
  };
};
