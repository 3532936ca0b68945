/** One question at a time for each account and subject, however many calls wait for the answer. */
export class SharedQuestions {
  readonly #open = new Map<string, Promise<boolean>>();

  isOpen(key: string): boolean {
    return this.#open.has(key);
  }

  ask(key: string, question: () => Promise<boolean>): Promise<boolean> {
    const open = this.#open.get(key);
    if (open) return open;
    const asking = question().finally(() => this.#open.delete(key));
    this.#open.set(key, asking);
    return asking;
  }
}
