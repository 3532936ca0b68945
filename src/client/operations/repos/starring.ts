import { empty, list } from "../../operation.ts";
import { paging } from "../../params.ts";
import type { Repository } from "../../types/repository.ts";
import type { User } from "../../types/user.ts";

export const starring = {
  getStargazers: list<User>()("GET /repos/:user/:repo/stargazers", { query: paging }),
  getStarred: list<Repository>()("GET /user/starred", { query: paging }),
  getStarredFromUser: list<Repository>()("GET /users/:user/starred", { query: paging }),
  getStarring: empty()("GET /user/starred/:user/:repo", {
    query: paging,
    today: { drop: ["page", "per_page"] },
  }),
  star: empty()("PUT /user/starred/:user/:repo"),
  unStar: empty()("DELETE /user/starred/:user/:repo"),
};
