import type { Clock } from "../../base/clock.ts";
import { HttpError } from "../../client/errors.ts";
import type { FileEdit, Outcome } from "./publishEdits.ts";

/** A file's change: its new content, its new name, or null to delete it. */
type FileChange = { readonly content?: string; readonly filename?: string } | null;
export interface GistEdit {
  readonly description?: string;
  readonly files: Readonly<Record<string, FileChange>>;
  /** Contents and deletions that are held against what the service has before they are sent. */
  readonly contents?: Readonly<Record<string, FileEdit>>;
}

/** What became of a call that carried contents and other changes. */
export interface SentEdit {
  readonly outcomes: ReadonlyMap<string, Outcome<string | null>>;
  /** Why it is not known whether the call was made. */
  readonly failure?: unknown;
}

interface Waiting<R> {
  readonly edit: GistEdit;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

interface Batch<R> {
  edit: GistEdit;
  readonly waiting: Waiting<R>[];
}

/** The names that an edit speaks of: a renamed file's old one and its new one. */
const namesIn = ({ files, contents = {} }: GistEdit): readonly string[] => [
  ...Object.keys(contents),
  ...Object.entries(files).flatMap(([name, change]) =>
    change?.filename === undefined ? [name] : [name, change.filename],
  ),
];

const join = (first: GistEdit, second: GistEdit): GistEdit => ({
  ...first,
  ...second,
  files: { ...first.files, ...second.files },
  ...(first.contents || second.contents ? { contents: { ...first.contents, ...second.contents } } : {}),
});

/** Whether the service did nothing since something in the call is wrong: what else was in it may be right. */
const isRefused = (error: unknown): boolean =>
  HttpError.is(error) && !error.mayHaveSucceeded && [400, 413, 422].includes(error.code);

const joinable = (first: GistEdit, second: GistEdit): boolean => {
  const names = new Set(namesIn(first));
  return !namesIn(second).some((name) => names.has(name));
};

/**
 * Sends the edits that one gist gets within a moment, or while a call for it is under way, as one call, and never two calls
 * for one gist at once, so that each is made on top of the one before. When the service refuses such a call, each of its
 * edits is sent on its own.
 */
export class EditJoiner<R> {
  readonly #clock: Clock;
  readonly #send: (key: string, edit: GistEdit) => Promise<R>;
  readonly #joinDelayMs: number;
  readonly #open = new Map<string, Batch<R>>();
  readonly #sending = new Map<string, Promise<unknown>>();

  constructor(clock: Clock, send: (key: string, edit: GistEdit) => Promise<R>, joinDelayMs = 60) {
    this.#clock = clock;
    this.#send = send;
    this.#joinDelayMs = joinDelayMs;
  }

  /** Settles as the call does that carries the edit, last of all. */
  add(key: string, edit: GistEdit): Promise<R> {
    const open = this.#open.get(key);
    return new Promise<R>((resolve, reject) => {
      const waiting = { edit, resolve, reject };
      if (open && joinable(open.edit, edit)) {
        open.edit = join(open.edit, edit);
        open.waiting.push(waiting);
        return;
      }
      const batch: Batch<R> = { edit, waiting: [waiting] };
      this.#open.set(key, batch);
      this.#clock.setTimer(this.#joinDelayMs, () => this.#close(key, batch));
    });
  }

  #close(key: string, batch: Batch<R>): void {
    const before = this.#sending.get(key) ?? Promise.resolve();
    const settled = before.then(() => {
      if (this.#open.get(key) === batch) this.#open.delete(key);
      return this.#sendAll(key, batch);
    });
    this.#sending.set(key, settled);
    void settled.then(() => {
      if (this.#sending.get(key) === settled) this.#sending.delete(key);
    });
  }

  /** Never rejects. */
  async #sendAll(key: string, { edit, waiting }: Batch<R>): Promise<void> {
    try {
      const result = await this.#send(key, edit);
      for (const { resolve } of waiting) resolve(result);
    } catch (error) {
      if (waiting.length === 1 || !isRefused(error)) {
        for (const { reject } of waiting) reject(error);
        return;
      }
      for (const each of waiting) await this.#sendAll(key, { edit: each.edit, waiting: [each] });
    }
  }
}
