/** What must not outlive this process, however it ends. Runs the latest first. */
class Cleanups {
  readonly #entries = new Set<() => void>();
  #listening = false;

  /** `action` has to be synchronous: nothing is awaited at exit. Returns what takes it out again. */
  add(action: () => void): () => void {
    this.#listen();
    this.#entries.add(action);
    return () => this.#entries.delete(action);
  }

  #listen(): void {
    if (this.#listening) return;
    this.#listening = true;
    process.on("exit", () => this.#run());
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
      ["SIGHUP", 129],
    ] as const) {
      process.on(signal, () => process.exit(code));
    }
  }

  #run(): void {
    for (const action of [...this.#entries].toReversed()) {
      try {
        action();
      } catch {
        // The others still have to run.
      }
    }
  }
}

export const cleanups = new Cleanups();
