import * as vscode from "vscode";
import { decodePart, decodeRef, encodePart, encodeRef } from "../base/uriPart.ts";
import { repoScheme } from "../ids.ts";
import type { DocumentPlace } from "../localChanges/model.ts";
import type { ContentPlace } from "./types.ts";

/** `/<owner>/<repository>/<branch, tag or commit>/<path>`; each part encoded, so that a branch may have slashes. */
export const contentUri = ({ accountId, owner, repo, ref, path }: ContentPlace): vscode.Uri => {
  const names = path.split("/").filter((part) => part !== "");
  return vscode.Uri.from({
    scheme: repoScheme,
    authority: accountId,
    path: `/${[encodePart(owner), encodePart(repo), encodeRef(ref), ...names.map(encodePart)].join("/")}`,
  });
};

/** A file as what local changes are stored of. */
export const documentOf = (place: ContentPlace): DocumentPlace => ({
  accountId: place.accountId,
  uri: contentUri(place).toString(),
});

/** In the address of a side of a difference, with the branch, tag or commit of its content. The path has what VS Code shows. */
const sideQuery = "at=";
/** As `sideQuery`, of what a commit made of a file: comments belong to the commit, not to the file. */
const commitQuery = "commit=";
/** The same in addresses of former versions, which have the whole id in the path. */
const formerCommitQuery = "commit";

/** The id of a commit as people read it; the name of a branch or tag as it is. */
const shownRef = (ref: string): string => (/^[0-9a-f]{40}$/.test(ref) ? ref.slice(0, 7) : ref);

const sideUri = (place: ContentPlace, shown: string, query: string): vscode.Uri =>
  contentUri({ ...place, ref: shownRef(shown) }).with({ query: query + encodePart(place.ref) });

/**
 * The left side of a difference with `ref`: under the address of the right side, so that VS Code does not take a file
 * that has the same name on both sides for a renamed one.
 */
export const formerSideUri = (place: ContentPlace, ref: string): vscode.Uri => sideUri(place, ref, sideQuery);

/** A file at a commit, whose id is short in the address, as in links and on the right side of a difference; else as `contentUri`. */
export const laterSideUri = (place: ContentPlace): vscode.Uri =>
  shownRef(place.ref) === place.ref ? contentUri(place) : sideUri(place, place.ref, sideQuery);

/** The right side of a commit's difference. */
export const commitSideUri = (place: ContentPlace): vscode.Uri => sideUri(place, place.ref, commitQuery);

/** Undefined for an address that is none of a repository's content. */
export const contentPlaceOf = (uri: vscode.Uri): ContentPlace | undefined => {
  if (uri.scheme !== repoScheme) return undefined;
  const [owner, repo, shown = "", ...path] = uri.path.split("/").slice(1);
  const query = [sideQuery, commitQuery].find((each) => uri.query.startsWith(each));
  const ref = query === undefined ? decodeRef(shown) : decodePart(uri.query.slice(query.length));
  if (!owner || !repo || !ref) return undefined;
  const names = path.filter((part) => part !== "").map(decodePart);
  return {
    accountId: uri.authority,
    owner: decodePart(owner),
    repo: decodePart(repo),
    ref,
    path: names.join("/"),
  };
};

/** Undefined for what is shown for its own sake. */
export const commitSideOf = (uri: vscode.Uri): ContentPlace | undefined => {
  const isSide = uri.query.startsWith(commitQuery) || uri.query === formerCommitQuery;
  const place = isSide ? contentPlaceOf(uri) : undefined;
  return place && place.path !== "" ? place : undefined;
};
