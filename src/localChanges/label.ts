import * as vscode from "vscode";
import { decodePart } from "../base/uriPart.ts";
import type { LocalChange } from "./model.ts";

export const nameOf = ({ path }: vscode.Uri): string => decodePart(path.split("/").at(-1) ?? "");

/** The name of the document. */
export const labelOf = ({ place }: LocalChange): string => nameOf(vscode.Uri.parse(place.uri));
