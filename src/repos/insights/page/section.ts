import type { Chart } from "chart.js";
import type { ChartMessage, ChartView, WordsMessage } from "../messages.ts";
import type { ChartKey } from "../types.ts";
import { draw } from "./drawing.ts";
import { tableOf } from "./table.ts";
import { readTheme } from "./theme.ts";

interface SectionDeps {
  readonly words: WordsMessage;
  readonly key: ChartKey;
  readonly isTable: boolean;
  readonly onToggle: (isTable: boolean) => void;
  readonly ask: (type: "retry" | "copy") => void;
}

/** Pixels of a bar's row, and of what is above and below all of them. */
const [barHeight, barsMargin] = [26, 64];

/** One chart: its heading, its sentence, and the chart or its table. Its elements stay, so that the focus does. */
export class Section {
  readonly element = document.createElement("section");
  readonly #deps: SectionDeps;
  readonly #heading = document.createElement("h2");
  readonly #summary = document.createElement("p");
  readonly #plot = document.createElement("div");
  readonly #table = document.createElement("div");
  readonly #toggle: HTMLButtonElement;
  readonly #copy: HTMLButtonElement;
  readonly #retry: HTMLButtonElement;
  #message: ChartMessage | undefined;
  #chart: Chart | undefined;
  #isTable: boolean;

  constructor(deps: SectionDeps) {
    this.#deps = deps;
    this.#isTable = deps.isTable;
    const { words, key, ask } = deps;
    this.element.id = key;
    this.#heading.id = `${key}-heading`;
    this.#heading.tabIndex = -1;
    this.#heading.textContent = words.headings[key];
    this.element.setAttribute("aria-labelledby", this.#heading.id);
    this.#plot.className = "plot";
    this.#table.className = "table";
    this.#toggle = this.#button("toggle", words.showTable, () => {
      this.#isTable = !this.#isTable;
      deps.onToggle(this.#isTable);
      this.#show();
    });
    this.#copy = this.#button("copy", words.copyCsv, () => ask("copy"));
    this.#retry = this.#button("retry", words.tryAgain, () => {
      // The button is removed: the focus stays in its section.
      this.#heading.focus();
      ask("retry");
    });
    const actions = document.createElement("div");
    actions.className = "actions";
    actions.append(this.#toggle, this.#copy, this.#retry);
    this.element.append(this.#heading, this.#summary, actions, this.#plot, this.#table);
  }

  update(message: ChartMessage): void {
    this.#message = message;
    this.#show();
  }

  redraw(): void {
    this.#chart?.destroy();
    this.#chart = undefined;
    const view = this.#message?.view;
    if (!view || this.#isTable) {
      this.#plot.replaceChildren();
      return;
    }
    const canvas = document.createElement("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${this.#heading.textContent}: ${this.#message?.text ?? ""}`);
    this.#plot.style.height = heightOf(view);
    this.#plot.replaceChildren(canvas);
    this.#chart = draw(canvas, view, readTheme(), this.#deps.words.language);
  }

  #show(): void {
    const { words } = this.#deps;
    const { state, text, view } = this.#message ?? {};
    this.#summary.textContent = text ?? "";
    this.element.dataset["state"] = state ?? "loading";
    this.element.setAttribute("aria-busy", String(state === "loading" || state === "computing"));
    this.#toggle.hidden = this.#copy.hidden = view === undefined;
    this.#retry.hidden = state !== "failed" && state !== "late";
    (this.#toggle.firstChild as Text).data = this.#isTable ? words.showChart : words.showTable;
    this.#plot.hidden = view === undefined || this.#isTable;
    this.#table.hidden = view === undefined || !this.#isTable;
    this.#table.replaceChildren(...(view && this.#isTable ? [tableOf(view)] : []));
    this.redraw();
  }

  /** Its name is its text and the heading: there are more of the kind. */
  #button(name: string, text: string, act: () => void): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.id = `${this.#deps.key}-${name}`;
    button.className = name;
    button.hidden = true;
    button.append(text);
    button.setAttribute("aria-labelledby", `${button.id} ${this.#heading.id}`);
    button.addEventListener("click", act);
    return button;
  }
}

const heightOf = ({ shape, labels }: ChartView): string =>
  shape === "bars" ? `${labels.length * barHeight + barsMargin}px` : "";
