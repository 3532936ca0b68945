import * as vscode from "vscode";
import { pause } from "../../base/clock.ts";
import type { ConfigValue } from "../../ui/configValue.ts";
import { diskFolder } from "../transfer/diskFolder.ts";
import { pathProblem } from "../transfer/folder.ts";
import { linkFilePath, linksKey, maxLinkFileLength } from "./linkFile.ts";
import type { LinkPlaces } from "./linkStore.ts";
import type { Link } from "./types.ts";

/** Milliseconds that a program may take to write a small file. */
const writingMs = 200;

export type KeepIn = "workspace" | "file";

/** This workspace's state, and a file in each of its folders. */
export const linkPlaces = (
  state: vscode.Memento,
  keepIn: ConfigValue<KeepIn>,
  onProblems: LinkPlaces["onProblems"],
): LinkPlaces => ({
  readState: () => state.get<readonly Link[]>(linksKey) ?? [],
  writeState: async (links) => state.update(linksKey, links),
  // What a stranger's repository wants to be linked does not count before the user trusts it.
  folders: () =>
    vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()) : [],
  readFile: async (folder) => {
    const disk = diskFolder(vscode.Uri.parse(folder));
    if ((await pathProblem(disk, linkFilePath)) !== undefined) return undefined;
    const { size } = await vscode.workspace.fs.stat(vscode.Uri.joinPath(vscode.Uri.parse(folder), linkFilePath));
    // Too large either way; the beginning of a huge one is not worth the memory.
    if (size > 4 * maxLinkFileLength) return " ".repeat(maxLinkFileLength + 1);
    return new TextDecoder().decode(await disk.read(linkFilePath));
  },
  writeFile: async (folder, text) =>
    diskFolder(vscode.Uri.parse(folder)).write(linkFilePath, new TextEncoder().encode(text)),
  keepIn: () => (vscode.workspace.isTrusted ? keepIn.value : "workspace"),
  pause: () => pause(writingMs),
  onProblems,
});
