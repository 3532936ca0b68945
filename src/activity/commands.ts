import { explained, type Handler } from "../commands/registry.ts";
import type { ActivityCommandId } from "../ids.ts";
import { type EventCommandDeps, eventHandlers } from "./eventCommands.ts";
import { type FeedCommandDeps, feedHandlers } from "./feedCommands.ts";
import { toUserError } from "./problemText.ts";
import { type ViewCommandDeps, viewHandlers } from "./viewCommands.ts";

export interface ActivityCommandDeps {
  readonly feeds: FeedCommandDeps;
  readonly view: ViewCommandDeps;
  readonly events: EventCommandDeps;
}

/** All commands of the view of activity. */
export const activityHandlers = ({
  feeds,
  view,
  events,
}: ActivityCommandDeps): Record<ActivityCommandId, Handler> =>
  explained({ ...feedHandlers(feeds), ...viewHandlers(view), ...eventHandlers(events) }, toUserError);
