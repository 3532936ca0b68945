// 2,000 repositories: our list, page by page with all that the view keeps of it, and @octokit/rest, in the same run.
import { Octokit } from "@octokit/rest";
import { ReposModel } from "../../src/repos/model.ts";
import { startRecordingServer } from "../support/recordingServer.ts";
import { openWindow, signIn } from "../unit/accounts/window.ts";

const count = 2000;
const pageSize = 100;
const rounds = 15;

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

const timed = async (read: () => Promise<number>): Promise<number> => {
  const start = performance.now();
  const found = await read();
  if (found !== count) throw new Error(`${found} repositories were read.`);
  return performance.now() - start;
};
const middle = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const times = { ours: [] as number[], theirs: [] as number[] };
for (let round = 0; round < rounds + 2; round++) {
  const [mine, others] = [await timed(ours), await timed(theirs)];
  // The first ones warm up.
  if (round < 2) continue;
  times.ours.push(mine);
  times.theirs.push(others);
}
const [mine, others] = [middle(times.ours), middle(times.theirs)];
console.log(
  `${count} repositories in ${count / pageSize} pages: ours ${mine.toFixed(0)} ms, @octokit/rest ${others.toFixed(0)} ms, ${(others / mine).toFixed(2)} x`,
);
await server.close();
