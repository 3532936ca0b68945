import type { Priority } from "../client/scheduler.ts";
import type { CountedCalls } from "../client/usage.ts";

/** What one origin used. */
export interface Used {
  /** A command's or view's id; what neither asked for is one by how much it was wanted. */
  readonly callOrigin: string | undefined;
  readonly priority: Priority;
  readonly count: number;
  /** Operation or path → how often; the most first. */
  readonly calls: readonly (readonly [label: string, count: number])[];
}

const mostFirst = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].toSorted(([, left], [, right]) => right - left);

/** Who used the limit, the most first. */
export const usedBy = (calls: readonly CountedCalls[]): Used[] => {
  const groups = new Map<
    string,
    Pick<Used, "callOrigin" | "priority"> & { readonly counts: Map<string, number> }
  >();
  for (const { callOrigin, priority, label, count } of calls) {
    const key = callOrigin ?? priority;
    const group = groups.get(key) ?? { callOrigin, priority, counts: new Map() };
    group.counts.set(label, (group.counts.get(label) ?? 0) + count);
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ callOrigin, priority, counts }) => ({
      callOrigin,
      priority,
      calls: mostFirst(counts),
      count: [...counts.values()].reduce((sum, count) => sum + count, 0),
    }))
    .toSorted((left, right) => right.count - left.count);
};
