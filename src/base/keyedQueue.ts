/** Runs the tasks of one key one after the other. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Answers what the task answers, and rejects as it rejects; the next one runs in any case. `unlessHeld` gets the end of
   * the tasks before this one: where what it answers rejects, the task is not run, and the next one still waits for them.
   */
  run<T>(
    key: string,
    task: () => Promise<T>,
    unlessHeld: (before: Promise<void>) => Promise<void> = (before) => before,
  ): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const result = unlessHeld(before).then(task);
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
