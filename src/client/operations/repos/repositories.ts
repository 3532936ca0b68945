import { empty, list, op } from "../../operation.ts";
import { oneOf, opt, paging, req } from "../../params.ts";
import {
  deletesRepository,
  publicData,
  readsAsMember,
  readsOwn,
  readsPublic,
  writesRepository,
} from "../needs.ts";
import { proofs } from "../proofs.ts";
import type { Contributor, Languages, Repository, Team } from "../../types/repository.ts";

/** Interface 2.2: what create and update have in common. */
const settings = {
  description: opt("String"),
  homepage: opt("String"),
  private: opt("Boolean"),
  has_issues: opt("Boolean"),
  has_wiki: opt("Boolean"),
  has_downloads: opt("Boolean"),
};
const initialContent = { auto_init: opt("Boolean"), gitignore_template: opt("String") };
const sorted = {
  sort: oneOf("created", "updated", "pushed", "full_name"),
  direction: oneOf("asc", "desc"),
  ...paging,
};

export const repositories = {
  getAll: list<Repository>()("GET /user/repos", {
    needs: readsOwn("metadata"),
    query: {
      type: oneOf("all", "owner", "public", "private", "member"),
      ...sorted,
    },
  }),
  getFromUser: list<Repository>()("GET /users/:user/repos", {
    needs: publicData,
    query: {
      type: oneOf("all", "owner", "member"),
      ...sorted,
    },
  }),
  getFromOrg: list<Repository>()("GET /orgs/:org/repos", {
    needs: readsPublic("metadata"),
    query: { type: oneOf("all", "public", "member"), ...paging },
  }),
  create: op<Repository>()("POST /user/repos", {
    needs: writesRepository("administration"),
    body: {
      name: req("String"),
      ...settings,
      ...initialContent,
    },
    proof: proofs.repository,
  }),
  createFromOrg: op<Repository>()("POST /orgs/:org/repos", {
    needs: writesRepository("administration"),
    body: {
      name: req("String"),
      ...settings,
      ...initialContent,
      team_id: opt("Number", { pattern: /^[0-9]+$/ }),
    },
    proof: proofs.repository,
  }),
  get: op<Repository>()("GET /repos/:user/:repo", { needs: readsPublic("metadata") }),
  one: op<Repository>()("GET /repositories/:id", { needs: readsPublic("metadata") }),
  update: op<Repository>()("PATCH /repos/:user/:repo", {
    needs: writesRepository("administration"),
    body: {
      name: req("String"),
      ...settings,
      default_branch: opt("String"),
    },
    today: { drop: ["has_downloads"] },
    proof: proofs.repository,
  }),
  delete: empty()("DELETE /repos/:user/:repo", { needs: deletesRepository }),
  getContributors: list<Contributor>()("GET /repos/:user/:repo/contributors", {
    needs: readsPublic("metadata"),
    query: { anon: opt("Boolean"), ...paging },
  }),
  getLanguages: op<Languages>()("GET /repos/:user/:repo/languages", {
    needs: readsPublic("metadata"),
    query: paging,
    today: { drop: ["page", "per_page"] },
  }),
  getTeams: list<Team>()("GET /repos/:user/:repo/teams", {
    needs: readsAsMember("administration"),
    query: paging,
  }),
};
