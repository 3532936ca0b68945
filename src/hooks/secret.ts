const secretBytes = 32;

/** A new secret: 32 random bytes in hexadecimal digits. */
export const newSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(secretBytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
