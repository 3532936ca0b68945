import { GistProblem } from "./problem.ts";

/** The text of a file that is to be sent. Throws GistProblem for what the service does not keep. */
export const textOf = (name: string, bytes: Uint8Array, limit: number): string => {
  if (bytes.length > limit) throw new GistProblem("tooLarge", name, limit);
  let text: string;
  try {
    // A byte order mark is part of the content.
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new GistProblem("binary", name);
  }
  if (text.includes("\0")) throw new GistProblem("binary", name);
  if (text === "") throw new GistProblem("emptyContent", name);
  return text;
};

/** Undefined for what is no UTF-8 text. A byte order mark is part of it. */
export const utf8Text = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

export const decodeBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replace(/\s+/g, "")), (char) => char.charCodeAt(0));
