import * as vscode from "vscode";
import { gistScheme } from "../ids.ts";
import type { FilePlace, GistPlace } from "./types.ts";

// oxlint-disable-next-line no-control-regex -- a path must not contain them
const unsafe = /[%/\\\u0000-\u001f\u007f]/g;

/** A file name as one path part: nothing in it can leave the gist's folder. */
const encodeName = (name: string): string => {
  const safe = name.replace(unsafe, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return safe === "." || safe === ".." ? safe.replaceAll(".", "%2e") : safe;
};

const decodeName = (part: string): string =>
  part.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

export const gistUri = (place: GistPlace): vscode.Uri =>
  vscode.Uri.from({
    scheme: gistScheme,
    authority: place.accountId,
    path: place.fileName === undefined ? `/${place.gistId}` : `/${place.gistId}/${encodeName(place.fileName)}`,
  });

export const gistPlaceOf = (uri: vscode.Uri): GistPlace | undefined => {
  if (uri.scheme !== gistScheme) return undefined;
  const [gistId, file, ...rest] = uri.path.split("/").slice(1);
  if (!gistId || rest.length > 0) return undefined;
  return { accountId: uri.authority, gistId, ...(file ? { fileName: decodeName(file) } : {}) };
};

export const filePlaceOf = (uri: vscode.Uri): FilePlace | undefined => {
  const place = gistPlaceOf(uri);
  return place?.fileName === undefined ? undefined : { ...place, fileName: place.fileName };
};
