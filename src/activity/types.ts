/** The ten feeds of the interface. */
export const feedKinds = [
  "received",
  "receivedPublic",
  "user",
  "userPublic",
  "userOrg",
  "org",
  "repo",
  "network",
  "issues",
  "public",
] as const;
export type FeedKind = (typeof feedKinds)[number];

/** A feed that the user wants to see. */
export interface Feed {
  readonly kind: FeedKind;
  /** A login, `login/organization`, `owner/name`, or empty for the public one. */
  readonly target: string;
  /** What the user calls it; absent: by what it is. */
  readonly name?: string;
}

/** One feed as one account sees it. */
export interface FeedPlace {
  readonly accountId: string;
  readonly feed: Feed;
}

/** An event of any feed as far as it could be understood. What the service left out is empty. */
export interface Activity {
  /** Identifies an event of a server. */
  readonly key: string;
  /** Such as `PushEvent`; of an issue's event `issue:closed`. */
  readonly type: string;
  /** Login. */
  readonly actor: string;
  /** `owner/name`. */
  readonly repository: string;
  /** Milliseconds since 1970-01-01T00:00:00Z; undefined when the service does not say. */
  readonly at: number | undefined;
  readonly payload: Fields;
  /** As the service sent it. */
  readonly raw: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

export type Grouping = "repository" | "actor" | "none";

/** What is shown: of each that is not empty one must fit. */
export interface ActivityFilter {
  readonly types: readonly string[];
  readonly actors: readonly string[];
  readonly repositories: readonly string[];
}

/** Whose events of an account are not shown and not counted, and of what. */
export interface Mute {
  readonly what: "type" | "actor" | "repository";
  readonly value: string;
}
