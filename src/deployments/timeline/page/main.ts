// The entry of dist/timeline.js, which runs in the webview.
import { keepPlace, type StateApi } from "../../../ui/page/keptState.ts";
import { type PageMessage, parseTimelineMessage, type RowView, type TimelineMessage } from "../messages.ts";

interface VsCodeApi extends StateApi {
  postMessage(message: PageMessage): void;
}
declare const acquireVsCodeApi: () => VsCodeApi;

const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  text = "",
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
};

const start = (): void => {
  const api = acquireVsCodeApi();

  const button = (key: string, text: string, message: PageMessage): HTMLButtonElement => {
    const made = element("button", "", text);
    made.type = "button";
    made.dataset["key"] = key;
    made.addEventListener("click", () => api.postMessage(message));
    return made;
  };

  const trackOf = ({ stretches }: RowView): HTMLElement => {
    const track = element("div", "track");
    // What it shows is in the words beside it.
    track.setAttribute("aria-hidden", "true");
    for (const { from, to, tone, text } of stretches) {
      const bar = element("span", "stretch");
      bar.dataset["tone"] = tone;
      bar.title = text;
      bar.style.left = `${from}%`;
      bar.style.width = `${Math.max(0, to - from)}%`;
      track.append(bar);
    }
    return track;
  };

  const rowOf = (row: RowView): HTMLElement => {
    const item = element("li", row.isStale ? "row stale" : "row");
    item.dataset["id"] = String(row.id);
    const head = element("div", "head");
    const state = element("span", "state");
    state.dataset["tone"] = row.tone;
    const symbol = element("span", "symbol", row.symbol);
    symbol.setAttribute("aria-hidden", "true");
    state.append(symbol, row.state);
    head.append(element("strong", "label", row.label), state, element("span", "notes", row.notes));
    const actions = element("div", "actions");
    for (const { action, text, spoken } of row.actions) {
      const made = button(`${row.id}/${action}`, text, { type: action, id: row.id });
      made.setAttribute("aria-label", spoken);
      actions.append(made);
    }
    item.append(head, trackOf(row), actions);
    return item;
  };

  const focusButton = (key: string | undefined): void => {
    if (key !== undefined) document.querySelector<HTMLElement>(`button[data-key="${CSS.escape(key)}"]`)?.focus();
  };

  let shown: readonly RowView[] = [];
  /** What a screen reader says: the rows whose state has changed, otherwise the summary. */
  const announcementOf = ({ summary, rows }: TimelineMessage): string => {
    const states = new Map(shown.map(({ id, state }) => [id, state]));
    const changed = rows.filter(({ id, state }) => states.has(id) && states.get(id) !== state);
    return changed.length === 0 ? summary : changed.map(({ label, state }) => `${label}: ${state}`).join("\n");
  };

  const build = (message: TimelineMessage): void => {
    const focused =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset["key"] : undefined;
    document.title = message.title;
    document.documentElement.lang = message.language;
    const header = element("header", "");
    header.append(element("h1", "", message.title));
    const actions = element("div", "actions");
    actions.append(...message.buttons.map(({ action, text }) => button(action, text, { type: action })));
    header.append(actions);
    const summary = element("p", "summary", message.summary);
    const axis = element("div", "axis");
    axis.setAttribute("aria-hidden", "true");
    axis.append(...message.ticks.map((tick) => element("span", "", tick)));
    const list = element("ol", "rows");
    list.append(...message.rows.map(rowOf));
    document
      .querySelector("main")
      ?.replaceChildren(header, summary, ...(message.rows.length > 0 ? [axis, list] : []));
    const said = document.querySelector("#said");
    if (said) said.textContent = announcementOf(message);
    shown = message.rows;
    // A button that had the focus keeps it.
    focusButton(focused);
  };

  // A question in VS Code takes the focus away from the page, and its document forgets which button had it.
  let last: string | undefined;
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLButtonElement) last = target.dataset["key"];
  });
  window.addEventListener("focus", () => {
    if (document.activeElement === document.body) focusButton(last);
  });

  window.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = parseTimelineMessage(data);
    if (message) build(message);
  });
  keepPlace(api);
  api.postMessage({ type: "ready" });
};

start();
