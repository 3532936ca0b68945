import { op } from "../../operation.ts";
import { opt, req } from "../../params.ts";
import type { Content, ContentFile, FileCommit } from "../../types/content.ts";
import type { Empty } from "../../types/result.ts";

export const contents = {
  getReadme: op<ContentFile>()("GET /repos/:user/:repo/readme", { query: { ref: opt("String") } }),
  getContent: op<Content>()("GET /repos/:user/:repo/contents/:path", {
    path: { path: opt("String") },
    query: { ref: opt("String") },
  }),
  createContent: op<FileCommit>()("PUT /repos/:user/:repo/contents/:path", {
    path: { path: opt("String") },
    body: { content: opt("String", { base64: true }), message: opt("String"), ref: opt("String") },
    today: { rename: { ref: "branch" } },
  }),
  createFile: op<FileCommit>()("PUT /repos/:user/:repo/contents/:path", {
    body: {
      message: req("String"),
      content: req("String", { base64: true }),
      branch: opt("String"),
      author: opt("Json"),
      committer: opt("Json"),
    },
  }),
  updateFile: op<FileCommit>()("PUT /repos/:user/:repo/contents/:path", {
    body: {
      message: req("String"),
      content: req("String", { base64: true }),
      sha: req("String"),
      branch: opt("String"),
      author: opt("Json"),
      committer: opt("Json"),
    },
  }),
  deleteFile: op<FileCommit>()("DELETE /repos/:user/:repo/contents/:path", {
    query: {
      message: req("String"),
      sha: req("String"),
      branch: opt("String"),
      author: opt("Json"),
      committer: opt("Json"),
    },
    today: { inBody: ["message", "sha", "branch", "author", "committer"] },
  }),
  getArchiveLink: op<Empty>()("GET /repos/:user/:repo/:archive_format/:ref", {
    path: {
      ref: opt("String", { pattern: /\// }),
      archive_format: req("String", { allowed: ["tarball", "zipball"] }),
    },
    today: { rules: { ref: opt("String") } },
    manualRedirect: true,
  }),
};
