import { op } from "../../operation.ts";
import { oneOf, opt, paging } from "../../params.ts";
import type { Repository } from "../../types/repository.ts";

export const forks = {
  getForks: op<Repository[]>()("GET /repos/:user/:repo/forks", {
    query: { sort: oneOf("newest", "oldest", "watchers"), ...paging },
    today: { rules: { sort: oneOf("newest", "oldest", "watchers", "stargazers") } },
  }),
  fork: op<Repository>()("POST /repos/:user/:repo/forks", { body: { organization: opt("String") } }),
};
