import { CancelledError } from "../../../../src/base/errors.ts";
import { HttpError } from "../../../../src/client/errors.ts";
import { EditEngine } from "../../../../src/gists/publishing/engine.ts";
import type { PublishMode } from "../../../../src/gists/publishing/engineOptions.ts";
import { PendingEdits } from "../../../../src/gists/publishing/pendingEdits.ts";
import type { ContentEdit, Outcome } from "../../../../src/gists/publishing/publishEdits.ts";
import { NotAskedError } from "../../../../src/gists/publishing/publishErrors.ts";
import { ManualClock } from "../../../support/manualClock.ts";
import { MemoryFolder } from "../../../support/memoryFolder.ts";

export const place = { accountId: "a", gistId: "1", fileName: "f" };
export const other = { ...place, fileName: "g" };
export const offline = new HttpError("network", 503, "no network");

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Windows with one outbox, and a service that answers what a test says. */
export class EngineTest {
  readonly clock = new ManualClock();
  readonly folder = new MemoryFolder();
  mode: PublishMode = "onSave";
  /** What the service answers next; "published" when there is nothing. */
  answers: (Outcome | Error)[] = [];
  /** What it answers instead once `publish` is called. */
  answerHeld: (() => Error) | undefined;
  readonly sent: ContentEdit[] = [];
  readonly errors: unknown[] = [];
  /** The accounts that have no token. */
  readonly signedOut = new Set<string>();
  /** The accounts that are no longer there. */
  readonly removed = new Set<string>();
  /** The texts that the guard asked about, and what the user answers; undefined for Cancel. */
  readonly asked: string[] = [];
  guardAnswer: "redact" | "share" | undefined;
  #held: Promise<void> = Promise.resolve();

  /** Holds back the service's answers until `publish` is called. */
  hold(): { publish: () => void } {
    let publish = (): void => undefined;
    this.#held = new Promise((resolve) => (publish = resolve));
    return { publish };
  }

  /** A window. */
  open(): { engine: EditEngine; pending: PendingEdits } {
    const pending = new PendingEdits(this.folder, this.clock);
    const engine = new EditEngine({
      pending,
      clock: this.clock,
      accounts: {
        get: (accountId) => {
          if (this.removed.has(accountId)) return undefined;
          return { problem: this.signedOut.has(accountId) ? "noToken" : undefined };
        },
      },
      pause: () => 30_000,
      publisher: {
        modeOf: () => this.mode,
        placeOf: (place) => place,
        inspect: async (_, { mine }, mayAsk) => {
          if (!mine.includes("SECRET")) return mine;
          if (mayAsk) this.asked.push(mine);
          const answer = mayAsk ? this.guardAnswer : undefined;
          if (answer === undefined) throw mayAsk ? new CancelledError() : new NotAskedError();
          return answer === "redact" ? mine.replaceAll("SECRET", "REDACTED") : mine;
        },
        publish: async (_, edit) => {
          const answer = this.answers.shift() ?? { kind: "published", text: edit.mine };
          if (answer instanceof Error) throw answer;
          this.sent.push({ name: edit.name, base: edit.base, mine: edit.mine });
          await this.#held;
          const failure = this.answerHeld?.();
          if (failure) throw failure;
          return answer;
        },
      },
      onError: (error) => this.errors.push(error),
    });
    return { engine, pending };
  }
}
