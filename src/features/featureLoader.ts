import type * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { CancelledError } from "../base/errors.ts";
import { Shell } from "../shell/shell.ts";
import { hasStoredAccounts } from "../storage/storedAccounts.ts";
import type { Features } from "./features.ts";
import { featureOf } from "./featureTable.ts";
import type { LoadPlatform } from "./platform.ts";
import { StartFailures } from "./startFailures.ts";

/** Registers what VS Code may ask for. Each feature is loaded and started with its first use. */
export class FeatureLoader implements Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #loadPlatform: LoadPlatform;
  readonly #store = new DisposableStore();
  readonly #failures = new StartFailures();
  readonly #shell: Shell;
  #features: Features | undefined;

  constructor(context: vscode.ExtensionContext, loadPlatform: LoadPlatform) {
    this.#context = context;
    this.#loadPlatform = loadPlatform;
    this.#shell = this.#store.add(
      new Shell({
        context,
        load: (use) => this.#load(use),
        onError: (error, use, isByUser) =>
          void this.#failures.show({ error, isByUser, retry: () => this.#shell.load(use) }),
        hasAccounts: () => hasStoredAccounts(context.globalState),
      }),
    );
  }

  /** Whether a feature is being loaded, or has been loaded. */
  get hasBegunLoading(): boolean {
    return this.#shell.hasBegunLoading;
  }

  /** Loads what starts the features. Rejects with a CancelledError after `dispose`. */
  async features(): Promise<Features> {
    const [code, { platform }] = await Promise.all([import("./features.ts"), this.#loadPlatform()]);
    if (this.#store.isDisposed) throw new CancelledError("The extension has ended.");
    this.#features ??= this.#store.add(new code.Features(this.#context, this.#shell, platform(), this.#failures));
    return this.#features;
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #load(use: string): Promise<unknown> {
    const id = featureOf(use);
    if (!id) throw new Error(`No feature has ${use}.`);
    return (await this.features()).start(id);
  }
}
