import type { Command, Contributions, RowKey } from "./types.ts";

/**
 * The keys that run a command for the row with the focus, whose menu has it. Space, for `preview`, runs none: it previews
 * or expands the row.
 */
export const rowKeys: Readonly<
  Record<RowKey | "preview", { readonly id: Command["id"]; readonly key: string; readonly mac: string }>
> = {
  delete: { id: "forgeside.row.delete", key: "delete", mac: "cmd+backspace" },
  rename: { id: "forgeside.row.rename", key: "f2", mac: "f2" },
  copy: { id: "forgeside.row.copy", key: "ctrl+c", mac: "cmd+c" },
  open: { id: "forgeside.row.open", key: "enter", mac: "enter" },
  preview: { id: "forgeside.row.preview", key: "space", mac: "space" },
};

/** What keys do in all views. */
export const rowContributions: Contributions = {
  name: "row",
  commands: {
    delete: {
      id: rowKeys.delete.id,
      title: "Delete or Remove the Row...",
      palette: false,
    },
    rename: { id: rowKeys.rename.id, title: "Rename the Row...", palette: false },
    copy: { id: rowKeys.copy.id, title: "Copy Link, Text or Name of the Row", palette: false },
    open: { id: rowKeys.open.id, title: "Open the Row", palette: false },
    preview: { id: rowKeys.preview.id, title: "Preview or Expand the Row", palette: false },
  },
};
