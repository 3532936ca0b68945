import type { Locator, Page } from "playwright-core";
import { poll } from "../../support/run/poll.ts";
import { exactly, plain } from "./text.ts";

/** The comment thread that is on screen. */
export class CommentThread {
  readonly #page: Page;
  readonly #thread: Locator;

  /** Of several, the one whose title has this text. */
  constructor(page: Page, title?: string) {
    this.#page = page;
    const all = page.locator(".review-widget:visible");
    const own = title === undefined ? all : all.filter({ has: page.locator(".review-title", { hasText: title }) });
    this.#thread = own.first();
  }

  /** The comment whose text contains this. */
  comment(text: string): Locator {
    return this.#thread.locator(".review-comment").filter({
      has: this.#page.locator(".comment-body", { hasText: text }),
    });
  }

  async wait(text: string): Promise<void> {
    await this.comment(text).first().waitFor();
  }

  async waitGone(text: string): Promise<void> {
    await this.comment(text).waitFor({ state: "detached" });
  }

  async waitTitle(text: string): Promise<void> {
    await this.#thread.locator(".review-title", { hasText: text }).waitFor();
  }

  /** Waits until that comment has this label, such as "not sent". */
  async waitLabel(text: string, label: string): Promise<void> {
    await this.comment(text).locator(".isPending", { hasText: label }).waitFor();
  }

  /** Waits until that comment is sent: it has no label, such as "sending…". */
  async waitSent(text: string): Promise<void> {
    await this.comment(text)
      .filter({ hasNot: this.#page.locator(".isPending", { hasText: /\S/ }) })
      .waitFor();
  }

  /** The texts of all comments, in order. */
  async bodies(): Promise<string[]> {
    return (await this.#thread.locator(".review-comment .comment-body").allInnerTexts()).map((text) =>
      plain(text).trim(),
    );
  }

  /** The names of the icons at a comment. */
  async actions(text: string): Promise<string[]> {
    await this.comment(text).hover();
    const actions = this.comment(text).locator(".comment-actions .action-label[aria-label]");
    await actions.first().waitFor();
    return actions.evaluateAll((all) => all.map((action) => action.getAttribute("aria-label") ?? ""));
  }

  async act(text: string, action: string): Promise<void> {
    const icon = this.comment(text).locator(
      `.comment-actions .action-label[aria-label^=${JSON.stringify(action)}]`,
    );
    // The first comment opens the Comments panel, and what was below the pointer moves away.
    const isShown = async (): Promise<boolean> => {
      await this.comment(text).hover();
      return icon.isVisible();
    };
    await poll(isShown, { timeout: 30_000, what: `${action} is shown` });
    await icon.click();
  }

  /** Opens the reply box, unless it is open, and types. */
  async typeReply(text: string): Promise<void> {
    const editor = this.#thread.locator(".comment-form:not(.edit-container .comment-form) .monaco-editor").last();
    const button = this.#thread.locator(".review-thread-reply-button:visible");
    await editor.and(this.#page.locator(":visible")).or(button).first().waitFor();
    if (await button.isVisible()) await button.click();
    await editor.locator(".native-edit-context, textarea.inputarea").first().focus();
    await this.#page.keyboard.type(text);
  }

  /** Waits until the reply box has this text. */
  async waitReply(text: string): Promise<void> {
    await this.#thread.locator(".comment-form .view-line:visible", { hasText: text }).first().waitFor();
  }

  /** Puts another text into the comment that is being edited. */
  async retype(text: string): Promise<void> {
    const editor = this.#thread.locator(".edit-container .monaco-editor");
    await editor.locator(".native-edit-context, textarea.inputarea").first().focus();
    await this.#page.keyboard.press("ControlOrMeta+KeyA");
    await this.#page.keyboard.type(text);
  }

  /** Clicks a button below a box. */
  async press(button: string): Promise<void> {
    await this.#thread.locator(".form-actions:visible .monaco-button", { hasText: exactly(button) }).click();
  }

  /** Clicks an icon in the thread's title. */
  async titleAction(action: string): Promise<void> {
    await this.#thread.locator(`.head .action-label[aria-label^=${JSON.stringify(action)}]`).click();
  }
}
