import { list } from "../operation.ts";
import { paging } from "../params.ts";
import { publicData, readsOwn, readsPublic } from "./needs.ts";
import type { ActivityEvent, IssueEvent } from "../types/event.ts";

export const events = {
  get: list<ActivityEvent>()("GET /events", { needs: publicData, query: paging }),
  getFromRepo: list<ActivityEvent>()("GET /repos/:user/:repo/events", {
    needs: readsPublic("metadata"),
    query: paging,
  }),
  getFromRepoIssues: list<IssueEvent>()("GET /repos/:user/:repo/issues/events", {
    needs: readsPublic("issues"),
    query: paging,
  }),
  getFromRepoNetwork: list<ActivityEvent>()("GET /networks/:user/:repo/events", {
    needs: readsPublic("metadata"),
    query: paging,
  }),
  getFromOrg: list<ActivityEvent>()("GET /orgs/:org/events", { needs: publicData, query: paging }),
  getReceived: list<ActivityEvent>()("GET /users/:user/received_events", {
    needs: readsPublic("metadata"),
    query: paging,
  }),
  getReceivedPublic: list<ActivityEvent>()("GET /users/:user/received_events/public", {
    needs: publicData,
    query: paging,
  }),
  getFromUser: list<ActivityEvent>()("GET /users/:user/events", {
    needs: readsPublic("user_events"),
    query: paging,
  }),
  getFromUserPublic: list<ActivityEvent>()("GET /users/:user/events/public", {
    needs: publicData,
    query: paging,
  }),
  getFromUserOrg: list<ActivityEvent>()("GET /users/:user/events/orgs/:org", {
    needs: readsOwn("organization_events"),
    query: paging,
  }),
};
