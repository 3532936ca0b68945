import * as vscode from "vscode";
import { BoundedMap } from "../../base/boundedMap.ts";
import { UserError } from "../../base/errors.ts";
import { gistSideScheme } from "../../ids.ts";
import { Drafts } from "./drafts.ts";
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

/** In the address of a file at a revision: which one it is. */
const revisionQuery = "at=";

/** A file's bytes at a revision; undefined when that has no such file. */
type ReadRevision = (place: FilePlace, sha: string) => Promise<Uint8Array | undefined>;

/**
 * Read-only documents with the other sides of an edit, and with files at revisions of their gists. Those of a merge are
 * there after a reload of the window, too.
 */
export class GistDiffDocuments implements vscode.TextDocumentContentProvider {
  readonly #gists: GistsModel;
  readonly #uris: GistUris;
  readonly #files: Pick<GistFiles, "shownEdit" | "pending">;
  readonly #readRevision: ReadRevision;
  readonly #texts = new BoundedMap<string>(100, 50_000_000, ({ length }) => length);
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(
    gists: GistsModel,
    uris: GistUris,
    files: Pick<GistFiles, "shownEdit" | "pending">,
    readRevision: ReadRevision,
  ) {
    this.#gists = gists;
    this.#uris = uris;
    this.#files = files;
    this.#readRevision = readRevision;
  }

  /** The sides of the merge that the file's editor shows; undefined when it is over. */
  async sidesOf(place: FilePlace): Promise<Readonly<Record<Exclude<Side, "service">, string>> | undefined> {
    const edit = (await this.#files.shownEdit(place)) ?? this.#files.pending.known(place);
    return edit?.merge && { base: edit.base ?? "", mine: edit.mine, theirs: edit.merge.theirs ?? "" };
  }

  of(place: FilePlace, side: Side): vscode.Uri {
    return this.#uris.of(place).with({ scheme: gistSideScheme, query: side });
  }

  /** The file as it was at a revision. */
  atRevision(place: FilePlace, sha: string): vscode.Uri {
    return this.#uris.of(place).with({ scheme: gistSideScheme, query: revisionQuery + sha });
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
    const at = gistPlaceOf(uri.with({ scheme: this.#uris.scheme }));
    if (at?.fileName === undefined) return "";
    const place = { ...at, fileName: at.fileName };
    const { query } = uri;
    const side = mergeSides.find((each) => each === query);
    if (side) {
      const text = (await this.sidesOf(place))?.[side];
      // A merge editor would take another text for what no one has changed.
      if (text === undefined)
        throw new UserError(vscode.l10n.t("This merge of “{0}” is over.", plainText(place.fileName)));
      return text;
    }
    try {
      const bytes = query.startsWith(revisionQuery)
        ? await this.#readRevision(place, query.slice(revisionQuery.length))
        : Drafts.isDraftId(place.gistId)
          ? undefined
          : await this.#gists.readFile(place);
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
