import * as vscode from "vscode";
import { decodePart } from "../base/uriPart.ts";
import type { LocalChange } from "./model.ts";

/** The name of the document. */
export const labelOf = ({ place }: LocalChange): string =>
  decodePart(vscode.Uri.parse(place.uri).path.split("/").at(-1) ?? "");
