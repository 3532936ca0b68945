import { views } from "../ids.ts";
import type { When } from "./types.ts";
import { row } from "./when.ts";

interface RowSubmenu {
  readonly title: string;
  readonly when: When;
  readonly group: string;
}

const gist = row(views.gists, "gist");
const repo = row(views.repos, "repo");

/** The submenus of rows that have more than ten entries: `submenu` of a menu entry names one. */
export const rowSubmenus = {
  openGist: { title: "Open", when: gist, group: "1_link@1" },
  copyGist: { title: "Copy", when: gist, group: "1_link@2" },
  manageGist: { title: "Manage", when: gist, group: "8_manage@1" },
  openRepo: { title: "Open", when: repo, group: "1_open@1" },
  downloadRepo: { title: "Download", when: repo, group: "1_open@2" },
  copyRepo: { title: "Copy", when: repo, group: "1_open@3" },
  newInRepo: { title: "New", when: repo, group: "4_make@1" },
  manageRepo: { title: "Manage", when: repo, group: "8_manage@1" },
} as const satisfies Readonly<Record<string, RowSubmenu>>;

export type RowSubmenuName = keyof typeof rowSubmenus;

/** The id of the menu in package.json. */
export const rowSubmenuId = (name: RowSubmenuName): string => `forgeside.rowMenu.${name}`;
