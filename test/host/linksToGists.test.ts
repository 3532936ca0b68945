import assert from "node:assert/strict";
import { commands, type StatusBarItem, type Uri, window } from "vscode";
import { LinkStatus } from "../../src/gists/links/statusBar.ts";
import { gistCommands, linkCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { lines, nameOf, useLinkedFile } from "./support/linkedFile.ts";
import { show, type } from "./support/documents.ts";
import { nodeLabelled } from "./support/rows.ts";
import { ids } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

describe("A linked file", () => {
  const session = useSession();
  const file = useLinkedFile(session);
  const { links, write, state, editThere, remote, becomes, link } = file;
  let uri: Uri;
  beforeEach(() => (uri = file.uri()));

  it("names its gist in the tooltip of the status bar", async () => {
    await link();
    await becomes("synced");
    await show(uri);
    let item: StatusBarItem | undefined;
    const create = window.createStatusBarItem.bind(window) as (...given: readonly unknown[]) => StatusBarItem;
    const value = (...given: readonly unknown[]): StatusBarItem => (item = create(...given));
    const former = Object.getOwnPropertyDescriptor(window, "createStatusBarItem");
    Object.defineProperty(window, "createStatusBarItem", { value, configurable: true, writable: true });
    try {
      new LinkStatus(session.parts).dispose();
    } finally {
      if (former) Object.defineProperty(window, "createStatusBarItem", former);
    }
    assert.equal(item?.tooltip, "notes.md in the gist notes.md\nLinked to a gist: both are the same");
  });

  it("whose gist no longer has the file is unlinked by the message that says so", async () => {
    await link();
    const [own] = links().links;
    assert.ok(own);
    await links().put({ ...own, fileName: "gone.md" });
    const shown: (readonly string[])[] = [];
    const showWarningMessage = (...given: readonly string[]): string | undefined => {
      shown.push(given);
      return given[1];
    };
    await answering({ showWarningMessage }, async () => {
      await commands.executeCommand(linkCommands.pull, uri);
      await becomes("none");
    });
    assert.deepEqual(shown, [
      ["The gist no longer has gone.md. Unlink the file, or link it again.", "Unlink", "Link Again"],
    ]);
  });

  it("that was changed on both sides has what can be done about it in the menu of the status bar", async () => {
    await link();
    const document = await show(uri);
    await type(document, lines.replace("one", "mine"));
    await document.save();
    await editThere(lines.replace("one", "theirs"));
    // Pulled without an answer: the question stays, and the file as it is.
    await answering({ showWarningMessage: () => undefined }, async () =>
      commands.executeCommand(linkCommands.pull, uri),
    );
    await becomes("diverged");
    const offered: string[] = [];
    const pick = (wanted: RegExp) => (items: readonly { readonly label: string }[]) => {
      offered.splice(0, offered.length, ...items.map(({ label }) => label.replace(/^\$\(.+?\) /, "")));
      return items.find(({ label }) => wanted.test(label));
    };
    const choose = (wanted: RegExp, answer?: string) =>
      answering({ showQuickPick: pick(wanted) as never, showWarningMessage: () => answer }, async () =>
        commands.executeCommand(linkCommands.show, uri),
      );
    await choose(/Take Theirs/);
    assert.deepEqual(offered, ["Merge...", "Keep Mine", "Take Theirs", "Compare", "Unlink"]);
    const text = () => window.activeTextEditor?.document.getText();
    await eventually(() => text() === lines.replace("one", "theirs"), "theirs are in the editor");
    await commands.executeCommand("workbench.action.files.revert");
    assert.equal(text(), lines.replace("one", "mine"));
    await choose(/Keep Mine/, "Keep Mine");
    await eventually(() => remote() === lines.replace("one", "mine"), "mine is in the gist");
    await becomes("synced");
  });

  it("of a server without an account offers to sign in there", async () => {
    await link();
    const [own] = links().links;
    assert.ok(own);
    await links().put({ ...own, server: "https://forge.example/api/v3" });
    for (const command of [linkCommands.push, linkCommands.pull, linkCommands.compare]) {
      const shown: (readonly string[])[] = [];
      await answering(
        { showWarningMessage: (...given: readonly string[]) => void shown.push(given) },
        async () => {
          await commands.executeCommand(command, uri);
          await eventually(() => shown.length > 0, "it is said what is missing");
        },
      );
      assert.deepEqual(shown, [["You have no account on forge.example. Sign in there first.", "Sign In..."]]);
    }
  });

  it("of a server without an account signs in by that button, though another account is active", async () => {
    await link();
    const [own] = links().links;
    assert.ok(own);
    await links().put({ ...own, server: "https://forge.example/api/v3" });
    let ways: readonly string[] = [];
    const showQuickPick = async (items: unknown): Promise<undefined> => {
      ways = ((await items) as readonly { readonly label: string }[]).map(({ label }) => label);
      return undefined;
    };
    await answering(
      { showWarningMessage: (_: string, button: string) => button, showQuickPick: showQuickPick as never },
      async () => {
        await commands.executeCommand(linkCommands.push, uri);
        await eventually(() => ways.length > 0, "it asks how to sign in");
      },
    );
    assert.ok(ways.includes("$(server) Another server with a token"), ways.join());
  });

  it("stays linked when its gist is deleted and that is undone", async () => {
    await link();
    const { node } = await nodeLabelled(session.parts.trees.gists, "notes.md");
    await answering(
      {
        showWarningMessage: (_: string, __: unknown, action: string) => action,
        showInformationMessage: (_: string, action: string) => (action === "Undo" ? action : undefined),
      },
      async () => {
        await commands.executeCommand(gistCommands.delete, node);
        await eventually(() => links().links[0]?.gistId !== ids.notes, "the link leads to the new gist");
      },
    );
    await becomes("synced");
    for (const deleted of await session.parts.trash.all()) await session.parts.trash.forget(deleted);
  });

  it("can be a new gist, which goes through the guard like any other", async () => {
    await write("brand new\n");
    await answering(
      {
        showQuickPick: (items: readonly { readonly label: string }[]) =>
          items.find(({ label }) => label.includes("new secret gist")),
        showInformationMessage: () => undefined,
      },
      async () => commands.executeCommand(linkCommands.link, uri),
    );
    const made = links().links[0];
    assert.deepEqual(session.forge.files(made?.gistId ?? ""), { [nameOf(uri)]: "brand new\n" });
    assert.equal(state(), "synced");
  });
});
