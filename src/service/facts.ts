/** What the service says of itself: a name with a value, or with more below it. */
export interface FactTree {
  readonly name: string;
  /** Absent where there is more below. */
  readonly value?: string;
  readonly children: readonly FactTree[];
}

/** How deep answers are read; what is deeper is shown as JSON. */
const deepest = 5;

const factOf = (name: string, value: unknown, depth: number): FactTree => {
  if (typeof value !== "object" || value === null) return { name, value: String(value), children: [] };
  if (depth >= deepest) return { name, value: JSON.stringify(value), children: [] };
  const entries = Array.isArray(value)
    ? value.map((each: unknown, index): [string, unknown] => [
        typeof each === "object" && each !== null ? String(index + 1) : String(each),
        typeof each === "object" && each !== null ? each : "",
      ])
    : Object.entries(value);
  return { name, children: entries.map(([key, each]) => factOf(key, each, depth + 1)) };
};

/** An answer without its headers, in its own order. */
export const factsOf = (answer: unknown): readonly FactTree[] =>
  typeof answer === "object" && answer !== null
    ? Object.entries(answer)
        .filter(([name]) => name !== "meta")
        .map(([name, value]) => factOf(name, value, 1))
    : [];

/** All values at and below a fact, a line each. */
export const linesOf = ({ name, value, children }: FactTree): readonly string[] =>
  children.length > 0
    ? children.flatMap((child) =>
        child.children.length === 0 && child.value === "" ? [child.name] : linesOf(child),
      )
    : [value === undefined || value === "" ? name : value];
