import * as vscode from "vscode";
import { encodeBase64 } from "../../base/bytes.ts";
import { freeName } from "../fileName.ts";
import { fileOf, filesOf } from "../gistFacts.ts";
import type { GistsModel } from "../model.ts";
import type { FilePlace } from "../types.ts";
import { gistPlaceOf, type GistUris } from "../uri.ts";

/** Bytes of the largest picture that is put into the text itself. */
const maxInlineBytes = 256_000;

const kind = vscode.DocumentDropOrPasteEditKind.Empty.append("markdown", "image", "gist");

/** What a browser may paste as a picture, with the ending of its file. */
const endings: Readonly<Record<string, string>> = {
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/gif": ".gif",
  "image/webp": ".webp",
  "image/svg+xml": ".svg",
};
const svg = "image/svg+xml";

export interface PasteDeps {
  readonly gists: GistsModel;
  readonly uris: GistUris;
}

/** Where another file of the gist can be read as it is now; undefined when the server's addresses do not contain it. */
const rawLink = (gists: GistsModel, place: FilePlace, name: string): string | undefined => {
  const gist = gists.known(place.accountId, place.gistId);
  const url = gist && fileOf(gist, place.fileName)?.raw_url;
  const [, start] = /^(https:\/\/.+\/raw\/)[0-9a-f]{40}\/[^/]+$/.exec(url ?? "") ?? [];
  return start === undefined ? undefined : `${start}${encodeURIComponent(name)}`;
};

/** Pictures into the Markdown of a gist: SVG as a file of its own; others into the text, as the service keeps text only. */
export class ImagePaste implements vscode.DocumentPasteEditProvider {
  static readonly metadata: vscode.DocumentPasteProviderMetadata = {
    pasteMimeTypes: Object.keys(endings),
    providedPasteEditKinds: [kind],
  };
  readonly #deps: PasteDeps;

  constructor(deps: PasteDeps) {
    this.#deps = deps;
  }

  async provideDocumentPasteEdits(
    document: vscode.TextDocument,
    _ranges: readonly vscode.Range[],
    data: vscode.DataTransfer,
  ): Promise<vscode.DocumentPasteEdit[] | undefined> {
    const place = gistPlaceOf(document.uri);
    if (place?.fileName === undefined) return undefined;
    const mime = Object.keys(endings).find((each) => data.get(each));
    const item = mime === undefined ? undefined : data.get(mime);
    if (mime === undefined || !item) return undefined;
    const file = item.asFile();
    const bytes = file ? await file.data() : new TextEncoder().encode(await item.asString());
    if (bytes.length === 0) return undefined;
    const filePlace = { ...place, fileName: place.fileName };
    if (mime === svg) return [this.#asFile(filePlace, bytes)];
    return bytes.length <= maxInlineBytes ? [this.#inText(mime, bytes)] : undefined;
  }

  #asFile(place: FilePlace, bytes: Uint8Array): vscode.DocumentPasteEdit {
    const { gists, uris } = this.#deps;
    const gist = gists.known(place.accountId, place.gistId);
    const taken = new Set(gist ? filesOf(gist).map(({ filename }) => filename) : []);
    const name = freeName("image.svg", taken);
    const link = rawLink(gists, place, name) ?? encodeURIComponent(name);
    const edit = new vscode.DocumentPasteEdit(
      new vscode.SnippetString().appendText("![").appendPlaceholder("image").appendText(`](${link})`),
      vscode.l10n.t("Add image to the gist as {0}", name),
      kind,
    );
    edit.additionalEdit = new vscode.WorkspaceEdit();
    edit.additionalEdit.createFile(uris.of({ ...place, fileName: name }), { contents: bytes, overwrite: false });
    return edit;
  }

  #inText(mime: string, bytes: Uint8Array): vscode.DocumentPasteEdit {
    const text = `](data:${mime};base64,${encodeBase64(bytes)})`;
    return new vscode.DocumentPasteEdit(
      new vscode.SnippetString().appendText("![").appendPlaceholder("image").appendText(text),
      vscode.l10n.t("Insert image into the text (the server doesn't store image files)"),
      kind,
    );
  }
}
