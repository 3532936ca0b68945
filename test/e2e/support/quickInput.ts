import type { Locator, Page } from "playwright-core";
import { poll } from "../../support/run/poll.ts";
import { exactly, plain } from "./text.ts";
import { succeeds } from "./succeeds.ts";

/** The box at the top: the command palette, quick picks and input boxes. */
export class QuickInput {
  readonly #page: Page;
  readonly #box: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#box = page.locator(".quick-input-widget:visible");
  }

  get #input(): Locator {
    return this.#box.locator(".quick-input-box input");
  }

  /** Waits for the box; `title` or `placeholder` distinguish it from one before it. */
  async waitOpen(expected: { readonly title?: string; readonly placeholder?: string } = {}): Promise<this> {
    const { title, placeholder } = expected;
    await this.#box.waitFor();
    if (title !== undefined) await this.#box.locator(".quick-input-title", { hasText: exactly(title) }).waitFor();
    if (placeholder !== undefined) {
      await this.#box.locator(`.quick-input-box input[placeholder^=${JSON.stringify(placeholder)}]`).waitFor();
    }
    return this;
  }

  async isOpen(): Promise<boolean> {
    return this.#box.isVisible();
  }

  async waitClosed(): Promise<void> {
    await this.#box.waitFor({ state: "hidden" });
  }

  /** Waits until the box is closed, or another one than that with this value. */
  async waitNotValue(value: string): Promise<void> {
    const isOther = async (): Promise<boolean> =>
      !(await this.isOpen()) || (await this.#input.inputValue({ timeout: 500 }).catch(() => "")) !== value;
    await poll(isOther, { timeout: 10_000, what: `the box with ${value} closes` });
  }

  /** The title, without the step counter such as (1/2). */
  async title(): Promise<string> {
    return plain(await this.#box.locator(".quick-input-title").innerText());
  }

  async placeholder(): Promise<string> {
    return (await this.#input.getAttribute("placeholder")) ?? "";
  }

  async value(): Promise<string> {
    return this.#input.inputValue();
  }

  /** The prompt below an input box, or the reason why the value is refused. */
  async message(): Promise<string> {
    return plain(await this.#box.locator(".quick-input-message").innerText());
  }

  /** Waits until the value is refused for that reason (or for any, when left out) and returns the reason. */
  async waitValidation(text?: string): Promise<string> {
    await this.#box
      .locator(".quick-input-box .monaco-inputbox.error, .quick-input-box .monaco-inputbox.warning")
      .waitFor();
    const message = this.#box.locator(".quick-input-message", ...(text === undefined ? [] : [{ hasText: text }]));
    await message.waitFor();
    return this.message();
  }

  /** Replaces the value. */
  async type(text: string, timeout?: number): Promise<this> {
    await this.#input.fill(text, timeout === undefined ? {} : { timeout });
    return this;
  }

  /** The labels of the rows that are on screen, once there are any: the box opens before they are drawn. */
  async items(): Promise<string[]> {
    await this.#rows.first().waitFor();
    return (await this.#rows.locator(".quick-input-list-row .label-name").allInnerTexts()).map(plain);
  }

  /** The row whose label is exactly that. */
  row(label: string): Locator {
    const name = this.#page.locator(".quick-input-list-row .label-name", { hasText: exactly(label) });
    return this.#rows.filter({ has: name });
  }

  get #rows(): Locator {
    return this.#box.locator(".quick-input-list .monaco-list-row");
  }

  /**
   * Clicks the row with exactly that label. In a multi-select it takes it in or out. The pointer leaves what it was on before: the hover
   * of a tree's row can lie over the box until then. `timeout` in milliseconds.
   */
  async pick(label: string, timeout = 30_000): Promise<void> {
    const row = this.row(label).first();
    await row.waitFor({ timeout });
    await this.#page.mouse.move(0, 0);
    await row.click({ timeout });
  }

  /** Presses Enter. */
  async accept(): Promise<void> {
    await this.#input.press("Enter");
  }

  /** Types the value and presses Enter. */
  async submit(text: string): Promise<void> {
    await this.type(text);
    await this.accept();
  }

  /** Answers the dialog that asks for a path. While it reads folders of its own, it takes no OK. */
  async submitPath(path: string): Promise<void> {
    const ok = this.#box.getByRole("button", { name: "OK", exact: true });
    const accepted = async (): Promise<boolean> => {
      await this.type(path);
      await ok.click();
      return succeeds(ok.waitFor({ state: "hidden", timeout: 2000 }));
    };
    await poll(accepted, { timeout: 20_000, what: `the dialog takes ${path}` });
  }

  async cancel(): Promise<void> {
    await this.#input.press("Escape");
    await this.waitClosed();
  }

  /** Clicks a button of the box, such as Back, or one of a row when `row` is given. */
  async button(name: string, row?: string): Promise<void> {
    const within = row === undefined ? this.#box : this.row(row).first();
    if (row !== undefined) await within.hover();
    await within
      .locator(`[role=button][aria-label^=${JSON.stringify(name)}]:visible`)
      .first()
      .click();
  }
}
