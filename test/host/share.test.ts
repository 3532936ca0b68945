import assert from "node:assert/strict";
import {
  commands,
  ConfigurationTarget,
  env,
  type QuickPickItem,
  Selection,
  type TextDocument,
  Uri,
  window,
  workspace,
} from "vscode";
import { gistCommands, settings, shareCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { bytes, show, type } from "./support/documents.ts";
import { useSession, withSetting } from "./support/session.ts";
import { leavingSignIn, signInQuestion } from "./support/signIns.ts";
import type { Forge } from "./support/forge.ts";
import { describeWithNode, itWithNode } from "./support/versions.ts";

interface Sent {
  readonly description: string;
  readonly public: boolean;
  readonly files: Readonly<Record<string, { readonly content: string }>>;
}

/** The gists that were made over the wire, as they were sent. */
const shared = (forge: Forge): readonly Sent[] =>
  forge.requests
    .filter(({ method, path }) => method === "POST" && path === "/gists")
    .map(({ body }) => JSON.parse(body) as Sent);

const contents = ({ files }: Sent): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([name, { content }]) => [name, content]));

const untitled = async (language: string, content: string): Promise<TextDocument> => {
  const document = await workspace.openTextDocument({ language, content });
  await window.showTextDocument(document);
  return document;
};

describe("Sharing a selection", () => {
  const session = useSession();
  const share = async (...selections: readonly Selection[]): Promise<void> => {
    const editor = window.activeTextEditor;
    assert.ok(editor);
    editor.selections = selections;
    await commands.executeCommand(gistCommands.shareSelection);
  };

  itWithNode("makes a secret gist of it, named after file and lines, and copies the link", async () => {
    const folder = workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const document = await show(Uri.joinPath(folder, "greeting.ts"));
    await share(new Selection(0, 0, 0, 6));
    assert.deepEqual(shared(session.forge), [
      {
        description: "greeting.ts, line 1",
        public: false,
        files: { "greeting.ts": { content: document.getText().slice(0, 6) } },
      },
    ]);
    const { id = "" } = (await session.parts.gists.lists.get(session.accountId, "own")).gists[0] ?? {};
    const link = `${session.forge.url}/gist/mia/${id}`;
    await eventually(async () => (await env.clipboard.readText()) === link, "the link is in the clipboard");
    await eventually(() => session.messages.length > 0, "it is said");
    assert.deepEqual(session.messages, ["Shared as secret gist “greeting.ts, line 1”. Link copied to clipboard."]);
  });

  it("joins several selections in the order of the text", async () => {
    await untitled("python", "one\ntwo\nthree\nfour\n");
    await share(new Selection(2, 0, 3, 0), new Selection(0, 0, 0, 3));
    const [gist] = shared(session.forge);
    assert.equal(gist?.description, "snippet.py, lines 1–3");
    assert.deepEqual(gist && contents(gist), { "snippet.py": "one\nthree\n" });
  });

  it("follows the settings for visibility and for what happens with the link", async () => {
    await env.clipboard.writeText("mine");
    await untitled("plaintext", "some text");
    await withSetting(settings.defaultVisibility, "public", async () =>
      withSetting(settings.afterShare, "ask", () => share(new Selection(0, 0, 0, 4))),
    );
    assert.equal(shared(session.forge)[0]?.public, true);
    await eventually(() => session.messages.length > 0, "it is said");
    assert.deepEqual(session.messages, ["Shared as public gist “snippet.txt, line 1”."]);
    assert.equal(await env.clipboard.readText(), "mine");
  });

  it("offers to undo it also where its page can't be opened", async () => {
    await untitled("plaintext", "some text");
    session.forge.change = async (answer, { method }) =>
      method === "POST"
        ? Response.json(
            { ...((await answer.json()) as object), html_url: "ftp://forge.example/1" },
            { status: 201 },
          )
        : answer;
    await withSetting(settings.afterShare, "open", async () => {
      await answering({ showInformationMessage: (...given: readonly string[]) => given.at(-1) }, async () => {
        await share(new Selection(0, 0, 0, 4));
        await eventually(() => session.forge.sent("DELETE").length === 1, "it is undone");
      });
    });
    assert.equal(session.messages[0], "The URL that the server provided isn't a web page. It wasn't opened.");
  });

  itWithNode("asks each time before a setting of the workspace makes it public", async () => {
    await untitled("plaintext", "from the folder");
    const visible = async (answer: string | undefined) => {
      const asked: string[] = [];
      session.forge.requests.length = 0;
      const showWarningMessage = (text: string, _: unknown, first: string) => {
        asked.push(text, first);
        return answer;
      };
      await withSetting(
        settings.defaultVisibility,
        "public",
        () => answering({ showWarningMessage }, () => share(new Selection(0, 0, 0, 4))),
        ConfigurationTarget.Workspace,
      );
      // Enter takes the first button.
      assert.deepEqual(asked, ["Share as a public gist?", "Share as Secret Gist"]);
      return shared(session.forge).map(({ public: isPublic }) => isPublic);
    };
    assert.deepEqual(await visible(undefined), []);
    assert.deepEqual(await visible("Share as Secret Gist"), [false]);
    assert.deepEqual(await visible("Share as Public Gist"), [true]);
  });

  it("shares the whole file when nothing is selected", async () => {
    await untitled("plaintext", "some text\n   \n");
    await share(new Selection(0, 3, 0, 3));
    assert.deepEqual(
      shared(session.forge).map((gist) => [gist.description, contents(gist)]),
      [["snippet.txt", { "snippet.txt": "some text\n   \n" }]],
    );
  });

  it("sends nothing when white space is selected only, or no file is selected", async () => {
    await answering({ showOpenDialog: () => undefined }, () =>
      commands.executeCommand(gistCommands.shareSelection),
    );
    await untitled("plaintext", "some text\n   \n");
    await share(new Selection(1, 0, 1, 3));
    assert.deepEqual(session.messages, ["snippet.txt, line 2 has only whitespace, which can't be shared."]);
    assert.deepEqual(session.forge.requests, []);
  });

  describe("while no text editor is active, as the walkthrough is in front", () => {
    const showOther = () =>
      commands.executeCommand("workbench.action.openWalkthrough", "forgeside.forgeside#start", false);
    const inFront = async (): Promise<void> => {
      await showOther();
      await eventually(() => window.activeTextEditor === undefined, "no text editor is active");
    };

    it("takes that of the only open file, as it was left", async () => {
      await untitled("plaintext", "one\ntwo\n");
      const editor = window.activeTextEditor ?? assert.fail();
      editor.selection = new Selection(1, 0, 1, 3);
      await inFront();
      await answering({ showQuickPick: ((items: readonly QuickPickItem[]) => items[0]) as never }, () =>
        commands.executeCommand(gistCommands.shareSelection),
      );
      assert.deepEqual(shared(session.forge).map(contents), [{ "snippet.txt": "two" }]);
    });

    it("asks which open file is meant, and sends nothing when that is not answered", async () => {
      for (const text of ["one\n", "two\n"]) await untitled("plaintext", text);
      await inFront();
      let labels: readonly string[] = [];
      const choose = (index: number) => (items: readonly QuickPickItem[]) => {
        labels = items.map(({ label }) => label);
        return items[index];
      };
      await answering({ showQuickPick: choose(-1) as never }, () =>
        commands.executeCommand(gistCommands.shareSelection),
      );
      assert.equal(labels.length, 2);
      assert.deepEqual(shared(session.forge), []);
      await answering({ showQuickPick: choose(0) as never }, () =>
        commands.executeCommand(gistCommands.shareSelection),
      );
      assert.equal(shared(session.forge).length, 1);
      assert.deepEqual(shared(session.forge).map(contents), [{ "snippet.txt": "one\n" }]);
    });

    itWithNode("lets the user select a file when none is open", async () => {
      await inFront();
      const file = Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? assert.fail(), "greeting.ts");
      const answers = {
        showWarningMessage: ((text: string) => assert.fail(text)) as never,
        showInformationMessage: (() => undefined) as never,
        showOpenDialog: (() => [file]) as never,
      };
      await answering(answers, async () => {
        await commands.executeCommand(gistCommands.shareSelection);
        await eventually(() => shared(session.forge).length === 1, "it is shared");
      });
      assert.deepEqual(
        shared(session.forge).map((gist) => Object.keys(contents(gist))),
        [["greeting.ts"]],
      );
    });
  });

  it("sends nothing of a file without any text, and says why", async () => {
    await untitled("plaintext", "\n \n\t\n");
    await share(new Selection(0, 0, 0, 0));
    await share(new Selection(0, 0, 2, 0));
    await commands.executeCommand(gistCommands.shareFiles);
    const reason = (what: string): string => `${what} has only whitespace, which can't be shared.`;
    assert.deepEqual(session.messages, ["snippet.txt", "snippet.txt, lines 1–2", "snippet.txt"].map(reason));
    assert.deepEqual(session.forge.requests, []);
  });

  it("sends nothing for the line number of a line without text, and says why", async () => {
    const { uri } = await untitled("plaintext", "one\n\n  \n");
    for (const lineNumber of [2, 3]) await commands.executeCommand(shareCommands.lines, { uri, lineNumber });
    const reason = (line: number): string =>
      `snippet.txt, line ${line} has only whitespace, which can't be shared.`;
    assert.deepEqual([session.messages, session.forge.requests], [[reason(2), reason(3)], []]);
    await commands.executeCommand(shareCommands.lines, { uri, lineNumber: 1 });
    assert.deepEqual(shared(session.forge).map(contents), [{ "snippet.txt": "one" }]);
  });

  it("keeps nothing in the clipboard and in the tree when the service fails", async () => {
    await env.clipboard.writeText("mine");
    await untitled("plaintext", "some text");
    session.forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "Validation Failed" }, { status: 422 }) : undefined;
    await share(new Selection(0, 0, 0, 4));
    assert.deepEqual(session.messages, [
      "Share Selection as Gist: The server does not accept this: Validation Failed.",
    ]);
    assert.equal(await env.clipboard.readText(), "mine");
    assert.equal((await session.parts.gists.lists.get(session.accountId, "own")).gists.length, 2);
  });
});

describeWithNode("Sharing files", () => {
  const session = useSession();
  let folder: Uri;
  const at = (path: string): Uri => Uri.joinPath(folder, path);
  const write = async (path: string, content: Uint8Array | string): Promise<Uri> => {
    await workspace.fs.writeFile(at(path), typeof content === "string" ? bytes(content) : content);
    return at(path);
  };
  const share = async (...uris: readonly Uri[]): Promise<void> => {
    await commands.executeCommand(gistCommands.shareFiles, uris[0], uris);
  };

  beforeEach(() => {
    const [root] = workspace.workspaceFolders ?? [];
    assert.ok(root);
    folder = Uri.joinPath(root.uri, "shared");
  });
  afterEach(async () => workspace.fs.delete(folder, { recursive: true }).then(undefined, () => undefined));

  it("makes one gist of them all", async () => {
    await share(await write("a.md", "# A\n"), await write("b.ts", "export {};\n"));
    const [gist, ...more] = shared(session.forge);
    assert.deepEqual(more, []);
    assert.equal(gist?.description, "a.md, b.ts");
    assert.deepEqual(gist && contents(gist), { "a.md": "# A\n", "b.ts": "export {};\n" });
  });

  it("distinguishes files of one name by their folders", async () => {
    await share(
      await write("client/index.ts", "1"),
      await write("server/index.ts", "2"),
      await write("x.md", "3"),
    );
    const [gist] = shared(session.forge);
    assert.deepEqual(gist && contents(gist), { "client-index.ts": "1", "server-index.ts": "2", "x.md": "3" });
  });

  it("shares an editor as it is on the screen, saved or not", async () => {
    const [open, other] = [await write("open.md", "on disk\n"), await write("other.md", "other\n")];
    const document = await show(open);
    await type(document, "on the screen\n");
    await share(open, other);
    await share(open);
    await commands.executeCommand(gistCommands.shareFiles);
    assert.deepEqual(shared(session.forge).map(contents), [
      { "open.md": "on the screen\n", "other.md": "other\n" },
      { "open.md": "on the screen\n" },
      { "open.md": "on the screen\n" },
    ]);
    assert.equal(document.isDirty, true);
  });

  for (const [language, name] of [
    ["python", "snippet.py"],
    ["typescript", "snippet.ts"],
    ["javascript", "snippet.js"],
    ["markdown", "snippet.md"],
    ["json", "snippet.json"],
    ["yaml", "snippet.yaml"],
    ["shellscript", "snippet.sh"],
    ["html", "snippet.html"],
    ["rust", "snippet.rs"],
    ["go", "snippet.go"],
    ["plaintext", "snippet.txt"],
  ] as const) {
    it(`calls an untitled editor in ${language} ${name}`, async () => {
      await untitled(language, "text");
      await commands.executeCommand(gistCommands.shareFiles);
      assert.deepEqual(shared(session.forge).map(contents), [{ [name]: "text" }]);
    });
  }

  it("leads to the setting of the limit from the message about a file that is too large", async () => {
    const file = await write("large.txt", new Uint8Array(11_000_000).fill(0x61));
    const asked: (readonly string[])[] = [];
    const showWarningMessage = (...given: readonly string[]): undefined => void asked.push(given);
    await answering({ showWarningMessage: showWarningMessage as never }, () => share(file));
    assert.equal(asked.length, 1);
    assert.match(asked[0]?.[0] ?? "", /^large\.txt is larger than 10 MB/);
    assert.equal(asked[0]?.[1], "Open Setting");
  });

  for (const [title, make, reason] of [
    ["a folder", () => workspace.fs.createDirectory(at("bad")), /^bad is a folder\. Select its files instead\.$/],
    [
      "a binary file",
      () => write("bad", Uint8Array.of(0xff, 0xfe, 0x00)),
      /^bad isn't UTF-8 text, and a gist can have text only\./,
    ],
    ["an empty file", () => write("bad", ""), /^bad is empty, and a gist can't have empty files\./],
    [
      "a file of 30 MB",
      () => write("bad", new Uint8Array(30_000_000).fill(0x61)),
      /^bad is larger than 10 MB, the limit of the setting/,
    ],
    ["a file that is not there", () => Promise.resolve(), /bad/],
  ] as const) {
    it(`sends the others when ${title} is among them, and says so; nothing when it is alone`, async () => {
      const good = await write("good.txt", "good");
      await make();
      await share(at("bad"));
      assert.deepEqual(session.forge.requests, []);
      assert.match(session.messages[0] ?? "", reason);
      await share(good, at("bad"));
      assert.deepEqual(shared(session.forge).map(contents), [{ "good.txt": "good" }]);
      await eventually(() => session.messages.length === 2, "it is said");
      const [first, skipped = ""] = session.messages[1]?.split(" Skipped: ") ?? [];
      assert.equal(first, "Shared as secret gist “good.txt”. Link copied to clipboard.");
      assert.match(skipped, reason);
    });

    it(`sends nothing when there is nothing but ${title} and another empty file, and names both`, async () => {
      await make();
      await share(at("bad"), await write("none.txt", ""));
      assert.deepEqual(session.forge.requests, []);
      const [first = "", second] = (session.messages[0] ?? "").split(" none.txt is ");
      assert.match(first, reason);
      assert.equal(second, "empty, and a gist can't have empty files.");
    });
  }

  it("sends nothing when there is nothing to share", async () => {
    await commands.executeCommand(gistCommands.shareFiles);
    assert.deepEqual(session.messages, ["No text file is open. Open one, or select files in the explorer."]);
    assert.deepEqual(session.forge.requests, []);
  });
});

describe("Sharing without an account", () => {
  const session = useSession({ signedIn: false });

  it("asks to sign in first, and shares nothing when the user leaves", async () => {
    await untitled("plaintext", "text");
    const asked = await leavingSignIn(() => commands.executeCommand(gistCommands.shareFiles));
    assert.deepEqual(asked, [signInQuestion]);
    assert.deepEqual(session.forge.requests, []);
  });
});
