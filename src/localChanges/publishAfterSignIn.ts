import type { AccountsModel } from "../accounts/model.ts";
import type { Disposable } from "../base/disposable.ts";
import type { LocalChange } from "./model.ts";

/** Publishes what was not sent as the server refused the token, or the account was signed out, once it has another one. */
export class PublishAfterSignIn {
  readonly #accounts: AccountsModel;
  readonly #publish: (saved: LocalChange) => Promise<void>;
  /** What the user saved last, by the address of its document. */
  readonly #waiting = new Map<string, { readonly saved: LocalChange; readonly isSignedOut: boolean }>();
  readonly #subscription: Disposable;
  /** What is in an editor is published by saving it, one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(accounts: AccountsModel, publish: (saved: LocalChange) => Promise<void>) {
    this.#accounts = accounts;
    this.#publish = publish;
    this.#subscription = accounts.onDidChange(() => this.#publishUsable());
  }

  add(saved: LocalChange): void {
    const isSignedOut = this.#accounts.get(saved.place.accountId) === undefined;
    this.#waiting.set(saved.place.uri, { saved, isSignedOut });
    this.#publishUsable();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#waiting.clear();
  }

  #publishUsable(): void {
    for (const [address, { saved, isSignedOut }] of this.#waiting) {
      const account = this.#accounts.get(saved.place.accountId);
      // One that is signed out while this waits is not waited for: the user decided what becomes of its changes.
      if (account ? account.problem !== undefined : isSignedOut) continue;
      this.#waiting.delete(address);
      if (account) this.#queue = this.#queue.then(() => this.#publish(saved));
    }
  }
}
