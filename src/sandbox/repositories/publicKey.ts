import { fromBase64, textOf } from "../git/bytes.ts";

/** A public key as OpenSSH writes it on one line. */
export interface PublicKey {
  readonly type: string;
  /** Type and base64, without the comment. */
  readonly key: string;
  readonly comment: string;
  /** Of an RSA key: its length. */
  readonly bits?: number;
}

/** Fields of the wire format, each with its length before it. Undefined when the bytes are not cut so. */
const partsOf = (bytes: Uint8Array): readonly Uint8Array[] | undefined => {
  const parts: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < bytes.length) {
    if (at + 4 > bytes.length) return undefined;
    const length = view.getUint32(at);
    at += 4;
    if (at + length > bytes.length) return undefined;
    parts.push(bytes.subarray(at, at + length));
    at += length;
  }
  return parts;
};

const bitsOf = (number: Uint8Array): number => {
  const from = number.findIndex((byte) => byte !== 0);
  return from < 0 ? 0 : (number.length - from) * 8 - Math.clz32(number[from] ?? 0) + 24;
};

type Body = readonly Uint8Array[];
type Check = (body: Body) => boolean;

const isEd25519: Check = (body) => body[0]?.length === 32;
const isCurve =
  (name: string, size: number): Check =>
  ([curve, point]) =>
    curve !== undefined && textOf(curve) === name && point?.length === 2 * size + 1 && point[0] === 4;
/** Keys in hardware end with what they are for. */
const withApplication =
  (check: Check): Check =>
  (body) =>
    check(body.slice(0, -1)) && (body.at(-1)?.length ?? 0) > 0;

const types = new Map<string, readonly [parts: number, check: Check]>([
  [
    "ssh-rsa",
    [
      2,
      ([exponent, modulus]) => bitsOf(exponent ?? new Uint8Array()) > 1 && bitsOf(modulus ?? new Uint8Array()) > 0,
    ],
  ],
  ["ssh-ed25519", [1, isEd25519]],
  ["ecdsa-sha2-nistp256", [2, isCurve("nistp256", 32)]],
  ["ecdsa-sha2-nistp384", [2, isCurve("nistp384", 48)]],
  ["ecdsa-sha2-nistp521", [2, isCurve("nistp521", 66)]],
  ["sk-ssh-ed25519@openssh.com", [2, withApplication(isEd25519)]],
  ["sk-ecdsa-sha2-nistp256@openssh.com", [3, withApplication(isCurve("nistp256", 32))]],
]);

/** Undefined for what is no public key of a type that the service takes; a private key is none either. */
export const parsePublicKey = (text: string): PublicKey | undefined => {
  const [, type = "", data = "", comment = ""] = /^(\S+)[ \t]+(\S+)(?:[ \t]+([^\r\n]*))?$/.exec(text.trim()) ?? [];
  const known = types.get(type);
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(data) ? fromBase64(data) : undefined;
  const [name, ...body] = (bytes === undefined ? undefined : partsOf(bytes)) ?? [];
  if (known === undefined || name === undefined || textOf(name) !== type) return undefined;
  const [count, check] = known;
  if (body.length !== count || !check(body)) return undefined;
  const key = `${type} ${data}`;
  return {
    type,
    key,
    comment: comment.trim(),
    ...(type === "ssh-rsa" && { bits: bitsOf(body[1] ?? new Uint8Array()) }),
  };
};
