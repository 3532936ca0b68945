import type * as vscode from "vscode";
import { type Clock, systemClock } from "../base/clock.ts";

/**
 * Milliseconds in which VS Code tells each window what was written, also the one that wrote it: the echo of an earlier
 * value may come after a later one was written, and the memento then has the earlier one for a moment.
 */
const echoTime = 3000;

/** A memento in which what was written here just now is what is read. */
export class SteadyMemento implements vscode.Memento {
  readonly #memento: vscode.Memento;
  readonly #clock: Clock;
  readonly #written = new Map<string, { readonly value: unknown; readonly at: number }>();

  constructor(memento: vscode.Memento, clock: Clock = systemClock) {
    this.#memento = memento;
    this.#clock = clock;
  }

  keys(): readonly string[] {
    return this.#memento.keys();
  }

  get<T>(key: string): T | undefined;
  get<T>(key: string, fallback: T): T;
  get<T>(key: string, fallback?: T): T | undefined {
    const written = this.#written.get(key);
    if (written && this.#clock.now() - written.at < echoTime) return (written.value as T | undefined) ?? fallback;
    this.#written.delete(key);
    return this.#memento.get<T>(key) ?? fallback;
  }

  update(key: string, value: unknown): Thenable<void> {
    this.#written.set(key, { value, at: this.#clock.now() });
    return this.#memento.update(key, value);
  }
}
