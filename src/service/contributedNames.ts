import { fieldsOf } from "../base/fieldsOf.ts";

/** A text of a manifest, without the dots of a title. */
export const contributedText = (value: unknown): string | undefined => {
  // In other languages than English VS Code gives the title in both.
  const text = typeof value === "string" ? value : fieldsOf(value)["value"];
  return typeof text === "string" ? text.replace(/(\.\.\.|…)$/, "") : undefined;
};

export interface ContributedName {
  readonly kind: "command" | "view";
  readonly name: string;
}

/** Id → what people read of the commands and views in a manifest, in their language. */
export const contributedNames = (manifest: unknown): ReadonlyMap<string, ContributedName> => {
  const names = new Map<string, ContributedName>();
  const note = (kind: ContributedName["kind"], entry: unknown, idKey: string, nameKey: string): void => {
    const [id, name] = [fieldsOf(entry)[idKey], contributedText(fieldsOf(entry)[nameKey])];
    if (typeof id === "string" && name !== undefined) names.set(id, { kind, name });
  };
  const { commands, views } = fieldsOf(fieldsOf(manifest)["contributes"]);
  if (Array.isArray(commands)) for (const command of commands) note("command", command, "command", "title");
  for (const list of Object.values(fieldsOf(views)))
    if (Array.isArray(list)) for (const view of list) note("view", view, "id", "name");
  return names;
};
