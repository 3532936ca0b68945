import { op } from "../../operation.ts";
import { opt, paging, req } from "../../params.ts";
import type { Commit, CommitComment, Comparison } from "../../types/commit.ts";
import type { Empty } from "../../types/result.ts";

export const commits = {
  getCommits: op<Commit[]>()("GET /repos/:user/:repo/commits", {
    query: {
      sha: opt("String"),
      path: opt("String"),
      author: opt("String"),
      ...paging,
      since: opt("Date"),
      until: opt("Date"),
    },
  }),
  getCommit: op<Commit>()("GET /repos/:user/:repo/commits/:sha"),
  getAllCommitComments: op<CommitComment[]>()("GET /repos/:user/:repo/comments", { query: paging }),
  getCommitComments: op<CommitComment[]>()("GET /repos/:user/:repo/commits/:sha/comments", { query: paging }),
  createCommitComment: op<CommitComment>()("POST /repos/:user/:repo/commits/:sha/comments", {
    body: {
      body: req("String"),
      commit_id: req("String"),
      path: opt("String"),
      position: opt("Number"),
      line: opt("Number"),
    },
    today: { drop: ["commit_id"] },
  }),
  getCommitComment: op<CommitComment>()("GET /repos/:user/:repo/comments/:id"),
  updateCommitComment: op<CommitComment>()("PATCH /repos/:user/:repo/comments/:id", {
    body: { body: req("String") },
  }),
  compareCommits: op<Comparison>()("GET /repos/:user/:repo/compare/:base...:head"),
  deleteCommitComment: op<Empty>()("DELETE /repos/:user/:repo/comments/:id"),
};
