import assert from "node:assert/strict";
import { commands, env, TreeItemCollapsibleState, window, workspace } from "vscode";
import { gistCommands, gistScheme, gistSideScheme, historyCommands, views } from "../../src/ids.ts";
import { gistPlaceOf } from "../../src/gists/uri.ts";
import type { ForkNode, GistTreeNode } from "../../src/gists/nodeTypes.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import {
  comparison,
  draftId,
  forkId,
  historySeed,
  openedUri,
  states,
  useHistory,
} from "./support/historyTools.ts";
import { menuOf } from "./support/menus.ts";
import { labelOf, tooltipOf } from "./support/rows.ts";
import { hoursAgo, tokens } from "./support/seeds.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

const h = historyCommands;

describe("The history below a gist", () => {
  const { session, tree, gistRow, shown, partOf, below, revisions } = useHistory();
  const asked = () => session.forge.sent("GET").filter((request) => /commits|forks/.test(request));

  it("is a row that reads the revisions when it is expanded: who, when, and what changed", async () => {
    const rows = await shown(await gistRow());
    assert.deepEqual(
      rows.map(({ item }) => labelOf(item)),
      ["a.md", "b.md", "History", "Forks"],
    );
    assert.deepEqual(asked(), []);
    const found = await below("history");
    assert.deepEqual(asked(), [`GET /gists/${draftId}/commits?per_page=100`]);
    assert.deepEqual(
      found.map(({ item }) => [labelOf(item), String(item.description).replace(/[0-9a-f]{7}/, "sha")]),
      [
        ["mia", "2h · current · +2 −1 · sha"],
        ["mia", "2d · +1 −0 · sha"],
        ["mia", "3d · +2 −0 · sha"],
      ],
    );
    const first = found[0] ?? assert.fail();
    assert.match(
      first.item.accessibilityInformation?.label ?? "",
      /^Revision by mia, 2 hr\. ago, current, lines added: 2, lines deleted: 1, [0-9a-f]{7}$/,
    );
    assert.match(tooltipOf(tree(), first), /^Revision [0-9a-f]{40}\nmia\n/);
    assert.equal(tree().getParent(first.node)?.kind, "history");
  });

  it("is below a gist of one file, too, which opens that with a click", async () => {
    const row = await gistRow("notes.md");
    assert.equal(tree().getTreeItem(row).command?.command, "vscode.open");
    assert.deepEqual(
      (await shown(row)).map(({ item }) => labelOf(item)),
      ["History", "Forks"],
    );
    assert.equal((await below("history", "notes.md")).length, 1);
  });

  it("offers what fits: nothing to restore in the current revision, or in another user's gist", async () => {
    const menus = (await below("history")).map(({ item }) => menuOf(views.gists, item.contextValue ?? ""));
    assert.deepEqual(menus[0], {
      inline: [h.openAtRevision],
      menu: [h.compareWithPrevious, h.compareRevisions, h.openAtRevision, h.copyRevisionId],
    });
    assert.deepEqual(menus[1], {
      inline: [h.compareWithCurrent, h.openAtRevision],
      menu: [
        h.compareWithPrevious,
        h.compareWithCurrent,
        h.compareRevisions,
        h.openAtRevision,
        h.restore,
        h.copyRevisionId,
      ],
    });
    const [, former] = await below("history");
    assert.equal(former?.node.kind, "revision");
    await commands.executeCommand(h.copyRevisionId, former.node);
    assert.match(await env.clipboard.readText(), /^[\da-f]{40}$/);
    const [foreign] = await below("history", "Two of otto");
    assert.ok(!menuOf(views.gists, foreign?.item.contextValue ?? "").menu.includes(h.restore));
    const row = tree().getTreeItem(await partOf("history"));
    assert.deepEqual(menuOf(views.gists, row.contextValue ?? ""), {
      inline: [gistCommands.refreshGist],
      menu: [h.show, gistCommands.refreshGist],
    });
  });

  it("says why it can't be read, and is read again with its row", async () => {
    session.forge.answer = ({ url }) =>
      url.includes("/commits") ? Response.json({ message: "Nothing for you" }, { status: 403 }) : undefined;
    const [failed] = await below("history");
    assert.equal(failed?.node.kind, "message");
    assert.match(labelOf(failed.item), /The server refused it: Nothing for you/);
    session.forge.answer = () => undefined;
    const { command, arguments: given = [] } = failed.item.command ?? assert.fail();
    await commands.executeCommand(command, ...(given as unknown[]));
    assert.equal((await below("history")).length, 3);
    const whole = await session.parts.gists.get(session.accountId, draftId);
    const { history: _history, ...rest } = whole;
    session.forge.answer = ({ url }) =>
      url.includes("/commits")
        ? Response.json({ message: "Not Found" }, { status: 404 })
        : url.endsWith(draftId)
          ? Response.json(rest)
          : undefined;
    await commands.executeCommand(gistCommands.refreshGist, await partOf("history"));
    assert.deepEqual(
      (await below("history")).map(({ item }) => labelOf(item)),
      ["The server doesn't provide the history of gists."],
    );
  });

  it("shows texts of strangers as texts", async () => {
    session.forge.answer = ({ url }) =>
      url.includes("/commits")
        ? Response.json([
            { version: "abc", user: { login: "$(x) [a](command:b)\u202e\n" }, committed_at: "never" },
            { version: "../x" },
          ])
        : undefined;
    const rows = await below("history");
    assert.deepEqual(
      rows.map(({ item }) => [labelOf(item), item.description]),
      [["$(x) [a](command:b) ", "current · abc"]],
    );
  });

  it("is another one after a save", async () => {
    await below("history");
    const bytes = new TextEncoder().encode("other\n");
    await workspace.fs.writeFile(session.uri(draftId, "b.md"), bytes);
    assert.equal((await revisions()).length, 4);
  });
});

describe("The history of a gist with many revisions", () => {
  const many = () => {
    const seed = historySeed();
    const earlier = Array.from({ length: 149 }, (_, index) => ({
      committedAt: hoursAgo(200 - index),
      files: { "a.md": `${index}\n` },
    }));
    return {
      ...seed,
      gists: (seed.gists ?? []).map((each) => (each.id === draftId ? { ...each, earlier } : each)),
    };
  };
  const { below } = useHistory(many);

  it("is loaded page by page, in the rows and in the list", async () => {
    const rows = await below("history");
    assert.equal(rows.length, 101);
    const { command, arguments: given = [] } = rows.at(-1)?.item.command ?? assert.fail();
    assert.equal(command, h.loadMore);
    let offered = 0;
    const pick = (items: readonly { readonly label: string }[]) => {
      offered = items.length;
      return items.find(({ label }) => label === "$(ellipsis) Load more");
    };
    const [row] = rows;
    await answering({ showQuickPick: pick }, () => commands.executeCommand(h.show, row?.node));
    await commands.executeCommand(command, ...(given as unknown[]));
    assert.equal((await below("history")).length, 150);
    await answering({ showQuickPick: pick }, () => commands.executeCommand(h.compareRevisions, row?.node));
    assert.equal(offered, 149);
  });
});

describe("Revisions of a gist", () => {
  const statusTexts = useStatusTexts();
  const { session, gistRow, revisions, changeElsewhere } = useHistory();
  const picking = (labels: readonly string[], act: () => PromiseLike<unknown>) => {
    const rest = [...labels];
    const pick = (items: readonly { readonly label: string; readonly description?: string }[]) => {
      const wanted = rest.shift() ?? assert.fail("nothing more is asked");
      return items.find(({ label, description = "" }) => `${label} ${description}`.includes(wanted));
    };
    return answering({ showQuickPick: pick }, act);
  };

  it("are compared with the one before: one file in the diff editor, several in that for many", async () => {
    const [third, second, first] = await revisions();
    await commands.executeCommand(h.compareWithPrevious, second);
    assert.deepEqual(await comparison(/^a\.md: [0-9a-f]{7} ↔ [0-9a-f]{7}$/), ["one\n", "one\ntwo\n"]);
    await commands.executeCommand(h.compareWithPrevious, third);
    await comparison(/^A draft: [0-9a-f]{7} ↔ [0-9a-f]{7}/);
    await commands.executeCommand(h.compareWithPrevious, first);
    await comparison(/^A draft: [0-9a-f]{7}( \(2 files\))?$/);
  });

  it("are compared with the current one, whose side is the file itself", async () => {
    await changeElsewhere({ "b.md": null, "old.md": { content: "old\n" } });
    const [, , second] = await revisions();
    await commands.executeCommand(h.compareWithCurrent, second);
    assert.deepEqual(await comparison(/^a\.md: [0-9a-f]{7} ↔ current$/), ["one\ntwo\n", "one\ntwo\nthree\n"]);
    assert.ok(
      workspace.textDocuments.some(({ uri }) => uri.toString() === session.uri(draftId, "a.md").toString()),
    );
  });

  it("are compared two by two when two are selected, the older one on the left", async () => {
    const [, second, first] = await revisions();
    for (const pair of [
      [second, first],
      [first, second],
    ]) {
      await commands.executeCommand(h.compareRevisions, pair[0], pair);
      assert.deepEqual(await comparison(/^a\.md: /), ["one\n", "one\ntwo\n"]);
      await commands.executeCommand("workbench.action.closeAllEditors");
    }
    const all = await revisions();
    await commands.executeCommand(h.compareRevisions, all[0], all);
    await eventually(
      () => session.messages.includes("Select two revisions of one gist to compare them."),
      "three are refused",
    );
  });

  it("are said to be the same where no file differs", async () => {
    const [third] = await revisions();
    await commands.executeCommand(h.compareWithCurrent, third);
    assert.match(statusTexts().join(), /no file differs/);
    assert.deepEqual(session.messages, []);
  });

  it("are opened as documents that can only be read", async () => {
    const [, , first] = await revisions();
    await picking(["old.md"], () => commands.executeCommand(h.openAtRevision, first));
    const uri = await openedUri("old.md");
    assert.equal(uri.scheme, gistSideScheme);
    assert.equal((await workspace.openTextDocument(uri)).getText(), "old\n");
    assert.equal(workspace.fs.isWritableFileSystem(gistSideScheme), undefined);
  });

  it("are chosen in a list, and what to do with one in another, from an editor about its file", async () => {
    const row = await gistRow();
    await picking(["2 days ago", "Open File at Revision", "a.md"], () => commands.executeCommand(h.show, row));
    assert.equal((await workspace.openTextDocument(await openedUri("a.md"))).getText(), "one\ntwo\n");
    await picking(["3 days ago", "Compare with Another", "2 days ago"], () =>
      commands.executeCommand(h.show, session.uri(draftId, "a.md")),
    );
    assert.deepEqual(await comparison(/^a\.md: /), ["one\n", "one\ntwo\n"]);
  });

  it("that the server no longer has are an error in words for people", async () => {
    const [, second] = await revisions();
    session.forge.answer = ({ url }) =>
      /\/[0-9a-f]{40}$/.test(url) ? Response.json({ message: "Not Found" }, { status: 404 }) : undefined;
    await commands.executeCommand(h.compareWithPrevious, second);
    await eventually(() => session.messages.some((text) => text.includes("Not found. ")), "it is said");
  });

  it("are closed when the account is signed out", async () => {
    const [, , first] = await revisions();
    await picking(["a.md"], () => commands.executeCommand(h.openAtRevision, first));
    await openedUri("a.md");
    await session.parts.accounts.remove(session.accountId);
    await eventually(() => window.tabGroups.activeTabGroup.tabs.length === 0, "the document is closed");
  });
});

describe("The forks below a gist", () => {
  const { session, tree, shown, below, partOf } = useHistory();

  it("are read when the row is expanded, and have files that are opened to be read only", async () => {
    const found = await below("forks");
    assert.equal(found.length, 1);
    const fork = found[0] ?? assert.fail();
    assert.equal(labelOf(fork.item), "otto");
    assert.equal(fork.item.description, "1d · A draft of otto");
    assert.equal(fork.item.accessibilityInformation?.label, "Fork by otto, yesterday, A draft of otto");
    assert.equal(fork.item.collapsibleState, TreeItemCollapsibleState.Collapsed);
    const files = await shown(fork.node as GistTreeNode);
    assert.deepEqual(
      files.map(({ item }) => labelOf(item)),
      ["a.md", "c.md"],
    );
    const { command, arguments: given = [] } = files[1]?.item.command ?? assert.fail();
    await commands.executeCommand(command, ...(given as unknown[]));
    const uri = await openedUri("c.md");
    assert.equal(uri.scheme, gistSideScheme);
    assert.equal((await workspace.openTextDocument(uri)).getText(), "of otto\n");
    assert.equal(tree().getParent(files[1]?.node ?? assert.fail())?.kind, "fork");
  });

  it("have a menu with their page and a clone", async () => {
    const [fork] = await below("forks");
    const { inline, menu } = menuOf(views.gists, fork?.item.contextValue ?? "");
    assert.deepEqual(inline, [gistCommands.openInBrowser]);
    assert.deepEqual(menu, [gistCommands.copyLink, gistCommands.openInBrowser, h.clone]);
    await commands.executeCommand(gistCommands.copyLink, fork?.node);
    assert.equal(await env.clipboard.readText(), `${session.forge.url}/gist/otto/${forkId}`);
  });

  it("say so when a fork was deleted, and are read again with their row", async () => {
    const [fork] = await below("forks");
    await session.forge.client(tokens.otto).call("gists.delete", { id: forkId });
    const [gone] = await shown(fork?.node as ForkNode);
    assert.match(labelOf(gone?.item ?? assert.fail()), /Not found\. It may have been deleted/);
    assert.equal(gone?.item.command?.command, gistCommands.refreshGist);
    await commands.executeCommand(gistCommands.refreshGist, await partOf("forks"));
    assert.deepEqual(
      (await below("forks")).map(({ item }) => labelOf(item)),
      ["The gist has no forks."],
    );
  });

  it("are chosen in a list; the account's own fork is opened as files", async () => {
    const pick = (items: readonly { readonly label: string }[]) => items[0];
    await answering({ showQuickPick: pick }, () =>
      commands.executeCommand(h.showForks, session.uri(draftId, "a.md")),
    );
    assert.equal((await openedUri("a.md")).scheme, gistSideScheme);
    await commands.executeCommand("workbench.action.closeAllEditors");
    const foreign = await session.parts.gists.fork(session.accountId, forkId);
    await answering({ showQuickPick: pick }, () =>
      commands.executeCommand(h.showForks, session.uri(forkId, "a.md")),
    );
    const uri = await openedUri("a.md");
    assert.equal(uri.scheme, gistScheme);
    assert.equal(gistPlaceOf(uri)?.gistId, foreign.id);
    assert.deepEqual(session.forge.files(draftId), states[2]);
  });
});
