import { createCipheriv, generateKeyPair, randomBytes, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { pbkdf } from "bcrypt-pbkdf";

/** A pair in the formats of OpenSSH. */
export interface KeyPair {
  /** The text of the private half's file. */
  readonly privateKey: string;
  /** Type and base64. */
  readonly publicLine: string;
}

export type KeyType = "ed25519" | "rsa4096";

/** As OpenSSH's own since 9.4. */
const rounds = 24;
const cipher = { name: "aes256-ctr", node: "aes-256-ctr", key: 32, iv: 16, block: 16 } as const;
const noCipher = { name: "none", block: 8 } as const;

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const field = (value: Uint8Array | string): Buffer => {
  const bytes = Buffer.from(value as Uint8Array);
  return Buffer.concat([uint32(bytes.length), bytes]);
};
/** A number without superfluous zeros, with one where it would look negative. */
const number = (base64Url: string | undefined): Buffer => {
  const bytes = Buffer.from(base64Url ?? "", "base64url");
  const from = bytes.findIndex((byte) => byte !== 0);
  const digits = from < 0 ? Buffer.alloc(0) : bytes.subarray(from);
  return field((digits[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.alloc(1), digits]) : digits);
};

interface Halves {
  readonly type: string;
  readonly publicBlob: Buffer;
  /** As it stands in the private part. */
  readonly fields: Buffer;
}

const halvesOf = (key: KeyObject): Halves => {
  const { kty, n, e, d, p, q, qi, x } = key.export({ format: "jwk" });
  if (kty === "OKP") {
    const type = "ssh-ed25519";
    const open = Buffer.from(x ?? "", "base64url");
    const seed = Buffer.from(d ?? "", "base64url");
    const publicBlob = Buffer.concat([field(type), field(open)]);
    return { type, publicBlob, fields: Buffer.concat([publicBlob, field(Buffer.concat([seed, open]))]) };
  }
  const type = "ssh-rsa";
  return {
    type,
    publicBlob: Buffer.concat([field(type), number(e), number(n)]),
    fields: Buffer.concat([field(type), ...[n, e, d, qi, p, q].map(number)]),
  };
};

/** OpenSSH's container, PROTOCOL.key; sealed when there is a passphrase. */
const container = ({ publicBlob, fields }: Halves, comment: string, passphrase: string): Buffer => {
  const used = passphrase === "" ? noCipher : cipher;
  const check = randomBytes(4);
  const content = Buffer.concat([check, check, fields, field(comment)]);
  const padding = (used.block - (content.length % used.block)) % used.block;
  const plain = Buffer.concat([content, Buffer.from(Array.from({ length: padding }, (_, index) => index + 1))]);
  let options: Buffer = Buffer.alloc(0);
  let sealed: Buffer = plain;
  if (used !== noCipher) {
    const salt = randomBytes(16);
    const secret = Buffer.from(passphrase);
    const derived = Buffer.alloc(cipher.key + cipher.iv);
    if (pbkdf(secret, secret.length, salt, salt.length, derived, derived.length, rounds) !== 0)
      throw new Error("The passphrase cannot be used.");
    const sealing = createCipheriv(cipher.node, derived.subarray(0, cipher.key), derived.subarray(cipher.key));
    sealed = Buffer.concat([sealing.update(plain), sealing.final()]);
    options = Buffer.concat([field(salt), uint32(rounds)]);
    for (const each of [derived, secret, plain]) each.fill(0);
  }
  return Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    field(used.name),
    field(used === noCipher ? "none" : "bcrypt"),
    field(options),
    uint32(1),
    field(publicBlob),
    field(sealed),
  ]);
};

const newKey = async (type: KeyType): Promise<KeyObject> => {
  const generate = promisify(generateKeyPair);
  const { privateKey } =
    type === "ed25519" ? await generate("ed25519") : await generate("rsa", { modulusLength: 4096 });
  return privateKey;
};

/** Makes a new pair. An empty passphrase is none. */
export const newKeyPair = async (type: KeyType, comment: string, passphrase: string): Promise<KeyPair> => {
  const halves = halvesOf(await newKey(type));
  const lines =
    container(halves, comment, passphrase)
      .toString("base64")
      .match(/.{1,70}/g) ?? [];
  return {
    privateKey: ["-----BEGIN OPENSSH PRIVATE KEY-----", ...lines, "-----END OPENSSH PRIVATE KEY-----", ""].join(
      "\n",
    ),
    publicLine: `${halves.type} ${halves.publicBlob.toString("base64")}`,
  };
};
