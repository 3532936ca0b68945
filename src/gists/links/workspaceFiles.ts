import * as vscode from "vscode";
import { diskFolder } from "../transfer/diskFolder.ts";
import { type PathProblem, pathProblem } from "../transfer/folder.ts";
import type { Link } from "./types.ts";

type Spot = Pick<Link, "folder" | "path">;

export const uriOf = ({ folder, path }: Spot): vscode.Uri =>
  vscode.Uri.joinPath(vscode.Uri.parse(folder), ...path.split("/"));

/** Where a file is in the workspace; undefined for what is in none of its folders. */
export const spotOf = (uri: vscode.Uri): Spot | undefined => {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  if (!folder) return undefined;
  const path = uri.path.slice(folder.path.replace(/\/$/, "").length + 1);
  return path === "" ? undefined : { folder: folder.toString(), path };
};

/** Why the workspace has no file of its own there; a link of the disk may lead out of the folder. */
export const spotProblem = (spot: Spot): Promise<PathProblem | undefined> =>
  pathProblem(diskFolder(vscode.Uri.parse(spot.folder)), spot.path);

/** The saved bytes; undefined when there is no such file. */
export const readSpot = async (spot: Spot): Promise<Uint8Array | undefined> =>
  (await spotProblem(spot)) === undefined ? vscode.workspace.fs.readFile(uriOf(spot)) : undefined;
