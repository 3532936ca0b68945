import { list } from "../operation.ts";
import { paging } from "../params.ts";
import type { ActivityEvent, IssueEvent } from "../types/event.ts";

export const events = {
  get: list<ActivityEvent>()("GET /events", { query: paging }),
  getFromRepo: list<ActivityEvent>()("GET /repos/:user/:repo/events", { query: paging }),
  getFromRepoIssues: list<IssueEvent>()("GET /repos/:user/:repo/issues/events", { query: paging }),
  getFromRepoNetwork: list<ActivityEvent>()("GET /networks/:user/:repo/events", { query: paging }),
  getFromOrg: list<ActivityEvent>()("GET /orgs/:org/events", { query: paging }),
  getReceived: list<ActivityEvent>()("GET /users/:user/received_events", { query: paging }),
  getReceivedPublic: list<ActivityEvent>()("GET /users/:user/received_events/public", { query: paging }),
  getFromUser: list<ActivityEvent>()("GET /users/:user/events", { query: paging }),
  getFromUserPublic: list<ActivityEvent>()("GET /users/:user/events/public", { query: paging }),
  getFromUserOrg: list<ActivityEvent>()("GET /users/:user/events/orgs/:org", { query: paging }),
};
