import { anything, count, date, filledText, flag, objectOf, orNull } from "./shape.ts";

/** What the sandbox makes by itself; a seed may have others. */
export type EventType =
  | "CreateEvent"
  | "DeleteEvent"
  | "DeploymentEvent"
  | "DeploymentStatusEvent"
  | "ForkEvent"
  | "GistEvent"
  | "IssueCommentEvent"
  | "IssuesEvent"
  | "MemberEvent"
  | "PublicEvent"
  | "PushEvent"
  | "ReleaseEvent"
  | "WatchEvent"
  | "CommitCommentEvent";

/** An event as it is stored; the feeds consist of these. */
export interface StoredEvent {
  readonly id: number;
  /** An `EventType`, or what a seed wants. */
  readonly type: string;
  /** Login of the user. */
  readonly actor: string;
  /** Null: of no repository, as for gists. The name is the full one of that moment. */
  readonly repository: { readonly id: number; readonly name: string } | null;
  /** Login of the organization that has the repository. */
  readonly organization: string | null;
  readonly public: boolean;
  readonly createdAt: string;
  /** As the service sends it, but users, gists and repositories by login and id only. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export const eventShape = objectOf<StoredEvent>({
  id: count,
  type: filledText,
  actor: filledText,
  repository: orNull(objectOf<{ id: number; name: string }>({ id: count, name: filledText })),
  organization: orNull(filledText),
  public: flag,
  createdAt: date,
  payload: anything,
});
