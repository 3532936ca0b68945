// What the view of gists holds and does with 10,000 gists.
import { filtered, sorted, type SortKey } from "../../src/gists/arrange/arrangement.ts";
import { GistsModel } from "../../src/gists/model.ts";
import { startServer } from "../support/bench/gistServer.ts";
import { growthOf, quantile, row, usedMemory } from "../support/bench/measure.ts";
import { openWindow, signIn } from "../unit/accounts/window.ts";

const server = await startServer();
const window = openWindow();
const accountId = await signIn(window, server.url, "t");
const gists = new GistsModel({ accounts: window.model, pageSize: () => 100, clock: window.clock });
await gists.lists.get(accountId, "own");
const first = gists.lists.known(accountId, "own").length;
const before = usedMemory();
await gists.lists.all(accountId, "own", new AbortController().signal);
const held = usedMemory() - before;
const all = gists.lists.known(accountId, "own");
if (all.length !== 10_000) throw new Error(`${all.length} gists were read.`);

await row("memory", "a gist in the list of the view, with the cache of answers", { atMost: 6 }, () => ({
  unit: "kB",
  ours: held / (all.length - first) / 1000,
}));

const filters = [
  "9",
  "99",
  "999",
  "gist",
  "gist 12",
  "#tag1",
  "lang:ts tag3",
  "is:starred",
  "is:secret 5",
  '"of many"',
];
const marks = {
  isStarred: (gist: { id: string }) => gists.isStarred(accountId, gist.id) === true,
  isMine: (gist: (typeof all)[number]) => gists.isMine(accountId, gist),
};
/** Milliseconds of many keys: what the view sorts and filters for each. The server lists them as the default order wants. */
const filterTimes = (some: typeof all, sort: SortKey): readonly number[] => {
  const times = Array.from({ length: 30 }, () =>
    filters.map((filter) => {
      const start = performance.now();
      filtered(sorted(some, sort), filter, marks);
      return performance.now() - start;
    }),
  );
  // The first rounds warm up.
  return times.slice(5).flat();
};
/** In no order: the server's one is that of their names, too. */
const mixed = all.map((gist, index) => all[(index * 7919) % all.length] ?? gist);
for (const [name, title, list, sort] of [
  ["filter", "filter in the view over 10,000 gists, p95 per key", all, "updated"],
  ["filter-name", "the same, sorted by name", mixed, "name"],
] as const)
  await row(name, title, { atMost: 16 }, () => {
    const small = filterTimes(list.slice(0, 1000), sort);
    const large = filterTimes(list, sort);
    const growth = growthOf(quantile(small, 0.5), quantile(large, 0.5));
    return { unit: "ms", ours: quantile(large, 0.95), growth };
  });
await row("first-name", "10,000 gists sorted by name for the first time", { atMost: 100 }, () => {
  const times = Array.from({ length: 15 }, () => {
    const list = [...mixed];
    const start = performance.now();
    sorted(list, "name");
    return performance.now() - start;
  });
  return { unit: "ms", ours: quantile(times, 0.95) };
});

gists.dispose();
server.close();
