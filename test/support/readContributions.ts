import { readFileSync } from "node:fs";
import { isRowMenu } from "../../src/shell/rowMenu.ts";

interface MenuItem {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}
interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly dependencies?: unknown;
  readonly capabilities: {
    readonly virtualWorkspaces: boolean;
    readonly untrustedWorkspaces: {
      readonly supported: boolean | string;
    };
  };
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
      readonly icon?: string;
    }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly submenus: readonly { readonly id: string }[];
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac: string;
      readonly when?: string;
      readonly args?: readonly unknown[];
    }[];
    readonly views: Readonly<Record<string, readonly { readonly accessibilityHelpContent: string }[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when: string }[];
    readonly jsonValidation: readonly { readonly url: string }[];
  };
}

export const manifestText = (): string => readFileSync("package.json", "utf8");

/** What package.json says to VS Code. */
export const readContributions = (): Manifest => JSON.parse(manifestText()) as Manifest;

/** The commands in the menus of rows, with their submenus. */
export const rowMenuItems = ({ contributes: { menus } }: Manifest): readonly MenuItem[] =>
  Object.entries(menus).flatMap(([id, items]) =>
    isRowMenu(id) ? items.filter((item) => !("submenu" in item)) : [],
  );
