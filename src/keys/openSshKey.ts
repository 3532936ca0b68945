import { pbkdf } from "bcrypt-pbkdf";
import { bytesOf, decodeBase64, encodeBase64 } from "../base/bytes.ts";

/** A pair in the formats of OpenSSH. */
export interface KeyPair {
  /** The text of the private half's file. */
  readonly privateKey: string;
  /** Type and base64. */
  readonly publicLine: string;
}

export type KeyType = "ed25519" | "rsa4096";

type Bytes = Uint8Array<ArrayBuffer>;

/** As OpenSSH's own since 9.4. */
const rounds = 24;
/** Lengths in bytes. */
const cipher = { name: "aes256-ctr", key: 32, iv: 16, block: 16 } as const;
const noCipher = { name: "none", block: 8 } as const;

const concat = (...pieces: readonly Uint8Array[]): Bytes => {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));
const uint32 = (value: number): Bytes => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
};
const field = (value: Uint8Array | string): Bytes => {
  const bytes = typeof value === "string" ? bytesOf(value) : value;
  return concat(uint32(bytes.length), bytes);
};
const bytesOfBase64Url = (text = ""): Uint8Array => decodeBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
/** A number without superfluous zeros, with one where it would look negative. */
const number = (base64Url: string | undefined): Bytes => {
  const bytes = bytesOfBase64Url(base64Url);
  const from = bytes.findIndex((byte) => byte !== 0);
  const digits = from < 0 ? new Uint8Array() : bytes.subarray(from);
  return field((digits[0] ?? 0) & 0x80 ? concat(new Uint8Array(1), digits) : digits);
};

interface Halves {
  readonly type: string;
  readonly publicBlob: Bytes;
  /** As it stands in the private part. */
  readonly fields: Bytes;
}

const halvesOf = ({ kty, n, e, d, p, q, qi, x }: JsonWebKey): Halves => {
  if (kty === "OKP") {
    const type = "ssh-ed25519";
    const open = bytesOfBase64Url(x);
    const publicBlob = concat(field(type), field(open));
    return { type, publicBlob, fields: concat(publicBlob, field(concat(bytesOfBase64Url(d), open))) };
  }
  const type = "ssh-rsa";
  return {
    type,
    publicBlob: concat(field(type), number(e), number(n)),
    fields: concat(field(type), ...[n, e, d, qi, p, q].map(number)),
  };
};

/** Seals `plain` with a passphrase. Answers it and what is needed, besides the passphrase, to open it. */
const seal = async (
  plain: Bytes,
  passphrase: string,
): Promise<{ readonly sealed: Bytes; readonly options: Bytes }> => {
  const salt = random(16);
  const secret = bytesOf(passphrase);
  const derived = new Uint8Array(cipher.key + cipher.iv);
  if (pbkdf(secret, secret.length, salt, salt.length, derived, derived.length, rounds) !== 0)
    throw new Error("The passphrase cannot be used.");
  const key = await crypto.subtle.importKey("raw", derived.subarray(0, cipher.key), "AES-CTR", false, ["encrypt"]);
  const counter = derived.subarray(cipher.key);
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: "AES-CTR", counter, length: 128 }, key, plain),
  );
  for (const each of [derived, secret, plain]) each.fill(0);
  return { sealed, options: concat(field(salt), uint32(rounds)) };
};

/** OpenSSH's container, PROTOCOL.key; sealed when there is a passphrase. */
const container = async ({ publicBlob, fields }: Halves, comment: string, passphrase: string): Promise<Bytes> => {
  const used = passphrase === "" ? noCipher : cipher;
  const check = random(4);
  const content = concat(check, check, fields, field(comment));
  const padding = (used.block - (content.length % used.block)) % used.block;
  const plain = concat(
    content,
    Uint8Array.from({ length: padding }, (_, index) => index + 1),
  );
  const { sealed, options } =
    used === noCipher ? { sealed: plain, options: new Uint8Array() } : await seal(plain, passphrase);
  return concat(
    bytesOf("openssh-key-v1\0"),
    field(used.name),
    field(used === noCipher ? "none" : "bcrypt"),
    field(options),
    uint32(1),
    field(publicBlob),
    field(sealed),
  );
};

const rsa4096 = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 4096,
  publicExponent: new Uint8Array([1, 0, 1]),
};

const newKey = async (type: KeyType): Promise<JsonWebKey> => {
  const { privateKey } = (await crypto.subtle.generateKey(type === "ed25519" ? "Ed25519" : rsa4096, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  return crypto.subtle.exportKey("jwk", privateKey);
};

/** Makes a new pair. An empty passphrase is none. */
export const newKeyPair = async (type: KeyType, comment: string, passphrase: string): Promise<KeyPair> => {
  const halves = halvesOf(await newKey(type));
  const lines = encodeBase64(await container(halves, comment, passphrase)).match(/.{1,70}/g) ?? [];
  return {
    privateKey: ["-----BEGIN OPENSSH PRIVATE KEY-----", ...lines, "-----END OPENSSH PRIVATE KEY-----", ""].join(
      "\n",
    ),
    publicLine: `${halves.type} ${encodeBase64(halves.publicBlob)}`,
  };
};
