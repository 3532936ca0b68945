import type { ListOperationId, MessageOf } from "../client/operations/table.ts";
import type { Feed, FeedKind } from "./types.ts";

/** The same for equal feeds, whatever they are called. */
export const feedId = ({ kind, target }: Feed): string => `${kind}:${target.toLowerCase()}`;

export const isSameFeed = (left: Feed, right: Feed): boolean => feedId(left) === feedId(right);

/** Without an account there is no login: what is public is all there is. */
export const defaultFeeds = (login: string): readonly Feed[] =>
  login === ""
    ? [{ kind: "public", target: "" }]
    : [
        { kind: "received", target: login },
        { kind: "user", target: login },
      ];

/** What the target of a feed is; the public one has none. */
const targetOf: Readonly<Record<FeedKind, "none" | "user" | "organization" | "userOrg" | "repository">> = {
  received: "user",
  receivedPublic: "user",
  user: "user",
  userPublic: "user",
  userOrg: "userOrg",
  org: "organization",
  repo: "repository",
  network: "repository",
  issues: "repository",
  public: "none",
};

const name = /^[\w][\w.-]{0,99}$/;

/** Whether a target has the form that its kind wants. */
export const isTarget = (kind: FeedKind, target: string): boolean => {
  const parts = target === "" ? [] : target.split("/");
  const wanted = { none: 0, user: 1, organization: 1, userOrg: 2, repository: 2 }[targetOf[kind]];
  return parts.length === wanted && parts.every((part) => name.test(part) && part !== "." && part !== "..");
};

/** The call that reads it. */
type FeedCall = {
  readonly [Id in ListOperationId & `events.${string}`]: readonly [Id, MessageOf<Id>];
}[ListOperationId & `events.${string}`];

export const callOf = ({ kind, target }: Feed): FeedCall => {
  const [first = "", second = ""] = target.split("/");
  const repository = { user: first, repo: second };
  switch (kind) {
    case "public":
      return ["events.get", {}];
    case "received":
      return ["events.getReceived", { user: first }];
    case "receivedPublic":
      return ["events.getReceivedPublic", { user: first }];
    case "user":
      return ["events.getFromUser", { user: first }];
    case "userPublic":
      return ["events.getFromUserPublic", { user: first }];
    case "userOrg":
      return ["events.getFromUserOrg", { user: first, org: second }];
    case "org":
      return ["events.getFromOrg", { org: first }];
    case "repo":
      return ["events.getFromRepo", repository];
    case "network":
      return ["events.getFromRepoNetwork", repository];
    case "issues":
      return ["events.getFromRepoIssues", repository];
  }
};
