import * as vscode from "vscode";
import { decodePart, encodePart } from "../base/uriPart.ts";
import { repoScheme } from "../ids.ts";
import type { ContentPlace } from "./types.ts";

/** `/<owner>/<repository>/<branch, tag or commit>/<path>`; each part encoded, so that a branch may have slashes. */
export const contentUri = ({ accountId, owner, repo, ref, path }: ContentPlace): vscode.Uri => {
  const parts = [owner, repo, ref, ...path.split("/").filter((part) => part !== "")];
  return vscode.Uri.from({
    scheme: repoScheme,
    authority: accountId,
    path: `/${parts.map(encodePart).join("/")}`,
  });
};

/** In the address of the left side of a difference: where its content is. */
const formerQuery = "at=";

/**
 * The left side of a difference with `ref`: under the address of the right side, so that VS Code does not take a file
 * that has the same name on both sides for a renamed one.
 */
export const formerSideUri = (place: ContentPlace, ref: string): vscode.Uri =>
  contentUri({ ...place, ref }).with({ query: formerQuery + encodePart(place.ref) });

/** Undefined for an address that is none of a repository's content. */
export const contentPlaceOf = (uri: vscode.Uri): ContentPlace | undefined => {
  if (uri.scheme !== repoScheme) return undefined;
  const [owner, repo, shownRef, ...path] = uri.path.split("/").slice(1).map(decodePart);
  const ref = uri.query.startsWith(formerQuery) ? decodePart(uri.query.slice(formerQuery.length)) : shownRef;
  if (!owner || !repo || !ref) return undefined;
  return { accountId: uri.authority, owner, repo, ref, path: path.filter((part) => part !== "").join("/") };
};

/** In the address of what a commit made of a file: comments belong to the commit, not to the file. */
const commitQuery = "commit";

/** The right side of a commit's difference. */
export const commitSideUri = (place: ContentPlace): vscode.Uri => contentUri(place).with({ query: commitQuery });

/** Undefined for what is shown for its own sake. */
export const commitSideOf = (uri: vscode.Uri): ContentPlace | undefined => {
  const place = uri.query === commitQuery ? contentPlaceOf(uri) : undefined;
  return place && place.path !== "" ? place : undefined;
};
