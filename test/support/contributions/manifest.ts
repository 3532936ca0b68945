import { extensionTexts } from "../../../src/contributions/extensionTexts.ts";
import type {
  Command,
  Contributions,
  MenuId,
  Setting,
  View,
  ViewName,
  Welcome,
  When,
} from "../../../src/contributions/types.ts";
import { settingSections } from "../../../src/contributions/settingSections.ts";
import { walkthrough } from "../../../src/contributions/walkthrough.ts";
import { rowKeys } from "../../../src/contributions/rowKeys.ts";
import { menuOf, submenuId, type SubmenuName, submenus } from "../../../src/contributions/submenus.ts";
import { and, inView, onAnyRow } from "../../../src/contributions/when.ts";
import { contextKeys, views } from "../../../src/ids.ts";
import { walkthroughId } from "../../../src/manifestNames.ts";

const icon = "media/forgeside.svg";
const container = "forgeside";

/** In the order of package.json. */
const menuIds: readonly MenuId[] = [
  "view/title",
  "view/item/context",
  "editor/context",
  "editor/lineNumber/context",
  "editor/title",
  "editor/title/context",
  "explorer/context",
  "file/newFile",
  "comments/commentThread/title",
  "comments/commentThread/context",
  "comments/comment/title",
  "comments/comment/context",
  "terminal/context",
  "scm/resourceState/context",
  "scm/title",
  "notebook/cell/title",
];

const viewNames = Object.keys(views) as readonly ViewName[];

const viewsOf = (table: Contributions): readonly (readonly [ViewName, View])[] =>
  viewNames.flatMap((name) => {
    const view = table.views?.[name];
    return view === undefined ? [] : [[name, view] as const];
  });

/** The texts of package.nls.json, as they are used. */
class Texts {
  readonly #texts = new Map<string, string>(Object.entries(extensionTexts));

  get all(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#texts);
  }

  /** Adds a text, and returns what stands for it in package.json. */
  add(key: string, text: string): string {
    if (this.#texts.has(key)) throw new Error(`Two texts have the key ${key}.`);
    this.#texts.set(key, text);
    return `%${key}%`;
  }
}

const commandOf = ({ id, title, shortTitle, icon, enablement }: Command, texts: Texts): object => ({
  command: id,
  title: texts.add(id, title),
  ...(shortTitle === undefined ? {} : { shortTitle: texts.add(`${id}.short`, shortTitle) }),
  category: "Forgeside",
  icon,
  enablement,
});

const all = (...terms: readonly (When | undefined)[]): When | undefined => {
  const given = terms.filter((term) => term !== undefined);
  return given.length === 0 ? undefined : and(...given);
};

/** A command, and when it may be seen. */
interface Listed extends Command {
  readonly shownWhile: When | undefined;
}

const listedOf = ({ commands = {}, shownWhile }: Contributions): readonly Listed[] =>
  Object.values(commands).map((command) => ({
    ...command,
    shownWhile: command.alwaysShown ? undefined : shownWhile,
  }));

const paletteOf = (commands: readonly Listed[]): readonly object[] =>
  commands.flatMap(({ id, palette, signedOut, shownWhile }) => {
    if (palette === false) return [{ command: id, when: "false" }];
    const when = all(signedOut === "everywhere" ? undefined : contextKeys.signedIn, palette, shownWhile);
    return when === undefined ? [] : [{ command: id, when }];
  });

/** Menus of VS Code's own parts, which are nothing of ours before an account is signed in. */
const foreignMenus: ReadonlySet<MenuId> = new Set([
  "editor/context",
  "editor/lineNumber/context",
  "editor/title",
  "editor/title/context",
  "explorer/context",
  "file/newFile",
  "terminal/context",
  "scm/resourceState/context",
  "scm/title",
  "notebook/cell/title",
]);

interface Entry {
  readonly item: object;
  readonly submenu: SubmenuName | undefined;
}

const entriesOf = (menu: MenuId, commands: readonly Listed[]): readonly Entry[] =>
  commands.flatMap(({ id, menus, signedOut, shownWhile }) =>
    (menus?.[menu] ?? []).flatMap(({ when, groups, submenu }) => {
      const isForeign = foreignMenus.has(menu);
      const shown = all(
        isForeign && signedOut === undefined ? contextKeys.signedIn : undefined,
        when,
        isForeign || menu === "view/title" ? shownWhile : undefined,
      );
      return groups.map((group) => ({
        item: { command: id, when: group.startsWith("inline") && shown ? onAnyRow(shown) : shown, group },
        submenu: group.startsWith("inline") ? undefined : submenu,
      }));
    }),
  );

const submenuNames = Object.keys(submenus) as readonly SubmenuName[];

/** Where many entries of ours would push others away: they are in one submenu, at this place. */
const ownSubmenus: Readonly<Partial<Record<MenuId, { readonly id: string; readonly group: string }>>> = {
  "editor/context": { id: "forgeside.editorMenu", group: "9_cutcopypaste@9" },
  "editor/title/context": { id: "forgeside.tabMenu", group: "5_forgeside@1" },
  "explorer/context": { id: "forgeside.explorerMenu", group: "5c_forgeside@9" },
};

const menusOf = (menu: MenuId, commands: readonly Listed[]): readonly (readonly [string, readonly object[]])[] => {
  const submenu = ownSubmenus[menu];
  const entries = entriesOf(menu, commands);
  const itemsIn = (name?: SubmenuName): readonly object[] =>
    entries.filter((entry) => entry.submenu === name).map(({ item }) => item);
  const names = submenu ? [] : submenuNames.filter((name) => menuOf(name) === menu);
  for (const entry of entries)
    if (entry.submenu !== undefined && !names.includes(entry.submenu))
      throw new Error(`${menu} has no submenu ${entry.submenu}: ${JSON.stringify(entry.item)}`);
  if (submenu)
    return [
      [menu, [{ submenu: submenu.id, group: submenu.group }]],
      [submenu.id, itemsIn()],
    ];
  const opened = names.map((name) => {
    const { when, group } = submenus[name];
    return { submenu: submenuId(name), when, group };
  });
  return [[menu, [...itemsIn(), ...opened]], ...names.map((name) => [submenuId(name), itemsIn(name)] as const)];
};

const viewOf = (
  name: ViewName,
  { name: title, initialSize, visibility, accessibilityHelp }: View,
  texts: Texts,
): object => ({
  id: views[name],
  name: texts.add(`view.${name}`, title),
  icon,
  contextualTitle: "%container.title%",
  initialSize,
  visibility,
  accessibilityHelpContent: texts.add(`view.${name}.help`, accessibilityHelp.join("\n")),
});

const welcomeOf = (name: ViewName, key: string, { when, text }: Welcome, texts: Texts): object => ({
  view: views[name],
  contents: texts.add(`welcome.${name}.${key}`, text),
  when,
});

const settingOf = (name: string, setting: Setting, texts: Texts): object => {
  const { id: _, section: _section, description, ...schema } = setting;
  const markdownDescription = texts.add(`setting.${name}`, description);
  if (schema.type !== "choice") return { ...schema, markdownDescription };
  const { choices, default: preset, scope } = schema;
  return {
    type: "string",
    enum: Object.keys(choices),
    default: preset,
    scope,
    markdownDescription,
    enumDescriptions: Object.entries(choices).map(([choice, text]) =>
      texts.add(`setting.${name}.${choice}`, text),
    ),
  };
};

type NamedSetting = readonly [name: string, setting: Setting];

/** The settings by their sections; the first one of a section is the first one that the editor shows. */
const configurationOf = (settings: readonly NamedSetting[], texts: Texts): readonly object[] =>
  Object.entries(settingSections).map(([section, title], order) => ({
    id: `${container}.${section}`,
    title: texts.add(`settings.${section}`, title),
    order,
    properties: Object.fromEntries(
      settings
        .filter(([, setting]) => setting.section === section)
        .map(([name, setting], position) => [setting.id, { ...settingOf(name, setting, texts), order: position }]),
    ),
  }));

const walkthroughOf = ({ title, description, steps }: typeof walkthrough, texts: Texts): object => ({
  id: walkthroughId,
  title: texts.add("walkthrough.title", title),
  description: texts.add("walkthrough.description", description),
  steps: Object.entries(steps).map(([id, step]) => ({
    id,
    title: texts.add(`walkthrough.${id}.title`, step.title),
    description: texts.add(`walkthrough.${id}.description`, step.description),
    media: { svg: `media/walkthrough/${id}.svg`, altText: texts.add(`walkthrough.${id}.picture`, step.picture) },
    completionEvents: step.completionEvents,
  })),
});

interface Manifest {
  /** `contributes` of package.json. */
  readonly contributes: object;
  /** package.nls.json. */
  readonly texts: Readonly<Record<string, string>>;
}

/** One for each key and view. VS Code puts the row with the focus in place of the first argument. */
const rowKeybindings = (commands: readonly Command[]): readonly object[] =>
  Object.entries(rowKeys).flatMap(([name, { id, key, mac }]) =>
    Object.values(views).flatMap((view) => {
      const isInMenu = ({ menus }: Command): boolean =>
        menus?.["view/item/context"]?.some(({ when = "" }) => when.includes(inView(view))) ?? false;
      const its = commands.filter((command) => command.rowKey === name && isInMenu(command));
      // What has nothing else to copy is copied as its name; only gists have rows that open a file and can be expanded.
      const isKeyOfAll = name === "copy" || (name === "preview" && view === views.gists);
      if (its.length === 0 && !isKeyOfAll) return [];
      const args = [{ $treeViewId: view, $focusedTreeItem: true }, view, its.map((command) => command.id)];
      // The row with the focus is another one while the focus is on a row that sticks to the top.
      const isOnRow = `focusedView == ${view} && listFocus && !inputFocus && !treestickyScrollFocused`;
      // VS Code's own Enter expands and collapses.
      const when = name === "open" ? `${isOnRow} && !treeElementCanExpand && !treeElementCanCollapse` : isOnRow;
      return [{ command: id, key, mac, when, args }];
    }),
  );

export const manifestOf = (tables: readonly Contributions[]): Manifest => {
  const texts = new Texts();
  const commands = tables.flatMap(listedOf);
  const settings = tables.flatMap((table) => Object.entries(table.settings ?? {}));
  const allViews = tables.flatMap(viewsOf);
  const contributes = {
    viewsContainers: { activitybar: [{ id: container, title: "%container.title%", icon }] },
    views: { [container]: allViews.map(([name, view]) => viewOf(name, view, texts)) },
    authentication: tables.flatMap(({ authentication = [] }) => authentication),
    viewsWelcome: allViews.flatMap(([name, { welcome }]) =>
      Object.entries(welcome).map(([key, each]) => welcomeOf(name, key, each, texts)),
    ),
    walkthroughs: [walkthroughOf(walkthrough, texts)],
    commands: commands.map((command) => commandOf(command, texts)),
    menus: {
      commandPalette: paletteOf(commands),
      ...Object.fromEntries(menuIds.flatMap((menu) => menusOf(menu, commands))),
    },
    submenus: [
      ...Object.values(ownSubmenus).map(({ id }) => ({ id, label: "%container.title%" })),
      ...submenuNames.map((name) => ({
        id: submenuId(name),
        label: texts.add(`submenu.${name}`, submenus[name].title),
      })),
    ],
    keybindings: [
      ...commands.flatMap(({ id, keybinding }) =>
        keybinding === undefined ? [] : [{ command: id, ...keybinding }],
      ),
      ...rowKeybindings(commands),
    ],
    configuration: configurationOf(settings, texts),
    resourceLabelFormatters: tables.flatMap(({ resourceLabelFormatters = [] }) => resourceLabelFormatters),
    notebooks: tables.flatMap(({ notebooks = {} }) =>
      Object.entries(notebooks).map(([key, { displayName, ...notebook }]) => ({
        ...notebook,
        displayName: texts.add(`notebook.${key}`, displayName),
      })),
    ),
    jsonValidation: tables.flatMap(({ jsonValidation = [] }) => jsonValidation),
  };
  return { contributes, texts: texts.all };
};
