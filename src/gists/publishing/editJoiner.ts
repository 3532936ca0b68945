import type { Clock } from "../../base/clock.ts";
import { KeyedQueue } from "../../base/keyedQueue.ts";
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
  /** Whether its edits are of saves, which don't wait for long. */
  readonly isSave: boolean;
  readonly waiting: Waiting<R>[];
}

/** How the calls of gists are made. */
export interface EditSender<R> {
  readonly send: (key: string, edit: GistEdit) => Promise<R>;
  /** Whether the calling code runs in a save. */
  readonly isInSave: () => boolean;
  /** Settles as `before` does, the end of the calls for the gist; rejects where the calling code would wait too long for it. */
  readonly unlessHeld: (key: string, before: Promise<void>) => Promise<void>;
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
 * for one gist at once, so that each is made on top of the one before. The edits of saves go without others. When the
 * service refuses such a call, each of its edits is sent on its own.
 */
export class EditJoiner<R> {
  readonly #clock: Clock;
  readonly #sender: EditSender<R>;
  readonly #joinDelayMs: number;
  readonly #open = new Map<string, Batch<R>>();
  readonly #queue = new KeyedQueue();

  constructor(clock: Clock, sender: EditSender<R>, joinDelayMs = 60) {
    this.#clock = clock;
    this.#sender = sender;
    this.#joinDelayMs = joinDelayMs;
  }

  /** Settles as the call does that carries the edit, last of all. */
  add(key: string, edit: GistEdit): Promise<R> {
    const isSave = this.#sender.isInSave();
    const open = this.#open.get(key);
    return new Promise<R>((resolve, reject) => {
      const waiting = { edit, resolve, reject };
      if (open && open.isSave === isSave && joinable(open.edit, edit)) {
        open.edit = join(open.edit, edit);
        open.waiting.push(waiting);
        return;
      }
      const batch: Batch<R> = { edit, isSave, waiting: [waiting] };
      this.#open.set(key, batch);
      this.#clock.setTimer(this.#joinDelayMs, () => this.#close(key, batch));
    });
  }

  #close(key: string, batch: Batch<R>): void {
    const leave = (): void => {
      if (this.#open.get(key) === batch) this.#open.delete(key);
    };
    const send = (): Promise<void> => {
      leave();
      return this.#sendAll(key, batch);
    };
    this.#queue
      .run(key, send, async (before) => this.#sender.unlessHeld(key, before))
      .catch((error: unknown) => {
        leave();
        for (const { reject } of batch.waiting) reject(error);
      });
  }

  /** Never rejects. */
  async #sendAll(key: string, { edit, waiting }: Pick<Batch<R>, "edit" | "waiting">): Promise<void> {
    try {
      const result = await this.#sender.send(key, edit);
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
