import { Emitter } from "../base/event.ts";

export type Choice = "share" | "redact";

/** Where choices are kept: digest → choice. */
export interface DecisionStorage {
  read(): Readonly<Record<string, string>>;
  write(decisions: Readonly<Record<string, string>>): Promise<void>;
}

/** What a choice is about. A choice for one account says nothing about another. */
export interface DecisionSubject {
  readonly kind: string;
  readonly secret: string;
  readonly accountId: string;
}

/** The oldest ones are forgotten beyond that. */
const maxDecisions = 2000;

const isChoice = (value: unknown): value is Choice => value === "share" || value === "redact";

const digestOf = async ({ kind, secret, accountId }: DecisionSubject): Promise<string> => {
  if (accountId === "") throw new TypeError("A choice belongs to an account.");
  const text = new TextEncoder().encode(JSON.stringify([kind, secret, accountId]));
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** What the user wanted to be remembered about single findings. The secret itself is never kept. */
export class Decisions {
  readonly #storage: DecisionStorage;
  readonly #changed = new Emitter<void>();
  /** Only of this window. */
  readonly onDidChange = this.#changed.event;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(storage: DecisionStorage) {
    this.#storage = storage;
  }

  get size(): number {
    return this.#known().length;
  }

  async get(subject: DecisionSubject): Promise<Choice | undefined> {
    const digest = await digestOf(subject);
    return new Map(this.#known()).get(digest);
  }

  async remember(subject: DecisionSubject, choice: Choice): Promise<void> {
    const digest = await digestOf(subject);
    await this.#write((known) => [...known.filter(([key]) => key !== digest), [digest, choice]]);
  }

  /** Answers how many there were. */
  async forgetAll(): Promise<number> {
    const count = this.size;
    await this.#write(() => []);
    return count;
  }

  /** The storage may have entries of other versions: those are ignored. */
  #known(): readonly (readonly [string, Choice])[] {
    return Object.entries(this.#storage.read()).flatMap(([key, choice]) =>
      /^[\da-f]{64}$/.test(key) && isChoice(choice) ? [[key, choice] as const] : [],
    );
  }

  #write(
    change: (known: readonly (readonly [string, Choice])[]) => readonly (readonly [string, Choice])[],
  ): Promise<void> {
    const written = this.#queue.then(async () => {
      await this.#storage.write(Object.fromEntries(change(this.#known()).slice(-maxDecisions)));
      this.#changed.fire();
    });
    this.#queue = written.catch(() => undefined);
    return written;
  }
}
