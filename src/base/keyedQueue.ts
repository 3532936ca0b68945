/** Runs the tasks of one key one after the other. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>();

  /** Answers what the task answers, and rejects as it rejects; the next one runs in any case. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(task);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, settled);
    void settled.then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    });
    return result;
  }
}
