import { empty, list, op } from "../../operation.ts";
import { opt, paging, req } from "../../params.ts";
import type { Hook } from "../../types/hook.ts";

export const hooks = {
  getHooks: list<Hook>()("GET /repos/:user/:repo/hooks", { query: paging }),
  getHook: op<Hook>()("GET /repos/:user/:repo/hooks/:id"),
  createHook: op<Hook>()("POST /repos/:user/:repo/hooks", {
    body: { name: req("String"), config: req("Json"), events: opt("Array"), active: opt("Boolean") },
    proof: { id: "id" },
  }),
  updateHook: op<Hook>()("PATCH /repos/:user/:repo/hooks/:id", {
    body: {
      name: req("String"),
      config: req("Json"),
      events: opt("Array"),
      add_events: opt("Array"),
      remove_events: opt("Array"),
      active: opt("Boolean"),
    },
    today: { drop: ["name"] },
    proof: { id: "id" },
  }),
  testHook: empty()("POST /repos/:user/:repo/hooks/:id/test", {
    today: { route: "POST /repos/:user/:repo/hooks/:id/tests" },
  }),
  deleteHook: empty()("DELETE /repos/:user/:repo/hooks/:id"),
};
