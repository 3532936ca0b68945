import { settingSections } from "../../../src/contributions/settingSections.ts";
import type { Command, Contributions, Setting } from "../../../src/contributions/types.ts";
import type { Table } from "../docsTable.ts";

const keyText = (key: string): string => key.replaceAll(/(^|[+ ])[a-z]/g, (start) => start.toUpperCase());

const commandText = ({ title, keybinding, palette }: Command): string => {
  const name = `${title.replace(/\.\.\.$/, "")}${palette === false ? " (menu)" : ""}`;
  return keybinding === undefined ? name : `${name} (${keyText(keybinding.key)})`;
};

/** The others run when a row is clicked. */
const hasTitleOnScreen = ({ palette, menus }: Command): boolean => palette !== false || menus !== undefined;

interface CommandRow {
  readonly commands: string[];
  readonly help: string;
}

const rowsOf = ({ commands = {} }: Contributions): readonly CommandRow[] => {
  const rows: CommandRow[] = [];
  for (const command of Object.values(commands).filter(hasTitleOnScreen)) {
    if (command.help !== undefined) rows.push({ commands: [], help: command.help });
    const row = rows.at(-1);
    if (row === undefined)
      throw new Error(`${command.id} is the first one of its table: it needs a text for docs/commands.md.`);
    row.commands.push(commandText(command));
  }
  return rows;
};

/** What docs/commands.md says of the commands: a row for each text. */
const commandsTable = (tables: readonly Contributions[]): Table => [
  ["Command (all begin with **Forgeside:**)", "What it does"],
  ...tables.flatMap(rowsOf).map(({ commands, help }) => [commands.join(", "), help]),
];

const defaultText = ({ default: value }: Setting): string => {
  if (Array.isArray(value)) return value.length === 0 ? "none" : "a list";
  return value === "" ? "empty" : `\`${String(value)}\``;
};

const settingText = (setting: Setting): string => {
  const choices = setting.type === "choice" ? Object.entries(setting.choices) : [];
  const who = setting.scope === "application" ? [] : ["A workspace that you trust can set it."];
  return [setting.description, ...choices.map(([choice, text]) => `\`${choice}\`: ${text}`), ...who]
    .map((text) => text.replaceAll(/`#([\w.]+)#`/g, "`$1`"))
    .map((text) => text.replace(/(?<![.)])$/, "."))
    .join(" ");
};

const settingsTable = (tables: readonly Contributions[]): Table => [
  ["Section", "Setting", "Default", "What it does"],
  ...Object.entries(settingSections).flatMap(([section, title]) =>
    tables
      .flatMap((table) => Object.values(table.settings ?? {}))
      .filter((setting) => setting.section === section)
      .map((setting, position) => [
        position === 0 ? title : "",
        `\`${setting.id}\``,
        defaultText(setting),
        settingText(setting),
      ]),
  ),
];

/** By the names of the pages in docs that have them. */
export const docsTables = (tables: readonly Contributions[]): Readonly<Record<string, Table>> => ({
  commands: commandsTable(tables),
  settings: settingsTable(tables),
});
