import { list, op } from "../../operation.ts";
import { oneOf, opt, paging } from "../../params.ts";
import { forksRepository, readsPublic } from "../needs.ts";
import { proofs } from "../proofs.ts";
import type { Repository } from "../../types/repository.ts";

export const forks = {
  getForks: list<Repository>()("GET /repos/:user/:repo/forks", {
    needs: readsPublic("metadata"),
    query: { sort: oneOf("newest", "oldest", "watchers"), ...paging },
    today: { rules: { sort: oneOf("newest", "oldest", "watchers", "stargazers") } },
  }),
  fork: op<Repository>()("POST /repos/:user/:repo/forks", {
    needs: forksRepository,
    body: { organization: opt("String") },
    // 202: the fork gets its content later.
    answers: { 200: "object", 201: "object", 202: "object" },
    proof: proofs.repository,
  }),
};
