import assert from "node:assert/strict";
import {
  commands,
  type DocumentLink,
  type Location,
  Position,
  type QuickPick,
  type QuickPickItem,
  type TabInputText,
  type TextDocument,
  Uri,
  window,
  workspace,
} from "vscode";
import { systemClock } from "../../src/base/clock.ts";
import { indexFolder } from "../../src/gists/search/indexFolder.ts";
import { Preview } from "../../src/gists/search/preview.ts";
import { SearchModel } from "../../src/gists/search/model.ts";
import { TextIndex } from "../../src/gists/search/textIndex.ts";
import { contextKeys, searchCommands, searchScheme, settings } from "../../src/ids.ts";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { eventually } from "../support/eventually.ts";
import { show } from "./support/documents.ts";
import { hearCommands } from "./support/heardCommands.ts";
import { ids, smallSeed } from "./support/seeds.ts";
import { useSession, withSetting } from "./support/session.ts";
import { leavingSignIn, signInQuestion } from "./support/signIns.ts";

const poem = "c0ffee".padEnd(32, "0");
const verses = [
  "There was an old man with a beard",
  "who said, “It is just as I feared!",
  "Two owls and a hen",
  "four larks and a wren",
];

const seed = (): SandboxSeed => {
  const small = smallSeed();
  const comments = [{ login: "otto", body: "Lear wrote it" }];
  return {
    ...small,
    gists: [
      ...(small.gists ?? []),
      {
        id: poem,
        owner: "mia",
        description: "A $(bug) limerick #nonsense",
        files: { "beard.txt": `${verses.join("\n")}\n`, "notes.txt": "written in 1846\n" },
        comments,
      },
    ],
  };
};

type Pick = QuickPick<QuickPickItem>;

describe("The search over gists", () => {
  const session = useSession({ seed });
  let picks: Pick[];
  const { createQuickPick } = window;

  beforeEach(() => {
    picks = [];
    const create = (): Pick => {
      const pick = createQuickPick.call(window);
      picks.push(pick);
      return pick;
    };
    Object.defineProperty(window, "createQuickPick", { value: create, configurable: true });
  });
  afterEach(async () => {
    await commands.executeCommand("workbench.action.closeQuickOpen");
    Object.defineProperty(window, "createQuickPick", { value: createQuickPick, configurable: true });
  });

  /** Opens the live search and types. */
  const find = async (text: string): Promise<{ readonly pick: Pick; readonly over: Thenable<unknown> }> => {
    const over = commands.executeCommand(searchCommands.find);
    await eventually(() => picks.length > 0, "the list is open");
    const [pick] = picks;
    assert.ok(pick);
    await eventually(
      () => session.parts.search.progress.state === "waiting" && session.parts.search.progress.total === 4,
      "all is indexed",
    );
    pick.value = text;
    return { pick, over };
  };
  const rows = (pick: Pick): readonly string[] =>
    pick.items.map(({ label }) => label.replace(/^\$\([\w-]+\) /, ""));
  const untilRows = (pick: Pick, expected: readonly string[]): Promise<void> =>
    eventually(() => rows(pick).join() === expected.join(), `the rows are ${expected.join()}, not yet so`);
  const activeFile = (): string | undefined => {
    const input = window.tabGroups.activeTabGroup.activeTab?.input as TabInputText | undefined;
    return input?.uri.path.split("/").at(-1);
  };
  /** Runs the command; the question for the query is answered with this. */
  const openDocument = async (query: string): Promise<TextDocument> => {
    const { showInputBox } = window;
    const value = (): Promise<string> => Promise.resolve(query);
    Object.defineProperty(window, "showInputBox", { value, configurable: true });
    try {
      await commands.executeCommand(searchCommands.document);
    } finally {
      Object.defineProperty(window, "showInputBox", { value: showInputBox, configurable: true });
    }
    const document = window.activeTextEditor?.document;
    assert.ok(document);
    return document;
  };

  it("is a step of the walkthrough that is done once a result is opened, not when the list is left", async () => {
    const states: unknown[] = [];
    const restore = hearCommands((id, key, state) => {
      if (id === "setContext" && key === contextKeys.searchOpened) states.push(state);
    });
    for (const end of ["closeQuickOpen", "acceptSelectedQuickOpenItem"]) {
      picks = [];
      const { pick, over } = await find("larks wren");
      await untilRows(pick, ["beard.txt"]);
      await eventually(() => pick.activeItems.length > 0, "the row is on screen");
      assert.deepEqual(states, []);
      await commands.executeCommand(`workbench.action.${end}`);
      await over;
    }
    restore();
    assert.deepEqual(states, [true]);
  });

  it("finds a word inside a file, shows its line, and opens it there", async () => {
    const { pick, over } = await find("larks wren");
    await untilRows(pick, ["beard.txt"]);
    const [item] = pick.items;
    assert.equal(item?.detail, "4: four larks and a wren");
    assert.deepEqual(
      item?.buttons?.map(({ tooltip }) => tooltip),
      ["Open to the Side", "Copy Link"],
    );
    assert.match(item?.description ?? "", /^A \$\u200B\(bug\) limerick #nonsense · secret · mia · /);
    await eventually(() => pick.activeItems.length > 0, "the row is on screen");
    await commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await over;
    const editor = window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), session.uri(poem, "beard.txt").toString());
    assert.equal(editor?.document.getText(editor.selection), "larks");
    assert.equal(window.tabGroups.activeTabGroup.activeTab?.isPreview, false);
  });

  it("shows the active hit while the list is open, and brings the former editor back on Escape", async () => {
    const before = await show(session.uri(ids.hello, "hello.py"));
    const { pick, over } = await find("1846");
    await untilRows(pick, ["notes.txt"]);
    await eventually(() => activeFile() === "notes.txt", "the hit is shown");
    assert.equal(window.tabGroups.activeTabGroup.activeTab?.isPreview, true);
    await commands.executeCommand("workbench.action.closeQuickOpen");
    await over;
    assert.equal(window.activeTextEditor?.document.uri.toString(), before.uri.toString());
    assert.deepEqual(
      window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ label }) => label),
      ["hello.py"],
    );
  });

  it("shows how far it is, what it does not understand, and when there is nothing", async () => {
    const { pick } = await find("is:purple zebra");
    await untilRows(pick, ["Unknown search terms: is:purple", "Nothing was found."]);
    assert.equal(pick.title, "Search Gists: 4 gists");
    pick.value = "#nonsense lear";
    await untilRows(pick, ["Nothing was found."]);
    pick.value = "lear";
    await untilRows(pick, ["Comment of otto"]);
    assert.equal(pick.items[0]?.detail, "1: Lear wrote it");
  });

  it("finds names before contents are read, and says how far it is", async () => {
    let release = (): void => undefined;
    const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    session.forge.answer = ({ url }) => (/\/gists\/[0-9a-f]{32}$/.test(url) ? held : undefined);
    void commands.executeCommand(searchCommands.find);
    await eventually(() => picks.length > 0, "the list is open");
    const [pick] = picks;
    assert.ok(pick);
    pick.value = "notes";
    await eventually(() => rows(pick).toSorted().join() === "notes.md,notes.txt", "the names are found");
    await eventually(() => pick.title?.startsWith("Search Gists: indexed 0 of 4 gists…") === true, "it tells");
    assert.equal(pick.busy, true);
    release();
    await eventually(() => pick.title === "Search Gists: 4 gists", "all is indexed");
    assert.equal(pick.busy, false);
  });

  it("finds what was changed here, and what is not published yet", async () => {
    const { pick } = await find("parrot");
    await untilRows(pick, ["Nothing was found."]);
    await session.parts.gists.create(session.accountId, {
      description: "",
      public: false,
      files: { "bird.md": "a parrot\n" },
    });
    await untilRows(pick, ["bird.md"]);
    await session.parts.files.pending.put({
      place: { accountId: session.accountId, gistId: poem, fileName: "notes.txt" },
      state: "unpublished",
      base: "written in 1846\n",
      mine: "a parrot too\n",
      since: 1,
      changed: 1,
    });
    await eventually(() => rows(pick).toSorted().join() === "bird.md,notes.txt", "the edit is found");
  });

  it("writes all hits into a document, and each line leads to its place", async () => {
    const document = await openDocument('"and a" lang:txt');
    assert.equal(document.uri.scheme, searchScheme);
    await eventually(() => document.getText().includes("1 result\n4 gists;"), "all is indexed");
    const lines = document.getText().split("\n");
    assert.equal(lines[0], 'Search in Gists: "and a" lang:txt');
    assert.match(lines[5] ?? "", /^A \$\(bug\) limerick #nonsense · secret · mia · /);
    assert.deepEqual(lines.slice(6), [
      " beard.txt:",
      "      2  who said, “It is just as I feared!",
      "      3: Two owls and a hen",
      "      4: four larks and a wren",
      "",
    ]);
    const links = await commands.executeCommand<DocumentLink[]>("vscode.executeLinkProvider", document.uri);
    assert.deepEqual(
      links.map(({ range }) => range.start.line),
      [6, 7, 8, 9],
    );
    const place = links[2]?.target?.with({ fragment: "" });
    assert.equal(place?.path, "/A $(bug) limerick #nonsense/beard.txt");
    assert.equal(place.authority, `${session.accountId}.${poem}`);
    await commands.executeCommand("vscode.open", links[2]?.target);
    await eventually(() => window.activeTextEditor?.document.uri.toString() === place.toString(), "it is open");
    await eventually(() => window.activeTextEditor?.selection.active.line === 2, "the cursor is at the line");
    const [definition] = await commands.executeCommand<Location[]>(
      "vscode.executeDefinitionProvider",
      document.uri,
      new Position(9, 12),
    );
    assert.equal(definition?.uri.toString(), place.toString());
    assert.deepEqual(definition?.range.start, new Position(3, 11));
    assert.deepEqual(
      await commands.executeCommand("vscode.executeDefinitionProvider", document.uri, new Position(0, 3)),
      [],
    );
  });

  it("takes any text for a query", async () => {
    const document = await openDocument("../%2e/\\ #[ (.*) is:x 日本");
    assert.match(document.getText(), /^Search in Gists: ..\/%2e\/\\ #\[ \(\.\*\) is:x 日本\n0 results\n/);
  });

  it("keeps its index for the next window, and removes it with the account", async () => {
    await find("owls");
    const { parts } = session;
    const folder = indexFolder(Uri.joinPath(parts.context.globalStorageUri, "search"));
    const name = `${session.accountId}.jsonl`;
    await eventually(async () => (await folder.read(name)) !== undefined, "the index is kept");
    const next = new SearchModel({
      accounts: parts.accounts,
      gists: parts.gists,
      pending: parts.files.pending,
      folder,
      clock: systemClock,
      mode: () => "onUse",
      loadIndex: () => Promise.resolve(new TextIndex()),
      onError: (what, error) => assert.fail(`${what}: ${String(error)}`),
    });
    try {
      session.forge.answer = () => new Promise(() => undefined);
      await next.use();
      assert.deepEqual(
        next
          .search("owls")
          .slice()
          .map(({ file }) => file?.name),
        ["beard.txt"],
      );
    } finally {
      next.dispose();
      session.forge.answer = () => undefined;
    }
    await commands.executeCommand("workbench.action.closeQuickOpen");
    await parts.accounts.remove(session.accountId);
    await eventually(async () => !(await folder.list()).includes(name), "the index is removed");
  });

  it("leaves nothing of an account that a crash kept from being stored", async () => {
    const { fs } = workspace;
    const at = Uri.joinPath(session.parts.context.globalStorageUri, "search-after-a-crash");
    const folder = indexFolder(at);
    const file = (name: string): Uri => Uri.joinPath(at, name);
    const namesThere = async (): Promise<readonly string[]> => (await fs.readDirectory(at)).map(([name]) => name);
    await fs.createDirectory(at);
    await fs.writeFile(file("a.jsonl.0123abcd.tmp"), new TextEncoder().encode("secret"));
    await fs.writeFile(file("ab.jsonl"), new Uint8Array());
    assert.deepEqual((await folder.list()).toSorted(), ["a.jsonl", "ab.jsonl"]);
    // Another window may be writing it.
    await folder.remove("a.jsonl");
    assert.deepEqual((await namesThere()).toSorted(), ["a.jsonl.0123abcd.tmp", "ab.jsonl"]);
    const { now } = Date;
    Date.now = () => now() + 120_000;
    try {
      await folder.remove("a.jsonl");
      assert.deepEqual(await namesThere(), ["ab.jsonl"]);
    } finally {
      Date.now = now;
      await fs.delete(at, { recursive: true });
    }
  });

  it("reads nothing when it is switched off", async () => {
    await withSetting(settings.searchIndex, "off", async () => {
      // A view of repositories that is on screen reads what it shows.
      const ofGists = () => session.forge.requests.filter(({ path }) => path.startsWith("/gists")).length;
      const requests = ofGists();
      void commands.executeCommand(searchCommands.find);
      await eventually(() => picks.length > 0, "the list is open");
      const [pick] = picks;
      assert.ok(pick);
      pick.value = "owls";
      await untilRows(pick, ["Nothing was found."]);
      assert.match(pick.title ?? "", /contents are not indexed/);
      assert.equal(ofGists(), requests);
    });
  });

  it("leaves in front what the user opens while it closes", async () => {
    await show(session.uri(ids.hello, "hello.py"));
    const preview = new Preview();
    await preview.show(session.uri(ids.notes, "notes.md"), undefined);
    const other = await workspace.openTextDocument({ content: "opened meanwhile" });
    await window.showTextDocument(other, { preview: false });
    await preview.restore();
    assert.equal(window.activeTextEditor?.document, other);
  });

  it("restores the editor also where VS Code shows each file in a tab of its own", () =>
    withSetting("workbench.editor.enablePreview", false, async () => {
      const before = await show(session.uri(ids.hello, "hello.py"));
      const preview = new Preview();
      await preview.show(session.uri(ids.notes, "notes.md"), undefined);
      assert.notEqual(window.activeTextEditor?.document, before);
      await preview.restore();
      assert.equal(window.activeTextEditor?.document, before);
    }));

  it("restores a file whose own tab it has taken", async () => {
    const { document } = await window.showTextDocument(session.uri(ids.hello, "hello.py"), { preview: true });
    const preview = new Preview();
    await preview.show(session.uri(ids.notes, "notes.md"), undefined);
    await preview.restore();
    assert.equal(window.activeTextEditor?.document.uri.toString(), document.uri.toString());
  });

  it("leaves in front a file that was open before, and that the user chooses while it closes", async () => {
    const chosen = await show(session.uri(ids.hello, "hello.rb"));
    await show(session.uri(ids.hello, "hello.py"));
    const preview = new Preview();
    await preview.show(session.uri(ids.notes, "notes.md"), undefined);
    await window.showTextDocument(chosen, { preview: false });
    await preview.restore();
    assert.equal(window.activeTextEditor?.document, chosen);
  });

  it("rebuilds its index on request", async () => {
    await find("owls");
    session.forge.requests.length = 0;
    await commands.executeCommand(searchCommands.rebuild);
    assert.equal(session.forge.requests.filter(({ path }) => /^\/gists\/[0-9a-f]{32}$/.test(path)).length, 4);
  });

  it("asks who is signed in first", async () => {
    await session.parts.accounts.remove(session.accountId);
    const asked = await leavingSignIn(() => commands.executeCommand(searchCommands.find));
    assert.deepEqual(asked, [signInQuestion]);
    assert.equal(picks.length, 0);
  });
});
