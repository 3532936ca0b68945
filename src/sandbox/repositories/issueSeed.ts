import { date, filledText, flag, listOf, objectOf, optional, text } from "../shape.ts";
import { issueEventFields, type StoredIssueEvent } from "./issueState.ts";

/** `commit` is a branch or a tag, whose commit did it. */
export type SeedIssueEvent = Omit<StoredIssueEvent, "id">;

export interface SeedIssue {
  readonly title: string;
  readonly login: string;
  readonly createdAt: string;
  readonly body?: string;
  /** Oldest first. The title, the labels and the state are what these lead to. */
  readonly events?: readonly SeedIssueEvent[];
  /** Oldest first. */
  readonly comments?: readonly { readonly login: string; readonly body: string; readonly createdAt: string }[];
}

export interface SeedRelease {
  readonly tag: string;
  readonly login: string;
  readonly createdAt: string;
  readonly name?: string;
  readonly body?: string;
  readonly prerelease?: boolean;
}

export const seedIssueShape = objectOf<SeedIssue>({
  title: filledText,
  login: filledText,
  createdAt: date,
  body: optional(text),
  events: optional(listOf(objectOf<SeedIssueEvent>(issueEventFields))),
  comments: optional(
    listOf(
      objectOf<NonNullable<SeedIssue["comments"]>[number]>({
        login: filledText,
        body: filledText,
        createdAt: date,
      }),
    ),
  ),
});

export const seedReleaseShape = objectOf<SeedRelease>({
  tag: filledText,
  login: filledText,
  createdAt: date,
  name: optional(text),
  body: optional(text),
  prerelease: optional(flag),
});

interface Talk {
  readonly issues?: readonly SeedIssue[];
  readonly releases?: readonly SeedRelease[];
}

/** The logins that these parts of a seed name. */
export const talkLogins = ({ issues = [], releases = [] }: Talk): string[] =>
  [
    ...releases.map(({ login }) => login),
    ...issues.flatMap(({ login, events = [], comments = [] }) => [
      login,
      ...events.flatMap((event) => [event.login, event.assignee]),
      ...comments.map((comment) => comment.login),
    ]),
  ].filter((login) => login !== undefined);
