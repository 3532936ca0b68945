// Lists 10,000 gists and holds them, started by test/support/bench/memoryOf.ts: benchMemory.mjs ours|theirs <URL>.
import nodeFetch from "node-fetch";
import { Client } from "../../../src/client/client.ts";
import { nodeTransport } from "../../../src/client/nodeTransport.ts";

const [who, url = ""] = process.argv.slice(2);
const client = new Client({ version: "3.0.0", baseUrl: url, dialect: "github", transport: nodeTransport });
client.authenticate({ type: "token", token: "t" });

/** What both hold to the end. */
const held: unknown[] = [];
const readOurs = async (count: number): Promise<void> => {
  const msg = { user: `list-${count}-0`, per_page: 100 };
  for await (const page of client.pages("gists.getFromUser", msg, { ahead: true })) held.push(page);
};
const readTheirs = async (count: number): Promise<void> => {
  let next = 1;
  const work = async (): Promise<void> => {
    for (let page = next++; page <= count / 100; page = next++) {
      const address = `${url}/users/list-${count}-0/gists?per_page=100&page=${page}`;
      held.push(await (await nodeFetch(address, { headers: { authorization: "token t" } })).json());
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
};
const read = who === "ours" ? readOurs : readTheirs;

// The code and the connections are there.
await read(200);
held.length = 0;
globalThis.gc?.();
const before = process.memoryUsage.rss();
await read(10_000);
globalThis.gc?.();
if (held.length !== 100) throw new Error(`${held.length} pages were read.`);
process.send?.(process.memoryUsage.rss() - before);
