import type { DeploymentStatus } from "../../client/types/deployment.ts";
import { type Deployed, stalenessOf, type Staleness, stateOf } from "../board.ts";

/** How long a deployment was in a state; `from` and `to` in percent of the time that is shown. */
interface Stretch {
  readonly state: string;
  readonly from: number;
  readonly to: number;
}

export interface TimelineRow {
  readonly deployed: Deployed;
  readonly state: string;
  readonly staleness: Staleness | undefined;
  /** In the order of time. */
  readonly stretches: readonly Stretch[];
}

export interface Timeline {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly from: number;
  readonly to: number;
  /** The newest first. */
  readonly rows: readonly TimelineRow[];
}

/** What goes on until something else happens; the other states are moments. */
const lasting: ReadonlySet<string> = new Set(["none", "pending", "queued", "in_progress", "success"]);

const timeOf = (iso: string, otherwise: number): number => {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? otherwise : time;
};

const inOrder = (statuses: readonly DeploymentStatus[]): readonly DeploymentStatus[] =>
  statuses.toReversed().toSorted((left, right) => timeOf(left.created_at, 0) - timeOf(right.created_at, 0));

/** When a newer deployment that went well took the place of this one. */
const replacedAt = (newer: readonly Deployed[], now: number): number =>
  Math.min(
    now,
    ...newer
      .filter((other) => stateOf(other) === "success")
      .map((other) => timeOf(other.statuses[0]?.created_at ?? "", now)),
  );

/** `deployments` of one environment, the newest first; `now` in milliseconds since 1970-01-01T00:00:00Z. */
export const timelineOf = (deployments: readonly Deployed[], now: number): Timeline => {
  const begins = deployments.map(({ deployment }) => timeOf(deployment.created_at, now));
  const from = Math.min(now, ...begins);
  const to = Math.max(now, from + 1);
  const percent = (time: number): number => ((Math.min(Math.max(time, from), to) - from) / (to - from)) * 100;
  const rows = deployments.map((deployed, index): TimelineRow => {
    const end = replacedAt(deployments.slice(0, index), now);
    const moments = [
      { state: "none", at: begins[index] ?? now },
      ...inOrder(deployed.statuses).map(({ state, created_at: created }) => ({
        state,
        at: timeOf(created, now),
      })),
    ];
    const stretches = moments.map(({ state, at }, nth): Stretch => {
      const next = moments[nth + 1]?.at ?? (lasting.has(state) ? Math.max(end, at) : at);
      return { state, from: percent(at), to: percent(next) };
    });
    // The wait before the first status is not drawn when that came at once.
    const [first, second] = stretches;
    const isInstant = second !== undefined && first?.from === second.from;
    return {
      deployed,
      state: stateOf(deployed),
      staleness: stalenessOf(deployed, deployments, now),
      stretches: isInstant ? stretches.slice(1) : stretches,
    };
  });
  return { from, to, rows };
};

/**
 * A label for each time, in the first of the formats, from coarse to fine, that gives no label twice. In the finest format, a
 * label that another time has already is empty.
 */
export const distinctLabels = (
  times: readonly number[],
  formats: readonly ((time: number) => string)[],
): readonly string[] => {
  let labels: readonly string[] = [];
  for (const format of formats) {
    labels = times.map(format);
    if (new Set(labels).size === labels.length) return labels;
  }
  return labels.map((label, index) => (labels.indexOf(label) === index ? label : ""));
};

/** Times with equal distances between the ends, both included; milliseconds. */
export const ticksOf = ({ from, to }: Pick<Timeline, "from" | "to">, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + ((to - from) * index) / (count - 1));
