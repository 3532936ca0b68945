import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { FileTimes } from "../../../src/base/fileTimes.ts";
import { ManualClock } from "../../support/manualClock.ts";

interface Stat {
  readonly mtime: number;
  readonly size: number;
}

const etagOf = ({ mtime, size }: Stat): string => `${mtime} ${size}`;

/** A file with one editor, which follows the rules of VS Code's file service and of its text file models. */
class Window {
  readonly clock = new ManualClock();
  readonly times = new FileTimes(this.clock, () => this.isDirty);
  isDirty = false;
  shown = "";
  file = { text: "", modified: 0 };
  #known: Stat | undefined;

  stat(): Stat {
    const { text, modified } = this.file;
    return { mtime: this.times.of("file", { size: text.length, modified }), size: text.length };
  }

  /** Another one becomes the file's text between VS Code's question for the time and its reading. */
  read(inBetween: () => void): void {
    const stat = this.stat();
    inBetween();
    this.#learn(stat);
    this.shown = this.file.text;
    this.isDirty = false;
  }

  /** What VS Code does in an editor without unsaved changes when the file was changed. */
  update(): void {
    if (this.isDirty) return;
    const stat = this.stat();
    if (this.#known && etagOf(this.#known) === etagOf(stat)) return;
    this.#learn(stat);
    this.shown = this.file.text;
  }

  /** False: refused, since the file on disk is newer. */
  save(stored: () => void): boolean {
    const known = this.#known;
    const stat = this.stat();
    if (known && known.mtime < stat.mtime && etagOf(known) !== etagOf({ ...stat, mtime: known.mtime }))
      return false;
    stored();
    this.#learn(this.stat());
    this.isDirty = false;
    return true;
  }

  #learn(stat: Stat): void {
    if (!this.#known || this.#known.mtime <= stat.mtime) this.#known = stat;
  }
}

const textArbitrary = fc.constantFrom("a", "bb", "cc", "ddd");

const stepArbitrary = fc.oneof(
  fc.record({ kind: fc.constant("changed" as const), text: textArbitrary, back: fc.boolean() }),
  fc.record({ kind: fc.constant("read" as const), text: fc.option(textArbitrary) }),
  fc.record({ kind: fc.constant("typed" as const), text: textArbitrary }),
  fc.record({ kind: fc.constant("saved" as const), isMerged: fc.boolean() }),
);

describe("The time of a file", () => {
  it("never refuses a save, and always lets an editor read what became of the file", () =>
    fc.assert(
      fc.property(fc.array(stepArbitrary, { maxLength: 30 }), (steps) => {
        const window = new Window();
        const { clock, times } = window;
        const first = { ...window.file };
        const become = (text: string, isBack = false): void => {
          // Undone: the text and the time of before.
          window.file = isBack ? { ...first } : { text, modified: clock.now() };
          times.noteChanged("file");
        };
        window.read(() => undefined);
        for (const step of steps) {
          clock.advance(1);
          switch (step.kind) {
            case "changed":
              become(step.text, step.back);
              window.update();
              break;
            case "read":
              window.read(() => {
                if (step.text !== null) become(step.text);
              });
              window.update();
              break;
            case "typed":
              window.shown = step.text;
              window.isDirty = true;
              break;
            case "saved":
              if (!window.isDirty) break;
              assert.equal(
                window.save(() => (window.file = { text: window.shown, modified: clock.now() })),
                true,
              );
              if (step.isMerged) become(`${window.shown}!`);
              window.update();
              break;
          }
          if (!window.isDirty) assert.equal(window.shown, window.file.text);
        }
      }),
      { numRuns: 2000 },
    ));

  it("stays while the file does", () => {
    const window = new Window();
    window.file = { text: "a", modified: 5 };
    assert.deepEqual([window.stat().mtime, window.stat().mtime], [5, 5]);
    window.clock.advance(1000);
    window.times.noteChanged("file");
    const { mtime } = window.stat();
    assert.ok(mtime > 5);
    assert.equal(window.stat().mtime, mtime);
  });
});
