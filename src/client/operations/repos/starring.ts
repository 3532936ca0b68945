import { op } from "../../operation.ts";
import { paging } from "../../params.ts";
import type { Repository } from "../../types/repository.ts";
import type { Empty } from "../../types/result.ts";
import type { User } from "../../types/user.ts";

export const starring = {
  getStargazers: op<User[]>()("GET /repos/:user/:repo/stargazers", { query: paging }),
  getStarred: op<Repository[]>()("GET /user/starred", { query: paging }),
  getStarredFromUser: op<Repository[]>()("GET /users/:user/starred", { query: paging }),
  getStarring: op<Empty>()("GET /user/starred/:user/:repo", {
    query: paging,
    today: { drop: ["page", "per_page"] },
  }),
  star: op<Empty>()("PUT /user/starred/:user/:repo"),
  unStar: op<Empty>()("DELETE /user/starred/:user/:repo"),
};
