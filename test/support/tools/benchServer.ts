// The service of the benchmarks, started by test/support/bench/gistServer.ts: answers are made before they are asked for.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { gistId } from "../bench/gistServer.ts";

const base = "https://forge.example.com";
const user = `${base}/users/mia`;
/** As the service describes a user in each gist. */
const owner = {
  login: "mia",
  id: 1,
  node_id: "MDQ6VXNlcjE=",
  avatar_url: `${base}/avatars/u/1?v=4`,
  gravatar_id: "",
  url: user,
  html_url: `${base}/mia`,
  followers_url: `${user}/followers`,
  following_url: `${user}/following{/other_user}`,
  gists_url: `${user}/gists{/gist_id}`,
  starred_url: `${user}/starred{/owner}{/repo}`,
  subscriptions_url: `${user}/subscriptions`,
  organizations_url: `${user}/orgs`,
  repos_url: `${user}/repos`,
  events_url: `${user}/events{/privacy}`,
  received_events_url: `${user}/received_events`,
  type: "User",
  user_view_type: "public",
  site_admin: false,
};
const gist = (index: number, content?: string) => ({
  url: `${base}/gists/${gistId(index)}`,
  forks_url: `${base}/gists/${gistId(index)}/forks`,
  commits_url: `${base}/gists/${gistId(index)}/commits`,
  id: gistId(index),
  node_id: `G_${gistId(index)}`,
  git_pull_url: `${base}/${gistId(index)}.git`,
  git_push_url: `${base}/${gistId(index)}.git`,
  html_url: `${base}/mia/${gistId(index)}`,
  files: Object.fromEntries(
    [`file${index}.md`, `run${index}.ts`].map((filename) => [
      filename,
      {
        filename,
        type: "text/plain",
        language: filename.endsWith(".md") ? "Markdown" : "TypeScript",
        raw_url: `${base}/mia/${gistId(index)}/raw/${gistId(index)}${gistId(1).slice(24)}/${filename}`,
        size: 1000,
        content,
      },
    ]),
  ),
  public: index % 3 === 0,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: `${new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString().slice(0, 19)}Z`,
  description: `Gist ${index} of many, about something #tag${index % 40}`,
  comments: index % 2,
  user: null,
  comments_enabled: true,
  comments_url: `${base}/gists/${gistId(index)}/comments`,
  owner,
  truncated: false,
});

const single = Buffer.from(JSON.stringify(gist(1, "# A gist\n".repeat(20))));
const large = Buffer.from(JSON.stringify(gist(2, "A line of text, ünd so on.\n".repeat(2000).slice(0, 50_000))));
const pages = new Map<number, Buffer>();
const pageOf = (number: number): Buffer => {
  const known = pages.get(number);
  if (known) return known;
  const items = Array.from({ length: 100 }, (_, index) => gist((number - 1) * 100 + index));
  const page = Buffer.from(JSON.stringify(items));
  pages.set(number, page);
  return page;
};
for (let number = 1; number <= 100; number++) pageOf(number);

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "", `http://${request.headers.host}`);
  const send = (body: Buffer, status = 200, headers: Record<string, string> = {}): void => {
    response.writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "x-ratelimit-limit": "5000000",
      "x-ratelimit-remaining": "4999000",
      "x-ratelimit-reset": "4000000000",
      "x-ratelimit-resource": "core",
      ...(status === 304 ? {} : { "content-length": String(body.length) }),
      ...headers,
    });
    response.end(status === 304 ? undefined : body);
  };
  const list = /^\/users\/list-(\d+)-(\d+)\/gists$/.exec(url.pathname);
  request.resume().on("end", () => {
    if (request.method === "POST") send(single, 201);
    else if (url.pathname === "/user")
      send(Buffer.from('{"login":"mia","id":1}'), 200, { "x-oauth-scopes": "gist" });
    else if (url.pathname === "/large") send(large);
    else if (url.pathname.startsWith("/tagged/")) {
      const etag = `"${url.pathname.slice(-32)}"`;
      send(single, request.headers["if-none-match"] === etag ? 304 : 200, { etag });
    } else if (list || url.pathname === "/gists") {
      const [count, latency] = [Number(list?.[1] ?? 10_000), Number(list?.[2] ?? 0)];
      const number = Number(url.searchParams.get("page") ?? 1);
      const perPage = Number(url.searchParams.get("per_page"));
      if (perPage !== 100) throw new Error("Pages have 100 gists.");
      const link = (to: number, rel: string): string => {
        url.searchParams.set("page", String(to));
        return `<${url.href}>; rel="${rel}"`;
      };
      const last = count / 100;
      const links = number < last ? `${link(number + 1, "next")}, ${link(last, "last")}` : undefined;
      const headers = { etag: `"page-${number}"`, ...(links === undefined ? {} : { link: links }) };
      const answer = (): void => send(pageOf(number), 200, headers);
      if (latency > 0) void delay(latency).then(answer);
      else answer();
    } else send(single);
  });
});
// A bench that fails or is ended leaves nothing behind.
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
