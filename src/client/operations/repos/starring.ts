import { empty, list } from "../../operation.ts";
import { paging } from "../../params.ts";
import { readsOwn, readsPublic, stars } from "../needs.ts";
import type { Repository } from "../../types/repository.ts";
import type { User } from "../../types/user.ts";

export const starring = {
  getStargazers: list<User>()("GET /repos/:user/:repo/stargazers", {
    needs: readsPublic("metadata"),
    query: paging,
  }),
  getStarred: list<Repository>()("GET /user/starred", { needs: readsOwn("starring"), query: paging }),
  getStarredFromUser: list<Repository>()("GET /users/:user/starred", {
    needs: readsPublic("starring"),
    query: paging,
  }),
  getStarring: empty()("GET /user/starred/:user/:repo", {
    needs: readsOwn("starring", "metadata"),
    query: paging,
    today: { drop: ["page", "per_page"] },
  }),
  star: empty()("PUT /user/starred/:user/:repo", { needs: stars }),
  unStar: empty()("DELETE /user/starred/:user/:repo", { needs: stars }),
};
