import * as vscode from "vscode";
import { entriesOf, fieldsOf } from "../base/fieldsOf.ts";
import { extensionId } from "../manifestNames.ts";

const commandPrefix = "forgeside.";

/** In languages other than English VS Code puts an object with both texts where package.json has the title. */
const textOf = (title: unknown): unknown => (typeof title === "string" ? title : fieldsOf(title)["value"]);

const commandTitle = (id: string): string | undefined => {
  const { contributes } = fieldsOf(vscode.extensions.getExtension(extensionId)?.packageJSON);
  const command = entriesOf(fieldsOf(contributes)["commands"])
    .map(fieldsOf)
    .find((each) => each["command"] === id);
  const title = textOf(command?.["title"]);
  return typeof title === "string" ? title.replace(/\s*(?:\.\.\.|…)$/u, "") : undefined;
};

/**
 * The name of an action for a message: a command's title without its ellipsis, any other name as it is. Undefined for the id
 * of a command without a title.
 */
export const actionTitle = (what: string): string | undefined =>
  what.startsWith(commandPrefix) ? commandTitle(what) : what;
