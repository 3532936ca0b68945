/** One question at a time for each account and subject, however many calls wait for the answer. */
export class SharedQuestions {
  readonly #open = new Map<string, Promise<boolean>>();
  /** What each key was asked about last. */
  readonly #asked = new Map<string, string | undefined>();
  /** How many tasks run that don't wait for an answer. */
  readonly #impatient = new Map<string, number>();

  isOpen(key: string): boolean {
    return this.#open.has(key);
  }

  /** Whether the last question was about this, be it answered or left. */
  wasAsked(key: string, about: string | undefined): boolean {
    return this.#asked.has(key) && this.#asked.get(key) === about;
  }

  ask(key: string, question: () => Promise<boolean>, about?: string): Promise<boolean> {
    const open = this.#open.get(key);
    if (open) return open;
    this.#asked.set(key, about);
    const asking = question().finally(() => this.#open.delete(key));
    this.#open.set(key, asking);
    return asking;
  }

  /** Runs what must not wait for the user, such as the save of a document: until it ends, no call waits for an answer. */
  async withoutWaiting<T>(key: string, run: () => Promise<T>): Promise<T> {
    const count = (change: number): void => {
      const running = (this.#impatient.get(key) ?? 0) + change;
      if (running > 0) this.#impatient.set(key, running);
      else this.#impatient.delete(key);
    };
    count(1);
    try {
      return await run();
    } finally {
      count(-1);
    }
  }

  mayWait(key: string): boolean {
    return !this.#impatient.has(key);
  }
}
