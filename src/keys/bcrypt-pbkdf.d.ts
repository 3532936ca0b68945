declare module "bcrypt-pbkdf" {
  /** Fills `key` with what it derives; answers 0 unless the arguments are wrong. */
  export const pbkdf: (
    passphrase: Uint8Array,
    passphraseLength: number,
    salt: Uint8Array,
    saltLength: number,
    key: Uint8Array,
    keyLength: number,
    rounds: number,
  ) => number;
}
