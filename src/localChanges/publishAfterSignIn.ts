import type { AccountsModel } from "../accounts/model.ts";
import type { Disposable } from "../base/disposable.ts";
import type { LocalChange } from "./model.ts";

/** Publishes what was not sent as the server refused the token, once the account has another one. */
export class PublishAfterSignIn {
  readonly #accounts: AccountsModel;
  readonly #publish: (saved: LocalChange) => Promise<void>;
  /** What the user saved last, by the address of its document. */
  readonly #waiting = new Map<string, LocalChange>();
  readonly #subscription: Disposable;
  /** What is in an editor is published by saving it, one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(accounts: AccountsModel, publish: (saved: LocalChange) => Promise<void>) {
    this.#accounts = accounts;
    this.#publish = publish;
    this.#subscription = accounts.onDidChange(() => this.#publishUsable());
  }

  add(saved: LocalChange): void {
    this.#waiting.set(saved.place.uri, saved);
    this.#publishUsable();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#waiting.clear();
  }

  #publishUsable(): void {
    for (const [address, saved] of this.#waiting) {
      const account = this.#accounts.get(saved.place.accountId);
      if (account?.problem !== undefined) continue;
      this.#waiting.delete(address);
      if (account) this.#queue = this.#queue.then(() => this.#publish(saved));
    }
  }
}
