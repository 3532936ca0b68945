/** Freed once, by its creator. Structurally equal to VS Code's `Disposable`. */
export interface Disposable {
  dispose(): void;
}

export const toDisposable = (dispose: () => void): Disposable => {
  let done = false;
  return {
    dispose: () => {
      if (done) return;
      done = true;
      dispose();
    },
  };
};

/** The stores that were created since the innermost `disposeOnError` began; undefined outside of one. */
let created: DisposableStore[] | undefined;

/**
 * Runs a synchronous function. When it throws, every store that was created in it is disposed, last first: what was
 * begun and cannot be completed leaves nothing behind.
 */
export const disposeOnError = <T>(run: () => T): T => {
  const outer = created;
  const stores: DisposableStore[] = [];
  created = stores;
  try {
    return run();
  } catch (error) {
    for (const store of stores.toReversed()) store.dispose();
    throw error;
  } finally {
    outer?.push(...stores);
    created = outer;
  }
};

/** Frees what was added, last first. What is added after `dispose` is freed at once. */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];
  #disposed = false;

  constructor() {
    created?.push(this);
  }

  get isDisposed(): boolean {
    return this.#disposed;
  }

  get size(): number {
    return this.#items.length;
  }

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    for (const item of this.#items.splice(0).toReversed()) item.dispose();
  }
}
