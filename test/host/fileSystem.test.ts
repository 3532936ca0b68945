import assert from "node:assert/strict";
import { FileType, Uri, workspace, WorkspaceEdit } from "vscode";
import { gistPlaceOf } from "../../src/gists/uri.ts";
import type { PendingEdit } from "../../src/gists/publishing/pendingEdit.ts";
import { editItem, stateText } from "../../src/gists/view/editItem.ts";
import { eventually } from "../support/eventually.ts";
import { bytes, codeOf, readText, show, type } from "./support/documents.ts";
import { ids, smallSeed } from "./support/seeds.ts";
import { failureOf, useSession } from "./support/session.ts";

describe("A file of a gist", () => {
  const session = useSession();
  const { hello, notes } = ids;

  it("is read as the service has it, and listed", async () => {
    assert.equal(await readText(session.uri(notes, "notes.md")), "# Notes\n");
    assert.deepEqual(await workspace.fs.readDirectory(session.uri(hello)), [
      ["hello.py", FileType.File],
      ["hello.rb", FileType.File],
    ]);
    const { type: kind, size, permissions } = await workspace.fs.stat(session.uri(notes, "notes.md"));
    assert.deepEqual([kind, size, permissions], [FileType.File, 8, undefined]);
    assert.equal((await workspace.fs.stat(session.uri(hello))).type, FileType.Directory);
  });

  it("is in the editor with its language, and its save is an edit of the gist", async () => {
    const document = await show(session.uri(hello, "hello.py"));
    assert.equal(document.languageId, "python");
    await type(document, 'print("Hello again")\n');
    assert.deepEqual(session.forge.sent("PATCH"), [], "typing sends nothing");
    assert.equal(await document.save(), true);
    assert.equal(document.isDirty, false);
    assert.deepEqual(session.forge.files(hello), {
      "hello.py": 'print("Hello again")\n',
      "hello.rb": 'puts "Hello"\n',
    });
    const [patch] = session.forge.requests.filter(({ method }) => method === "PATCH");
    assert.deepEqual(JSON.parse(patch?.body ?? ""), {
      files: { "hello.py": { content: 'print("Hello again")\n' } },
    });
  });

  it("is saved, too, when another text came between VS Code's question for its time and its reading", async () => {
    const { files } = session.parts;
    const stat = files.stat.bind(files);
    let isFirst = true;
    files.stat = async (place) => {
      const now = await stat(place);
      const answer = isFirst && now ? { size: now.size + 1, modified: 1 } : now;
      isFirst = false;
      return answer;
    };
    try {
      const document = await show(session.uri(hello, "hello.py"));
      await type(document, "changed\n");
      assert.equal(await document.save(), true);
      assert.equal(session.forge.files(hello)?.["hello.py"], "changed\n");
    } finally {
      files.stat = stat;
    }
  });

  it("is not sent when the service has the same text", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "something else\n");
    await type(document, "# Notes\n");
    assert.equal(document.isDirty, true);
    assert.equal(await document.save(), true);
    assert.equal(document.isDirty, false);
    assert.deepEqual(session.forge.sent("PATCH"), []);
  });

  it("goes along with another file of its gist that is saved at the same time", async () => {
    const documents = [
      await show(session.uri(hello, "hello.py")),
      await show(session.uri(hello, "hello.rb")),
    ] as const;
    await type(documents[0], "py");
    await type(documents[1], "rb");
    // While a call is under way, two saves are at the same time, however slow the machine is.
    let goOn = (): void => undefined;
    const held = new Promise<undefined>((resolve) => (goOn = () => resolve(undefined)));
    session.forge.answer = ({ method }) => (method === "PATCH" ? held : undefined);
    const made = workspace.fs.writeFile(session.uri(hello, "third.txt"), bytes("third"));
    await eventually(() => session.forge.sent("PATCH").length === 1, "the first call");
    const saves = documents.map((each) => each.save());
    await new Promise((go) => setTimeout(go, 1500));
    goOn();
    assert.deepEqual(await Promise.all(saves), [true, true]);
    await made;
    assert.deepEqual(session.forge.files(hello), { "hello.py": "py", "hello.rb": "rb", "third.txt": "third" });
    assert.equal(session.forge.sent("PATCH").length, 2);
  });

  it("is saved time after time without loss", async () => {
    const document = await show(session.uri(notes, "notes.md"));
    for (const text of ["1", "2", "3", "4"]) {
      await type(document, text);
      assert.equal(await document.save(), true);
    }
    assert.deepEqual(session.forge.files(notes), { "notes.md": "4" });
    assert.equal(session.forge.sent("PATCH").length, 4);
  });

  it("keeps its line ends and its byte order mark", async () => {
    await workspace.fs.writeFile(session.uri(notes, "notes.md"), bytes("\ufeffone\r\ntwo\r\n"));
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "one\r\ntwo\r\nthree\r\n");
    assert.equal(await document.save(), true);
    assert.deepEqual(session.forge.files(notes), { "notes.md": "\ufeffone\r\ntwo\r\nthree\r\n" });
  });

  it("is made by writing to a new name", async () => {
    await workspace.fs.writeFile(session.uri(notes, "new.txt"), bytes("new\n"));
    assert.deepEqual(session.forge.files(notes), { "new.txt": "new\n", "notes.md": "# Notes\n" });
    assert.equal(await readText(session.uri(notes, "new.txt")), "new\n");
  });

  it("is begun empty and sent with its first text", async () => {
    const edit = new WorkspaceEdit();
    edit.createFile(session.uri(notes, "later.md"));
    assert.equal(await workspace.applyEdit(edit), true);
    assert.deepEqual(session.forge.sent("PATCH"), []);
    const document = await show(session.uri(notes, "later.md"));
    assert.equal(document.getText(), "");
    await type(document, "at last\n");
    assert.equal(await document.save(), true);
    assert.deepEqual(session.forge.files(notes), { "later.md": "at last\n", "notes.md": "# Notes\n" });
  });

  it("gets another name and keeps its text", async () => {
    await workspace.fs.rename(session.uri(hello, "hello.py"), session.uri(hello, "world.py"));
    assert.deepEqual(session.forge.files(hello), { "hello.rb": 'puts "Hello"\n', "world.py": 'print("Hello")\n' });
    assert.equal(await readText(session.uri(hello, "world.py")), 'print("Hello")\n');
    assert.equal(codeOf(await failureOf(workspace.fs.stat(session.uri(hello, "hello.py")))), "FileNotFound");
  });

  it("does not get the name of another file unless that is meant", async () => {
    const [from, to] = [session.uri(hello, "hello.py"), session.uri(hello, "hello.rb")];
    assert.equal(codeOf(await failureOf(workspace.fs.rename(from, to))), "FileExists");
    assert.deepEqual(session.forge.sent("PATCH"), []);
  });

  it("takes the place of another file when that is meant", async () => {
    await workspace.fs.rename(session.uri(hello, "hello.py"), session.uri(hello, "hello.rb"), { overwrite: true });
    assert.deepEqual(session.forge.files(hello), { "hello.rb": 'print("Hello")\n' });
  });

  it("is not moved to another gist", async () => {
    const [from, to] = [session.uri(hello, "hello.py"), session.uri(notes, "hello.py")];
    assert.equal(codeOf(await failureOf(workspace.fs.rename(from, to))), "NoPermissions");
    assert.deepEqual(session.forge.sent("PATCH", "DELETE"), []);
  });

  it("is deleted, but not when it is the last", async () => {
    await workspace.fs.delete(session.uri(hello, "hello.py"));
    assert.deepEqual(session.forge.files(hello), { "hello.rb": 'puts "Hello"\n' });
    const error = await failureOf(workspace.fs.delete(session.uri(hello, "hello.rb")));
    assert.match(error.message, /hello\.rb is the gist's only file\. Delete the gist instead\./);
    assert.deepEqual(session.forge.files(hello), { "hello.rb": 'puts "Hello"\n' });
    assert.equal(session.forge.sent("PATCH").length, 1);
  });

  it("is not deleted by deleting its gist as a folder", async () => {
    const error = await failureOf(workspace.fs.delete(session.uri(hello), { recursive: true }));
    assert.equal(codeOf(error), "NoPermissions");
    assert.ok(session.forge.files(hello));
    assert.deepEqual(session.forge.sent("DELETE"), []);
  });
});

describe("A file name", () => {
  const { hello, notes } = ids;
  const names = [
    "a b.md",
    "100%.txt",
    "50%25.txt",
    "c#.cs",
    "what?.txt",
    "a&b=c;d.txt",
    "Übergröße.md",
    "日本語.txt",
    "🦊🚀.md",
    "e\u0301.txt",
    "'quoted' \"twice\".txt",
    "..hidden",
    ".gitignore",
    "-",
    "a:b|c<d>.txt",
    "__proto__",
    "n".repeat(255),
  ];
  const session = useSession({
    seed: () => smallSeed([{ id: "e".repeat(32), owner: "mia", files: { "back\\slash.txt": "1", "%2e": "2" } }]),
  });

  for (const name of names) {
    it(`may be ${name.length > 20 ? `${name.length} characters long` : JSON.stringify(name)}`, async () => {
      const uri = session.uri(notes, name);
      await workspace.fs.writeFile(uri, bytes("first\n"));
      assert.equal(Object.getOwnPropertyDescriptor(session.forge.files(notes) ?? {}, name)?.value, "first\n");
      const document = await show(uri);
      await type(document, "second\n");
      assert.equal(await document.save(), true);
      assert.equal(Object.getOwnPropertyDescriptor(session.forge.files(notes) ?? {}, name)?.value, "second\n");
      assert.equal(await readText(uri), "second\n");
      assert.equal(Object.keys(session.forge.files(notes) ?? {}).length, 2);
      await workspace.fs.delete(uri);
      assert.deepEqual(Object.keys(session.forge.files(notes) ?? {}), ["notes.md"]);
    });
  }

  for (const [name, reason] of [
    ["a/b.txt", /A gist has no folders/],
    ["a\\b.txt", /A gist has no folders/],
    ["a\nb.txt", /control characters/],
    [".", /isn't a valid file name/],
    ["..", /isn't a valid file name/],
    ["   ", /Enter a file name/],
    ["ü".repeat(128), /at most 255 bytes/],
  ] as const) {
    it(`is not ${name.length > 20 ? "longer than 255 bytes" : JSON.stringify(name)}`, async () => {
      const error = await failureOf(workspace.fs.writeFile(session.uri(notes, name), bytes("text")));
      assert.match(error.message, reason);
      assert.deepEqual(session.forge.sent("PATCH", "POST"), []);
    });
  }

  it("has the gist's title first in what is shown of its address, and the id whatever its letters", async () => {
    await session.parts.gists.read(session.accountId, hello);
    const uri = session.uri(hello, "hello.py");
    assert.equal(uri.path, "/Hello in two languages/hello.py");
    for (const gistId of [hello, "Ab_C__d-9"]) {
      const place = { accountId: session.accountId, gistId, fileName: "a/b.md" };
      assert.deepEqual(gistPlaceOf(Uri.parse(session.parts.uris.of(place).toString())), place);
    }
  });

  it("keeps the address that a former version opened it under", async () => {
    const former = Uri.from({
      scheme: "forgeside-gist",
      authority: session.accountId,
      path: `/${hello}/Hello, as it was/hello.py`,
    });
    assert.match((await workspace.openTextDocument(former)).getText(), /Hello/);
    assert.equal(session.uri(hello, "hello.py").toString(), former.toString());
    assert.equal(gistPlaceOf(former)?.gistId, hello);
    const { uris } = session.parts;
    assert.equal(uris.titleOf({ accountId: session.accountId, gistId: hello }), "Hello, as it was");
    // It may be open, with something unsaved, when its account is signed out.
    uris.forget(session.accountId);
    assert.equal(session.uri(hello, "hello.py").toString(), former.toString());
  });

  it("has the title for the row of an edit whose gist can't be read", () => {
    const place = { accountId: session.accountId, gistId: "a".repeat(20), fileName: "notes.md" };
    const { uris } = session.parts;
    uris.keep(uris.of(place, "My notes"));
    const untitled = { ...place, gistId: "b".repeat(20) };
    uris.keep(uris.of(untitled));
    assert.deepEqual([uris.titleOf(place), uris.titleOf(untitled)], ["My notes", undefined]);
    const edit = { id: "e", place, state: "queued", base: "", mine: "1", since: 1, changed: 1 } as const;
    const item = editItem(session.parts, { kind: "edit", id: "e", edit });
    assert.equal(item.description, "waits for the server · My notes");
    const unconfirmed = [{ expected: "v1", assumed: "", mine: "1", text: "1" }];
    assert.equal(stateText({ ...edit, unconfirmed }), "not confirmed by the server yet");
  });

  it("is named with the end of the limit in the row of an edit that waits for it", async () => {
    const place = { accountId: session.accountId, gistId: hello, fileName: "hello.py" };
    const edit = { id: "e", place, state: "queued", base: "", mine: "1", since: 1, changed: 1 } as const;
    const row = (more: Partial<PendingEdit>) =>
      String(editItem(session.parts, { kind: "edit", id: "e", edit: { ...edit, ...more } }).description);
    session.forge.answer = () =>
      Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": "600" } });
    await assert.rejects(async () =>
      session.parts.accounts.get(session.accountId)?.client.call("gists.star", { id: hello }),
    );
    for (const more of [{}, { reason: "rateLimited" }] as const)
      assert.match(row(more), /^rate limit exceeded, sent at \d/);
    assert.match(row({ reason: "signedOut" }), /^signed out/);
    const unconfirmed = [{ expected: "v1", assumed: "", mine: "1", text: "1" }];
    assert.match(row({ unconfirmed, reason: "rateLimited" }), /^not confirmed/);
  });

  it("has no folders before it", async () => {
    const uri = session.uri(hello, "hello.py");
    const inside = uri.with({ path: `${uri.path}/deeper.py` });
    await failureOf(workspace.fs.writeFile(inside, bytes("text")));
    assert.equal(codeOf(await failureOf(workspace.fs.readFile(inside))), "FileNotFound");
    assert.deepEqual(session.forge.sent("PATCH", "POST"), []);
  });

  it("that the service has is taken as it is", async () => {
    const id = "e".repeat(32);
    assert.equal(await readText(session.uri(id, "back\\slash.txt")), "1");
    assert.equal(await readText(session.uri(id, "%2e")), "2");
    await workspace.fs.writeFile(session.uri(id, "back\\slash.txt"), bytes("3"));
    assert.deepEqual(session.forge.files(id), { "back\\slash.txt": "3", "%2e": "2" });
  });
});
