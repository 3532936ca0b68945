import type * as vscode from "vscode";
import type { AccountsModel } from "../accounts/model.ts";
import type { Disposable } from "../base/disposable.ts";

/** Publishes what was not sent as the server refused the token, once the account has another one. */
export class PublishAfterSignIn {
  readonly #accounts: AccountsModel;
  readonly #publish: (uri: vscode.Uri) => Promise<void>;
  /** By address. */
  readonly #waiting = new Map<string, vscode.Uri>();
  readonly #subscription: Disposable;
  /** What is in an editor is published by saving it, one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(accounts: AccountsModel, publish: (uri: vscode.Uri) => Promise<void>) {
    this.#accounts = accounts;
    this.#publish = publish;
    this.#subscription = accounts.onDidChange(() => this.#publishUsable());
  }

  /** `uri`: of a document with a local change. */
  add(uri: vscode.Uri): void {
    this.#waiting.set(uri.toString(), uri);
    this.#publishUsable();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#waiting.clear();
  }

  #publishUsable(): void {
    for (const [address, uri] of this.#waiting) {
      const account = this.#accounts.get(uri.authority);
      if (account?.problem !== undefined) continue;
      this.#waiting.delete(address);
      if (account) this.#queue = this.#queue.then(() => this.#publish(uri));
    }
  }
}
