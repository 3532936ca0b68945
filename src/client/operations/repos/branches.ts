import { list, op } from "../../operation.ts";
import { opt, paging, req } from "../../params.ts";
import { readsPublic, writesRepository } from "../needs.ts";
import { proofs } from "../proofs.ts";
import type { Branch, Commit, Tag } from "../../types/commit.ts";
import type { Empty } from "../../types/result.ts";

export const branches = {
  merge: op<Commit | Empty>()("POST /repos/:user/:repo/merges", {
    needs: writesRepository("contents"),
    body: { base: req("String"), head: req("String"), commit_message: opt("String") },
    // 204: the base has it all already.
    answers: { 200: "object", 201: "object", 204: "empty" },
    proof: proofs.merge,
  }),
  getTags: list<Tag>()("GET /repos/:user/:repo/tags", { needs: readsPublic("metadata"), query: paging }),
  getBranches: list<Branch>()("GET /repos/:user/:repo/branches", {
    needs: readsPublic("contents"),
    query: paging,
  }),
  getBranch: op<Branch>()("GET /repos/:user/:repo/branches/:branch", {
    needs: readsPublic("contents"),
    query: paging,
    today: { drop: ["page", "per_page"] },
  }),
};
