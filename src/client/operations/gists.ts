import { op } from "../operation.ts";
import { opt, paging, req } from "../params.ts";
import type { Gist, GistComment } from "../types/gist.ts";
import type { Empty } from "../types/result.ts";

export const gists = {
  getAll: op<Gist[]>()("GET /gists", { query: { ...paging, since: opt("Date") } }),
  getFromUser: op<Gist[]>()("GET /users/:user/gists", { query: { ...paging, since: opt("Date") } }),
  create: op<Gist>()("POST /gists", {
    body: { description: opt("String"), public: req("Boolean"), files: req("Json") },
  }),
  edit: op<Gist>()("PATCH /gists/:id", { body: { description: opt("String"), files: opt("Json") } }),
  public: op<Gist[]>()("GET /gists/public", { query: { ...paging, since: opt("Date") } }),
  starred: op<Gist[]>()("GET /gists/starred", { query: { ...paging, since: opt("Date") } }),
  get: op<Gist>()("GET /gists/:id"),
  star: op<Empty>()("PUT /gists/:id/star"),
  deleteStar: op<Empty>()("DELETE /gists/:id/star"),
  checkStar: op<Empty>()("GET /gists/:id/star"),
  fork: op<Gist>()("POST /gists/:id/fork", { today: { route: "POST /gists/:id/forks" } }),
  delete: op<Empty>()("DELETE /gists/:id"),
  getComments: op<GistComment[]>()("GET /gists/:gist_id/comments", { query: paging }),
  getComment: op<GistComment>()("GET /gists/:gist_id/comments/:id"),
  createComment: op<GistComment>()("POST /gists/:gist_id/comments", { body: { body: req("String") } }),
  editComment: op<GistComment>()("PATCH /gists/:gist_id/comments/:id", { body: { body: req("String") } }),
  deleteComment: op<Empty>()("DELETE /gists/:gist_id/comments/:id"),
};
