import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { closestWord } from "../../base/closestWord.ts";
import { atPosition, jsonErrorIn, jsonErrorPosition, positionAt } from "../../ui/jsonErrorText.ts";
import { entryFields, type LinkFileProblem } from "./linkFile.ts";
import { linkFileProblemText } from "./stateText.ts";

const fileFields = ["version", "links"];

/** The name of a field in place of `field`, which is not there. */
const misspelled = ({ children = [] }: Node, field: string, known: readonly string[]): Node | undefined =>
  children
    .flatMap(({ children: [name] = [] }) => name ?? [])
    .find(({ value }) => !known.includes(String(value)) && closestWord(String(value), known) === field);

/** What is wrong in the file of links: with line and column, and with what was probably meant, where these are known. */
export const placeOfProblem = (
  text: string,
  problem: LinkFileProblem,
): { readonly said: string; readonly position?: vscode.Position } => {
  const { entry, field, kind } = problem;
  const said = linkFileProblemText(problem);
  if (kind === "tooLarge") return { said };
  try {
    if (kind === "json") return { said: jsonErrorIn(text), position: jsonErrorPosition(text) };
    const root = parseTree(text);
    const found = root && (entry === undefined ? root : findNodeAtLocation(root, ["links", entry - 1]));
    if (!found) return { said };
    const value = field === undefined ? undefined : findNodeAtLocation(found, [field]);
    const known = entry === undefined ? fileFields : entryFields;
    const name = value || field === undefined ? undefined : misspelled(found, field, known);
    const position = positionAt(text, (value ?? name ?? found).offset);
    if (!name || field === undefined) return { said: atPosition(position, said), position };
    const mistake = vscode.l10n.t("the field “{0}” is unknown (did you mean “{1}”?)", String(name.value), field);
    return { said: atPosition(position, linkFileProblemText(problem, mistake)), position };
  } catch {
    // Lists in lists, thousands of them, are too deep for this parser.
    return { said };
  }
};
