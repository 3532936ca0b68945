import type { Locator, Page } from "playwright-core";
import { exactly, plain } from "./text.ts";

/** The notifications at the lower right. */
export class Toasts {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The toast whose message contains the text. */
  toast(text: string): Locator {
    const message = this.#page.locator(".notification-list-item-message", { hasText: text });
    return this.#page.locator(".notifications-toasts .notification-toast").filter({ has: message }).first();
  }

  async texts(): Promise<string[]> {
    const messages = this.#page.locator(".notifications-toasts .notification-list-item-message");
    return (await messages.allInnerTexts()).map(plain);
  }

  /** Waits for a toast that contains the text; returns all that it says. */
  async wait(text: string): Promise<string> {
    const toast = this.toast(text);
    await toast.waitFor();
    return plain(await toast.locator(".notification-list-item-message").innerText());
  }

  async waitGone(text: string): Promise<void> {
    await this.toast(text).waitFor({ state: "detached" });
  }

  /** The buttons of the toast that contains the text. */
  async buttons(text: string): Promise<string[]> {
    const buttons = this.toast(text).locator(".notification-list-item-buttons-container .monaco-button");
    return (await buttons.allInnerTexts()).map(plain);
  }

  async click(text: string, button: string): Promise<void> {
    await this.toast(text)
      .locator(".notification-list-item-buttons-container .monaco-button", { hasText: exactly(button) })
      .click();
  }

  /** Closes the toast that contains the text, as its X does. */
  async dismiss(text: string): Promise<void> {
    const toast = this.toast(text);
    await toast.hover();
    await toast.locator(".codicon-notifications-clear").click();
    await toast.waitFor({ state: "detached" });
  }
}
