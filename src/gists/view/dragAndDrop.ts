import * as vscode from "vscode";
import { UserError } from "../../base/errors.ts";
import { gistsTreeMime } from "../../ids.ts";
import { gistMimeTypes } from "../../shell/viewsAndSchemes.ts";
import type { TreeNode } from "../../tree/node.ts";
import type { AddFilesDeps } from "./addFiles.ts";
import { textOf } from "../content.ts";
import { freeName, usableName } from "../fileName.ts";
import { filesOf } from "../gistFacts.ts";
import type { GistTreeNode } from "../nodeTypes.ts";
import { GistProblem } from "../problem.ts";
import { toUserError } from "../problemText.ts";
import type { Source } from "../share/source.ts";
import { showWarning } from "../../ui/messages.ts";
import type { FilePlace, GistPlace } from "../types.ts";
import { gistPlaceOf, type GistUris } from "../uri.ts";
import { sentences } from "../../ui/sentences.ts";

const uriList = "text/uri-list";

export interface DropDeps {
  readonly adding: AddFilesDeps;
  readonly uris: GistUris;
  /** Bytes of the largest file that is sent. */
  readonly maxFileBytes: () => number;
  /** Makes a gist of what was dropped beside the gists. */
  readonly share: (source: Source) => Promise<unknown>;
  readonly onError: (what: string, error: unknown) => void;
}

/** The files that stand for a row: the file itself, or all of the gist. */
const placesOf = (node: GistTreeNode): readonly FilePlace[] => {
  switch (node.kind) {
    case "file":
      return [{ accountId: node.accountId, gistId: node.gist.id, fileName: node.file.filename }];
    case "gist":
      return filesOf(node.gist).map(({ filename }) => ({
        accountId: node.accountId,
        gistId: node.gist.id,
        fileName: filename,
      }));
    case "edit":
      return [node.edit.place];
    case "history":
    case "revision":
    case "forks":
    case "fork":
    case "forkFile":
    case "unpublished":
    case "account":
    case "group":
    case "section":
      return [];
  }
};

const targetOf = (node: GistTreeNode | undefined): GistPlace | "new" | undefined => {
  switch (node?.kind) {
    case "gist":
    case "file":
    case "history":
    case "forks":
      return { accountId: node.accountId, gistId: node.gist.id };
    case "group":
      return node.list === "own" ? "new" : undefined;
    case "section":
      return node.parent.list === "own" ? "new" : undefined;
    case undefined:
      return "new";
    case "revision":
    case "fork":
    case "forkFile":
    case "unpublished":
    case "edit":
    case "account":
      return undefined;
  }
};

/** Rows out of the view as files, files into gists. */
export class GistDragAndDrop implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dragMimeTypes = gistMimeTypes.drag;
  readonly dropMimeTypes = gistMimeTypes.drop;
  readonly #deps: DropDeps;

  constructor(deps: DropDeps) {
    this.#deps = deps;
  }

  handleDrag(nodes: readonly TreeNode[], data: vscode.DataTransfer): void {
    const places = nodes.flatMap((node) => placesOf(node as GistTreeNode));
    if (places.length === 0) return;
    data.set(gistsTreeMime, new vscode.DataTransferItem(places));
    // What takes files, such as an editor or the explorer, reads them through our file system.
    const uris = places.map((place) => this.#deps.uris.of(place).toString());
    data.set(uriList, new vscode.DataTransferItem(uris.join("\r\n")));
  }

  async handleDrop(node: TreeNode | undefined, data: vscode.DataTransfer): Promise<void> {
    try {
      await this.#drop(targetOf(node as GistTreeNode | undefined), data);
    } catch (error) {
      this.#deps.onError(vscode.l10n.t("Drop"), toUserError(error));
    }
  }

  async #drop(target: GistPlace | "new" | undefined, data: vscode.DataTransfer): Promise<void> {
    const places = data.get(gistsTreeMime)?.value as unknown;
    const uris = await this.#urisOf(data);
    const gistFiles = Array.isArray(places)
      ? (places as readonly FilePlace[])
      : uris.flatMap((uri) => {
          const place = gistPlaceOf(uri);
          return place?.fileName === undefined ? [] : [{ ...place, fileName: place.fileName }];
        });
    const dropped = await this.#droppedFiles(data);
    if (uris.length === 0 && dropped.length === 0 && gistFiles.length === 0) return;
    if (target === undefined)
      throw new UserError(vscode.l10n.t("Drop it on a gist of yours, or on Your Gists to make a new one."));
    if (target !== "new" && gistFiles.length > 0) {
      const { moveFiles } = await import("./addFiles.ts");
      await moveFiles(this.#deps.adding, gistFiles, target, (place) => this.#read(place));
      return;
    }
    const source = uris.length > 0 ? await this.#sourceAt(uris) : this.#sourceOf(dropped);
    if (target === "new") await this.#deps.share(source);
    else {
      const { addFiles } = await import("./addFiles.ts");
      await addFiles(this.#deps.adding, target, source.files);
      if (source.skipped?.length) void showWarning(sentences(vscode.l10n.t("Skipped:"), ...source.skipped));
    }
  }

  /** An edit that is not published comes along. */
  async #read(place: FilePlace): Promise<string> {
    const bytes = await this.#deps.adding.files.read(place);
    if (!bytes) throw new GistProblem("noFile", place.fileName);
    return textOf(place.fileName, bytes, this.#deps.maxFileBytes());
  }

  async #urisOf(data: vscode.DataTransfer): Promise<readonly vscode.Uri[]> {
    const text = (await data.get(uriList)?.asString()) ?? "";
    return text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "" && !line.startsWith("#"))
      .map((line) => vscode.Uri.parse(line.trim(), true));
  }

  /** Files from outside of VS Code, where the system gives no address of them. */
  async #droppedFiles(data: vscode.DataTransfer): Promise<readonly (readonly [string, Uint8Array])[]> {
    const found: (readonly [string, Uint8Array])[] = [];
    for (const [, item] of data) {
      const file = item.asFile();
      if (file) found.push([file.name, await file.data()]);
    }
    return found;
  }

  async #sourceAt(uris: readonly vscode.Uri[]): Promise<Source> {
    const { fromFiles } = await import("../share/source.ts");
    return fromFiles(uris, this.#deps.maxFileBytes());
  }

  #sourceOf(dropped: readonly (readonly [string, Uint8Array])[]): Source {
    const taken = new Set<string>();
    const files = dropped.map(([given, bytes]) => {
      const name = freeName(usableName(given, "file"), taken);
      taken.add(name);
      return [name, textOf(name, bytes, this.#deps.maxFileBytes())] as const;
    });
    return { description: [...taken].join(", "), files: Object.fromEntries(files) };
  }
}
