import type { Locator, Page } from "playwright-core";
import { exactly, plain } from "./text.ts";

/** The modal dialog in the middle. */
export class ModalDialog {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #box(): Locator {
    return this.#page.locator(".monaco-dialog-box:visible");
  }

  async waitOpen(text?: string | RegExp): Promise<this> {
    await (text === undefined ? this.#box : this.#box.filter({ hasText: text })).waitFor();
    return this;
  }

  async waitClosed(): Promise<void> {
    await this.#box.waitFor({ state: "detached" });
  }

  /** The message. */
  async text(): Promise<string> {
    return plain(await this.#box.locator(".dialog-message-text").innerText());
  }

  /** The smaller text below the message; empty when there is none. */
  async detail(): Promise<string> {
    const detail = this.#box.locator(".dialog-message-detail");
    return (await detail.count()) === 0 ? "" : plain(await detail.innerText());
  }

  async buttons(): Promise<string[]> {
    return (await this.#box.locator(".dialog-buttons .monaco-text-button").allInnerTexts()).map(plain);
  }

  async click(button: string): Promise<void> {
    const clicked = await this.#box.elementHandle();
    await this.#box.locator(".dialog-buttons .monaco-text-button", { hasText: exactly(button) }).click();
    // Another dialog may follow at once: only the one that was clicked has to go.
    await clicked?.waitForElementState("hidden");
  }
}
