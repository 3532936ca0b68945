import type { Locator, Page } from "playwright-core";
import { exactly, plain } from "./text.ts";

export class ContextMenu {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #items(): Locator {
    return this.#page.locator(".monaco-menu:visible .action-item:not(.disabled)");
  }

  async waitOpen(timeout?: number): Promise<void> {
    await this.#items.first().waitFor(timeout === undefined ? {} : { timeout });
  }

  async items(): Promise<string[]> {
    return (await this.#items.locator(".action-label").allInnerTexts()).map(plain).filter((text) => text !== "");
  }

  /** Waits for items, such as those of a submenu that opens. */
  async waitItems(...names: readonly string[]): Promise<void> {
    for (const name of names)
      await this.#items
        .filter({ has: this.#page.locator(".action-label", { hasText: exactly(name) }) })
        .first()
        .waitFor();
  }

  /** Chooses an item; several names go down through submenus. */
  async choose(...names: readonly string[]): Promise<void> {
    for (const [depth, name] of names.entries()) {
      const label = this.#page.locator(".action-menu-item .action-label", { hasText: exactly(name) });
      const item = this.#items.filter({ has: label }).last();
      const focused = item.and(this.#page.locator(".focused"));
      await item.waitFor();
      // A menu ignores a mouse that clicks within 100 ms of its opening; it takes the key at once.
      if (depth === 0) await item.hover();
      // A mouse on its way to a submenu crosses other items, which closes the submenu.
      else
        for (let presses = 0; presses < 50 && !(await focused.isVisible()); presses++)
          await this.#page.keyboard.press("ArrowDown");
      await focused.waitFor();
      await this.#page.keyboard.press("Enter");
    }
  }

  /** Closes the menu, with the submenus that are open. */
  async close(): Promise<void> {
    for (let depth = await this.#page.locator(".monaco-menu:visible").count(); depth > 0; depth--)
      await this.#page.keyboard.press("Escape");
    await this.#items.first().waitFor({ state: "hidden" });
  }
}
