import { op } from "../../operation.ts";
import { paging } from "../../params.ts";
import type { Repository, Subscription } from "../../types/repository.ts";
import type { Empty } from "../../types/result.ts";
import type { User } from "../../types/user.ts";

export const watching = {
  getWatchers: op<User[]>()("GET /repos/:user/:repo/watchers", {
    query: paging,
    today: { route: "GET /repos/:user/:repo/subscribers" },
  }),
  getWatched: op<Repository[]>()("GET /user/watched", {
    query: paging,
    today: { route: "GET /user/subscriptions" },
  }),
  getWatchedFromUser: op<Repository[]>()("GET /users/:user/watched", {
    query: paging,
    today: { route: "GET /users/:user/subscriptions" },
  }),
  getWatching: op<Subscription | Empty>()("GET /user/watched/:user/:repo", {
    query: paging,
    today: { route: "GET /repos/:user/:repo/subscription", drop: ["page", "per_page"] },
  }),
  watch: op<Subscription | Empty>()("PUT /user/watched/:user/:repo", {
    today: { route: "PUT /repos/:user/:repo/subscription", send: { subscribed: true } },
  }),
  unWatch: op<Empty>()("DELETE /user/watched/:user/:repo", {
    today: { route: "DELETE /repos/:user/:repo/subscription" },
  }),
};
