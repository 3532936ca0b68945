import assert from "node:assert/strict";
import { commands, TreeItemCollapsibleState } from "vscode";
import {
  accountCommands,
  arrangeCommands,
  commentCommands,
  gistCommands,
  historyCommands,
  transferCommands,
  views,
} from "../../src/ids.ts";
import { menuOf } from "./support/menus.ts";
import { labelOf, nodeLabelled, nodesOf, tooltipOf } from "./support/rows.ts";
import { ids, tokens } from "./support/seeds.ts";
import { signIn, useSession } from "./support/session.ts";

describe("The nodes of the tree of gists", () => {
  const session = useSession();
  const idsOf = async (): Promise<readonly string[]> =>
    (await nodesOf(session.parts.trees.gists)).map(({ node }) => node.id);

  it("have ids of their own, which are those of their items and paths of what they show", async () => {
    await signIn(session.parts, session.forge, tokens.otto);
    const visited = await nodesOf(session.parts.trees.gists);
    const all = visited.map(({ node }) => node.id);
    assert.equal(new Set(all).size, all.length);
    assert.deepEqual(
      visited.map(({ item }) => item.id),
      all,
    );
    assert.ok(all.includes(`${session.accountId}/own/${ids.hello}/hello.py`), all.join("\n"));
  });

  it("keep their ids when the view is refreshed", async () => {
    const before = await idsOf();
    const asked = session.forge.requests.length;
    await commands.executeCommand(gistCommands.refresh);
    assert.deepEqual(await idsOf(), before);
    assert.equal(session.forge.requests.length, 2 * asked);
  });

  it("are each read aloud as what they are", async () => {
    const visited = await nodesOf(session.parts.trees.gists);
    const spoken = visited.map(({ item }) => item.accessibilityInformation?.label);
    assert.ok(visited.length > 10 && spoken.every((label) => label !== undefined && label !== ""));
    const first = await nodeLabelled(session.parts.trees.gists, "Hello in two languages");
    assert.equal(
      first.item.accessibilityInformation?.label,
      "Gist Hello in two languages, public, 2 files, 3 days ago",
    );
    const file = await nodeLabelled(session.parts.trees.gists, "hello.py");
    assert.equal(file.item.accessibilityInformation?.label, "File hello.py of the gist Hello in two languages");
  });

  it("say that a gist has more files than the server lists", async () => {
    const files = Array.from({ length: 301 }, (_, index) => [`${index}.txt`, { content: `${index}\n` }] as const);
    const options = { description: "Many", public: false, files: Object.fromEntries(files) };
    await session.forge.client(tokens.mia).call("gists.create", options);
    await commands.executeCommand(gistCommands.refresh);
    const { item } = await nodeLabelled(session.parts.trees.gists, "Many");
    assert.match(String(item.description), / · more than 300 files$/);
  });

  it("have tooltips only when the pointer is on them", async () => {
    const visited = await nodesOf(session.parts.trees.gists);
    assert.deepEqual(
      visited.filter(({ item }) => item.tooltip !== undefined).map(({ item }) => labelOf(item)),
      [],
    );
    const asked = session.forge.requests.length;
    for (const { node, item } of visited) {
      const { tooltip } = session.parts.trees.gists.resolveTreeItem(item, node);
      assert.equal(typeof tooltip, node.kind === "gist" || node.kind === "file" ? "string" : "undefined", node.id);
    }
    const row = await nodeLabelled(session.parts.trees.gists, "notes.md");
    const lines = tooltipOf(session.parts.trees.gists, row).split("\n");
    assert.deepEqual(lines.slice(0, 4), ["notes.md", "secret by mia", "  notes.md (8 bytes)", "0 comments"]);
    assert.equal(lines.at(-1), `${session.forge.url}/gist/mia/${ids.notes}`);
    assert.equal(session.forge.requests.length, asked);
  });

  it("open a gist of one file at once and unfold one of several", async () => {
    const single = await nodeLabelled(session.parts.trees.gists, "notes.md");
    assert.equal(single.item.collapsibleState, TreeItemCollapsibleState.Collapsed);
    assert.equal(single.item.command?.command, "vscode.open");
    assert.deepEqual(single.item.command?.arguments, [session.uri(ids.notes, "notes.md")]);
    const several = await nodeLabelled(session.parts.trees.gists, "Hello in two languages");
    assert.equal(several.item.collapsibleState, TreeItemCollapsibleState.Collapsed);
    assert.equal(several.item.command, undefined);
    const file = await nodeLabelled(session.parts.trees.gists, "hello.rb");
    assert.equal(file.item.command?.command, "vscode.open");
    assert.deepEqual(file.item.command?.arguments, [session.uri(ids.hello, "hello.rb")]);
  });

  it("know what they lie below, up to the root", async () => {
    const tree = session.parts.trees.gists;
    const pathOf = async (label: string): Promise<readonly (string | undefined)[]> => {
      const path: (string | undefined)[] = [];
      for (let node = (await nodeLabelled(tree, label)).node as ReturnType<typeof tree.getParent>; node;) {
        path.push(labelOf(tree.getTreeItem(node)));
        node = tree.getParent(node);
      }
      return path;
    };
    assert.deepEqual(await pathOf("hello.py"), ["hello.py", "Hello in two languages", "Your Gists"]);
    await signIn(session.parts, session.forge, tokens.otto);
    assert.deepEqual(await pathOf("hello.py"), [
      "hello.py",
      "Hello in two languages",
      "Your Gists",
      `mia (${session.forge.host})`,
    ]);
  });
});

describe("The menus of the rows", () => {
  const session = useSession();
  const menuAt = async (label: string) => {
    const { item } = await nodeLabelled(session.parts.trees.gists, label);
    return menuOf(views.gists, item.contextValue ?? "");
  };
  const c = gistCommands;
  const h = historyCommands;
  const open = [c.openInBrowser, h.openInNewWindow, h.addToWorkspace, h.clone];
  const manage = [h.show, h.showForks, transferCommands.exportSome, c.refreshGist];
  const manageOwn = [c.recreate, c.choosePublishMode, ...manage];

  it("offer everything for a gist of one's own", async () => {
    assert.deepEqual(await menuAt("Hello in two languages"), {
      inline: [c.star, c.copyLink],
      menu: [
        ...open,
        c.copyLink,
        c.copyAppLink,
        c.insertAtCursor,
        commentCommands.show,
        c.star,
        c.addFile,
        c.editDescription,
        ...manageOwn,
        c.delete,
      ],
    });
  });

  it("offer what concerns its file for a gist of one file", async () => {
    assert.deepEqual(await menuAt("notes.md"), {
      inline: [c.star, c.copyLink],
      menu: [
        ...open,
        c.copyLink,
        c.copyRawLink,
        c.copyAppLink,
        c.insertAtCursor,
        commentCommands.show,
        c.star,
        c.addFile,
        c.editDescription,
        c.renameFile,
        ...manageOwn,
        c.delete,
      ],
    });
  });

  it("offer a fork and no change for another user's gist, and either star or unstar once that is known", async () => {
    assert.deepEqual(await menuAt("Two of otto"), {
      inline: [c.star, c.copyLink],
      menu: [
        ...open,
        c.copyLink,
        c.copyAppLink,
        c.insertAtCursor,
        commentCommands.show,
        c.star,
        c.fork,
        ...manage,
      ],
    });
    assert.deepEqual(await menuAt("Clean up"), {
      inline: [c.unstar, c.copyLink],
      menu: [
        ...open,
        c.copyLink,
        c.copyRawLink,
        c.copyAppLink,
        c.insertAtCursor,
        commentCommands.show,
        c.unstar,
        c.fork,
        ...manage,
      ],
    });
    await commands.executeCommand(c.unstar, (await nodeLabelled(session.parts.trees.gists, "Clean up")).node);
    assert.deepEqual((await menuAt("Clean up")).menu.slice(9), [c.star, c.fork, ...manage]);
  });

  it("offer changes of a file only in one's own gists", async () => {
    assert.deepEqual(await menuAt("hello.py"), {
      inline: [],
      menu: [c.copyRawLink, c.copyAppLink, c.insertAtCursor, c.renameFile, h.show, c.deleteFile],
    });
    assert.deepEqual(await menuAt("one.ts"), {
      inline: [],
      menu: [c.copyRawLink, c.copyAppLink, c.insertAtCursor, h.show],
    });
  });

  it("offer a refresh for a list and for an account, and nothing for a message", async () => {
    assert.deepEqual(await menuAt("Starred"), {
      inline: [c.refresh],
      menu: [arrangeCommands.loadAll, c.refresh],
    });
    await signIn(session.parts, session.forge, tokens.otto);
    const message = await menuAt("You have starred no gists yet.");
    assert.deepEqual(message, { inline: [], menu: [] });
    assert.deepEqual(await menuAt(`mia (${session.forge.host})`), { inline: [c.refresh], menu: [c.refresh] });
  });

  it("offer to switch to an account that is not the active one", async () => {
    const a = accountCommands;
    await signIn(session.parts, session.forge, tokens.otto);
    const accountMenu = async (login: string) => {
      const { item } = await nodeLabelled(session.parts.trees.accounts, `${login} (${session.forge.host})`);
      return [item.description, menuOf(views.accounts, item.contextValue ?? "")];
    };
    assert.deepEqual(await accountMenu("mia"), [
      "",
      {
        inline: [a.switch],
        menu: [a.switch, a.replaceToken, a.refresh, a.managePermissions, a.createToken, a.openPage, a.signOut],
      },
    ]);
    assert.deepEqual(await accountMenu("otto"), [
      "active",
      { inline: [], menu: [a.replaceToken, a.refresh, a.managePermissions, a.createToken, a.openPage, a.signOut] },
    ]);
  });
});
