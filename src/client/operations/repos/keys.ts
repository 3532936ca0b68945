import { empty, list, op } from "../../operation.ts";
import { opt, paging, req } from "../../params.ts";
import { readsAsMember, writesRepository } from "../needs.ts";
import { proofs } from "../proofs.ts";
import type { DeployKey } from "../../types/deployKey.ts";

export const keys = {
  getKeys: list<DeployKey>()("GET /repos/:user/:repo/keys", {
    needs: readsAsMember("administration"),
    query: paging,
  }),
  getKey: op<DeployKey>()("GET /repos/:user/:repo/keys/:id", { needs: readsAsMember("administration") }),
  createKey: op<DeployKey>()("POST /repos/:user/:repo/keys", {
    needs: writesRepository("administration"),
    // The interface document does not name `read_only`; without it a key may write.
    body: { title: req("String"), key: req("String"), read_only: opt("Boolean") },
    proof: proofs.key,
  }),
  updateKey: op<DeployKey>()("PUT /repos/:user/:repo/keys/:id", {
    needs: writesRepository("administration"),
    body: { title: req("String"), key: req("String") },
    today: { removed: true },
    proof: proofs.key,
  }),
  deleteKey: empty()("DELETE /repos/:user/:repo/keys/:id", { needs: writesRepository("administration") }),
};
