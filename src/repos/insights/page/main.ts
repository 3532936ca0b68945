// The entry of dist/insights.js, which runs in the webview.
import { keep, keepPlace, type StateApi } from "../../../ui/page/keptState.ts";
import { type PageMessage, parsePanelMessage, type WordsMessage } from "../messages.ts";
import { type ChartKey, chartKeys } from "../types.ts";
import { registerChartTypes } from "./drawing.ts";
import { Section } from "./section.ts";
import { onThemeChange } from "./theme.ts";

interface VsCodeApi extends StateApi {
  postMessage(message: PageMessage): void;
}
declare const acquireVsCodeApi: () => VsCodeApi;

/** Messages that a screen reader may still be about to say. */
const maxMessages = 12;

const start = (): void => {
  const api = acquireVsCodeApi();
  const sections = new Map<ChartKey, Section>();
  const said = document.querySelector("#said");
  const kept = api.getState();
  const tablesKept: unknown = typeof kept === "object" && kept !== null ? Reflect.get(kept, "tables") : undefined;
  // Which charts are shown as tables: kept while the page is hidden.
  const tables = new Set<ChartKey>(
    chartKeys.filter((key) => Array.isArray(tablesKept) && tablesKept.includes(key)),
  );

  const build = (words: WordsMessage): void => {
    document.title = words.title;
    document.documentElement.lang = words.language;
    const title = document.createElement("h1");
    title.textContent = words.title;
    const refresh = document.createElement("button");
    refresh.type = "button";
    refresh.id = "refresh";
    refresh.textContent = words.refresh;
    refresh.addEventListener("click", () => api.postMessage({ type: "refresh" }));
    const header = document.createElement("header");
    header.append(title, refresh);
    const charts = document.createElement("div");
    charts.className = "charts";
    sections.clear();
    for (const key of chartKeys) {
      const section = new Section({
        words,
        key,
        isTable: tables.has(key),
        onToggle: (isTable) => {
          if (isTable) tables.add(key);
          else tables.delete(key);
          keep(api, { tables: [...tables] });
        },
        ask: (type) => api.postMessage({ type, key }),
      });
      sections.set(key, section);
      charts.append(section.element);
    }
    document.querySelector("main")?.replaceChildren(header, charts);
  };

  const say = (text: string): void => {
    const line = document.createElement("p");
    line.textContent = text;
    said?.append(line);
    while (said && said.children.length > maxMessages) said.firstElementChild?.remove();
  };

  window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = parsePanelMessage(data);
    if (message?.type === "words") build(message);
    if (message?.type === "chart") sections.get(message.key)?.update(message);
    if (message?.type === "say") say(message.text);
  });
  onThemeChange(() => {
    for (const section of sections.values()) section.redraw();
  });
  registerChartTypes();
  keepPlace(api);
  api.postMessage({ type: "ready" });
};

start();
