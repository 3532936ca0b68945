import { contextKeys, gistScheme, views } from "../ids.ts";
import type { MenuId, When } from "./types.ts";
import { and, inScheme, not, row } from "./when.ts";

interface Submenu {
  /** Where it opens: the menu of rows without it. */
  readonly menu?: MenuId;
  readonly title: string;
  readonly when: When;
  readonly group: string;
}

const gist = row(views.gists, "gist");
const repo = row(views.repos, "repo");

/** The submenus of menus that have more than ten entries: `submenu` of a menu entry names one. */
export const submenus = {
  openGist: { title: "Open", when: gist, group: "1_link@1" },
  copyGist: { title: "Copy", when: gist, group: "1_link@2" },
  manageGist: { title: "Manage", when: gist, group: "8_manage@1" },
  openRepo: { title: "Open", when: repo, group: "1_open@1" },
  downloadRepo: { title: "Download", when: repo, group: "1_open@2" },
  copyRepo: { title: "Copy", when: repo, group: "1_open@3" },
  newInRepo: { title: "New", when: repo, group: "4_make@1" },
  manageRepo: { title: "Manage", when: repo, group: "8_manage@1" },
  gistEditor: {
    menu: "editor/title",
    title: "Gist",
    when: and(contextKeys.signedIn, inScheme(gistScheme), not(contextKeys.gistsNotOffered)),
    group: "1_gist@1",
  },
} as const satisfies Readonly<Record<string, Submenu>>;

export type SubmenuName = keyof typeof submenus;

/** The menu that it opens in. */
export const menuOf = (name: SubmenuName): MenuId => {
  const { menu = "view/item/context" }: Submenu = submenus[name];
  return menu;
};

/** The id of the menu in package.json. */
export const submenuId = (name: SubmenuName): string =>
  `forgeside.${menuOf(name) === "view/item/context" ? "rowMenu" : "editorMenu"}.${name}`;
