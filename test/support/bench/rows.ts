/** What a benchmark measured. All values have the unit; the ratio is ours divided by the peer's. */
export interface Measured {
  readonly unit: string;
  readonly ours: number;
  readonly peer?: { readonly name: string; readonly value: number };
  /** The time at ten times the size is that at one size times ten to this power. */
  readonly growth?: number | undefined;
}

/**
 * A limit for the ratio to the peer, or for our own value where there is no peer. With neither, only the growth of the row
 * can miss its goal.
 */
export interface Goal {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A row of the table. */
export interface BenchRow extends Measured {
  /** `<file of test/bench>.<name>` */
  readonly id: string;
  readonly what: string;
  readonly goal: Goal;
  readonly ratio?: number;
  readonly isMet: boolean;
}

/** Growth that counts as linear: the same work on more data costs caches and garbage collections too. */
const maxGrowth = 1.1;

/** A measurement held against its goal. */
export const rowOf = (id: string, what: string, goal: Goal, measured: Measured): BenchRow => {
  const { ours, peer, growth } = measured;
  const ratio = peer && ours / peer.value;
  const value = ratio ?? ours;
  const isMet =
    value >= (goal.atLeast ?? -Infinity) && value <= (goal.atMost ?? Infinity) && (growth ?? 0) <= maxGrowth;
  return { id, what, goal, ...measured, ...(ratio === undefined ? {} : { ratio }), isMet };
};

const numberText = (value: number): string =>
  value >= 1000
    ? Math.round(value).toLocaleString("en-US")
    : value >= 100
      ? value.toFixed(0)
      : value.toFixed(value < 10 ? 2 : 1);

const goalText = ({ atLeast, atMost }: Goal): string =>
  atLeast === undefined ? (atMost === undefined ? "" : `≤ ${atMost}`) : `≥ ${atLeast}`;

const headings = ["row", "what", "ours", "peer", "ratio", "goal", "growth", ""];

const cellsOf = ({ id, what, unit, ours, peer, ratio, goal, growth, isMet }: BenchRow): readonly string[] => [
  id,
  what,
  `${numberText(ours)} ${unit}`,
  peer ? `${numberText(peer.value)} ${peer.name}` : "",
  ratio === undefined ? "" : ratio.toFixed(2),
  goalText(goal),
  growth === undefined ? "" : growth.toFixed(2),
  isMet ? "" : "missed",
];

/** One table of Markdown, aligned. */
export const tableOf = (rows: readonly BenchRow[]): string => {
  const lines = [headings, ...rows.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const texts = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [texts[0], rule, ...texts.slice(1)].join("\n");
};
