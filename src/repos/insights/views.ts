import * as vscode from "vscode";
import type { Cell } from "./csv.ts";
import type { ChartView } from "./messages.ts";
import type { ChartKey, InsightsData } from "./types.ts";
import { heading } from "./words.ts";
import { commitsText } from "../../ui/counts.ts";
import { pluralText } from "../../ui/pluralText.ts";
import { sentences } from "../../ui/sentences.ts";
import { numberText, textLanguage } from "../../ui/textLanguage.ts";

/** A chart in words and numbers. */
export interface Described {
  /** Sums it up in a sentence. */
  readonly summary: string;
  /** Undefined when there is nothing to draw. */
  readonly drawing: Pick<ChartView, "shape" | "labels" | "series" | "unit"> | undefined;
  /** Heads first; numbers as they are, days as 2026-01-31. */
  readonly table: readonly (readonly Cell[])[];
}

/** Most rows that a chart of bars has; the table has all. */
const maxBars = 15;

const percent = (share: number): string =>
  share.toLocaleString(textLanguage(), { style: "percent", maximumFractionDigits: 1 });
const isoDay = (week: number): string => new Date(week).toISOString().slice(0, 10);
const day = (week: number): string =>
  new Date(week).toLocaleDateString(textLanguage(), { dateStyle: "medium", timeZone: "UTC" });
/** 1970-01-04 was a Sunday. */
const weekdays = (): readonly string[] =>
  Array.from({ length: 7 }, (_, index) =>
    new Date(Date.UTC(1970, 0, 4 + index)).toLocaleDateString(textLanguage(), {
      weekday: "long",
      timeZone: "UTC",
    }),
  );
const hours = (): readonly string[] =>
  Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const indexOfMost = (values: readonly number[]): number => values.indexOf(Math.max(...values));

const participation = ({ all, owner }: InsightsData["participation"]): Described => {
  const names = { all: vscode.l10n.t("Everyone"), owner: vscode.l10n.t("Owner") };
  const labels = all.map((_, index) => {
    const ago = all.length - 1 - index;
    if (ago === 0) return vscode.l10n.t("this week");
    return pluralText(vscode.l10n.t("{count, plural, one {# week ago} other {# weeks ago}}"), ago);
  });
  return {
    summary:
      sum(all) === 0
        ? vscode.l10n.t("There are no commits of the last 52 weeks.")
        : vscode.l10n.t(
            "{0} in the last 52 weeks, {1} of them by the owner.",
            commitsText(sum(all)),
            numberText(sum(owner)),
          ),
    drawing:
      sum(all) === 0
        ? undefined
        : {
            shape: "lines",
            labels,
            series: [
              { label: names.all, values: all },
              { label: names.owner, values: owner },
            ],
            unit: vscode.l10n.t("Commits"),
          },
    table: [
      [vscode.l10n.t("Week"), names.all, names.owner],
      ...labels.map((label, index) => [label, all[index] ?? 0, owner[index] ?? 0]),
    ],
  };
};

const commitActivity = (weeks: InsightsData["commitActivity"]): Described => {
  const totals = weeks.map(({ total }) => total);
  const best = weeks[indexOfMost(totals)];
  const names = weekdays();
  const perDay = names.map((_, index) => sum(weeks.map(({ days }) => days[index] ?? 0)));
  const unit = vscode.l10n.t("Commits");
  const isNone = best === undefined || best.total === 0;
  return {
    summary: isNone
      ? vscode.l10n.t("There are no commits of the last 52 weeks.")
      : vscode.l10n.t(
          "{0} in the last 52 weeks. The busiest week began on {1} with {2}; the busiest day of the week is {3}.",
          commitsText(sum(totals)),
          day(best.week),
          commitsText(best.total),
          names[indexOfMost(perDay)] ?? "",
        ),
    drawing: isNone
      ? undefined
      : {
          shape: "columns",
          labels: weeks.map(({ week }) => day(week)),
          series: [{ label: unit, values: totals }],
          unit,
        },
    table: [
      [vscode.l10n.t("Week of"), unit, ...names],
      ...weeks.map(({ week, total, days }) => [isoDay(week), total, ...days]),
    ],
  };
};

const punchCard = (card: InsightsData["punchCard"]): Described => {
  const names = weekdays();
  const labels = hours();
  const all = card.flat();
  const most = Math.max(...all);
  const at = indexOfMost(all);
  return {
    summary:
      most === 0
        ? vscode.l10n.t("There are no commits.")
        : vscode.l10n.t(
            "{0}. The busiest hour is {1} from {2} with {3}.",
            commitsText(sum(all)),
            names[Math.floor(at / 24)] ?? "",
            labels[at % 24] ?? "",
            commitsText(most),
          ),
    drawing:
      most === 0
        ? undefined
        : {
            shape: "hours",
            labels,
            series: card.map((values, index) => ({ label: names[index] ?? "", values })),
            unit: vscode.l10n.t("Commits"),
          },
    table: [[vscode.l10n.t("Day"), ...labels], ...card.map((values, index) => [names[index] ?? "", ...values])],
  };
};

const codeFrequency = (weeks: InsightsData["codeFrequency"]): Described => {
  const added = weeks.map(({ additions }) => additions);
  const removed = weeks.map(({ deletions }) => deletions);
  const names = { added: vscode.l10n.t("Lines added"), removed: vscode.l10n.t("Lines removed") };
  const [first] = weeks;
  return {
    summary: first
      ? pluralText(
          vscode.l10n.t(
            "{count, plural, one {# line added and {0} removed since the week of {1}.} other {# lines added and {0} removed since the week of {1}.}}",
          ),
          sum(added),
          numberText(sum(removed)),
          day(first.week),
        )
      : vscode.l10n.t("There are no changes."),
    drawing: first && {
      shape: "areas",
      labels: weeks.map(({ week }) => day(week)),
      series: [
        { label: names.added, values: added },
        { label: names.removed, values: removed.map((lines) => 0 - lines) },
      ],
      unit: vscode.l10n.t("Lines"),
    },
    table: [
      [vscode.l10n.t("Week of"), names.added, names.removed],
      ...weeks.map(({ week, additions, deletions }) => [isoDay(week), additions, deletions]),
    ],
  };
};

const onlyFirst = (count: number): string =>
  count > maxBars ? vscode.l10n.t("The chart shows the first {0}; the table shows all.", maxBars) : "";

const contributors = (people: InsightsData["contributors"]): Described => {
  const unit = vscode.l10n.t("Commits");
  const named = people.map((person) => ({ ...person, name: person.name || vscode.l10n.t("unknown user") }));
  const shown = named.slice(0, maxBars);
  const [first] = named;
  const all = sum(named.map(({ commits }) => commits));
  return {
    summary: first
      ? sentences(
          pluralText(
            vscode.l10n.t(
              "{count, plural, =1 {{1} made all {0}.} other {# people made {0}; {1} made the most, {2}.}}",
            ),
            named.length,
            commitsText(all),
            first.name,
            numberText(first.commits),
          ),
          onlyFirst(named.length),
        )
      : vscode.l10n.t("There are no contributors."),
    drawing: first && {
      shape: "bars",
      labels: shown.map(({ name }) => name),
      series: [{ label: unit, values: shown.map(({ commits }) => commits) }],
      unit,
    },
    table: [
      [vscode.l10n.t("Name"), unit, vscode.l10n.t("Lines added"), vscode.l10n.t("Lines removed")],
      ...named.map(({ name, commits, additions, deletions }) => [name, commits, additions, deletions]),
    ],
  };
};

const languages = (used: InsightsData["languages"]): Described => {
  const unit = vscode.l10n.t("Percent");
  const shown = used.slice(0, maxBars);
  const most = new Intl.ListFormat(textLanguage()).format(
    used.slice(0, 4).map(({ name, share }) => `${name} ${percent(share)}`),
  );
  return {
    summary:
      used.length === 0
        ? vscode.l10n.t("The server finds no code in a language that it knows.")
        : sentences(
            used.length > 4
              ? pluralText(
                  vscode.l10n.t(
                    "{count, plural, one {# language, most of it in {0}.} other {# languages, most of it in {0}.}}",
                  ),
                  used.length,
                  most,
                )
              : vscode.l10n.t("The code is in {0}.", most),
            onlyFirst(used.length),
          ),
    drawing:
      used.length === 0
        ? undefined
        : {
            shape: "bars",
            labels: shown.map(({ name }) => name),
            series: [{ label: unit, values: shown.map(({ share }) => Math.round(share * 1000) / 10) }],
            unit,
          },
    table: [
      [vscode.l10n.t("Language"), vscode.l10n.t("Bytes"), unit],
      ...used.map(({ name, bytes, share }) => [name, bytes, Math.round(share * 1000) / 10]),
    ],
  };
};

const describers: { readonly [K in ChartKey]: (data: InsightsData[K]) => Described } = {
  participation,
  commitActivity,
  punchCard,
  codeFrequency,
  contributors,
  languages,
};

export const describe = <K extends ChartKey>(key: K, data: InsightsData[K]): Described => describers[key](data);

/** The chart for the page; undefined when there is nothing to draw. */
export const viewOf = (key: ChartKey, { drawing, table }: Described): ChartView | undefined => {
  if (!drawing) return undefined;
  const [columns = [], ...rows] = table.map((row) =>
    row.map((cell) => (typeof cell === "number" ? numberText(cell) : cell)),
  );
  return { ...drawing, caption: heading(key), columns, rows };
};
