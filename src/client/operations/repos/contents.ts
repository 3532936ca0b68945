import { empty, op } from "../../operation.ts";
import { opt, req } from "../../params.ts";
import { readsPublic, writesRepository } from "../needs.ts";
import { proofs } from "../proofs.ts";
import type { Content, ContentFile, FileCommit } from "../../types/content.ts";

const written = { 200: "object", 201: "object" } as const;

export const contents = {
  getReadme: op<ContentFile>()("GET /repos/:user/:repo/readme", {
    needs: readsPublic("contents"),
    query: { ref: opt("String") },
  }),
  getContent: op<Content>()("GET /repos/:user/:repo/contents/:path", {
    needs: readsPublic("contents"),
    path: { path: opt("String") },
    query: { ref: opt("String") },
    answers: { 200: ["object", "list"] },
  }),
  createContent: op<FileCommit>()("PUT /repos/:user/:repo/contents/:path", {
    needs: writesRepository("contents"),
    path: { path: opt("String") },
    body: { content: opt("String", { base64: true }), message: opt("String"), ref: opt("String") },
    today: { rename: { ref: "branch" } },
    answers: written,
    proof: proofs.commit,
  }),
  createFile: op<FileCommit>()("PUT /repos/:user/:repo/contents/:path", {
    needs: writesRepository("contents"),
    body: {
      message: req("String"),
      content: req("String", { base64: true }),
      branch: opt("String"),
      author: opt("Json"),
      committer: opt("Json"),
    },
    answers: written,
    proof: proofs.commit,
  }),
  updateFile: op<FileCommit>()("PUT /repos/:user/:repo/contents/:path", {
    needs: writesRepository("contents"),
    body: {
      message: req("String"),
      content: req("String", { base64: true }),
      sha: req("String"),
      branch: opt("String"),
      author: opt("Json"),
      committer: opt("Json"),
    },
    answers: written,
    proof: proofs.commit,
  }),
  deleteFile: op<FileCommit>()("DELETE /repos/:user/:repo/contents/:path", {
    needs: writesRepository("contents"),
    query: {
      message: req("String"),
      sha: req("String"),
      branch: opt("String"),
      author: opt("Json"),
      committer: opt("Json"),
    },
    today: { inBody: ["message", "sha", "branch", "author", "committer"] },
    answers: { 200: "object" },
    proof: proofs.deletion,
  }),
  getArchiveLink: empty()("GET /repos/:user/:repo/:archive_format/:ref", {
    needs: readsPublic("contents"),
    path: {
      ref: opt("String", { pattern: /\// }),
      archive_format: req("String", { allowed: ["tarball", "zipball"] }),
    },
    today: { rules: { ref: opt("String") } },
    answers: { 301: "redirect", 302: "redirect", 307: "redirect", 308: "redirect" },
    manualRedirect: true,
  }),
};
