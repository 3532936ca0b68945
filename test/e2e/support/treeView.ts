import type { Locator, Page } from "playwright-core";
import { poll } from "../../support/run/poll.ts";
import { ContextMenu } from "./contextMenu.ts";
import { exactly, plain } from "./text.ts";
import { succeeds } from "./succeeds.ts";

export interface TreeRow {
  /** The accessible name: what a screen reader says, which starts with the label. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** 1 for the roots. */
  readonly level: number;
  /** Undefined for a leaf. */
  readonly expanded: boolean | undefined;
}

/** Milliseconds for which what is drawn has to stay the same, and for which that is waited. */
const settled = 300;
/** Milliseconds in which a tree that is being rendered again is there. */
const untilDrawn = 100;
const patience = 30_000;

/** One view of the sidebar. A row is named by its exact label or by its exact accessible name. */
export class TreeView {
  readonly #page: Page;
  /** The view's pane, header included. */
  readonly pane: Locator;

  constructor(page: Page, title: string) {
    this.#page = page;
    const header = page.locator(`.pane-header[aria-label=${JSON.stringify(`${title} Section`)}]`);
    // A container with one view shows no header of its own; its name is then part of the container's title.
    const only = page.locator(`.pane:only-child, .split-view-view:only-child > .pane`).filter({
      has: page.locator(`.pane-header[aria-label*=${JSON.stringify(title)}]`),
    });
    this.pane = page.locator(".sidebar .pane, .auxiliarybar .pane").filter({ has: header }).or(only).first();
  }

  /** Unfolds the view's section when it is folded. */
  async open(): Promise<this> {
    await this.pane.waitFor();
    const header = this.pane.locator(".pane-header");
    if ((await header.getAttribute("aria-expanded")) === "false") {
      await header.click();
      await this.pane.locator(".pane-header[aria-expanded=true]").waitFor();
    }
    return this;
  }

  /** Folds the view's section, which leaves the others more room. */
  async fold(): Promise<void> {
    const header = this.pane.locator(".pane-header");
    if ((await header.getAttribute("aria-expanded")) !== "true") return;
    await header.click({ position: { x: 10, y: 10 } });
    await this.pane.locator(".pane-header[aria-expanded=false]").waitFor();
  }

  /** Waits until keys go to the rows. */
  async waitFocused(): Promise<this> {
    await this.pane.locator(".monaco-list:focus").waitFor();
    return this;
  }

  async rows(): Promise<TreeRow[]> {
    return this.pane.locator(".monaco-list-row[role=treeitem]").evaluateAll((elements) =>
      elements
        .map((element) => ({ element, top: element.getBoundingClientRect().top }))
        .toSorted((one, other) => one.top - other.top)
        .map(({ element }) => {
          const text = (selector: string): string =>
            (element.querySelector(selector)?.textContent ?? "").replaceAll("\u00A0", " ").trim();
          const expanded = element.getAttribute("aria-expanded");
          return {
            name: element.getAttribute("aria-label") ?? "",
            label: text(".label-name"),
            description: text(".label-description"),
            level: Number(element.getAttribute("aria-level")),
            expanded: expanded === null ? undefined : expanded === "true",
          };
        }),
    );
  }

  row(name: string): Locator {
    const quoted = JSON.stringify(name);
    const rows = this.pane.locator(".monaco-list-row[role=treeitem]");
    const byLabel = rows.filter({ has: this.#page.locator(".label-name", { hasText: exactly(name) }) });
    return this.pane.locator(`.monaco-list-row[role=treeitem][aria-label=${quoted}]`).or(byLabel).first();
  }

  async waitRow(name: string): Promise<void> {
    await this.row(name).waitFor();
  }

  async waitNoRow(name: string): Promise<void> {
    await this.row(name).waitFor({ state: "detached" });
  }

  async click(name: string): Promise<void> {
    await this.row(name).click();
  }

  async doubleClick(name: string): Promise<void> {
    await this.row(name).dblclick();
  }

  /** Shows the children; they may still be loading, so wait for a row of them. */
  async expand(name: string): Promise<void> {
    await this.#setExpanded(name, true);
  }

  async collapse(name: string): Promise<void> {
    await this.#setExpanded(name, false);
  }

  async #setExpanded(name: string, expanded: boolean): Promise<void> {
    const row = this.row(name);
    await row.waitFor();
    const isSo = async (): Promise<boolean> => (await row.getAttribute("aria-expanded")) === String(expanded);
    if (await isSo()) return;
    // When the whole tree is rendered again, VS Code restores the former state: the new one must last.
    await poll(
      async () => {
        if (!(await isSo())) await row.locator(".monaco-tl-twistie").click();
        const wanted = row.and(this.#page.locator(`[aria-expanded=${String(expanded)}]`));
        // A click between two renderings has no effect: then it is repeated.
        await wanted.waitFor({ timeout: 3000 }).catch(() => undefined);
        await this.#page.waitForTimeout(untilDrawn);
        return isSo();
      },
      { timeout: patience, what: `${name} to be ${expanded ? "expanded" : "collapsed"}` },
    );
  }

  /** Opens the row's context menu; with `item`, chooses that. */
  async menu(name: string, ...items: readonly string[]): Promise<ContextMenu> {
    const menu = new ContextMenu(this.#page);
    await poll(
      async () => {
        await this.row(name).click({ button: "right" });
        // A click between two renderings has no effect: then it is repeated.
        return succeeds(menu.waitOpen(3000));
      },
      { timeout: patience, what: `the menu of ${name}` },
    );
    if (items.length > 0) await menu.choose(...items);
    return menu;
  }

  /** Clicks an icon at the row's end. */
  async inlineAction(name: string, action: string): Promise<void> {
    const row = this.row(name);
    const icon = row.locator(`.actions [aria-label^=${JSON.stringify(action)}]`).first();
    // VS Code renders the icons again when its context changes: a click in between has no effect. And rows that
    // come or go above take the row away from under the pointer, which then has to follow it.
    await poll(
      async () => {
        await row.hover();
        if (!(await icon.isVisible())) return false;
        const [drawn, place] = [await icon.elementHandle(), await icon.boundingBox()];
        await this.#page.waitForTimeout(settled);
        const isSame = (await drawn?.evaluate((element) => element.isConnected)) === true;
        const now = isSame && (await icon.isVisible()) ? await icon.boundingBox() : null;
        return now !== null && now.x === place?.x && now.y === place.y;
      },
      { timeout: patience, what: `the icon ${action} to stand still` },
    );
    await icon.click();
  }

  /** The names of the icons at the row's end. */
  async inlineActions(name: string): Promise<string[]> {
    const row = this.row(name);
    await row.hover();
    const actions = row.locator(".actions .action-label[aria-label]");
    await actions.first().waitFor();
    return actions.evaluateAll((all) => all.map((action) => action.getAttribute("aria-label") ?? ""));
  }

  /** Clicks an icon in the view's header. */
  async titleAction(action: string): Promise<void> {
    await this.pane.hover();
    await this.pane
      .locator(`.pane-header .actions [aria-label^=${JSON.stringify(action)}]`)
      .first()
      .click();
  }

  /** What an empty view says (viewsWelcome). */
  async welcome(): Promise<string> {
    const content = this.pane.locator(".welcome-view-content");
    await content.waitFor();
    return plain(await content.innerText());
  }

  async clickWelcome(button: string): Promise<void> {
    await this.pane
      .locator(".welcome-view-content")
      .locator("a", { hasText: exactly(button) })
      .click();
  }

  /** The line above the rows (TreeView.message). */
  async message(): Promise<string> {
    return plain(await this.pane.locator(".message").first().innerText());
  }
}
