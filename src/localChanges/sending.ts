import { decodeBase64, sameBytes } from "../base/bytes.ts";
import type { LocalChange } from "./model.ts";

/** By the addresses of their documents. */
const sending = new Map<string, LocalChange>();

/** Runs `write`, which writes the change to its document. */
export const whileSending = async (change: LocalChange, write: () => PromiseLike<void>): Promise<void> => {
  const { uri } = change.place;
  sending.set(uri, change);
  try {
    await write();
  } finally {
    if (sending.get(uri) === change) sending.delete(uri);
  }
};

/** The change that is written to the document with this write. */
export const changeSentTo = (uri: { toString(): string }, content: Uint8Array): LocalChange | undefined => {
  const change = sending.get(uri.toString());
  return change && sameBytes(decodeBase64(change.content), content) ? change : undefined;
};
