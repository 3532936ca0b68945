// 2,000 repositories: our list, page by page with all that the view keeps of it, and @octokit/rest, in the same run.
import { Octokit } from "@octokit/rest";
import { ReposModel } from "../../src/repos/model.ts";
import { alternate, row } from "../support/bench/measure.ts";
import { startRecordingServer } from "../support/recordingServer.ts";
import { openWindow, signIn } from "../unit/accounts/window.ts";

const count = 2000;
const pageSize = 100;

const repository = (index: number) => ({
  id: index,
  name: `repo-${index}`,
  full_name: `mia/repo-${index}`,
  owner: { login: "mia", id: 1, type: "User", site_admin: false, avatar_url: "https://forge.example.com/a.png" },
  private: index % 3 === 0,
  html_url: `https://forge.example.com/mia/repo-${index}`,
  description: `The repository number ${index}, about something`,
  fork: false,
  url: `https://forge.example.com/repos/mia/repo-${index}`,
  clone_url: `https://forge.example.com/mia/repo-${index}.git`,
  default_branch: "main",
  language: "TypeScript",
  stargazers_count: index,
  permissions: { admin: true, push: true, pull: true },
  pushed_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
});

const server = await startRecordingServer((request, response) => {
  server.requests.length = 0;
  const url = new URL(request.url, server.url);
  if (url.pathname === "/user") {
    response.setHeader("x-oauth-scopes", "repo");
    response.setHeader("content-type", "application/json; charset=utf-8");
    response.end(JSON.stringify({ login: "mia", id: 1 }));
    return;
  }
  const page = Number(url.searchParams.get("page") ?? 1);
  const items = Array.from({ length: pageSize }, (_, index) => repository((page - 1) * pageSize + index));
  url.searchParams.set("page", String(page + 1));
  if (page * pageSize < count) response.setHeader("link", `<${url.href}>; rel="next"`);
  response.setHeader("content-type", "application/json; charset=utf-8");
  response.end(JSON.stringify(items));
});

const window = openWindow();
const accountId = await signIn(window, server.url, "t");
const octokit = new Octokit({ baseUrl: server.url, auth: "t" });

const ours = async (): Promise<number> => {
  const repos = new ReposModel({
    accounts: window.model,
    ownOptions: () => ({ type: "all", sort: "pushed", direction: "desc" }),
  });
  const { items } = await repos.all(accountId, "own", new AbortController().signal);
  repos.dispose();
  return items.length;
};
const theirs = async (): Promise<number> =>
  (await octokit.paginate(octokit.rest.repos.listForAuthenticatedUser, { per_page: pageSize })).length;

const checked = async (read: () => Promise<number>): Promise<void> => {
  const found = await read();
  if (found !== count) throw new Error(`${found} repositories were read.`);
};
await row(
  "list",
  `${count} repositories on ${count / pageSize} pages, as the view keeps them`,
  { atMost: 1 },
  async () => {
    const times = await alternate({ ours: () => checked(ours), theirs: () => checked(theirs) });
    return { unit: "ms", ours: times.ours, peer: { name: "octokit", value: times.theirs } };
  },
);
await server.close();
