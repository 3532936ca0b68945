import type { views } from "../ids.ts";
import type { SubmenuName } from "./submenus.ts";
import type { SettingSection } from "./settingSections.ts";

/**
 * What a feature contributes to VS Code. `npm run contributions` makes `contributes` of package.json, package.nls.json and
 * `src/generatedIds.ts` of all of them; the extension itself never loads them.
 */
export interface Contributions {
  /** The ids of the commands are exported as `<name>Commands`. Several tables can have the same name. */
  readonly name: string;
  /** The palette, the menus of VS Code's own parts and the titles of views show its commands only while this is true. */
  readonly shownWhile?: When;
  readonly commands?: Readonly<Record<string, Command>>;
  /** By the names that `settings` gives their ids. */
  readonly settings?: Readonly<Record<string, Setting>>;
  readonly views?: Readonly<Partial<Record<ViewName, View>>>;
  readonly resourceLabelFormatters?: readonly ResourceLabelFormatter[];
  readonly jsonValidation?: readonly JsonValidation[];
  readonly notebooks?: Readonly<Record<string, Notebook>>;
  readonly authentication?: readonly Authentication[];
}

/** A when clause. Its terms come from `when.ts` and from the ids. */
export type When = string;

export interface Command {
  readonly id: `forgeside.${string}`;
  readonly title: string;
  /** What docs/commands.md says of it: Markdown. Without it, the command is in the row of the one before, which has to be true of both. */
  readonly help?: string;
  readonly shortTitle?: string;
  readonly icon?: `$(${string})`;
  readonly enablement?: When;
  /**
   * Where it is shown while no account is signed in, besides the views; nowhere, without it. Such a command asks for an
   * account when it needs one, and goes on.
   */
  readonly signedOut?: "everywhere" | "menus";
  /** Shown also while `shownWhile` of its table is false. */
  readonly alwaysShown?: true;
  /** When the command palette lists the command; always when an account is signed in, without it. */
  readonly palette?: When | false;
  readonly menus?: Readonly<Partial<Record<MenuId, readonly MenuEntry[]>>>;
  readonly keybinding?: Keybinding;
  /** Runs it for the row with the focus where the row's menu has it; of several, the first in the order of the tables. */
  readonly rowKey?: RowKey;
}

/** The menus that have entries of ours. The command palette is `palette` of the command. */
export type MenuId =
  | "comments/comment/context"
  | "comments/comment/title"
  | "comments/commentThread/context"
  | "comments/commentThread/title"
  | "editor/context"
  | "editor/lineNumber/context"
  | "editor/title"
  | "editor/title/context"
  | "explorer/context"
  | "file/newFile"
  | "notebook/cell/title"
  | "scm/resourceState/context"
  | "scm/title"
  | "terminal/context"
  | "view/item/context"
  | "view/title";

interface MenuEntry {
  readonly when?: When;
  /** One entry in each group: an inline action is in the row's menu too. */
  readonly groups: readonly string[];
  /** The submenu that has the entries which are not inline. */
  readonly submenu?: SubmenuName;
}

/** Delete, F2, Ctrl+C or, for rows that open nothing by a click and have nothing below them, Enter. */
export type RowKey = "delete" | "rename" | "copy" | "open";

interface Keybinding {
  readonly key: string;
  readonly mac: string;
  readonly when: When;
}

interface SettingOf {
  readonly id: `forgeside.${string}`;
  readonly section: SettingSection;
  /** Markdown. `#forgeside.x#` in backticks is a link to another setting. */
  readonly description: string;
  /**
   * A workspace can set those of scope `window`, and each of its folders those of scope `resource`:
   * `restrictedConfigurations` in package.json are ignored until the user trusts it.
   */
  readonly scope: "application" | "resource" | "window";
}

interface TextSetting extends SettingOf {
  readonly type: "string";
  readonly default: string;
}

/** A text out of a few, each with its description. */
interface ChoiceSetting extends SettingOf {
  readonly type: "choice";
  readonly choices: Readonly<Record<string, string>>;
  readonly default: string;
}

interface SwitchSetting extends SettingOf {
  readonly type: "boolean";
  readonly default: boolean;
}

interface NumberSetting extends SettingOf {
  readonly type: "number";
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

interface ListSetting extends SettingOf {
  readonly type: "array";
  readonly default: readonly string[];
  readonly items: { readonly type: "string"; readonly enum?: readonly string[] };
  readonly uniqueItems?: boolean;
}

export type Setting = TextSetting | ChoiceSetting | SwitchSetting | NumberSetting | ListSetting;

export type ViewName = keyof typeof views;

export interface View {
  readonly name: string;
  readonly initialSize: number;
  readonly visibility?: "collapsed" | "hidden" | "visible";
  /**
   * What the command **Show Accessibility Help** shows of the view: a line for each paragraph. `<keybinding:command>` stands
   * for the keys of a command. In VS Code's own accessibility help (Alt+F1) it is only where proposed API is enabled.
   */
  readonly accessibilityHelp: readonly string[];
  readonly welcome: Readonly<Record<string, Welcome>>;
}

export interface Welcome {
  readonly when: When;
  /** Markdown; a line that is a link to a command is a button. */
  readonly text: string;
}

interface ResourceLabelFormatter {
  readonly scheme: string;
  readonly formatting: {
    readonly label: string;
    readonly separator: string;
    readonly stripPathStartingSeparator?: boolean;
    readonly workspaceSuffix: string;
  };
}

interface JsonValidation {
  readonly fileMatch: string;
  readonly url: string;
}

interface Notebook {
  readonly type: string;
  readonly displayName: string;
  readonly selector: readonly { readonly filenamePattern: string }[];
}

interface Authentication {
  readonly id: string;
  readonly label: string;
}
