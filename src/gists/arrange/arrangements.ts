import { Emitter } from "../../base/event.ts";
import { type Arrangement, arrangementOf } from "./arrangement.ts";

export interface ArrangementStorage {
  read(): unknown;
  write(arrangement: Arrangement): void;
}

/** How the view is arranged, also after a restart. */
export class Arrangements {
  readonly #storage: ArrangementStorage;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #current: Arrangement;

  constructor(storage: ArrangementStorage) {
    this.#storage = storage;
    this.#current = arrangementOf(storage.read());
  }

  get current(): Arrangement {
    return this.#current;
  }

  change(change: Partial<Arrangement>): void {
    const next = { ...this.#current, ...change };
    if (JSON.stringify(next) === JSON.stringify(this.#current)) return;
    this.#current = next;
    this.#storage.write(next);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
