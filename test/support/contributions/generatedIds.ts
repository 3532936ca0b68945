import type { Contributions } from "../../../src/contributions/types.ts";

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const objectText = (name: string, ids: ReadonlyMap<string, string>): string =>
  [`export const ${name} = {`, ...[...ids].map(([key, id]) => `  ${key}: "${id}",`), "} as const;"].join("\n");

const typeText = (name: string, table: string): string =>
  `export type ${name} = (typeof ${table})[keyof typeof ${table}];`;

const add = (ids: Map<string, string>, entries: Readonly<Record<string, { readonly id: string }>> = {}): void => {
  for (const [key, { id }] of Object.entries(entries)) {
    if (ids.has(key)) throw new Error(`${key} is the name of ${ids.get(key) ?? ""} and of ${id}.`);
    ids.set(key, id);
  }
};

/** Of the settings that are numbers: the smallest and the largest value. */
const rangesText = (tables: readonly Contributions[]): string => {
  const lines = tables.flatMap((table) =>
    Object.entries(table.settings ?? {}).flatMap(([name, setting]) =>
      setting.type === "number" ? [`  [settings.${name}]: [${setting.minimum}, ${setting.maximum}],`] : [],
    ),
  );
  const type = "Readonly<Record<string, readonly [minimum: number, maximum: number]>>";
  return [`export const settingRanges: ${type} = {`, ...lines, "};"].join("\n");
};

/** The text of `src/generatedIds.ts`. */
export const generatedIds = (tables: readonly Contributions[]): string => {
  const commands = new Map<string, Map<string, string>>();
  const settings = new Map<string, string>();
  for (const table of tables) {
    add(settings, table.settings);
    if (table.commands === undefined) continue;
    const ids = commands.get(table.name) ?? new Map<string, string>();
    commands.set(table.name, ids);
    add(ids, table.commands);
  }
  const blocks = [...commands].map(([name, ids]) =>
    [objectText(`${name}Commands`, ids), typeText(`${capitalized(name)}CommandId`, `${name}Commands`)].join("\n"),
  );
  return `${["// `npm run contributions` writes this file: change the tables of contributions in its place.", ...blocks, objectText("settings", settings), rangesText(tables)].join("\n\n")}\n`;
};
