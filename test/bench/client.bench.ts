// Our client, @octokit/rest, node-fetch and the platform's fetch against the same server, in turn. The server is a process
// of its own: its time is not the client's.
import { Octokit } from "@octokit/rest";
import nodeFetch from "node-fetch";
import { Client } from "../../src/client/client.ts";
import { nodeTransport } from "../../src/client/nodeTransport.ts";
import { alternate, growthOf, isWanted, median, row, timeOf } from "../support/bench/measure.ts";
import { gistId, startServer } from "../support/bench/gistServer.ts";
import { memoryOf } from "../support/bench/memoryOf.ts";

const server = await startServer();
const { url } = server;

const newClient = (): Client => {
  const made = new Client({ version: "3.0.0", baseUrl: url, dialect: "github", transport: nodeTransport });
  made.authenticate({ type: "token", token: "t" });
  return made;
};
const client = newClient();
// It would print a line for each 304.
const silent = () => undefined;
const octokit = new Octokit({
  baseUrl: url,
  auth: "t",
  log: { debug: silent, info: silent, warn: silent, error: silent },
});
const headers = {
  accept: "application/vnd.github+json",
  authorization: "token t",
  "user-agent": "bench",
  "x-github-api-version": "2022-11-28",
};
const raw = async (path: string, init: { method?: string; body?: string } = {}): Promise<unknown> =>
  (await nodeFetch(url + path, { headers, ...init })).json();

/** Calls of one sample, `width` at once. */
const many =
  (calls: number, width: number, call: (index: number) => Promise<unknown>) => async (): Promise<void> => {
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < calls) await call(next++);
    };
    await Promise.all(Array.from({ length: width }, work));
  };

/** Per second, from milliseconds for so many. */
const rate = (calls: number, milliseconds: number): number => (calls * 1000) / milliseconds;

/** Of each call, ours and the peer's, so many a sample and so many at once. */
const compare = async (
  peer: string,
  [ours, theirs]: readonly [(index: number) => Promise<unknown>, (index: number) => Promise<unknown>],
  { calls = 64, width = 1 } = {},
) => {
  const times = await alternate({ ours: many(calls, width, ours), theirs: many(calls, width, theirs) });
  return {
    unit: "a second",
    ours: rate(calls, times.ours),
    peer: { name: peer, value: rate(calls, times.theirs) },
  };
};

// No read is equal to another one under way, and none has an ETag.
const readOurs = (index: number) => client.call("gists.get", { id: gistId(index) });
const readOctokit = (index: number) => octokit.rest.gists.get({ gist_id: gistId(index) });
const readRaw = (index: number) => raw(`/gists/${gistId(index)}`);
const reads = { 1: 0.95, 16: 0.9 } as const;
for (const [width, atLeast] of Object.entries(reads)) {
  const sizes = { calls: 64, width: Number(width) };
  await row(`read-${width}`, `single reads, ${width} at once`, { atLeast }, () =>
    compare("node-fetch", [readOurs, readRaw], sizes),
  );
  await row(`read-octokit-${width}`, `single reads, ${width} at once`, { atLeast: 1 }, () =>
    compare("octokit", [readOurs, readOctokit], sizes),
  );
}

const known = new Map<string, { readonly etag: string; readonly data: unknown }>();
/** With the entity tag of the former answer; octokit throws what is not modified. */
const revalidateOctokit = async (index: number): Promise<unknown> => {
  const id = gistId(index % 16);
  const former = known.get(id);
  try {
    const { headers: answered, data } = await octokit.request("GET /tagged/{id}", {
      id,
      ...(former ? { headers: { "if-none-match": former.etag } } : {}),
    });
    known.set(id, { etag: answered.etag ?? "", data });
    return data;
  } catch (error) {
    if ((error as { readonly status?: number }).status !== 304) throw error;
    return former?.data;
  }
};
const revalidateOurs = (index: number) => client.get(`/tagged/${gistId(index % 16)}`);
for (const width of [1, 16])
  await row(`revalidate-${width}`, `revalidations (ETag, 304), ${width} at once`, { atLeast: 1 }, () =>
    compare("octokit", [revalidateOurs, revalidateOctokit], { calls: 64, width }),
  );

const files = { "new.md": { content: "# New\n" } };
await row("create", "creating a gist", { atLeast: 1.1 }, () =>
  compare("octokit", [
    () => client.call("gists.create", { public: false, files }),
    () => octokit.rest.gists.create({ public: false, files }),
  ]),
);
await row("read-large", "reading a gist of 100 kB", { atLeast: 1.1 }, () =>
  compare("octokit", [() => client.get("/large"), () => octokit.request("GET /large")]),
);

/** All pages of a list of so many gists, `latency` milliseconds each. */
const listOurs = async (from: Client, count: number, latency: number): Promise<number> => {
  let found = 0;
  const msg = { user: `list-${count}-${latency}`, per_page: 100 };
  for await (const page of from.pages("gists.getFromUser", msg, { ahead: true })) found += page.length;
  return found;
};
interface RawAnswer {
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
}
/** As a script would: the first page says how many there are, then eight pages at once. */
const listRaw =
  (read: (address: string) => Promise<RawAnswer>) =>
  async (count: number, latency: number): Promise<number> => {
    const pages: unknown[] = [];
    const readPage = async (page: number): Promise<RawAnswer> => {
      const answer = await read(`${url}/users/list-${count}-${latency}/gists?per_page=100&page=${page}`);
      pages[page] = await answer.json();
      return answer;
    };
    const link = (await readPage(1)).headers.get("link") ?? "";
    const last = Number(/[?&]page=(\d+)[^>]*>; rel="last"/.exec(link)?.[1] ?? 1);
    let next = 2;
    const work = async (): Promise<void> => {
      while (next <= last) await readPage(next++);
    };
    await Promise.all(Array.from({ length: 8 }, work));
    return pages.reduce<number>((sum, page) => sum + (page as readonly unknown[]).length, 0);
  };
const listFetch = listRaw((address) => fetch(address, { headers }));
const listNodeFetch = listRaw((address) => nodeFetch(address, { headers }));
/** Another client for each list: nothing comes from the cache. */
const listNew = async (count: number, latency: number): Promise<number> => {
  const one = newClient();
  const found = await listOurs(one, count, latency);
  one.dispose();
  return found;
};

const list = async (
  name: string,
  latency: number,
  theirs: (count: number, latency: number) => Promise<number>,
) => {
  const times = await alternate(
    { ours: () => listNew(10_000, latency), theirs: () => theirs(10_000, latency) },
    { totalMs: 6000 },
  );
  const few: number[] = [];
  for (let time = 0; time < 3; time++) few.push(await timeOf(() => listNew(1000, latency)));
  const small = median(few);
  return {
    unit: "ms",
    ours: times.ours,
    peer: { name, value: times.theirs },
    growth: growthOf(small, times.ours),
  };
};
await row("list-latency", "10,000 gists on 100 pages, 20 ms latency", { atMost: 0.9 }, () =>
  list("fetch, 8 at once", 20, listFetch),
);
await row("list", "10,000 gists on 100 pages, no latency", { atMost: 1.05 }, () =>
  list("node-fetch, 8 at once", 0, listNodeFetch),
);
await row("list-octokit", "10,000 gists on 100 pages, 20 ms latency", { atMost: 0.5 }, async () => {
  const theirs = () => octokit.paginate("GET /users/{user}/gists", { user: "list-10000-20", per_page: 100 });
  const times = await alternate(
    { ours: () => listNew(10_000, 20), theirs },
    { warmupMs: 0, totalMs: 4000, atLeast: 2 },
  );
  return { unit: "ms", ours: times.ours, peer: { name: "octokit", value: times.theirs } };
});

if (isWanted("list-memory"))
  await row("list-memory", "memory (RSS) after listing 10,000 gists", { atMost: 1.1 }, async () => {
    const measured = { ours: [] as number[], theirs: [] as number[] };
    for (let round = 0; round < 5; round++)
      for (const who of ["ours", "theirs"] as const) measured[who].push(await memoryOf(who, url));
    return {
      unit: "MB",
      ours: median(measured.ours) / 1e6,
      peer: { name: "node-fetch", value: median(measured.theirs) / 1e6 },
    };
  });

client.dispose();
server.close();
