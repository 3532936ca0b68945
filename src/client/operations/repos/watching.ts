import { empty, list, op } from "../../operation.ts";
import { paging } from "../../params.ts";
import { readsOwn, readsPublic, readsSubscription, watches } from "../needs.ts";
import { proofs } from "../proofs.ts";
import type { Repository, Subscription } from "../../types/repository.ts";
import type { Empty } from "../../types/result.ts";
import type { User } from "../../types/user.ts";

export const watching = {
  getWatchers: list<User>()("GET /repos/:user/:repo/watchers", {
    needs: readsPublic("metadata"),
    query: paging,
    today: { route: "GET /repos/:user/:repo/subscribers" },
  }),
  getWatched: list<Repository>()("GET /user/watched", {
    needs: readsOwn("watching"),
    query: paging,
    today: { route: "GET /user/subscriptions" },
  }),
  getWatchedFromUser: list<Repository>()("GET /users/:user/watched", {
    needs: readsPublic("watching"),
    query: paging,
    today: { route: "GET /users/:user/subscriptions" },
  }),
  getWatching: op<Subscription | Empty>()("GET /user/watched/:user/:repo", {
    needs: readsSubscription,
    query: paging,
    today: { route: "GET /repos/:user/:repo/subscription", drop: ["page", "per_page"] },
    answers: { 200: ["object", "empty"], 204: "empty" },
  }),
  watch: op<Subscription | Empty>()("PUT /user/watched/:user/:repo", {
    needs: watches,
    today: { route: "PUT /repos/:user/:repo/subscription", send: { subscribed: true } },
    answers: { 200: ["object", "empty"], 204: "empty" },
    proof: proofs.subscription,
  }),
  unWatch: empty()("DELETE /user/watched/:user/:repo", {
    needs: watches,
    today: { route: "DELETE /repos/:user/:repo/subscription" },
  }),
};
