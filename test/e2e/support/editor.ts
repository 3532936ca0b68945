import type { Locator, Page } from "playwright-core";
import { poll } from "../../support/run/poll.ts";
import { plain } from "./text.ts";
import { succeeds } from "./succeeds.ts";

/** 1.139 renders a file's ending as an element of its own. */
const labelsOf = (tabs: Locator): Promise<string[]> =>
  tabs.evaluateAll((elements) =>
    elements.map((element) =>
      [...element.querySelectorAll(".tab-label .label-name, .tab-label .label-suffix")]
        .map((part) => part.textContent ?? "")
        .join("")
        .replaceAll("\u00A0", " ")
        .trim(),
    ),
  );

/** The active text editor and the tabs. */
export class Editor {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #group(): Locator {
    return this.#page.locator(".editor-group-container.active");
  }

  get #text(): Locator {
    return this.#group.locator(".editor-instance .monaco-editor").first();
  }

  get #activeTab(): Locator {
    return this.#group.locator(".tab[role=tab][aria-selected=true]");
  }

  /** The active tab's label, such as tides.ts. */
  async tabLabel(): Promise<string> {
    const [label] = await labelsOf(this.#activeTab);
    if (label === undefined) throw new Error("No editor is open.");
    return label;
  }

  async tabLabels(): Promise<string[]> {
    return labelsOf(this.#page.locator(".tab[role=tab]"));
  }

  /** The parts of the active file's path and of what the cursor is in. */
  async breadcrumbs(): Promise<string[]> {
    return (await this.#page.locator(".breadcrumbs-control .monaco-breadcrumb-item").allInnerTexts()).map(plain);
  }

  /** The address of the document in front. */
  async address(): Promise<string> {
    return (
      (await this.#page.locator(".editor-group-container.active [data-uri]").first().getAttribute("data-uri")) ??
      ""
    );
  }

  /** Waits until the active tab has that label. */
  async waitTab(label: string): Promise<void> {
    await this.#activeTab.and(this.#tab(label)).waitFor();
  }

  async clickTab(label: string): Promise<void> {
    await this.#tab(label).first().click();
  }

  /** By the accessible name, to which VS Code may add such as "preview" or the group. */
  #tab(label: string): Locator {
    const [exact, more] = [JSON.stringify(label), JSON.stringify(`${label}, `)];
    return this.#page.locator(`.tab[role=tab]:is([aria-label=${exact}], [aria-label^=${more}])`);
  }

  async isDirty(): Promise<boolean> {
    return this.#activeTab.evaluate((tab) => tab.classList.contains("dirty"));
  }

  /** Waits until the active tab shows unsaved changes, or none. */
  async waitDirty(dirty: boolean): Promise<void> {
    const page = this.#page.locator(dirty ? ".tab.dirty" : ".tab:not(.dirty)");
    await this.#activeTab.and(page).waitFor();
  }

  /** The lines that are on screen, unwrapped only where they fit. */
  async text(): Promise<string> {
    let before: string | undefined;
    return poll(
      async () => {
        const text = await this.#linesOnScreen();
        const settled = text !== undefined && text === before;
        before = text;
        return settled && text;
      },
      { timeout: 30_000, what: "the editor's text" },
    );
  }

  /** Undefined while the lines are being laid out. */
  async #linesOnScreen(): Promise<string | undefined> {
    const lines = await this.#text
      .locator(".view-lines .view-line")
      .evaluateAll((elements) =>
        elements
          .map((element) => ({ text: element.textContent ?? "", top: element.getBoundingClientRect().top }))
          .toSorted((one, other) => one.top - other.top),
      );
    const tops = new Set(lines.map(({ top }) => top));
    if (lines.length === 0 || tops.size < lines.length) return undefined;
    return lines.map(({ text }) => text.replaceAll("\u00A0", " ")).join("\n");
  }

  /** Waits until that text is on screen, in one line. */
  async waitText(text: string | RegExp): Promise<void> {
    const rendered = typeof text === "string" ? text.replaceAll(" ", "\u00A0") : text;
    const lines = this.#text.locator(".view-line");
    await lines
      .filter({ hasText: text })
      .or(lines.filter({ hasText: rendered }))
      .first()
      .waitFor();
  }

  async focus(): Promise<void> {
    // A click could land on the cursor; newer versions take keys in .native-edit-context, older ones in a textarea.
    await this.#text.locator(".native-edit-context, textarea.inputarea").first().focus();
    await this.#group.locator(".monaco-editor.focused").waitFor();
  }

  /** Puts the cursor there; lines and columns count from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    const place = this.#page.locator(".part.statusbar", { hasText: `Ln ${line}, Col ${column}` });
    const go = async (): Promise<boolean> => {
      await this.focus();
      await this.#page.keyboard.press("Control+KeyG");
      const input = this.#page.locator(".quick-input-widget:visible .quick-input-box input");
      await input.fill(`:${line}:${column}`);
      await input.press("Enter");
      await this.#page.locator(".quick-input-widget:visible").waitFor({ state: "hidden" });
      await this.#group.locator(".monaco-editor.focused").waitFor();
      // Enter that comes before VS Code has read the line goes nowhere.
      return succeeds(place.waitFor({ timeout: 2000 }));
    };
    await poll(go, { timeout: 30_000, what: `the cursor is at line ${line}` });
  }

  /** Selects whole lines, the last one without its line break. */
  async select(from: number, to = from): Promise<void> {
    await this.goTo(from);
    for (let line = from; line < to; line += 1) await this.#page.keyboard.press("Shift+ArrowDown");
    await this.#page.keyboard.press("Shift+End");
    await this.#page.locator(".part.statusbar", { hasText: /\d+ selected/ }).waitFor();
  }

  async selectAll(): Promise<void> {
    await this.focus();
    await this.#page.keyboard.press("ControlOrMeta+KeyA");
  }

  /** Types at the cursor, over the selection. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Presses the key for saving; with `wait: false` for a save that is expected to fail. */
  async save(options: { readonly wait?: boolean } = {}): Promise<void> {
    await this.#page.keyboard.press("ControlOrMeta+KeyS");
    if (options.wait !== false) await this.waitDirty(false);
  }

  /** Closes the active tab. Unsaved changes bring the dialog first. */
  async close(): Promise<void> {
    await this.#activeTab.hover();
    await this.#activeTab.locator(".tab-actions .action-label").click();
  }
}
