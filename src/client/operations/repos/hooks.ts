import { empty, list, op } from "../../operation.ts";
import { opt, paging, req } from "../../params.ts";
import { deletesHooks, readsHooks, writesHooks } from "../needs.ts";
import { proofs } from "../proofs.ts";
import type { Hook } from "../../types/hook.ts";

export const hooks = {
  getHooks: list<Hook>()("GET /repos/:user/:repo/hooks", { needs: readsHooks, query: paging }),
  getHook: op<Hook>()("GET /repos/:user/:repo/hooks/:id", { needs: readsHooks }),
  createHook: op<Hook>()("POST /repos/:user/:repo/hooks", {
    needs: writesHooks,
    body: { name: req("String"), config: req("Json"), events: opt("Array"), active: opt("Boolean") },
    content: { secrets: ["config.secret"] },
    proof: proofs.hook,
  }),
  updateHook: op<Hook>()("PATCH /repos/:user/:repo/hooks/:id", {
    needs: writesHooks,
    body: {
      name: req("String"),
      config: req("Json"),
      events: opt("Array"),
      add_events: opt("Array"),
      remove_events: opt("Array"),
      active: opt("Boolean"),
    },
    content: { secrets: ["config.secret"] },
    today: { drop: ["name"] },
    proof: proofs.hook,
  }),
  testHook: empty()("POST /repos/:user/:repo/hooks/:id/test", {
    needs: readsHooks,
    today: { route: "POST /repos/:user/:repo/hooks/:id/tests" },
  }),
  deleteHook: empty()("DELETE /repos/:user/:repo/hooks/:id", { needs: deletesHooks }),
};
