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

/** Frees what was added, last first. What is added after `dispose` is freed at once. */
export class DisposableStore implements Disposable {
  readonly #items: Disposable[] = [];
  #disposed = false;

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
