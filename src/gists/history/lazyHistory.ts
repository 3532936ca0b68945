import type { AccountsModel } from "../../accounts/model.ts";
import { DisposableStore } from "../../base/disposable.ts";
import { Emitter } from "../../base/event.ts";
import type { GistsModel } from "../model.ts";
import type { GistPlace } from "../types.ts";
import type { GistHistory } from "./model.ts";

/** The history of gists, whose code is loaded with its first use. A load that failed is tried again. */
export class LazyHistory {
  readonly #accounts: AccountsModel;
  readonly #gists: GistsModel;
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<Partial<GistPlace>>());
  /** As that of `GistHistory`. */
  readonly onDidChange = this.#changed.event;
  #loading: Promise<GistHistory> | undefined;

  constructor(accounts: AccountsModel, gists: GistsModel) {
    this.#accounts = accounts;
    this.#gists = gists;
  }

  dispose(): void {
    this.#store.dispose();
  }

  get(): Promise<GistHistory> {
    return (this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    }));
  }

  async #load(): Promise<GistHistory> {
    const model = await import("./model.ts");
    const history = this.#store.add(new model.GistHistory(this.#accounts, this.#gists));
    this.#store.add(history.onDidChange((changed) => this.#changed.fire(changed)));
    return history;
  }
}
