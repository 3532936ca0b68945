import assert from "node:assert/strict";
import { commands, Uri, workspace } from "vscode";
import { gistScheme, historyCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { capturing, draftId, forkId, historySeed, states, useHistory } from "./support/historyTools.ts";
import { useStatusTexts } from "./support/statusTexts.ts";
import { useWarnings } from "./support/warnings.ts";
import { itWithNode } from "./support/versions.ts";

const h = historyCommands;

describe("Restoring a revision", () => {
  const statusTexts = useStatusTexts();
  const { session, below, revisions, changeElsewhere, files, place } = useHistory();
  const warnings = useWarnings();
  const restoreFirst = async (): Promise<void> => {
    const row = (await revisions()).at(-1);
    await commands.executeCommand(h.restore, row);
  };
  const said = (text: RegExp) =>
    eventually(() => session.messages.some((each) => text.test(each)), `it is said: ${text}`);

  it("says first what would change, and does nothing unless that is confirmed", async () => {
    await restoreFirst();
    const [asked] = warnings.asked;
    assert.match(asked?.message ?? "", /^Restore “A draft” to revision [0-9a-f]{7} of .*\?$/);
    assert.deepEqual(asked?.detail.split("\n"), [
      "Changed: a.md",
      "Added: old.md",
      "Deleted: b.md",
      "This makes a new revision; the current one stays in the history. The description stays what it is.",
    ]);
    assert.deepEqual(asked.buttons, ["Restore Revision"]);
    assert.deepEqual(session.forge.sent("PATCH"), []);
  });

  it("is one edit of the gist, which open editors show, and a revision of its own", async () => {
    const document = await show(session.uri(draftId, "a.md"));
    warnings.answer = "Restore Revision";
    await restoreFirst();
    assert.deepEqual(files(), states[0]);
    assert.equal(session.forge.sent("PATCH").length, 1);
    await said(/^Restored “A draft” to revision [0-9a-f]{7}\.$/);
    await eventually(() => document.getText() === "one\n", "the editor shows it");
    assert.equal((await revisions()).length, 4);
    await restoreFirst();
    assert.match(statusTexts().join(), /^“A draft” is the same as revision [0-9a-f]{7} already\.$/);
    assert.equal(session.forge.sent("PATCH").length, 1);
  });

  it("can be undone", async () => {
    warnings.answer = "Restore Revision";
    const answer = (_text: string, ...buttons: readonly string[]) => buttons.find((button) => button === "Undo");
    await answering({ showInformationMessage: answer as never }, async () => {
      await restoreFirst();
      await eventually(() => session.forge.sent("PATCH").length === 2, "it is undone");
    });
    await eventually(() => Object.keys(files() ?? {}).join() === "a.md,b.md", "it is as it was");
    assert.deepEqual(files(), states[2]);
  });

  it("never overwrites what another user changed after the question", async () => {
    let isChanged = false;
    session.forge.answer = async ({ method }) => {
      if (method !== "PATCH" || isChanged) return undefined;
      isChanged = true;
      await changeElsewhere({ "a.md": { content: "uno\n" }, "b.md": { content: "theirs\n" } });
      return undefined;
    };
    const asked: (readonly string[])[] = [];
    const showWarningMessage = (text: string, ...given: readonly unknown[]): unknown => {
      const buttons = given.filter((each) => typeof each === "string");
      asked.push([text, ...buttons]);
      // The second question is left.
      return asked.length < 3 ? buttons[0] : undefined;
    };
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      await restoreFirst();
      assert.deepEqual(files(), { "a.md": "uno\n", "b.md": "theirs\n", "old.md": "old\n" });
      await eventually(() => asked.length === 3, "it is asked again");
    });
    assert.deepEqual(asked[1], [
      "These were changed after you confirmed, and were not restored: a.md, b.md.",
      "Restore Again...",
    ]);
    assert.match(asked[2]?.[0] ?? "", /^Restore “A draft” to revision /);
  });

  it("names what is not published here first, and loses none of it", async () => {
    const document = await show(session.uri(draftId, "a.md"));
    await type(document, "ONE\ntwo\nthree\nmine\n");
    const times = { since: 1, changed: 1 };
    const stored = { ...place(), fileName: "b.md" };
    const content = { base: "added\n", mine: "added and mine\n", state: "unpublished", ...times } as const;
    await session.parts.files.pending.put({ ...content, place: stored });
    warnings.answer = "Restore Revision";
    await restoreFirst();
    assert.match(
      warnings.asked[0]?.detail ?? "",
      /^These have changes that are not published: a\.md\. They stay, .*\nThese have .* files: b\.md\. .*\nChanged: a\.md\n/,
    );
    assert.deepEqual(files(), states[0]);
    assert.equal(document.isDirty, true);
    assert.equal(document.getText(), "ONE\ntwo\nthree\nmine\n");
    assert.equal((await session.parts.files.pending.get(stored))?.mine, "added and mine\n");
    // What was typed conflicts with what was restored: it is stored for the user to decide.
    await document.save();
    assert.equal((await session.parts.files.pending.get({ ...place(), fileName: "a.md" }))?.state, "conflict");
    assert.deepEqual(files(), states[0]);
  });

  it("does not say that changes of a file are merged that the restored gist doesn't have", async () => {
    const times = { since: 1, changed: 1 };
    const store = (fileName: string, base: string | null) =>
      session.parts.files.pending.put({
        base,
        mine: "mine\n",
        state: "unpublished",
        ...times,
        place: { ...place(), fileName },
      });
    await store("a.md", "one\ntwo\nthree\n");
    await store("b.md", "added\n");
    // Deleted since at the server.
    await store("gone.md", "gone\n");
    await restoreFirst();
    const lines = (warnings.asked[0]?.detail ?? "").split("\n").slice(0, 2);
    assert.deepEqual(lines, [
      "These have changes that are not published: a.md. They stay, and are merged with what is restored when you publish them.",
      "These have changes that are not published, and the restored gist doesn't have these files: b.md, gone.md. The changes stay here until you publish or discard them.",
    ]);
  });

  it("says of what another user deleted after the question that it was deleted", async () => {
    const asked: string[] = [];
    const showWarningMessage = async (text: string, ...given: readonly unknown[]): Promise<unknown> => {
      asked.push(text);
      if (asked.length > 1) return undefined;
      await changeElsewhere({ "a.md": null });
      return given.find((each) => typeof each === "string");
    };
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      await restoreFirst();
      await eventually(() => asked.length === 2, "it is said");
    });
    assert.equal(asked[1], "These were deleted after you confirmed, and were not restored: a.md.");
  });

  it("asks about secrets before anything is sent", async () => {
    await changeElsewhere({ "old.md": { content: "DB_PASSWORD=Kx9fqZ2mTb!7\n" } });
    await changeElsewhere({ "old.md": null });
    warnings.answer = "Restore Revision";
    const [, withSecret] = await revisions();
    await commands.executeCommand(h.restore, withSecret);
    assert.match(warnings.asked.at(-1)?.message ?? "", /Possible secret found/);
    assert.deepEqual(session.forge.sent("PATCH"), []);
  });

  it("is for one's own gists", async () => {
    const [foreign] = await below("history", "Two of otto");
    await commands.executeCommand(h.restore, foreign?.node);
    await said(/This gist belongs to otto\. Fork it to change it\./);
  });

  it("that the server refuses is an error, and the gist is as it was", async () => {
    warnings.answer = "Restore Revision";
    for (const status of [403, 404, 409, 422, 429]) {
      session.activation.laterPrompts.length = 0;
      session.forge.answer = ({ method }) =>
        method === "PATCH"
          ? Response.json({ message: "No" }, { status, headers: { "retry-after": "3600" } })
          : undefined;
      await restoreFirst();
      await eventually(() => session.messages.length > 0, `${status} is said`);
      assert.ok(!session.messages.some((text) => text.startsWith("Restored")), session.messages.join());
    }
    assert.deepEqual(files(), states[2]);
  });
});

describe("A gist as a folder", () => {
  const withPercent = () => {
    const seed = historySeed();
    const percent = { "50%20.md": "x\n" };
    return {
      ...seed,
      gists: (seed.gists ?? []).map((each) => (each.id === draftId ? { ...each, files: percent } : each)),
    };
  };
  const { session, gistRow, below } = useHistory(withPercent);
  const warnings = useWarnings();
  const cloned = (node: unknown) => capturing("git.clone", async () => commands.executeCommand(h.clone, node));
  const withClone = async (url: unknown): Promise<void> => {
    const gist = await session.parts.gists.get(session.accountId, draftId);
    session.forge.answer = ({ url: asked }) =>
      asked.endsWith(draftId) ? Response.json({ ...gist, git_pull_url: url }) : undefined;
    await session.parts.gists.reload(session.accountId, draftId);
  };

  itWithNode("is cloned by VS Code's Git from the address that the server names, without a token", async () => {
    assert.deepEqual(await cloned(await gistRow()), [`${session.forge.url}/gist/${draftId}.git`]);
    const [fork] = await below("forks");
    assert.deepEqual(await cloned(fork?.node), [`${session.forge.url}/gist/${forkId}.git`]);
    await withClone(`https://mia:secret@gist.elsewhere.example/1.git?token=secret`);
    assert.deepEqual(await cloned(await gistRow()), []);
    assert.equal(warnings.asked[0]?.message, "Clone “A draft” from gist.elsewhere.example?");
    warnings.answer = "Clone";
    assert.deepEqual(await cloned(await gistRow()), ["https://gist.elsewhere.example/1.git"]);
  });

  it("is not cloned from what is not an address of a repository", async () => {
    for (const url of [undefined, "ext::sh -c touch", "file:///etc", "http://elsewhere.example/1.git"]) {
      session.activation.laterPrompts.length = 0;
      await withClone(url);
      assert.deepEqual(await cloned(await gistRow()), []);
      await eventually(
        () => session.messages.includes("The server doesn't provide a clone URL for this gist."),
        "it is said",
      );
    }
  });

  it("is added to the workspace with its files, whatever their names are", async () => {
    const added: { readonly uri: Uri; readonly name: string }[] = [];
    const former = Object.getOwnPropertyDescriptor(workspace, "updateWorkspaceFolders");
    Object.defineProperty(workspace, "updateWorkspaceFolders", {
      value: (_at: number, _count: number, folder: (typeof added)[number]) => added.push(folder) > 0,
      configurable: true,
    });
    try {
      await commands.executeCommand(h.addToWorkspace, await gistRow());
    } finally {
      if (former) Object.defineProperty(workspace, "updateWorkspaceFolders", former);
    }
    const [folder] = added;
    assert.ok(folder);
    assert.equal(folder.name, "A draft");
    assert.equal(folder.uri.scheme, gistScheme);
    const entries = await workspace.fs.readDirectory(folder.uri);
    assert.equal(entries.length, 1);
    const file = Uri.joinPath(folder.uri, entries[0]?.[0] ?? "");
    assert.equal(new TextDecoder().decode(await workspace.fs.readFile(file)), "x\n");
    await workspace.fs.writeFile(file, new TextEncoder().encode("y\n"));
    assert.deepEqual(session.forge.files(draftId), { "50%20.md": "y\n" });
  });
});
