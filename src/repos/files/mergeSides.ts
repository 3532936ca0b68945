import * as vscode from "vscode";
import { shownText } from "../../base/bytes.ts";
import { contentPlaceOf } from "../uri.ts";
import type { RepoFiles } from "./files.ts";

type Side = "base" | "theirs" | "mine";

/** Where the text of a side comes from, for after a reload of the window. */
export const sourceOf = (side: Side, output: vscode.Uri): string =>
  JSON.stringify(["merge", side, output.toString()]);

/** Empty for what is not the text of a list. */
const listOf = (text: string): readonly unknown[] => {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
};

/** A side of a merge from before a reload of the window: the local change has all of them. */
export const restoreSide = async (files: RepoFiles, source: string): Promise<string | undefined> => {
  const [kind, side, output] = listOf(source);
  const place = kind === "merge" ? contentPlaceOf(vscode.Uri.parse(String(output))) : undefined;
  const { bytes, merge } = (place && (await files.baseOfChange(place))) ?? {};
  const text = side === "theirs" ? bytes : side === "mine" ? merge?.mine : merge?.base;
  return merge && text && shownText(text).replace(/^\ufeff/, "");
};
