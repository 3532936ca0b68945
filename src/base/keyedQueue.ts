/** Runs the tasks of one key one after the other. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Answers what the task answers, and rejects as it rejects; the next one runs in any case. `waitFor` waits for the end of
   * the tasks before this one, and no less: where it rejects, the task is not run, and the next one still waits for them.
   */
  run<T>(
    key: string,
    task: () => Promise<T>,
    waitFor: (before: Promise<void>) => Promise<void> = (before) => before,
  ): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const result = waitFor(before).then(task);
    const settled = result.then(
      () => before,
      () => before,
    );
    this.#last.set(key, settled);
    void settled.then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    });
    return result;
  }
}
