import { empty, list, op } from "../../operation.ts";
import { opt, paging, req } from "../../params.ts";
import { commentsOnCommits, readsPublic, writesRepository } from "../needs.ts";
import { proofs } from "../proofs.ts";
import type { Commit, CommitComment, Comparison } from "../../types/commit.ts";

export const commits = {
  getCommits: list<Commit>()("GET /repos/:user/:repo/commits", {
    needs: readsPublic("contents"),
    query: {
      sha: opt("String"),
      path: opt("String"),
      author: opt("String"),
      ...paging,
      since: opt("Date"),
      until: opt("Date"),
    },
  }),
  getCommit: op<Commit>()("GET /repos/:user/:repo/commits/:sha", { needs: readsPublic("contents") }),
  getAllCommitComments: list<CommitComment>()("GET /repos/:user/:repo/comments", {
    needs: readsPublic("metadata"),
    query: paging,
  }),
  getCommitComments: list<CommitComment>()("GET /repos/:user/:repo/commits/:sha/comments", {
    needs: readsPublic("metadata"),
    query: paging,
  }),
  createCommitComment: op<CommitComment>()("POST /repos/:user/:repo/commits/:sha/comments", {
    needs: commentsOnCommits,
    body: {
      body: req("String"),
      commit_id: req("String"),
      path: opt("String"),
      position: opt("Number"),
      line: opt("Number"),
    },
    today: { drop: ["commit_id"] },
    proof: proofs.comment,
  }),
  getCommitComment: op<CommitComment>()("GET /repos/:user/:repo/comments/:id", {
    needs: readsPublic("metadata"),
  }),
  updateCommitComment: op<CommitComment>()("PATCH /repos/:user/:repo/comments/:id", {
    needs: writesRepository("contents"),
    body: { body: req("String") },
    proof: proofs.comment,
  }),
  compareCommits: op<Comparison>()("GET /repos/:user/:repo/compare/:base...:head", {
    needs: readsPublic("contents"),
  }),
  deleteCommitComment: empty()("DELETE /repos/:user/:repo/comments/:id", { needs: writesRepository("contents") }),
};
