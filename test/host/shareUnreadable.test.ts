import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  commands,
  EventEmitter,
  FileSystemError,
  FileType,
  type QuickPickItem,
  TabInputText,
  Uri,
  window,
  workspace,
} from "vscode";
import { shareCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show } from "./support/documents.ts";
import { useFolders } from "./support/folders.ts";
import { useSession } from "./support/session.ts";

interface Sent {
  readonly files: Readonly<Record<string, { readonly content: string }>>;
}

describe("Sharing several files of which some can't be read", () => {
  const session = useSession();
  const newFolder = useFolders();
  const contents = (): Readonly<Record<string, string>> => {
    const post = session.forge.requests.find(({ method }) => method === "POST");
    const { files } = JSON.parse(post?.body ?? '{"files":{}}') as Sent;
    return Object.fromEntries(Object.entries(files).map(([name, { content }]) => [name, content]));
  };
  const picked = (items: readonly QuickPickItem[]) => items.filter((item) => item.picked);

  it("takes the open editors without those that have no text, which are named", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "a.txt"), "a\n");
    writeFileSync(join(folder, "binary.txt"), "\0".repeat(16));
    const at = (name: string): Uri => Uri.file(join(folder, name));
    await show(at("a.txt"));
    for (const name of ["binary.txt", "deleted.txt"])
      await commands.executeCommand("vscode.open", at(name), { preview: false });
    const tabs = window.tabGroups.all.flatMap((group) =>
      group.tabs.map(({ label, input }) => [label, input] as const),
    );
    assert.deepEqual(
      tabs.map(([label, input]) => [label, input instanceof TabInputText]),
      ["a.txt", "binary.txt", "deleted.txt"].map((name) => [name, true]),
    );
    await answering({ showQuickPick: picked as never }, () => commands.executeCommand(shareCommands.tabs));
    await eventually(() => session.messages.length > 0, "it is said");
    assert.deepEqual(contents(), { "a.txt": "a\n" });
    assert.match(session.messages[0] ?? "", / Skipped: binary\.txt isn't UTF-8 text, .*deleted\.txt/);
  });

  it("takes a folder without what can't be read, which is named first, unless that says what Git ignores", async () => {
    const unknownRules = ".gitignore can't be read, so it isn't known what Git ignores. Nothing was shared.";
    let hasRules = false;
    const disk = workspace.registerFileSystemProvider("brittle", {
      onDidChangeFile: new EventEmitter<never>().event,
      watch: () => ({ dispose: () => undefined }),
      stat: (uri) => {
        if (!/a\.txt$|folder$|private$/.test(uri.path)) throw FileSystemError.FileNotFound(uri);
        const type = uri.path.endsWith(".txt") ? FileType.File : FileType.Directory;
        return { type, ctime: 0, mtime: 0, size: 2 };
      },
      readDirectory: (uri) => {
        if (!uri.path.endsWith("/folder")) throw FileSystemError.NoPermissions(uri);
        const names = ["a.txt", "vanished.txt"].map((name): [string, FileType] => [name, FileType.File]);
        const folders = ["dist", "private"].map((name): [string, FileType] => [name, FileType.Directory]);
        return [...names, ...folders, ...(hasRules ? [[".gitignore", FileType.File] as [string, FileType]] : [])];
      },
      readFile: (uri) => {
        if (hasRules && uri.path.endsWith("/.gitignore")) throw FileSystemError.Unavailable(uri);
        return new TextEncoder().encode("a\n");
      },
      createDirectory: () => undefined,
      writeFile: () => undefined,
      delete: () => undefined,
      rename: () => undefined,
    });
    let placeHolder: string | undefined;
    const shareFolder = () => commands.executeCommand(shareCommands.folder, Uri.parse("brittle:/folder"));
    const choose = (items: readonly QuickPickItem[], options: { readonly placeHolder: string }) => {
      ({ placeHolder } = options);
      return picked(items);
    };
    try {
      hasRules = true;
      await answering({ showQuickPick: choose as never }, shareFolder);
      await eventually(() => session.messages.length > 0, "it is said");
      assert.deepEqual([session.messages, placeHolder, contents()], [[unknownRules], undefined, {}]);
      hasRules = false;
      await answering({ showQuickPick: choose as never }, shareFolder);
    } finally {
      disk.dispose();
    }
    assert.deepEqual(
      [session.messages.filter((text) => text.includes("failed")), contents()],
      [[], { "a.txt": "a\n" }],
    );
    assert.match(placeHolder ?? "", /; left out: vanished\.txt, private, dist$/);
    await eventually(() => session.messages.length > 1, "what was not read is named");
    assert.match(session.messages[1] ?? "", / Skipped: Couldn't read vanished\.txt, private\.$/);
  });
});
