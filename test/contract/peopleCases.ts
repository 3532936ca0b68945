import { type Case, op } from "./answers.ts";

const hello = { user: "mia", repo: "hello" };
const none = { user: "mia", repo: "none" };

/** Operations about who has to do with a repository. */
export const peopleCases: readonly Case[] = [
  { title: "repos.getCollaborators", status: 200, call: op("repos.getCollaborators", hello) },
  { title: "repos.getCollaborators of none", status: 404, call: op("repos.getCollaborators", none) },
  {
    title: "repos.getCollaborator",
    status: 204,
    call: op("repos.getCollaborator", { ...hello, collabuser: "nora" }),
  },
  {
    title: "repos.getCollaborator of none",
    status: 404,
    call: op("repos.getCollaborator", { ...hello, collabuser: "otto" }),
    deviations: ["there is a body where none is described"],
  },
  {
    title: "repos.addCollaborator",
    status: 201,
    call: op("repos.addCollaborator", { ...hello, collabuser: "otto" }),
  },
  {
    title: "repos.addCollaborator who is one",
    status: 204,
    call: op("repos.addCollaborator", { ...hello, collabuser: "nora" }),
  },
  {
    title: "repos.addCollaborator who is the owner",
    status: 422,
    call: op("repos.addCollaborator", { ...hello, collabuser: "mia" }),
  },
  {
    title: "repos.addCollaborator without rights",
    as: "sandbox_nora",
    status: 403,
    call: op("repos.addCollaborator", { ...hello, collabuser: "otto" }),
  },
  {
    title: "repos.removeCollaborator",
    status: 204,
    call: op("repos.removeCollaborator", { ...hello, collabuser: "nora" }),
  },
  {
    title: "repos.removeCollaborator without rights",
    as: "sandbox_nora",
    status: 403,
    call: op("repos.removeCollaborator", { ...hello, collabuser: "nora" }),
  },
  { title: "repos.getStargazers", status: 200, call: op("repos.getStargazers", hello) },
  { title: "repos.getStarred", as: "sandbox_otto", status: 200, call: op("repos.getStarred", {}) },
  { title: "repos.getStarred without an account", as: null, status: 401, call: op("repos.getStarred", {}) },
  { title: "repos.getStarredFromUser", status: 200, call: op("repos.getStarredFromUser", { user: "otto" }) },
  { title: "repos.getStarring", as: "sandbox_otto", status: 204, call: op("repos.getStarring", hello) },
  { title: "repos.getStarring of none", status: 404, call: op("repos.getStarring", hello) },
  { title: "repos.star", status: 204, call: op("repos.star", hello) },
  { title: "repos.star without scope", as: "sandbox_mia_reader", status: 404, call: op("repos.star", hello) },
  { title: "repos.unStar", status: 204, call: op("repos.unStar", hello) },
  { title: "repos.getWatchers", status: 200, call: op("repos.getWatchers", hello) },
  { title: "repos.getWatched", status: 200, call: op("repos.getWatched", {}) },
  { title: "repos.getWatchedFromUser", status: 200, call: op("repos.getWatchedFromUser", { user: "nora" }) },
  { title: "repos.getWatching", status: 200, call: op("repos.getWatching", hello) },
  {
    title: "repos.getWatching of none",
    as: "sandbox_otto_repo",
    status: 404,
    call: op("repos.getWatching", hello),
    deviations: ["there is a body where none is described"],
  },
  { title: "repos.watch", as: "sandbox_otto_repo", status: 200, call: op("repos.watch", hello) },
  { title: "repos.unWatch", status: 204, call: op("repos.unWatch", hello) },
];
