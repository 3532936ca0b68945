import type { Disposable } from "../../base/disposable.ts";

/** Something that was written here and is not at the server. */
export interface UnsentItem {
  /** Which one it is, with its text. */
  readonly version: string;
  publish(): Promise<unknown>;
  discard(): Promise<void> | void;
}

/** What was written here and is not at the server. */
export interface UnsentSource {
  readonly kind: "edits" | "comments";
  list(accountId: string): Promise<readonly UnsentItem[]>;
}

/** A feature that has something of an account: asked before the account is signed out by a command. */
export interface SignOutParticipant {
  /** Closes its documents of the account; false when the user wants to keep an unsaved one. */
  readonly closeDocuments?: (accountId: string) => Promise<boolean>;
  readonly unsent?: UnsentSource;
}

/** The features that take part in a sign-out, in the order in which they joined. */
export class SignOutParticipants {
  readonly #all = new Set<SignOutParticipant>();

  get all(): readonly SignOutParticipant[] {
    return [...this.#all];
  }

  join(participant: SignOutParticipant): Disposable {
    this.#all.add(participant);
    return { dispose: () => void this.#all.delete(participant) };
  }

  /** False when the user wants to keep an unsaved document; then the documents of the others stay. */
  async closeDocuments(accountId: string): Promise<boolean> {
    for (const { closeDocuments } of this.#all)
      if (closeDocuments && !(await closeDocuments(accountId))) return false;
    return true;
  }
}
