import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands, Selection, Uri, window } from "vscode";
import { shareCommands } from "../../src/ids.ts";
import { answering } from "./support/answers.ts";
import { show } from "./support/documents.ts";
import { useFolders } from "./support/folders.ts";
import { useSession } from "./support/session.ts";

interface Sent {
  readonly description: string;
  readonly public: boolean;
  readonly files: Readonly<Record<string, { readonly content: string }>>;
}

const contents = ({ files }: Pick<Sent, "files">): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([name, { content }]) => [name, content]));

describe("Sharing with a description, from a menu", () => {
  const session = useSession();
  const newFolder = useFolders();
  const sent = (): readonly Sent[] =>
    session.forge.requests
      .filter(({ method, path }) => method === "POST" && path === "/gists")
      .map(({ body }) => JSON.parse(body) as Sent);

  it("shares the whole file from the explorer and from its tab, what is selected from the editor's menu", async () => {
    const uri = Uri.file(join(newFolder(), "whole.md"));
    writeFileSync(uri.fsPath, "one\ntwo\n");
    await show(uri);
    const editor = window.activeTextEditor ?? assert.fail();
    editor.selection = new Selection(0, 0, 0, 3);
    const tab = { groupId: 0, editorIndex: 0 };
    await answering({ showInputBox: ({ value }: { readonly value: string }) => value }, async () => {
      for (const command of [shareCommands.described, shareCommands.public])
        for (const from of [[[uri]], [tab], []]) await commands.executeCommand(command, uri, ...from);
    });
    const byMenu = [{ "whole.md": "one\ntwo\n" }, { "whole.md": "one\ntwo\n" }, { "whole.md": "one" }];
    assert.deepEqual(sent().map(contents), [...byMenu, ...byMenu]);
    assert.deepEqual(
      sent().map((gist) => [gist.description, gist.public]),
      [false, true].flatMap((isPublic) =>
        ["whole.md", "whole.md", "whole.md, line 1"].map((description) => [description, isPublic]),
      ),
    );
  });
});
