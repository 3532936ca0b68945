/** A header and rows of cells. */
export type Table = readonly (readonly string[])[];

/** A generated table of a page of docs is between two comments with its name. */
const sectionOf = (name: string): RegExp => new RegExp(`(<!-- ${name} -->\\n)([\\s\\S]*?)(\\n<!-- /${name} -->)`);

/** The cells of the table that a page has. */
export const readTable = (page: string, name: string): Table =>
  (sectionOf(name).exec(page)?.[2] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^[|\s-]+$/.test(line))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** The page with another table in the place of the one that it has. */
export const withTable = (page: string, name: string, [head = [], ...rows]: Table): string => {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return page.replace(
    sectionOf(name),
    (_, start: string, _table: string, end: string) => `${start}\n${lines.join("\n")}\n${end}`,
  );
};
