/** A text in UTF-8. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The text, whose byte order mark is part of it; undefined for bytes that are no UTF-8. */
export const utf8Text = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** As `utf8Text`, with a mark in place of what is no UTF-8. */
export const shownText = (bytes: Uint8Array): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

export const sameBytes = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, index) => byte === right[index]);

/** Arguments that a call takes at once. */
const chunk = 0x80_00;

export const encodeBase64 = (bytes: Uint8Array): string => {
  let text = "";
  for (let start = 0; start < bytes.length; start += chunk)
    text += String.fromCharCode(...bytes.subarray(start, start + chunk));
  return btoa(text);
};

/** In linear time, and without a stack for each character: texts have up to 134 million. */
export const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, ""));

export const decodeBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replace(/\s+/g, "")), (char) => char.charCodeAt(0));
