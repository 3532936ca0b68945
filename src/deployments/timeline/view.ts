import * as vscode from "vscode";
import { plainLine } from "../../ui/plainText.ts";
import { relativeTime } from "../../ui/relativeTime.ts";
import { shownPayload } from "../payload.ts";
import { lookOf } from "../stateLook.ts";
import type { Deployed } from "../board.ts";
import { staleText } from "../staleText.ts";
import { webAddress } from "../webAddress.ts";
import type { RowView, TimelineMessage } from "./messages.ts";
import { distinctLabels, ticksOf, type Timeline, timelineOf, type TimelineRow } from "./timeline.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { sentences } from "../../ui/sentences.ts";
import { textLanguage } from "../../ui/textLanguage.ts";

const ticks = 5;

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

const dateFormat =
  (timeStyle?: "short" | "medium") =>
  (time: number): string =>
    new Intl.DateTimeFormat(
      textLanguage(),
      timeStyle === undefined ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle },
    ).format(time);
const dateText = dateFormat();
const timeFormats = [dateFormat("short"), dateFormat("medium")];

const versionOf = ({ deployed: { deployment } }: TimelineRow): string => {
  const short = deployment.sha.slice(0, 7);
  return plainLine(deployment.sha.startsWith(deployment.ref) ? short : `${deployment.ref} @ ${short}`);
};

/** What names each row: what was deployed, with the time where another row deployed the same. */
const labelsOf = (rows: readonly TimelineRow[]): readonly string[] => {
  const versions = rows.map(versionOf);
  const times = distinctLabels(
    rows.map(({ deployed }) => Date.parse(deployed.deployment.created_at) || 0),
    timeFormats,
  );
  return versions.map((version, index) => {
    if (versions.filter((other) => other === version).length === 1) return version;
    // Two of one second differ by their id.
    const time = times[index] || `#${rows[index]?.deployed.deployment.id}`;
    return vscode.l10n.t("{0}, {1}", version, time);
  });
};

const rowView = (
  { deployed, state, staleness, stretches }: TimelineRow,
  label: string,
  { to: now }: Timeline,
): RowView => {
  const { deployment, statuses } = deployed;
  const [symbol, tone] = signOf(state);
  const [newest] = statuses;
  const notes = [
    ...staleText(staleness),
    ...(deployment.task === "deploy" ? [] : [deployment.task]),
    relativeTime(deployment.created_at, now, textLanguage()),
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
            text: vscode.l10n.t("Open URL"),
            spoken: vscode.l10n.t("Open URL: {0}", label),
          },
        ]),
    {
      action: "status",
      text: vscode.l10n.t("Set Status..."),
      spoken: vscode.l10n.t("Set Status...: {0}", label),
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
    notes: plainLine(notes.join(" · ")),
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
  const day = dateText(from);
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

const timelineMessage = (title: string, timeline: Timeline, hasMore: boolean): TimelineMessage => {
  const { rows } = timeline;
  const labels = labelsOf(rows);
  return {
    type: "timeline",
    language: textLanguage(),
    title: plainLine(title),
    summary: plainLine(summaryOf(timeline, hasMore)),
    ticks: rows.length === 0 ? [] : distinctLabels(ticksOf(timeline, ticks), [dateText, ...timeFormats]),
    rows: rows.map((row, index) => rowView(row, labels[index] ?? "", timeline)),
    buttons: [
      { action: "create", text: vscode.l10n.t("New Deployment...") },
      { action: "refresh", text: vscode.l10n.t("Refresh") },
      ...(hasMore ? [{ action: "older", text: vscode.l10n.t("Show Older Ones") } as const] : []),
    ],
  };
};

/** What the page shows of these deployments now. Milliseconds since 1970-01-01T00:00:00Z. */
export const messageOfRows = (
  title: string,
  rows: readonly Deployed[],
  now: number,
  hasMore: boolean,
): TimelineMessage => timelineMessage(title, timelineOf(rows, now), hasMore);
