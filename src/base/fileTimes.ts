import { BoundedMap } from "./boundedMap.ts";
import type { Clock } from "./clock.ts";

/** More files than a window has editors. */
const maxFiles = 2000;

/** Sizes are bytes, times are milliseconds since 1970. */
interface FileState {
  readonly size: number;
  readonly modified: number;
}

interface Answer {
  /** Undefined once the file may have become another one. */
  readonly state: FileState | undefined;
  readonly time: number;
}

/**
 * The modification times that `stat` answers.
 *
 * VS Code refuses a save when the file is now newer than the one it has read and has another size. It asks for the time
 * before or beside reading, so a change in between would refuse each save. And it doesn't read a file again whose time
 * and size are those of a former reading. So an unsaved document's file is never newer, as saving it merges what came
 * since, and a file that became another one is always newer.
 */
export class FileTimes {
  readonly #clock: Clock;
  readonly #isUnsaved: (address: string) => boolean;
  readonly #answers = new BoundedMap<Answer>(maxFiles);

  /** `isUnsaved`: whether the file's document has changes that are not saved, or is saved now. */
  constructor(clock: Clock, isUnsaved: (address: string) => boolean) {
    this.#clock = clock;
    this.#isUnsaved = isUnsaved;
  }

  /** Milliseconds since 1970; 0 while the file's document is unsaved. */
  of(address: string, state: FileState): number {
    const last = this.#answers.get(address);
    if (this.#isUnsaved(address)) {
      this.#answers.set(address, { state: undefined, time: Math.max(last?.time ?? 0, state.modified) });
      return 0;
    }
    if (last?.state?.size === state.size && last.state.modified === state.modified) return last.time;
    const time = last ? Math.max(state.modified, this.#clock.now(), last.time + 1) : state.modified;
    this.#answers.set(address, { state, time });
    return time;
  }

  /** The file may have become another one. */
  noteChanged(address: string): void {
    this.#answers.set(address, { state: undefined, time: this.#answers.get(address)?.time ?? 0 });
  }
}
