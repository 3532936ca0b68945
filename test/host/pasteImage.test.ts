import assert from "node:assert/strict";
import {
  DataTransfer,
  DataTransferItem,
  type DocumentPasteEdit,
  SnippetString,
  type Uri,
  window,
  workspace,
} from "vscode";
import { ImagePaste } from "../../src/gists/share/pasteImage.ts";
import { eventually } from "../support/eventually.ts";
import { ids } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const png = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);

describe("Pasting a picture", () => {
  const session = useSession();
  const paste = async (uri: Uri, mime: string, content: string | Uint8Array) => {
    const data = new DataTransfer();
    const item = new DataTransferItem(content);
    if (typeof content !== "string")
      Object.defineProperty(item, "asFile", { value: () => ({ name: "x", data: async () => content }) });
    data.set(mime, item);
    const { gists, uris } = session.parts;
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document);
    return new ImagePaste({ gists, uris }).provideDocumentPasteEdits(document, [], data);
  };
  const textOf = ([edit]: readonly DocumentPasteEdit[] = []): string =>
    edit?.insertText instanceof SnippetString ? edit.insertText.value : "";

  it("that is SVG adds a file to the gist and a link to it", async () => {
    const edits = await paste(session.uri(ids.notes, "notes.md"), "image/svg+xml", "<svg/>");
    assert.equal(textOf(edits), "![${1:image}](image.svg)");
    assert.ok(edits?.[0]?.additionalEdit);
    assert.equal(await workspace.applyEdit(edits[0].additionalEdit), true);
    await eventually(() => session.forge.files(ids.notes)?.["image.svg"] === "<svg/>", "the service has it");
    const again = await paste(session.uri(ids.notes, "notes.md"), "image/svg+xml", "<svg/>");
    assert.match(textOf(again), /\(image-2\.svg\)$/);
  });

  it("that is no text goes into the text, as the service keeps text only", async () => {
    const edits = await paste(session.uri(ids.notes, "notes.md"), "image/png", png);
    assert.equal(textOf(edits), "![${1:image}](data:image/png;base64,iVBORw0KGgo=)");
    assert.equal(edits?.[0]?.additionalEdit, undefined);
    assert.match(edits?.[0]?.title ?? "", /doesn't store image files/);
  });

  it("that is empty or huge, or goes elsewhere, is left to VS Code", async () => {
    const notes = session.uri(ids.notes, "notes.md");
    assert.equal(await paste(notes, "image/png", new Uint8Array()), undefined);
    assert.equal(await paste(notes, "image/png", new Uint8Array(300_000)), undefined);
    assert.equal(await paste(notes, "text/plain", "x"), undefined);
    const { uri } = await workspace.openTextDocument({ language: "markdown", content: "# x\n" });
    assert.equal(await paste(uri, "image/png", png), undefined);
  });
});
