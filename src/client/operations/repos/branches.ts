import { op } from "../../operation.ts";
import { opt, paging, req } from "../../params.ts";
import type { Branch, Commit, Tag } from "../../types/commit.ts";
import type { Empty } from "../../types/result.ts";

export const branches = {
  merge: op<Commit | Empty>()("POST /repos/:user/:repo/merges", {
    body: { base: req("String"), head: req("String"), commit_message: opt("String") },
  }),
  getTags: op<Tag[]>()("GET /repos/:user/:repo/tags", { query: paging }),
  getBranches: op<Branch[]>()("GET /repos/:user/:repo/branches", { query: paging }),
  getBranch: op<Branch>()("GET /repos/:user/:repo/branches/:branch", {
    query: paging,
    today: { drop: ["page", "per_page"] },
  }),
};
