import type * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import type { Disposable } from "../base/disposable.ts";

/** A document with a local change, and what the user saved it as. */
interface Saved {
  readonly uri: vscode.Uri;
  /** As `LocalChange.content`. */
  readonly content: string;
}

/** Publishes what was not sent as the server refused the token, once the account has another one. */
export class PublishAfterSignIn {
  readonly #accounts: AccountsModel;
  readonly #publish: (saved: Saved) => Promise<void>;
  /** By address. */
  readonly #waiting = new Map<string, Saved>();
  readonly #subscription: Disposable;
  /** What is in an editor is published by saving it, one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(accounts: AccountsModel, publish: (saved: Saved) => Promise<void>) {
    this.#accounts = accounts;
    this.#publish = publish;
    this.#subscription = accounts.onDidChange(() => this.#publishUsable());
  }

  add(saved: Saved): void {
    this.#waiting.set(saved.uri.toString(), saved);
    this.#publishUsable();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#waiting.clear();
  }

  #publishUsable(): void {
    for (const [address, saved] of this.#waiting) {
      const account = this.#accounts.get(saved.uri.authority);
      if (account?.problem !== undefined) continue;
      this.#waiting.delete(address);
      if (account) this.#queue = this.#queue.then(() => this.#publish(saved));
    }
  }
}
