import { extensions } from "vscode";
import { extensionId } from "../../../src/ids.ts";

interface MenuEntry {
  readonly command: string;
  /** In place of the command. */
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}
export interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly contents: string; readonly when: string }[];
  };
}

export const manifest = (): Manifest => extensions.getExtension(extensionId)?.packageJSON as Manifest;

type Context = Readonly<Record<string, string>>;

const termHolds = (term: string, context: Context): boolean => {
  const flag = /^(!?)([\w.]+)$/.exec(term);
  if (flag) return ((context[flag[2] ?? ""] ?? "false") === "true") !== (flag[1] === "!");
  const compared = /^([\w.]+) (==|!=) ([\w.-]+)$/.exec(term);
  if (compared) return (context[compared[1] ?? ""] === compared[3]) === (compared[2] === "==");
  const matched = /^(!?)(\(?)([\w.]+) =~ \/(.+)\/(\)?)$/.exec(term);
  // VS Code has no `!~`; it negates what stands in parentheses.
  if (matched && (matched[1] === "!") === (matched[2] === "(") && (matched[2] === "(") === (matched[5] === ")"))
    return new RegExp(matched[4] ?? "").test(context[matched[3] ?? ""] ?? "") !== (matched[1] === "!");
  throw new Error(`VS Code does not understand this part of a when clause: ${term}`);
};

/** Reads the `when` clauses that the menus of tree rows use, as strictly as VS Code does. */
const holds = (when: string, context: Context): boolean =>
  when.split(" && ").every((term) => termHolds(term, context));

/** What stands in a row's menu, with what its submenus have in their place, and what is drawn at its end. */
export const menuOf = (
  view: string,
  viewItem: string,
): { readonly inline: readonly string[]; readonly menu: readonly string[] } => {
  const entriesOf = (id: string): readonly MenuEntry[] =>
    (manifest().contributes.menus[id] ?? [])
      .filter(({ when = "" }) => holds(when, { view, viewItem }))
      .toSorted((a, b) => ((a.group ?? "") < (b.group ?? "") ? -1 : 1))
      .flatMap((entry) => (entry.submenu === undefined ? [entry] : entriesOf(entry.submenu)));
  const isInline = ({ group = "" }: MenuEntry): boolean => group.startsWith("inline");
  const entries = entriesOf("view/item/context");
  return {
    inline: entries.filter(isInline).map(({ command }) => command),
    menu: entries.filter((entry) => !isInline(entry)).map(({ command }) => command),
  };
};
