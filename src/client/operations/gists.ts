import { empty, list, op } from "../operation.ts";
import { opt, paging, req } from "../params.ts";
import { proofs } from "./proofs.ts";
import { publicData, readsAsUser, readsGistLists, writesGists } from "./needs.ts";
import type { Gist, GistComment } from "../types/gist.ts";

export const gists = {
  getAll: list<Gist>()("GET /gists", { needs: readsGistLists, query: { ...paging, since: opt("Date") } }),
  getFromUser: list<Gist>()("GET /users/:user/gists", {
    needs: readsGistLists,
    query: { ...paging, since: opt("Date") },
  }),
  create: op<Gist>()("POST /gists", {
    needs: writesGists,
    body: { description: opt("String"), public: req("Boolean"), files: req("Json") },
    content: { files: "files" },
    proof: proofs.gist,
  }),
  edit: op<Gist>()("PATCH /gists/:id", {
    needs: writesGists,
    body: { description: opt("String"), files: opt("Json") },
    content: { files: "files" },
    proof: proofs.gist,
  }),
  public: list<Gist>()("GET /gists/public", { needs: publicData, query: { ...paging, since: opt("Date") } }),
  starred: list<Gist>()("GET /gists/starred", { needs: readsAsUser, query: { ...paging, since: opt("Date") } }),
  get: op<Gist>()("GET /gists/:id", { needs: publicData }),
  star: empty()("PUT /gists/:id/star", { needs: writesGists }),
  deleteStar: empty()("DELETE /gists/:id/star", { needs: writesGists }),
  checkStar: empty()("GET /gists/:id/star", { needs: readsAsUser }),
  fork: op<Gist>()("POST /gists/:id/fork", {
    needs: writesGists,
    today: { route: "POST /gists/:id/forks" },
    proof: proofs.gist,
  }),
  delete: empty()("DELETE /gists/:id", { needs: writesGists }),
  getComments: list<GistComment>()("GET /gists/:gist_id/comments", { needs: publicData, query: paging }),
  getComment: op<GistComment>()("GET /gists/:gist_id/comments/:id", { needs: publicData }),
  createComment: op<GistComment>()("POST /gists/:gist_id/comments", {
    needs: writesGists,
    body: { body: req("String") },
    proof: proofs.comment,
  }),
  editComment: op<GistComment>()("PATCH /gists/:gist_id/comments/:id", {
    needs: writesGists,
    body: { body: req("String") },
    proof: proofs.comment,
  }),
  deleteComment: empty()("DELETE /gists/:gist_id/comments/:id", { needs: writesGists }),
};
