/** Text is the service's or ours; a number is written as it is. */
export type Cell = string | number;

/** What a spreadsheet takes for a formula, also behind blanks and in full width. */
const formula = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/;

const cellText = (cell: Cell): string => {
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** As RFC 4180 has it. A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
