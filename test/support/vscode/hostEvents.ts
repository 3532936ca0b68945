import { existsSync, readFileSync } from "node:fs";
import { failureLine } from "../run/results.ts";
import { mapStack } from "../run/sourceMaps.ts";

/** What the run inside the extension host says, one JSON line each, to the process that started it. */
export type HostEvent =
  | { readonly type: "start" }
  | { readonly type: "pass"; readonly title: string; readonly milliseconds: number }
  | { readonly type: "fail"; readonly title: string; readonly stack: string }
  | { readonly type: "skip"; readonly title: string }
  | {
      readonly type: "end";
      readonly passed: number;
      readonly failed: number;
      readonly skipped: number;
      readonly seconds: number;
    }
  | { readonly type: "stopped"; readonly stack: string };

const indent = (text: string): string => text.replaceAll(/^/gm, "      ");

const print = (event: HostEvent): void => {
  if (event.type === "pass") console.log(`  ✔ ${event.title} (${event.milliseconds} ms)`);
  if (event.type === "fail") console.log(`  ✖ ${event.title}\n${indent(mapStack(event.stack))}`);
  if (event.type === "skip") console.log(`  - ${event.title}`);
};

/** Prints and counts the events of a host, which appends them to a file unless `take` gets them. */
export class HostEvents {
  readonly #file: string | undefined;
  #seen = 0;
  #latestAt = Date.now();
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #ended = false;
  #stopped: string | undefined;
  /** The names of the failed tests. */
  readonly failed: string[] = [];
  /** See `StageResult`. */
  readonly failures: string[] = [];

  constructor(file?: string) {
    this.#file = file;
  }

  /** Takes in what is new; true when the run has said that it ended. */
  read(): boolean {
    if (this.#file === undefined) return this.#ended;
    const text = existsSync(this.#file) ? readFileSync(this.#file, "utf8") : "";
    const complete = text.slice(0, text.lastIndexOf("\n") + 1);
    const fresh = complete.slice(this.#seen);
    this.#seen = complete.length;
    for (const line of fresh.split("\n")) {
      if (line !== "") this.take(JSON.parse(line) as HostEvent);
    }
    return this.#ended;
  }

  take(event: HostEvent): void {
    this.#latestAt = Date.now();
    print(event);
    if (event.type === "pass") this.#counts.passed += 1;
    if (event.type === "fail") {
      this.#counts.failed += 1;
      this.failed.push(event.title);
      this.failures.push(failureLine(event.title, mapStack(event.stack)));
    }
    if (event.type === "skip") this.#counts.skipped += 1;
    if (event.type === "end" || event.type === "stopped") this.#ended = true;
    if (event.type === "stopped") this.#stopped = mapStack(event.stack);
  }

  /** Milliseconds since something new was heard. */
  get silence(): number {
    return Date.now() - this.#latestAt;
  }

  get counts(): { readonly passed: number; readonly failed: number; readonly skipped: number } {
    return this.#counts;
  }

  /** Why the run gave up, when that was for another reason than failed tests. */
  get problem(): string | undefined {
    if (this.#stopped !== undefined && this.#counts.failed === 0) return this.#stopped;
    if (!this.#ended) return "The extension host ended before the tests did.";
    return this.#counts.passed + this.#counts.failed === 0 ? "No test was run." : undefined;
  }
}
