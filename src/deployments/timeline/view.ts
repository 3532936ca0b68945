import * as vscode from "vscode";
import { relativeTime } from "../../ui/relativeTime.ts";
import { shownPayload } from "../payload.ts";
import { lookOf } from "../stateLook.ts";
import type { Deployed } from "../board.ts";
import { staleText } from "../staleText.ts";
import { webAddress } from "../webAddress.ts";
import type { RowView, TimelineMessage } from "./messages.ts";
import { ticksOf, type Timeline, timelineOf, type TimelineRow } from "./timeline.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { sentences } from "../../ui/sentences.ts";

const ticks = 5;
const hour = 3_600_000;

/** A state is shown by its word and its icon; the colour is only an addition. */
const signs: Readonly<Record<string, readonly [symbol: string, tone: string]>> = {
  success: ["✓", "good"],
  failure: ["✗", "bad"],
  error: ["!", "bad"],
  pending: ["…", "open"],
  queued: ["…", "open"],
  in_progress: ["↻", "busy"],
};
const signOf = (state: string): readonly [symbol: string, tone: string] => signs[state] ?? ["○", "off"];

const dateText = (time: number, length: number): string =>
  new Intl.DateTimeFormat(
    vscode.env.language,
    length < 48 * hour ? { dateStyle: "medium", timeStyle: "short" } : { dateStyle: "medium" },
  ).format(time);

const rowView = ({ deployed, state, staleness, stretches }: TimelineRow, { to: now }: Timeline): RowView => {
  const { deployment, statuses } = deployed;
  const short = deployment.sha.slice(0, 7);
  const label = deployment.sha.startsWith(deployment.ref) ? short : `${deployment.ref} @ ${short}`;
  const [symbol, tone] = signOf(state);
  const [newest] = statuses;
  const notes = [
    ...staleText(staleness),
    ...(deployment.task === "deploy" ? [] : [deployment.task]),
    relativeTime(deployment.created_at, now, vscode.env.language),
    ...(deployment.creator ? [deployment.creator.login] : []),
    ...(deployment.description ? [deployment.description] : []),
    ...(newest?.description ? [newest.description] : []),
  ];
  const actions: RowView["actions"] = [
    ...(webAddress(newest?.target_url) === undefined
      ? []
      : [
          {
            action: "open" as const,
            text: vscode.l10n.t("Open Its Address"),
            spoken: vscode.l10n.t("Open Its Address: {0}", label),
          },
        ]),
    {
      action: "status",
      text: vscode.l10n.t("Set Status…"),
      spoken: vscode.l10n.t("Set Status…: {0}", label),
    },
    ...(shownPayload(deployment.payload) === ""
      ? []
      : [
          {
            action: "payload" as const,
            text: vscode.l10n.t("Show Payload"),
            spoken: vscode.l10n.t("Show Payload: {0}", label),
          },
        ]),
  ];
  return {
    id: deployment.id,
    label,
    symbol,
    tone,
    state: lookOf(state).text,
    notes: notes.join(" · "),
    isStale: staleness !== undefined,
    stretches: stretches.map((stretch) => ({
      from: stretch.from,
      to: stretch.to,
      tone: signOf(stretch.state)[1],
      text: lookOf(stretch.state).text,
    })),
    actions,
  };
};

const summaryOf = ({ rows, from }: Timeline, hasMore: boolean): string => {
  const [newest] = rows;
  if (!newest) return vscode.l10n.t("Nothing was deployed here yet.");
  const { ref } = newest.deployed.deployment;
  const state = lookOf(newest.state).text;
  const day = dateText(from, 0);
  const count = pluralText(
    vscode.l10n.t(
      "{count, plural, =1 {1 deployment since {0}, of {1}: {2}.} other {# deployments since {0}; the newest, of {1}: {2}.}}",
    ),
    rows.length,
    day,
    ref,
    state,
  );
  return hasMore ? sentences(count, vscode.l10n.t("There are older ones.")) : count;
};

const timelineMessage = (title: string, timeline: Timeline, hasMore: boolean): TimelineMessage => ({
  type: "timeline",
  language: vscode.env.language,
  title,
  summary: summaryOf(timeline, hasMore),
  ticks:
    timeline.rows.length === 0
      ? []
      : ticksOf(timeline, ticks).map((time) => dateText(time, timeline.to - timeline.from)),
  rows: timeline.rows.map((row) => rowView(row, timeline)),
  buttons: [
    { action: "create", text: vscode.l10n.t("New Deployment…") },
    { action: "refresh", text: vscode.l10n.t("Refresh") },
    ...(hasMore ? [{ action: "older", text: vscode.l10n.t("Show Older Ones") } as const] : []),
  ],
});

/** What the page shows of these deployments now. Milliseconds since 1970-01-01T00:00:00Z. */
export const messageOfRows = (
  title: string,
  rows: readonly Deployed[],
  now: number,
  hasMore: boolean,
): TimelineMessage => timelineMessage(title, timelineOf(rows, now), hasMore);
