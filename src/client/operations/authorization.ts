import { op } from "../operation.ts";
import { opt, paging } from "../params.ts";
import type { Authorization } from "../types/authorization.ts";
import type { Empty } from "../types/result.ts";

export const authorization = {
  getAll: op<Authorization[]>()("GET /authorizations", { query: paging, today: { removed: true } }),
  get: op<Authorization>()("GET /authorizations/:id", { today: { removed: true } }),
  create: op<Authorization>()("POST /authorizations", {
    body: { scopes: opt("Array"), note: opt("String"), note_url: opt("String") },
    today: { removed: true },
  }),
  update: op<Authorization>()("PATCH /authorizations/:id", {
    body: {
      scopes: opt("Array"),
      add_scopes: opt("Array"),
      remove_scopes: opt("Array"),
      note: opt("String"),
      note_url: opt("String"),
    },
    today: { removed: true },
  }),
  delete: op<Empty>()("DELETE /authorizations/:id", { today: { removed: true } }),
};
