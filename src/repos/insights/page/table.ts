import type { ChartView } from "../messages.ts";

const cell = (name: "td" | "th", text: string, scope?: "col" | "row"): HTMLTableCellElement => {
  const element = document.createElement(name);
  element.textContent = text;
  if (scope) element.scope = scope;
  return element;
};

/** In a frame of its own that scrolls, also by keys. */
export const tableOf = ({ caption, columns, rows }: ChartView): HTMLElement => {
  const table = document.createElement("table");
  const title = table.createCaption();
  title.textContent = caption;
  table
    .createTHead()
    .insertRow()
    .append(...columns.map((column) => cell("th", column, "col")));
  const body = table.createTBody();
  for (const [name = "", ...values] of rows)
    body.insertRow().append(cell("th", name, "row"), ...values.map((value) => cell("td", value)));
  const frame = document.createElement("div");
  frame.className = "frame";
  frame.tabIndex = 0;
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", caption);
  frame.append(table);
  return frame;
};
