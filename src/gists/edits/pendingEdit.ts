import type { ErrorKind } from "../../client/errors.ts";
import type { FilePlace } from "../types.ts";

/**
 * Where an edit stands that is not at the service: kept until the user publishes it, waiting for the service, changed on
 * both sides, or refused for good.
 */
export type PendingState = "unpublished" | "queued" | "conflict" | "refused";

/** What a file is here while the service has something else. */
export interface PendingEdit {
  readonly place: FilePlace;
  readonly state: PendingState;
  /** What the service had when the edit began; null when it had no such file. */
  readonly base: string | null;
  readonly mine: string;
  /** Edits are sent in this order. Milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  /** When `mine` was saved last. Milliseconds. */
  readonly changed: number;
  /** Why it is not at the service, when it was tried. */
  readonly reason?: ErrorKind;
}

/** A folder of small files; every write is whole or not at all. */
export interface EditFolder {
  list(): Promise<readonly string[]>;
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const states: readonly string[] = ["unpublished", "queued", "conflict", "refused"] satisfies PendingState[];

/** Undefined for a file that is no pending edit. */
export const decodeEdit = (text: string): PendingEdit | undefined => {
  try {
    const data = JSON.parse(text) as { version?: unknown; edit?: Partial<PendingEdit> };
    const { edit } = data;
    const valid =
      data.version === 1 &&
      typeof edit?.mine === "string" &&
      (edit.base === null || typeof edit.base === "string") &&
      states.includes(edit.state ?? "") &&
      typeof edit.place?.fileName === "string" &&
      typeof edit.place.gistId === "string" &&
      typeof edit.place.accountId === "string";
    return valid ? (edit as PendingEdit) : undefined;
  } catch {
    return undefined;
  }
};

export const encodeEdit = (edit: PendingEdit): string => JSON.stringify({ version: 1, edit });
