/** How a text is written down, apart from what it says. */
export interface TextShape {
  /** Undefined when line ends are mixed, and so are part of the text. */
  readonly eol: "\n" | "\r\n" | undefined;
  readonly hasMark: boolean;
}

const mark = "\ufeff";

export const shapeOf = (text: string): TextShape => {
  const crlf = text.split("\r\n").length - 1;
  const lf = text.split("\n").length - 1 - crlf;
  const hasMark = text.startsWith(mark);
  if (crlf > 0) return { eol: lf > 0 ? undefined : "\r\n", hasMark };
  return { eol: "\n", hasMark };
};

/**
 * The text in its plainest form: without a byte order mark, and with `\n` where its line ends are all the same. Two
 * texts with the same plain form say the same.
 */
export const plainOf = (text: string): string => {
  const { eol, hasMark } = shapeOf(text);
  const body = hasMark ? text.slice(mark.length) : text;
  return eol === "\r\n" ? body.replaceAll("\r\n", "\n") : body;
};

/** A plain text written down as `shape` says. */
export const inShape = (plain: string, { eol, hasMark }: TextShape): string => {
  const isMixed = plain.includes("\r\n");
  const body = eol === "\r\n" && !isMixed ? plain.replaceAll("\n", "\r\n") : plain;
  return hasMark ? mark + body : body;
};
