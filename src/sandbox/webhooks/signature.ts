import { hmac } from "@noble/hashes/hmac.js";
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { utf8 } from "../git/bytes.ts";

/** What proves to a receiver that a body comes from who knows the secret. */
export const signatureHeaders = (secret: string, body: string): Readonly<Record<string, string>> => ({
  "X-Hub-Signature": `sha1=${bytesToHex(hmac(sha1, utf8(secret), utf8(body)))}`,
  "X-Hub-Signature-256": `sha256=${bytesToHex(hmac(sha256, utf8(secret), utf8(body)))}`,
});
