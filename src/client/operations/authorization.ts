import { empty, list, op } from "../operation.ts";
import { opt, paging } from "../params.ts";
import { proofs } from "./proofs.ts";
import { needsPassword } from "./needs.ts";
import type { Authorization } from "../types/authorization.ts";

export const authorization = {
  getAll: list<Authorization>()("GET /authorizations", {
    needs: needsPassword,
    query: paging,
    today: { removed: true },
  }),
  get: op<Authorization>()("GET /authorizations/:id", { needs: needsPassword, today: { removed: true } }),
  create: op<Authorization>()("POST /authorizations", {
    needs: needsPassword,
    body: { scopes: opt("Array"), note: opt("String"), note_url: opt("String") },
    today: { removed: true },
    proof: proofs.authorization,
  }),
  update: op<Authorization>()("PATCH /authorizations/:id", {
    needs: needsPassword,
    body: {
      scopes: opt("Array"),
      add_scopes: opt("Array"),
      remove_scopes: opt("Array"),
      note: opt("String"),
      note_url: opt("String"),
    },
    today: { removed: true },
    proof: proofs.authorization,
  }),
  delete: empty()("DELETE /authorizations/:id", { needs: needsPassword, today: { removed: true } }),
};
