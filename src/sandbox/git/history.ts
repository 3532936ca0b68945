import type { GitObjects } from "./objects.ts";
import { entryAt } from "./trees.ts";

const timeOf = (objects: GitObjects, id: string): number => Date.parse(objects.commit(id).committer.date);

/** The commits themselves and all before them. */
export const ancestors = (objects: GitObjects, ids: readonly string[]): Set<string> => {
  const seen = new Set<string>(ids);
  // A set's iteration includes what is added during it.
  for (const id of seen) for (const parent of objects.commit(id).parents) seen.add(parent);
  return seen;
};

/** Newest first by date, yet never a commit before its children. */
export const inOrder = (objects: GitObjects, ids: ReadonlySet<string>): string[] => {
  const children = new Map<string, number>();
  for (const id of ids) {
    for (const parent of objects.commit(id).parents) children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  const ready: string[] = [...ids].filter((id) => !children.has(id));
  const byDate = (left: string, right: string): number => timeOf(objects, left) - timeOf(objects, right);
  ready.sort(byDate);
  const order: string[] = [];
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    order.push(id);
    for (const parent of objects.commit(id).parents) {
      if (!ids.has(parent)) continue;
      const left = (children.get(parent) ?? 0) - 1;
      children.set(parent, left);
      if (left > 0) continue;
      let at = ready.length;
      while (at > 0 && byDate(ready[at - 1] ?? "", parent) > 0) at -= 1;
      ready.splice(at, 0, parent);
    }
  }
  return order;
};

/** From this commit back, newest first. */
export const logOf = (objects: GitObjects, id: string): readonly string[] =>
  objects.memo("log", id, () => inOrder(objects, ancestors(objects, [id])));

/** The best commit that both have; undefined when they have none. */
export const mergeBase = (objects: GitObjects, left: string, right: string): string | undefined => {
  const mine = ancestors(objects, [left]);
  const shared = new Set([...ancestors(objects, [right])].filter((id) => mine.has(id)));
  const below = new Set([...shared].flatMap((id) => objects.commit(id).parents));
  const best = new Set([...shared].filter((id) => !below.has(id)));
  return inOrder(objects, best)[0];
};

/** Whether a commit changed what is at `path`, compared with each of its parents. */
export const touches = (objects: GitObjects, id: string, path: string): boolean => {
  const at = (commit: string): string => {
    const entry = entryAt(objects, objects.commit(commit).tree, path);
    return entry === undefined ? "" : `${entry[0]} ${entry[1]}`;
  };
  const own = at(id);
  const { parents } = objects.commit(id);
  return parents.length === 0 ? own !== "" : parents.every((parent) => at(parent) !== own);
};
