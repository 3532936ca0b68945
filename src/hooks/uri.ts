import * as vscode from "vscode";
import { decodePart, encodePart, readablePart } from "../base/uriPart.ts";
import { hookScheme } from "../ids.ts";
import type { RepoPlace } from "../repos/types.ts";
import type { HookPlace } from "./types.ts";

const ending = ".hook.json";

const uriOf = ({ accountId, owner, repo }: RepoPlace, name: string): vscode.Uri =>
  vscode.Uri.from({
    scheme: hookScheme,
    authority: accountId,
    path: `/${[owner, repo, name + ending].map(encodePart).join("/")}`,
  });

/** The name is for display; the number identifies the hook. */
export const hookUri = (place: HookPlace, name: string): vscode.Uri =>
  uriOf(place, `${place.id} ${readablePart(name).slice(0, 60)}`);

/** The document that becomes a hook when it is saved. */
export const newHookUri = (place: RepoPlace): vscode.Uri => uriOf(place, "new");

/** Without an id for the document of a new hook; undefined for an address that is no hook's. */
export const hookDocumentOf = (uri: vscode.Uri): (RepoPlace & { readonly id: number | undefined }) | undefined => {
  if (uri.scheme !== hookScheme) return undefined;
  const [owner, repo, file = "", ...rest] = uri.path.split("/").slice(1).map(decodePart);
  if (!owner || !repo || rest.length > 0 || !file.endsWith(ending)) return undefined;
  const place = { accountId: uri.authority, owner, repo };
  if (file === `new${ending}`) return { ...place, id: undefined };
  const id = /^(\d{1,15}) /.exec(file)?.[1];
  return id === undefined ? undefined : { ...place, id: Number(id) };
};

/** The hook whose document it is. */
export const hookPlaceOf = (uri: vscode.Uri): HookPlace | undefined => {
  const found = hookDocumentOf(uri);
  return found?.id === undefined ? undefined : { ...found, id: found.id };
};
