import { op } from "../operation.ts";
import { paging } from "../params.ts";
import type { ActivityEvent, IssueEvent } from "../types/event.ts";

export const events = {
  get: op<ActivityEvent[]>()("GET /events", { query: paging }),
  getFromRepo: op<ActivityEvent[]>()("GET /repos/:user/:repo/events", { query: paging }),
  getFromRepoIssues: op<IssueEvent[]>()("GET /repos/:user/:repo/issues/events", { query: paging }),
  getFromRepoNetwork: op<ActivityEvent[]>()("GET /networks/:user/:repo/events", { query: paging }),
  getFromOrg: op<ActivityEvent[]>()("GET /orgs/:org/events", { query: paging }),
  getReceived: op<ActivityEvent[]>()("GET /users/:user/received_events", { query: paging }),
  getReceivedPublic: op<ActivityEvent[]>()("GET /users/:user/received_events/public", { query: paging }),
  getFromUser: op<ActivityEvent[]>()("GET /users/:user/events", { query: paging }),
  getFromUserPublic: op<ActivityEvent[]>()("GET /users/:user/events/public", { query: paging }),
  getFromUserOrg: op<ActivityEvent[]>()("GET /users/:user/events/orgs/:org", { query: paging }),
};
