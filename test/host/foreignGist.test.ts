import assert from "node:assert/strict";
import { workspace } from "vscode";
import { GistDecorations } from "../../src/gists/view/decorations.ts";
import { editItem } from "../../src/gists/view/editItem.ts";
import { bytes, codeOf, readText, show, type } from "./support/documents.ts";
import { ids } from "./support/seeds.ts";
import { failureOf, useSession } from "./support/session.ts";

describe("A file of another user's gist", () => {
  const session = useSession();
  const { foreign, starred } = ids;

  it("keeps an edit here, for a fork, and sends it nowhere", async () => {
    const document = await show(session.uri(foreign, "one.ts"));
    await type(document, "mine now");
    assert.equal(await document.save(), true);
    assert.deepEqual(session.forge.sent("PATCH"), []);
    const [edit] = session.parts.files.pending.all;
    assert.deepEqual(
      [edit?.place.fileName, edit?.state, edit?.base, edit?.mine],
      ["one.ts", "refused", "export const one = 1;\n", "mine now"],
    );
    assert.equal(await readText(session.uri(foreign, "one.ts")), "mine now");
    assert.ok(edit);
    const { description } = editItem(session.parts, { kind: "edit", id: edit.id, edit });
    assert.match(String(description), /^belongs to another user · /);
    const { files, gists, uris } = session.parts;
    const decorations = new GistDecorations(files, gists, uris);
    const shown = decorations.provideFileDecoration(document.uri);
    decorations.dispose();
    assert.deepEqual([shown?.badge, shown?.tooltip], ["R", "Belongs to another user: fork it to publish an edit"]);
    await session.parts.files.revert(edit.place);
    assert.equal(await readText(session.uri(foreign, "one.ts")), "export const one = 1;\n");
  });

  it("is neither renamed nor deleted, nor gets another beside it", async () => {
    const uri = session.uri(foreign, "one.ts");
    for (const attempt of [
      workspace.fs.writeFile(session.uri(foreign, "three.ts"), bytes("mine now")),
      workspace.fs.rename(uri, session.uri(foreign, "three.ts")),
      workspace.fs.delete(uri),
    ])
      assert.equal(codeOf(await failureOf(attempt)), "NoPermissions");
    assert.deepEqual(session.forge.files(foreign), {
      "one.ts": "export const one = 1;\n",
      "two.ts": "export const two = 2;\n",
    });
    assert.deepEqual(session.forge.sent("PATCH"), []);
  });

  it("keeps what was written in a new file beside it, without a dialog of VS Code", async () => {
    const uri = session.uri(foreign, "three.ts");
    await workspace.fs.writeFile(uri, bytes(""));
    const document = await show(uri);
    await type(document, "mine now");
    assert.equal(await document.save(), true);
    const edits = session.parts.files.pending.all.map(({ place, state, mine }) => [place.fileName, state, mine]);
    assert.deepEqual(edits, [["three.ts", "refused", "mine now"]]);
    assert.deepEqual(session.forge.sent("PATCH"), []);
  });

  it("can be changed in a fork", async () => {
    const fork = await session.parts.gists.fork(session.accountId, starred);
    const document = await show(session.uri(fork.id, "clean.sh"));
    await type(document, "rm -rf out\n");
    assert.equal(await document.save(), true);
    assert.deepEqual(session.forge.files(fork.id), { "clean.sh": "rm -rf out\n" });
    assert.deepEqual(session.forge.files(starred), { "clean.sh": "rm -rf build\n" });
  });
});
