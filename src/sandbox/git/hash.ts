import { sha1 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";

export type ObjectKind = "blob" | "tree" | "commit";

const encoder = new TextEncoder();

/** An object's id as git computes it: the SHA-1 of its kind, its length and its bytes. */
export const objectId = (kind: ObjectKind, bytes: Uint8Array): string =>
  bytesToHex(
    sha1
      .create()
      .update(encoder.encode(`${kind} ${bytes.length}\0`))
      .update(bytes)
      .digest(),
  );
