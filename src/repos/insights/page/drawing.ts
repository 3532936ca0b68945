import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  type ChartDataset,
  type ChartOptions,
  Filler,
  Legend,
  type LegendOptions,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type ScaleOptionsByType,
  Tooltip,
} from "chart.js";
import { color } from "chart.js/helpers";
import type { ChartView } from "../messages.ts";
import { type Theme, themedOptions } from "./theme.ts";

/** Once, before the first chart. */
export const registerChartTypes = (): void =>
  Chart.register(
    LineController,
    LineElement,
    PointElement,
    BarController,
    BarElement,
    CategoryScale,
    LinearScale,
    Legend,
    Tooltip,
    Filler,
  );

const faint = (value: string): string => color(value).alpha(0.25).rgbString();

type Scales = NonNullable<ChartOptions["scales"]>;

const axis = (theme: Theme, more: object = {}): object => ({
  ticks: { color: theme.text, font: { ...theme.font }, maxRotation: 0, autoSkipPadding: 16 },
  grid: { color: faint(theme.lines), tickColor: faint(theme.lines) },
  border: { color: theme.lines },
  ...more,
});

const valueAxis = (theme: Theme, unit: string, more: object = {}): object =>
  axis(theme, {
    beginAtZero: true,
    title: { display: true, text: unit, color: theme.text, font: { ...theme.font } },
    ...more,
  });

/** Has the dashes of the lines. */
const legend = (theme: Theme, fill: boolean): object => {
  const labels = { color: theme.text, font: { ...theme.font }, boxWidth: 36, boxHeight: 8 };
  const ofLines: Partial<LegendOptions<"line">["labels"]> = {
    usePointStyle: true,
    pointStyleWidth: 36,
    generateLabels: (chart) =>
      Chart.defaults.plugins.legend.labels.generateLabels(chart).map((item) => ({
        ...item,
        lineDash: (chart.data.datasets[item.datasetIndex ?? 0] as ChartDataset<"line">).borderDash as number[],
        lineWidth: 2,
      })),
  };
  return { display: true, align: "start", labels: fill ? labels : { ...labels, ...ofLines } };
};

const config = (
  type: "line" | "bar",
  data: ChartConfiguration["data"],
  base: ChartOptions,
  scales: object,
  more: { readonly plugins?: object; readonly indexAxis?: "y"; readonly interaction?: object } = {},
): ChartConfiguration => ({
  type,
  data,
  options: {
    ...base,
    ...more,
    scales: scales as Scales,
    plugins: { ...base.plugins, ...more.plugins },
  } as ChartOptions,
});

/** Two series differ by their dashes, too. */
const lines = ({ labels, series, unit }: ChartView, theme: Theme, base: ChartOptions, fill: boolean) => {
  const looks = [
    { color: fill ? theme.more : theme.first, dash: [] as number[] },
    { color: fill ? theme.less : theme.second, dash: [6, 4] },
  ];
  return config(
    "line",
    {
      labels: [...labels],
      datasets: series.map(({ label, values }, index) => {
        const look = looks[index % looks.length] ?? { color: theme.text, dash: [] };
        return {
          label,
          data: [...values],
          borderColor: look.color,
          backgroundColor: fill ? faint(look.color) : look.color,
          borderDash: look.dash,
          borderWidth: 2,
          fill: fill ? "origin" : false,
          pointStyle: "line" as const,
          // A single week is no line.
          pointRadius: values.length === 1 ? 4 : 0,
          pointHitRadius: 8,
        };
      }),
    },
    base,
    { x: axis(theme), y: valueAxis(theme, unit, fill ? {} : { ticks: wholeTicks(theme) }) },
    { plugins: { legend: legend(theme, fill) } },
  );
};

const wholeTicks = (theme: Theme): object => ({ color: theme.text, font: { ...theme.font }, precision: 0 });

const bars = ({ labels, series, unit, shape }: ChartView, theme: Theme, base: ChartOptions) => {
  const isLying = shape === "bars";
  const names = axis(theme, {
    grid: { display: false },
    ...(isLying
      ? { ticks: { color: theme.text, font: { ...theme.font }, autoSkip: false, callback: shortName(labels) } }
      : {}),
  });
  const values = valueAxis(theme, unit, { ticks: wholeTicks(theme) });
  return config(
    "bar",
    {
      labels: [...labels],
      datasets: series.map(({ label, values: data }) => ({
        label,
        data: [...data],
        backgroundColor: theme.first,
        maxBarThickness: 24,
      })),
    },
    base,
    isLying ? { x: values, y: names } : { x: names, y: values },
    isLying ? { indexAxis: "y", interaction: { mode: "index", axis: "y", intersect: false } } : {},
  );
};

/** Names may be of any length; the tooltip has them whole. */
const shortName =
  (labels: readonly string[]) =>
  (_: unknown, index: number): string => {
    const name = labels[index] ?? "";
    return name.length > 24 ? `${name.slice(0, 23)}…` : name;
  };

/** A row per series and a disc per label. */
const hours = ({ labels, series, unit }: ChartView, theme: Theme, base: ChartOptions) => {
  const most = Math.max(1, ...series.flatMap(({ values }) => values));
  return config(
    "line",
    {
      labels: [...labels],
      datasets: series.map(({ label, values }, row) => ({
        label,
        data: values.map(() => row),
        showLine: false,
        backgroundColor: theme.first,
        borderColor: theme.first,
        pointRadius: ({ dataIndex, chart: { chartArea } }: { dataIndex: number; chart: Chart }) => {
          const value = values[dataIndex] ?? 0;
          // Before the first layout there is no area.
          const area = chartArea as typeof chartArea | undefined;
          if (value === 0 || !area) return 0;
          const room = Math.min(area.width / labels.length, area.height / series.length) / 2;
          return Math.max(1.5, room * Math.sqrt(value / most));
        },
        pointHoverRadius: ({ dataIndex }: { dataIndex: number }) => ((values[dataIndex] ?? 0) === 0 ? 0 : 8),
      })),
    },
    base,
    {
      x: axis(theme, { offset: true }),
      y: axis(theme, {
        reverse: true,
        min: -0.5,
        max: series.length - 0.5,
        afterBuildTicks: (scale: { ticks: { value: number }[] }) => {
          scale.ticks = series.map((_, value) => ({ value }));
        },
        ticks: {
          color: theme.text,
          font: { ...theme.font },
          autoSkip: false,
          callback: (value: number) => series[value]?.label ?? "",
        } satisfies Partial<Record<keyof ScaleOptionsByType<"linear">["ticks"], unknown>>,
      }),
    },
    {
      interaction: { mode: "nearest", intersect: true },
      plugins: {
        tooltip: {
          ...base.plugins?.tooltip,
          callbacks: {
            label: ({ datasetIndex, dataIndex }: { datasetIndex: number; dataIndex: number }) =>
              `${series[datasetIndex]?.label ?? ""}: ${series[datasetIndex]?.values[dataIndex] ?? 0} (${unit})`,
          },
        },
      },
    },
  );
};

const configOf = (view: ChartView, theme: Theme, locale: string): ChartConfiguration => {
  const base = themedOptions(theme, locale);
  switch (view.shape) {
    case "lines":
    case "areas":
      return lines(view, theme, base, view.shape === "areas");
    case "columns":
    case "bars":
      return bars(view, theme, base);
    case "hours":
      return hours(view, theme, base);
  }
};

export const draw = (canvas: HTMLCanvasElement, view: ChartView, theme: Theme, locale: string): Chart =>
  new Chart(canvas, configOf(view, theme, locale));
