import { decodeBase64, encodeBase64 } from "../base/bytes.ts";
import { KeyProblem } from "./problem.ts";

/** A public key as OpenSSH writes it on one line. */
export interface PublicKey {
  readonly type: string;
  /** Type and base64: without options and comment. */
  readonly line: string;
  readonly comment: string;
  /** Of RSA and DSA: the length of the key. */
  readonly bits: number | undefined;
}

const knownType = /^(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp(?:256|384|521)|sk-[\w-]+@openssh\.com)$/;
const anyType = /(?:^|[\s,"])((?:ssh|ecdsa|sk)-[\w.@-]+)\s+(?=AAAA)/g;
/** PEM of every kind, PuTTY's files, and the body alone of an OpenSSH private key. */
const privateMarks = /PRIVATE[\s-]+KEY|PuTTY-User-Key-File|Private-Lines|b3BlbnNzaC1rZXktdjE/i;

/** True for what looks like a private key, in whatever format. */
const isPrivateKey = (text: string): boolean => privateMarks.test(text);

/** Fields of the wire format, each with its length before it. Undefined when the bytes are not cut so. */
const fieldsOf = (bytes: Uint8Array): readonly Uint8Array[] | undefined => {
  const fields: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < bytes.length) {
    if (at + 4 > bytes.length) return undefined;
    const end = at + 4 + view.getUint32(at);
    if (end > bytes.length) return undefined;
    fields.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return fields;
};

const bitsOf = (number: Uint8Array | undefined): number => {
  const from = number?.findIndex((byte) => byte !== 0) ?? -1;
  if (!number || from < 0) return 0;
  return (number.length - from) * 8 - (Math.clz32(number[from] ?? 0) - 24);
};

/** How many fields come after the name of the type. */
const fieldCounts: Readonly<Record<string, number>> = { "ssh-rsa": 2, "ssh-dss": 4, "ssh-ed25519": 1 };

const bytesOfBase64 = (data: string): Uint8Array | undefined => {
  try {
    const bytes = decodeBase64(data);
    // What is cut within four characters decodes too; it is no key then.
    return encodeBase64(bytes).replace(/=+$/, "") === data.replace(/=+$/, "") ? bytes : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The longest beginning of what follows the type that is one key: an editor or a mail may have broken it into lines.
 * Answers its base64 and what is behind it, the comment.
 */
const keyAtStart = (type: string, rest: string): readonly [data: string, comment: string] | undefined => {
  const pieces = rest.split(/(\s+)/);
  let data = "";
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 1) continue;
    data += piece;
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
    const bytes = bytesOfBase64(data);
    const [name, ...fields] = (bytes && fieldsOf(bytes)) ?? [];
    const isWhole =
      name !== undefined &&
      new TextDecoder().decode(name) === type &&
      (fieldCounts[type] === undefined ? fields.length > 1 : fields.length === fieldCounts[type]);
    if (isWhole && (type !== "ssh-ed25519" || fields[0]?.length === 32))
      return [
        data,
        pieces
          .slice(index + 1)
          .join("")
          .trim(),
      ];
  }
  return undefined;
};

/**
 * Reads a public key from what was pasted or is in a file: with options before it, a comment behind it, or broken into
 * lines. Throws KeyProblem: `privateKey` before anything else.
 */
export const parsePublicKey = (text: string): PublicKey => {
  if (isPrivateKey(text)) throw new KeyProblem("privateKey", "");
  const lines = text
    .split(/\r?\n/)
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join("\n");
  const starts = [...lines.matchAll(anyType)];
  const [start] = starts;
  if (!start?.[1]) throw new KeyProblem("noKey", "");
  if (starts.length > 1) throw new KeyProblem("severalKeys", String(starts.length));
  const type = start[1];
  if (!knownType.test(type)) throw new KeyProblem("unknownType", type);
  const [data, comment] = keyAtStart(type, lines.slice(start.index + start[0].length)) ?? [];
  if (data === undefined) throw new KeyProblem("damagedKey", type);
  const fields = fieldsOf(decodeBase64(data)) ?? [];
  return {
    type,
    line: `${type} ${data}`,
    comment: (comment ?? "").split("\n")[0]?.trim() ?? "",
    bits: type === "ssh-rsa" ? bitsOf(fields[2]) : type === "ssh-dss" ? bitsOf(fields[1]) : undefined,
  };
};

/** As `ssh-keygen -l` shows it, such as `SHA256:…`. */
export const fingerprintOf = async ({ line }: Pick<PublicKey, "line">): Promise<string> => {
  const bytes = decodeBase64(line.split(" ")[1] ?? "");
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return `SHA256:${encodeBase64(new Uint8Array(digest)).replace(/=+$/, "")}`;
};

/** RSA below 2048 bits, and DSA, can be broken. */
export const isWeak = ({ type, bits }: Pick<PublicKey, "type" | "bits">): boolean =>
  type === "ssh-dss" || (type === "ssh-rsa" && (bits ?? 0) < 2048);

const typeNames: Readonly<Record<string, string>> = {
  "ssh-rsa": "RSA",
  "ssh-dss": "DSA",
  "ssh-ed25519": "Ed25519",
  "ecdsa-sha2-nistp256": "ECDSA 256",
  "ecdsa-sha2-nistp384": "ECDSA 384",
  "ecdsa-sha2-nistp521": "ECDSA 521",
};

/** Such as `RSA 4096`. */
export const typeName = ({ type, bits }: Pick<PublicKey, "type" | "bits">): string =>
  [typeNames[type] ?? type, ...(bits === undefined ? [] : [bits])].join(" ");
