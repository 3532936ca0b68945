import { bytesOf, utf8Text } from "./bytes.ts";

/** A text and how its bytes are made again, in the encoding that they were in. */
export interface DecodedText {
  readonly text: string;
  readonly encode: (text: string) => Uint8Array;
}

/** Byte order marks: they name the encoding. */
const sample = 4000;
/** Arguments that a call takes at once. */
const chunk = 0x80_00;

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const textOf = (codes: Uint8Array | Uint16Array): string => {
  let text = "";
  for (let start = 0; start < codes.length; start += chunk)
    text += String.fromCharCode(...codes.subarray(start, start + chunk));
  return text;
};

const utf16 = (bytes: Uint8Array, isLittle: boolean): DecodedText => {
  const view = viewOf(bytes);
  const units = new Uint16Array(Math.floor(bytes.length / 2));
  for (let unit = 0; unit < units.length; unit++) units[unit] = view.getUint16(unit * 2, isLittle);
  return {
    text: textOf(units),
    encode: (text) => {
      const encoded = new Uint8Array(text.length * 2);
      const out = viewOf(encoded);
      for (let unit = 0; unit < text.length; unit++) out.setUint16(unit * 2, text.charCodeAt(unit), isLittle);
      return encoded;
    },
  };
};

const latin1 = (bytes: Uint8Array): DecodedText => ({
  text: textOf(bytes),
  encode: (text) => Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
});

/** Share of zeros among every second byte. */
const zerosFrom = (bytes: Uint8Array, start: 0 | 1): number => {
  const length = Math.min(bytes.length, sample);
  let [zeros, count] = [0, 0];
  for (let at = start; at < length; at += 2) {
    count += 1;
    if (bytes[at] === 0) zeros += 1;
  }
  return count === 0 ? 0 : zeros / count;
};

/**
 * Any bytes as text: UTF-16 by its byte order mark or by its zeros, UTF-8, and else Latin-1, which reads the ASCII
 * characters of every other encoding and of binary files.
 */
export const decodeText = (bytes: Uint8Array): DecodedText => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf16(bytes, true);
  if (first === 0xfe && second === 0xff) return utf16(bytes, false);
  const [even, odd] = [zerosFrom(bytes, 0), zerosFrom(bytes, 1)];
  if (odd > 0.5 && even < 0.1) return utf16(bytes, true);
  if (even > 0.5 && odd < 0.1) return utf16(bytes, false);
  const text = utf8Text(bytes);
  return text === undefined ? latin1(bytes) : { text, encode: bytesOf };
};
