import * as vscode from "vscode";
import { BoundedMap } from "../../base/boundedMap.ts";
import { UserError } from "../../base/errors.ts";
import { gistSideScheme } from "../../ids.ts";
import type { GistsModel } from "../model.ts";
import { errorText } from "../../ui/errorText.ts";
import { plainText } from "../../ui/plainText.ts";
import { toUserError } from "../problemText.ts";
import type { FilePlace } from "../types.ts";
import { gistPlaceOf, type GistUris } from "../uri.ts";
import type { GistFiles } from "./files.ts";

const mergeSides = ["base", "mine", "theirs"] as const;

/** What stands beside an edit: what the service has now, or a text that was seen at a conflict. */
export type Side = "service" | (typeof mergeSides)[number];

/** Read-only documents with the other sides of an edit. Those of a merge are there after a reload of the window, too. */
export class GistDiffDocuments implements vscode.TextDocumentContentProvider {
  readonly #gists: GistsModel;
  readonly #uris: GistUris;
  readonly #files: Pick<GistFiles, "shownEdit" | "pending">;
  readonly #texts = new BoundedMap<string>(100, 50_000_000, ({ length }) => length);
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(gists: GistsModel, uris: GistUris, files: Pick<GistFiles, "shownEdit" | "pending">) {
    this.#gists = gists;
    this.#uris = uris;
    this.#files = files;
  }

  /** The sides of the merge that the file's editor shows; undefined when it is over. */
  async sidesOf(place: FilePlace): Promise<Readonly<Record<Exclude<Side, "service">, string>> | undefined> {
    const edit = (await this.#files.shownEdit(place)) ?? this.#files.pending.known(place);
    return edit?.merge && { base: edit.base ?? "", mine: edit.mine, theirs: edit.merge.theirs ?? "" };
  }

  of(place: FilePlace, side: Side): vscode.Uri {
    return this.#uris.of(place).with({ scheme: gistSideScheme, query: side });
  }

  /** What the document of this side shows from now on. */
  show(place: FilePlace, side: Side, text: string): vscode.Uri {
    const uri = this.of(place, side);
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const kept = this.#texts.get(uri.toString());
    if (kept !== undefined) return kept;
    const place = gistPlaceOf(uri.with({ scheme: this.#uris.scheme }));
    if (place?.fileName === undefined) return "";
    const file = { ...place, fileName: place.fileName };
    const side = mergeSides.find((each) => each === uri.query);
    if (side) {
      const text = (await this.sidesOf(file))?.[side];
      // A merge editor would take another text for what no one has changed.
      if (text === undefined)
        throw new UserError(vscode.l10n.t("This merge of “{0}” is over.", plainText(file.fileName)));
      return text;
    }
    try {
      const bytes = await this.#gists.readFile(file);
      return bytes ? new TextDecoder().decode(bytes) : "";
    } catch (error) {
      throw new UserError(errorText(toUserError(error)), { cause: error });
    }
  }

  /** What the service has is read again when it is shown the next time. */
  refresh(place: FilePlace): void {
    const uri = this.of(place, "service");
    this.#texts.delete(uri.toString());
    this.#changed.fire(uri);
  }

  dispose(): void {
    this.#changed.dispose();
    this.#texts.clear();
  }
}
