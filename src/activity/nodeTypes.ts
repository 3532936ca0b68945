import type { Account } from "../accounts/model.ts";
import type { AccountNode } from "../accounts/nodes.ts";
import type { TreeNode } from "../tree/node.ts";
import type { Day } from "./arrange.ts";
import type { EventText } from "./eventText.ts";
import type { Activity, FeedPlace, Grouping } from "./types.ts";

export interface FeedNode extends TreeNode {
  readonly kind: "feed";
  readonly place: FeedPlace;
  readonly account: Account;
}
export interface DayNode extends TreeNode {
  readonly kind: "day";
  readonly place: FeedPlace;
  readonly day: Day;
  readonly activities: readonly Activity[];
  readonly isOpen: boolean;
  readonly parent: FeedNode;
}
/** The events of a repository or of a person on one day. */
export interface GroupNode extends TreeNode {
  readonly kind: "group";
  readonly place: FeedPlace;
  readonly grouping: Exclude<Grouping, "none">;
  /** Empty for events that have none. */
  readonly name: string;
  readonly activities: readonly Activity[];
  readonly parent: DayNode;
}
export interface EventNode extends TreeNode {
  readonly kind: "event";
  readonly place: FeedPlace;
  readonly activity: Activity;
  readonly eventText: EventText;
  readonly parent: DayNode | GroupNode;
}

export type ActivityNode = AccountNode | FeedNode | DayNode | GroupNode | EventNode;

/** What a command was called on, as a row: of anything else no part is there. */
export const activityNodeOf = (target: unknown): Partial<ActivityNode> =>
  (typeof target === "object" && target !== null ? target : {}) as Partial<ActivityNode>;
