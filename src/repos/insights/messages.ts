import { fieldsOf } from "../../base/fieldsOf.ts";
import { type ChartKey, chartKeys, type ChartState } from "./types.ts";

/** How a chart is drawn. `hours`: a series per day, a disc per hour, as large as its value. */
type ChartShape = "lines" | "areas" | "columns" | "bars" | "hours";

interface Series {
  readonly label: string;
  readonly values: readonly number[];
}

/** All that the page needs to draw one chart; it has no words of its own. */
export interface ChartView {
  readonly shape: ChartShape;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** What the values are, such as "Commits". */
  readonly unit: string;
  readonly caption: string;
  /** The table's heads and rows; the first column names its row. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ChartMessage {
  readonly type: "chart";
  readonly key: ChartKey;
  readonly state: ChartState<unknown>["kind"];
  /** Sums the chart up in words, or says why there is none. */
  readonly text: string;
  /** Absent while there is nothing to draw. */
  readonly view?: ChartView;
}

export interface WordsMessage {
  readonly type: "words";
  readonly language: string;
  readonly title: string;
  readonly refresh: string;
  readonly showTable: string;
  readonly showChart: string;
  readonly copyCsv: string;
  readonly tryAgain: string;
  readonly headings: Readonly<Record<ChartKey, string>>;
}

/** From the extension to the page. */
export type PanelMessage = WordsMessage | ChartMessage | { readonly type: "say"; readonly text: string };

/** From the page to the extension. */
export type PageMessage =
  | { readonly type: "ready" }
  | { readonly type: "refresh" }
  | { readonly type: "retry" | "copy"; readonly key: ChartKey };

const keyIn = (value: unknown): ChartKey | undefined => chartKeys.find((key) => key === value);

/** Undefined for what is no message of the page. */
export const parsePageMessage = (value: unknown): PageMessage | undefined => {
  const { type, key: given } = fieldsOf(value);
  if (type === "ready" || type === "refresh") return { type };
  const key = keyIn(given);
  return (type === "retry" || type === "copy") && key ? { type, key } : undefined;
};

/** Undefined for what is no message of the panel. */
export const parsePanelMessage = (value: unknown): PanelMessage | undefined => {
  const { type, key, text } = fieldsOf(value);
  const isKnown =
    type === "words" || (typeof text === "string" && (type === "say" || (type === "chart" && keyIn(key))));
  return isKnown ? (value as PanelMessage) : undefined;
};
