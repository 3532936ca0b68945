import assert from "node:assert/strict";
import { type Uri, workspace } from "vscode";
import { eventually } from "../../support/eventually.ts";
import { answering } from "./answers.ts";
import type { Forge } from "./forge.ts";

interface HeldRequests {
  /** Resolves when one of them waits for its answer. */
  arrived(): Promise<void>;
  /** The service answers it, and all others. */
  release(): void;
}

const hold = (forge: Forge, isMeant: (method: string) => boolean, what: string): HeldRequests => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let hasArrived = false;
  forge.answer = async ({ method }) => {
    if (!isMeant(method)) return undefined;
    hasArrived = true;
    await held;
    return undefined;
  };
  return { arrived: () => eventually(() => hasArrived, what), release };
};

/** The service takes its time with what is posted. */
export const holdPosts = (forge: Forge): HeldRequests =>
  hold(forge, (method) => method === "POST", "something is posted");

/** The service takes its time with everything that is read. */
export const holdReads = (forge: Forge): HeldRequests =>
  hold(forge, (method) => method === "GET", "something is read");

/** The service takes its time with every write. */
export const holdWrites = (forge: Forge): HeldRequests =>
  hold(forge, (method) => method !== "GET", "something is being sent");

/** `save` answers what the saved document has become: the extension reads that, and leaves the editors as they are. */
export const leavesEditors = async (save: () => Promise<Uri>): Promise<void> => {
  const shown: unknown[] = [];
  await answering({ showTextDocument: (...given: readonly unknown[]) => void shown.push(given) }, async () => {
    const next = String(await save());
    const isRead = () => workspace.textDocuments.some(({ uri }) => uri.toString() === next);
    await eventually(isRead, "what the document has become is read");
    // What follows on the reading has its turn.
    await new Promise((resolve) => setImmediate(resolve));
  });
  assert.deepEqual(shown, []);
};
