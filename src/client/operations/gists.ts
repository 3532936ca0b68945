import { empty, list, op } from "../operation.ts";
import { opt, paging, req } from "../params.ts";
import type { Gist, GistComment } from "../types/gist.ts";

/** What an edit is merged and shown from. */
const gist = { id: "string", files: "object" } as const;

export const gists = {
  getAll: list<Gist>()("GET /gists", { query: { ...paging, since: opt("Date") } }),
  getFromUser: list<Gist>()("GET /users/:user/gists", { query: { ...paging, since: opt("Date") } }),
  create: op<Gist>()("POST /gists", {
    body: { description: opt("String"), public: req("Boolean"), files: req("Json") },
    proof: gist,
  }),
  edit: op<Gist>()("PATCH /gists/:id", {
    body: { description: opt("String"), files: opt("Json") },
    proof: gist,
  }),
  public: list<Gist>()("GET /gists/public", { query: { ...paging, since: opt("Date") } }),
  starred: list<Gist>()("GET /gists/starred", { query: { ...paging, since: opt("Date") } }),
  get: op<Gist>()("GET /gists/:id"),
  star: empty()("PUT /gists/:id/star"),
  deleteStar: empty()("DELETE /gists/:id/star"),
  checkStar: empty()("GET /gists/:id/star"),
  fork: op<Gist>()("POST /gists/:id/fork", { today: { route: "POST /gists/:id/forks" }, proof: gist }),
  delete: empty()("DELETE /gists/:id"),
  getComments: list<GistComment>()("GET /gists/:gist_id/comments", { query: paging }),
  getComment: op<GistComment>()("GET /gists/:gist_id/comments/:id"),
  createComment: op<GistComment>()("POST /gists/:gist_id/comments", {
    body: { body: req("String") },
    proof: { id: "id" },
  }),
  editComment: op<GistComment>()("PATCH /gists/:gist_id/comments/:id", {
    body: { body: req("String") },
    proof: { id: "id" },
  }),
  deleteComment: empty()("DELETE /gists/:gist_id/comments/:id"),
};
