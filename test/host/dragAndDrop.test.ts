import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DataTransfer, DataTransferItem, Uri } from "vscode";
import { gistsTreeMime } from "../../src/ids.ts";
import { useFolders } from "./support/folders.ts";
import { nodeLabelled } from "./support/rows.ts";
import { ids } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";
import { useWarnings } from "./support/warnings.ts";

describe("Dragging and dropping", () => {
  const session = useSession();
  const newFolder = useFolders();
  const warnings = useWarnings();
  const controller = () => session.parts.dragAndDrop;
  const problems = () => session.messages;

  const row = async (label: string) => (await nodeLabelled(session.parts.trees.gists, label)).node;
  const drag = async (...labels: readonly string[]): Promise<DataTransfer> => {
    const data = new DataTransfer();
    controller().handleDrag(await Promise.all(labels.map(row)), data);
    return data;
  };
  const uriList = (...uris: readonly Uri[]): DataTransfer => {
    const data = new DataTransfer();
    data.set("text/uri-list", new DataTransferItem(uris.map(String).join("\r\n")));
    return data;
  };
  const localFiles = (files: Readonly<Record<string, string | Uint8Array>>): readonly Uri[] => {
    const folder = newFolder();
    return Object.entries(files).map(([name, content]) => {
      writeFileSync(join(folder, name), content);
      return Uri.file(join(folder, name));
    });
  };
  const notes = () => session.forge.files(ids.notes);
  const patches = () => session.forge.sent("PATCH", "POST", "DELETE");

  it("gives the files of a row as addresses that every editor can read", async () => {
    const data = await drag("Two of otto", "notes.md");
    assert.equal(
      await data.get("text/uri-list")?.asString(),
      [
        session.uri(ids.foreign, "one.ts"),
        session.uri(ids.foreign, "two.ts"),
        session.uri(ids.notes, "notes.md"),
      ].join("\r\n"),
    );
    assert.ok(data.get(gistsTreeMime));
    assert.equal((await drag("Your Gists")).get("text/uri-list"), undefined);
  });

  it("puts files from the explorer into a gist in one call", async () => {
    const target = await row("notes.md");
    session.forge.requests.length = 0;
    await controller().handleDrop(
      target,
      uriList(...localFiles({ "a.txt": "A\n", __proto__: "P\n", "b.txt": "B\n" })),
    );
    assert.deepEqual([problems(), warnings.asked], [[], []]);
    assert.deepEqual(notes(), { "notes.md": "# Notes\n", "a.txt": "A\n", "b.txt": "B\n" });
    assert.deepEqual(patches(), [`PATCH /gists/${ids.notes}`]);
  });

  it("asks before it replaces a file, and can keep both", async () => {
    const files = () => uriList(...localFiles({ "notes.md": "Mine\n" }));
    await controller().handleDrop(await row("notes.md"), files());
    assert.deepEqual(warnings.asked[0]?.message, "“notes.md” already has a file notes.md.");
    assert.deepEqual(notes(), { "notes.md": "# Notes\n" });
    warnings.answer = "Keep Both";
    await controller().handleDrop(await row("notes.md"), files());
    assert.deepEqual(notes(), { "notes.md": "# Notes\n", "notes-2.md": "Mine\n" });
    warnings.answer = "Replace";
    await controller().handleDrop(await row("notes-2.md"), files());
    assert.deepEqual(notes(), { "notes.md": "Mine\n", "notes-2.md": "Mine\n" });
    assert.deepEqual(problems(), []);
  });

  it("moves a file only when that is chosen, the addition first", async () => {
    const data = await drag("hello.rb");
    await controller().handleDrop(await row("notes.md"), data);
    assert.deepEqual(warnings.asked[0]?.buttons, ["Copy", "Move"]);
    assert.deepEqual(patches(), []);
    warnings.answer = "Copy";
    await controller().handleDrop(await row("notes.md"), data);
    assert.deepEqual(Object.keys(session.forge.files(ids.hello) ?? {}), ["hello.py", "hello.rb"]);
    assert.equal(notes()?.["hello.rb"], 'puts "Hello"\n');
    warnings.answer = "Move";
    session.forge.requests.length = 0;
    await controller().handleDrop(await row("notes.md"), await drag("hello.py"));
    assert.deepEqual(patches(), [`PATCH /gists/${ids.notes}`, `PATCH /gists/${ids.hello}`]);
    assert.deepEqual(Object.keys(session.forge.files(ids.hello) ?? {}), ["hello.rb"]);
    assert.deepEqual(problems(), []);
  });

  it("says so when what was to be moved could only be copied", async () => {
    warnings.answer = "Move";
    await controller().handleDrop(await row("notes.md"), await drag("one.ts"));
    assert.equal(notes()?.["one.ts"], "export const one = 1;\n");
    assert.match(problems()[0] ?? "", /^one\.ts was copied, and is still where it was/);
  });

  it("loses nothing when the service refuses the addition", async () => {
    warnings.answer = "Move";
    session.forge.answer = (request) =>
      request.method === "PATCH" ? Response.json({ message: "Not today" }, { status: 403 }) : undefined;
    await controller().handleDrop(await row("notes.md"), await drag("hello.rb"));
    assert.equal(problems().length, 1);
    assert.deepEqual(Object.keys(session.forge.files(ids.hello) ?? {}), ["hello.py", "hello.rb"]);
    assert.deepEqual(Object.keys(notes() ?? {}), ["notes.md"]);
  });

  it("makes a gist of what is dropped beside the gists", async () => {
    await controller().handleDrop(await row("Your Gists"), uriList(...localFiles({ "a.txt": "A\n" })));
    await controller().handleDrop(undefined, await drag("hello.rb"));
    const { size } = session.forge;
    assert.equal(size, 6);
    const [second, first] = session.parts.gists.lists.known(session.accountId, "own");
    assert.deepEqual(
      [first, second].map((gist) => session.forge.files(gist?.id ?? "")),
      [{ "a.txt": "A\n" }, { "hello.rb": 'puts "Hello"\n' }],
    );
  });

  it("refuses what cannot be taken, says why, and sends nothing", async () => {
    const binary = localFiles({ "picture.png": new Uint8Array([137, 80, 78, 71, 0, 255]) });
    await controller().handleDrop(await row("notes.md"), uriList(...binary));
    await controller().handleDrop(await row("Two of otto"), uriList(...localFiles({ "a.txt": "A\n" })));
    await controller().handleDrop(await row("Starred"), uriList(...localFiles({ "a.txt": "A\n" })));
    await controller().handleDrop(await row("notes.md"), uriList(Uri.file("/nowhere/at/all.txt")));
    await controller().handleDrop(
      await row("notes.md"),
      uriList(...localFiles({ ".env": "DB_PASSWORD=Kx9fqZ2mTb!7\n" })),
    );
    assert.deepEqual(problems().slice(0, 3), [
      "picture.png isn't UTF-8 text, and a gist can have text only.",
      "This gist belongs to otto. Fork it to change it.",
      "Drop it on a gist of yours, or on Your Gists to make a new one.",
    ]);
    assert.equal(problems().length, 4);
    assert.equal(warnings.asked.at(-1)?.message, "Possible secret found in .env.");
    assert.deepEqual(patches(), []);
  });
});
