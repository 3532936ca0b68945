import assert from "node:assert/strict";
import {
  commands,
  type CompletionItem,
  type CompletionList,
  languages,
  Position,
  SnippetString,
  window,
  workspace,
} from "vscode";
import { snippetsSeenKey, wantsSnippets } from "../../src/gists/snippets/wanted.ts";
import { settings } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { hoursAgo, smallSeed } from "./support/seeds.ts";
import { useSession, withSetting } from "./support/session.ts";

const id = "e".repeat(32);
const seed = () =>
  smallSeed([
    {
      id,
      owner: "mia",
      description: "Loops #snippet",
      createdAt: hoursAgo(30),
      files: {
        "forEachLine.py": "for line in lines:\n    print(line)\n",
        "banner.txt": "=====\n",
        "mine.code-snippets": JSON.stringify({ Loop: { prefix: "myloop", body: "loop($1)", scope: "python" } }),
      },
    },
  ]);

describe("Snippets from gists", () => {
  const session = useSession({ seed });
  const offered = async (language: string): Promise<readonly CompletionItem[]> => {
    const document = await workspace.openTextDocument({ language, content: "\n" });
    const { items } = await commands.executeCommand<CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      new Position(0, 0),
    );
    return items.filter(({ label }) => typeof label === "object" && label.description === "gist of mia");
  };
  afterEach(() => session.parts.globalState.update(snippetsSeenKey, undefined));
  /** A view of repositories that is on screen reads what it shows. */
  const ofGists = () => session.forge.requests.filter(({ path }) => path.startsWith("/gists"));
  const names = (items: readonly CompletionItem[]) =>
    items.map(({ label }) => (typeof label === "string" ? label : label.label)).toSorted();

  it("are neither read nor offered before a gist with snippets was seen, nor when the setting says no", async () => {
    assert.deepEqual(await offered("python"), []);
    assert.deepEqual(ofGists(), []);
    await withSetting(settings.snippetsEnabled, false, async () => {
      await session.parts.gists.lists.get(session.accountId, "own");
      assert.equal(session.parts.snippets(), undefined);
      assert.equal(wantsSnippets(session.parts.globalState), false);
    });
  });

  it("are offered by themselves once such a gist was seen, also after the next start", async () => {
    assert.equal(wantsSnippets(session.parts.globalState), false);
    await session.parts.gists.lists.get(session.accountId, "own");
    await eventually(() => session.parts.snippets() !== undefined, "the gist is seen");
    assert.equal(wantsSnippets(session.parts.globalState), true);
    await offered("python");
    await session.parts.snippets()?.settled();
    assert.deepEqual(names(await offered("python")), ["banner", "forEachLine", "myloop"]);
    await withSetting(settings.snippetsEnabled, false, () =>
      eventually(() => session.parts.snippets() === undefined, "the setting is seen"),
    );
  });

  it("are offered where their language fits, as text or with tab stops, and follow what is changed", async () => {
    await withSetting(settings.snippetsEnabled, true, async () => {
      await eventually(() => session.parts.snippets() !== undefined, "the setting is seen");
      await offered("python");
      await session.parts.snippets()?.settled();
      const python = await offered("python");
      assert.deepEqual(names(python), ["banner", "forEachLine", "myloop"]);
      const [plain, stops] = ["forEachLine", "myloop"].map((name) =>
        python.find(({ label }) => typeof label === "object" && label.label === name),
      );
      assert.equal(
        plain?.insertText instanceof SnippetString ? plain.insertText.value : plain?.insertText,
        "for line in lines:\n    print(line)\n",
      );
      assert.ok(stops?.insertText instanceof SnippetString);
      assert.equal(stops.insertText.value, "loop($1)");
      // Plain text fits everywhere.
      assert.deepEqual(names(await offered("ruby")), ["banner"]);
      session.forge.requests.length = 0;
      await offered("python");
      assert.deepEqual(ofGists(), []);
      await session.parts.publisher.renameFile(
        { accountId: session.accountId, gistId: id, fileName: "forEachLine.py" },
        "eachLine.py",
      );
      await eventually(async () => {
        const found = names(await offered("python"));
        await session.parts.snippets()?.settled();
        return found.includes("eachLine");
      }, "the new name is offered");
    });
    await withSetting(settings.snippetsEnabled, false, async () => {
      await eventually(() => session.parts.snippets() === undefined, "the setting is seen");
      assert.deepEqual(await offered("python"), []);
    });
    assert.deepEqual(session.messages, []);
  });

  it("are shown once they are read where their name is typed by then", async () => {
    await withSetting(settings.snippetsEnabled, true, async () => {
      await eventually(() => session.parts.snippets() !== undefined, "the setting is seen");
      let answer = (): void => undefined;
      const answered = new Promise<undefined>((resolve) => (answer = () => resolve(undefined)));
      session.forge.answer = () => answered;
      const document = await workspace.openTextDocument({ language: "plaintext", content: "" });
      await window.showTextDocument(document);
      let asked = 0;
      const provider = languages.registerCompletionItemProvider("plaintext", {
        provideCompletionItems: () => void asked++,
      });
      try {
        await commands.executeCommand("type", { text: "banner" });
        await commands.executeCommand("editor.action.triggerSuggest");
        await eventually(() => asked > 0, "VS Code asks for completions");
        // Another document that is asked about must not take this one's place.
        await offered("plaintext");
        const before = asked;
        answer();
        await eventually(() => asked > before, "VS Code asks again");
      } finally {
        provider.dispose();
      }
    });
  });

  it("wait while the service cannot be read, without a message", async () => {
    await withSetting(settings.snippetsEnabled, true, async () => {
      await eventually(() => session.parts.snippets() !== undefined, "the setting is seen");
      session.forge.answer = () => Response.json({ message: "Not today" }, { status: 403 });
      await offered("python");
      await session.parts.snippets()?.settled();
      assert.deepEqual(await offered("python"), []);
      assert.deepEqual(session.messages, []);
    });
  });
});
