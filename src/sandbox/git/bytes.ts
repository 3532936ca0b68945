/** A file's content as the state keeps it: text when it is UTF-8, else base64; `fill` is a text repeated up to `size` bytes. */
export type StoredBlob = string | { readonly base64: string } | { readonly fill: string; readonly size: number };

const encoder = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });
/** Arguments that one call may have are limited. */
const chunkLength = 0x8000;

export const toBase64 = (bytes: Uint8Array): string => {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += chunkLength) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + chunkLength)));
  }
  return btoa(parts.join(""));
};

/** Undefined for what is no base64; line breaks are allowed. */
export const fromBase64 = (text: string): Uint8Array | undefined => {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
};

export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** Bytes that are no UTF-8 become replacement characters. */
export const textOf = (bytes: Uint8Array): string => lenient.decode(bytes);

export const toStoredBlob = (bytes: Uint8Array): StoredBlob => {
  try {
    return strict.decode(bytes);
  } catch {
    return { base64: toBase64(bytes) };
  }
};

const repeated = (fill: string, size: number): Uint8Array => {
  const piece = utf8(fill);
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += piece.length) bytes.set(piece.subarray(0, size - at), at);
  return bytes;
};

export const blobBytes = (blob: StoredBlob): Uint8Array => {
  if (typeof blob === "string") return utf8(blob);
  return "fill" in blob ? repeated(blob.fill, blob.size) : (fromBase64(blob.base64) ?? new Uint8Array());
};

/** As git guesses: a zero byte near the beginning. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8000).includes(0);

/** The order of git: by bytes, which UTF-16 code units do not keep. */
export const compareBytes = (left: Uint8Array, right: Uint8Array): number => {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};
