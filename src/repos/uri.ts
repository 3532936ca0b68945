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

/** Undefined for an address that is none of a repository's content. */
export const contentPlaceOf = (uri: vscode.Uri): ContentPlace | undefined => {
  if (uri.scheme !== repoScheme) return undefined;
  const [owner, repo, ref, ...path] = uri.path.split("/").slice(1).map(decodePart);
  if (!owner || !repo || !ref) return undefined;
  return { accountId: uri.authority, owner, repo, ref, path: path.filter((part) => part !== "").join("/") };
};
