// Our client and @octokit/rest against the same server on this machine, in the same run.
import { Octokit } from "@octokit/rest";
import { Bench } from "tinybench";
import { Client } from "../../src/client/client.ts";
import { setTimeout as delay } from "node:timers/promises";
import { nodeTransport } from "../../src/client/nodeTransport.ts";
import { json, startRecordingServer } from "../support/recordingServer.ts";

const id = "a".repeat(32);
const owner = {
  login: "mia",
  id: 1,
  avatar_url: "https://forge.example.com/a.png",
  type: "User",
  site_admin: false,
};

const gist = (index: number, content?: string) => ({
  id: index.toString(16).padStart(32, "0"),
  url: "https://forge.example.com/gists/1",
  html_url: "https://forge.example.com/mia/1",
  description: `Gist ${index}`,
  public: true,
  comments: 0,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  owner,
  files: {
    "a.md": {
      filename: "a.md",
      type: "text/markdown",
      language: "Markdown",
      size: 100_000,
      raw_url: "https://x.example",
      content,
    },
  },
});

const large = json(gist(0, "A line of text, ünd so on.\n".repeat(4000).slice(0, 100_000)));
const list = json(Array.from({ length: 100 }, (_, index) => gist(index)));
const made = json(gist(1, "# New\n"), 201);

const pageCount = 20;
/** Milliseconds from a request to its answer, for a list of many pages. */
const latency = 20;

const server = await startRecordingServer(async (request, response) => {
  server.requests.length = 0;
  const number = Number(/[?&]page=(\d+)/.exec(request.url)?.[1] ?? 1);
  if (request.url.startsWith("/gists/public")) {
    await delay(latency);
    const link = (to: number, rel: string) => `<${server.url}/gists/public?per_page=100&page=${to}>; rel="${rel}"`;
    const links = number < pageCount ? [link(number + 1, "next"), link(pageCount, "last")] : [];
    const page = Array.from({ length: 100 }, (_, index) => gist(number * 100 + index));
    json(page, 200, links.length > 0 ? { link: links.join(", ") } : {})(request, response);
    return;
  }
  const answer = request.method === "POST" ? made : request.url.startsWith(`/gists/${id}`) ? large : list;
  answer(request, response);
});

const client = new Client({ version: "3.0.0", baseUrl: server.url, dialect: "github", transport: nodeTransport });
client.authenticate({ type: "token", token: "t" });
const octokit = new Octokit({ baseUrl: server.url, auth: "t" });
const files = { "new.md": { content: "# New\n" } };

const readAll = async (): Promise<void> => {
  let count = 0;
  for await (const page of client.pages("gists.public", { per_page: 100 }, { ahead: true })) count += page.length;
  if (count !== pageCount * 100) throw new Error(`${count} items were read.`);
};

const tasks: readonly (readonly [
  title: string,
  ours: () => Promise<unknown>,
  octokits: () => Promise<unknown>,
])[] = [
  ["one gist of 100 kB", () => client.call("gists.get", { id }), () => octokit.rest.gists.get({ gist_id: id })],
  [
    "a list of 100 gists",
    () => client.call("gists.getAll", { per_page: 100 }),
    () => octokit.rest.gists.list({ per_page: 100 }),
  ],
  [
    "creating a gist",
    () => client.call("gists.create", { public: false, files }),
    () => octokit.rest.gists.create({ public: false, files }),
  ],
  ["2,000 on 20 pages", readAll, () => octokit.paginate(octokit.rest.gists.listPublic, { per_page: 100 })],
];

/** The middle of the samples: a pause of the machine moves it little. */
const perSecond = (bench: Bench, name: string): number => {
  const result = bench.getTask(name)?.result;
  if (result?.state !== "completed") throw new Error(`${name} did not run to its end.`, { cause: result });
  return result.throughput.p50;
};

const cells = (...texts: readonly string[]): string =>
  texts.map((text, index) => (index === 0 ? text.padEnd(22) : text.padStart(14))).join("");

console.log(cells("requests per second", "ours", "@octokit/rest", "ratio"));
for (const [title, ours, octokits] of tasks) {
  const bench = new Bench({ time: 1500, warmupTime: 500, throws: true });
  bench.add("ours", ours);
  bench.add("octokit", octokits);
  await bench.run();
  const [mine, others] = [perSecond(bench, "ours"), perSecond(bench, "octokit")];
  console.log(cells(title, mine.toFixed(1), others.toFixed(1), `${(mine / others).toFixed(2)} x`));
}
client.dispose();
await server.close();
