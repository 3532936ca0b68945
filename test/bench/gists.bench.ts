// What the view of gists holds and does with 10,000 gists.
import { filtered, sorted } from "../../src/gists/arrange/arrangement.ts";
import { GistsModel } from "../../src/gists/model.ts";
import { startServer } from "../support/bench/gistServer.ts";
import { growthOf, isWanted, quantile, row, usedMemory } from "../support/bench/measure.ts";
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
/** Milliseconds of many keys: what the view filters and sorts for each. The lists are in order, so nothing is moved. */
const filterTimes = (some: typeof all): readonly number[] => {
  const times = Array.from({ length: 30 }, () =>
    filters.map((filter) => {
      const start = performance.now();
      sorted(filtered(some, filter, marks), "updated");
      return performance.now() - start;
    }),
  );
  // The first rounds warm up.
  return times.slice(5).flat();
};
if (isWanted("filter"))
  await row("filter", "filter in the view over 10,000 gists, p95 per key", { atMost: 16 }, () => {
    const small = filterTimes(all.slice(0, 1000));
    const large = filterTimes(all);
    const growth = growthOf(quantile(small, 0.5), quantile(large, 0.5));
    return { unit: "ms", ours: quantile(large, 0.95), growth };
  });

gists.dispose();
server.close();
