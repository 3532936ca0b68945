import assert from "node:assert/strict";
import { type Uri, workspace } from "vscode";
import { eventually } from "../../support/eventually.ts";
import { answering } from "./answers.ts";
import type { Forge } from "./forge.ts";

interface HeldPosts {
  /** Resolves when a POST waits for its answer. */
  arrived(): Promise<void>;
  /** The service answers it, and all others. */
  release(): void;
}

/** The service takes its time with what is posted. */
export const holdPosts = (forge: Forge): HeldPosts => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let hasArrived = false;
  forge.answer = async ({ method }) => {
    if (method !== "POST") return undefined;
    hasArrived = true;
    await held;
    return undefined;
  };
  return { arrived: () => eventually(() => hasArrived, "something is posted"), release };
};

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
