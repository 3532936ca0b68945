import assert from "node:assert/strict";
import { commands } from "vscode";
import { gistCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { labelOf, nodeLabelled, nodesOf } from "./support/rows.ts";
import { ids, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";
import { useWarnings } from "./support/warnings.ts";

describe("Making a gist public or secret", () => {
  const session = useSession();
  const warnings = useWarnings();
  const recreate = async (label: string): Promise<void> => {
    const { node } = await nodeLabelled(session.parts.trees.gists, label);
    session.forge.requests.length = 0;
    await commands.executeCommand(gistCommands.recreate, node);
  };
  const newest = () => session.parts.gists.lists.known(session.accountId, "own")[0];

  it("spells out what gets lost, and does nothing unless that is confirmed", async () => {
    await session.forge.client(tokens.otto).call("gists.createComment", { gist_id: ids.hello, body: "Nice" });
    await recreate("Hello in two languages");
    const [asked] = warnings.asked;
    assert.equal(asked?.message, "Make “Hello in two languages” secret?");
    assert.match(asked?.detail ?? "", /another ID and link .* 1 comment, the stars, the forks, the history/);
    assert.match(asked?.detail ?? "", /may have been seen and copied/);
    assert.deepEqual(asked?.buttons, ["Make Secret, Keep Both", "Make Secret, Delete Old"]);
    assert.deepEqual(session.forge.sent("POST", "DELETE", "PATCH"), []);
  });

  it("makes a new gist with the same description and files, and keeps the old one for a while", async () => {
    warnings.answer = "Make Secret, Delete Old";
    await recreate("Hello in two languages");
    const created = newest();
    assert.equal(created?.public, false);
    assert.equal(created?.description, "Hello in two languages");
    assert.deepEqual(session.forge.files(created?.id ?? ""), {
      "hello.py": 'print("Hello")\n',
      "hello.rb": 'puts "Hello"\n',
    });
    assert.equal(session.forge.files(ids.hello), undefined);
    assert.equal((await session.parts.trash.all()).length, 1);
    await eventually(
      () => session.messages.includes("“Hello in two languages” is a secret gist now, with a new link."),
      "it is said",
    );
  });

  it("can keep both", async () => {
    warnings.answer = "Make Public, Keep Both";
    await recreate("notes.md");
    assert.equal(newest()?.public, true);
    assert.deepEqual(session.forge.files(ids.notes), { "notes.md": "# Notes\n" });
  });

  it("loses nothing when the new gist cannot be made, and asks about secrets before it is public", async () => {
    warnings.answer = "Make Public, Delete Old";
    session.forge.answer = (request) =>
      request.method === "POST" ? Response.json({ message: "Not today" }, { status: 403 }) : undefined;
    await recreate("notes.md");
    assert.deepEqual(session.forge.files(ids.notes), { "notes.md": "# Notes\n" });
    assert.deepEqual(session.forge.sent("DELETE"), []);
    session.forge.answer = () => undefined;
    await session.forge
      .client(tokens.mia)
      .call("gists.edit", { id: ids.notes, files: { "notes.md": { content: "DB_PASSWORD=Kx9fqZ2mTb!7\n" } } });
    await recreate("notes.md");
    assert.equal(warnings.asked.at(-1)?.message, "Possible secret found in notes.md.");
    assert.deepEqual(session.forge.sent("POST", "DELETE"), []);
  });

  it("deletes nothing that was changed since it was read, and says so", async () => {
    const mia = session.forge.client(tokens.mia);
    const asked: string[][] = [];
    const showWarningMessage = async (
      message: string,
      ...rest: readonly unknown[]
    ): Promise<string | undefined> => {
      asked.push([message, ...rest.filter((each) => typeof each === "string")]);
      if (message === "Make “Hello in two languages” secret?") {
        await mia.call("gists.edit", { id: ids.hello, files: { "hello.rb": { content: "puts 'Newer'\n" } } });
        return "Make Secret, Delete Old";
      }
      return message.startsWith("The secret gist") ? "Delete Old Gist..." : undefined;
    };
    await answering({ showWarningMessage }, async () => {
      await recreate("Hello in two languages");
      await eventually(() => asked.length === 3, "it asks before it deletes");
    });
    assert.deepEqual(asked.slice(1), [
      [
        "The secret gist “Hello in two languages” was created. The public one was changed since it was read, so it was not deleted.",
        "Delete Old Gist...",
        "Open",
        "Copy Link",
      ],
      ["Delete the gist “Hello in two languages”?", "Delete Gist"],
    ]);
    assert.equal(session.forge.files(ids.hello)?.["hello.rb"], "puts 'Newer'\n");
    assert.deepEqual(session.forge.sent("DELETE"), []);
    assert.equal(newest()?.public, false);
  });

  it("deletes nothing while an edit of it was stored since the question", async () => {
    const { node } = await nodeLabelled(session.parts.trees.gists, "Hello in two languages");
    const document = await show(
      session.parts.uris.of({ accountId: session.accountId, gistId: ids.hello, fileName: "hello.py" }),
    );
    const shown: string[] = [];
    const showWarningMessage = async (message: string): Promise<string | undefined> => {
      shown.push(message);
      if (!message.startsWith("Make")) return undefined;
      await type(document, "typed meanwhile\n");
      return "Make Secret, Delete Old";
    };
    await answering({ showWarningMessage }, async () => {
      await commands.executeCommand(gistCommands.recreate, node);
      await eventually(() => shown.length === 2, "it is said");
    });
    assert.match(shown[1] ?? "", /^The secret gist .* was created\. You edited the public one since it was read/);
    assert.equal(document.getText(), "typed meanwhile\n");
    assert.deepEqual(session.forge.sent("DELETE"), []);
  });

  it("says that the old one is still there when it can't be deleted, and tries again without a second copy", async () => {
    let count = 0;
    session.forge.answer = ({ method }) =>
      method === "DELETE" && count++ === 0 ? Response.json({ message: "Not today" }, { status: 403 }) : undefined;
    const asked: string[][] = [];
    const showWarningMessage = (message: string, ...rest: readonly unknown[]): string | undefined => {
      asked.push([message, ...rest.filter((each) => typeof each === "string")]);
      return message.startsWith("Make") ? "Make Secret, Delete Old" : "Try Again";
    };
    await answering({ showWarningMessage }, async () => {
      await recreate("Hello in two languages");
      await eventually(() => session.forge.files(ids.hello) === undefined, "it is deleted");
    });
    const [said = "", ...buttons] = asked[1] ?? [];
    assert.match(
      said,
      /^The secret gist “Hello in two languages” was created, but the public one was not deleted: .*Not today/,
    );
    assert.deepEqual(buttons, ["Try Again", "Open", "Copy Link"]);
    assert.equal(session.forge.sent("POST").length, 1);
    await eventually(() => session.messages.length === 1, "it is said");
    assert.deepEqual(session.messages, ["“Hello in two languages” is a secret gist now, with a new link."]);
  });

  it("is for one's own gists", async () => {
    await recreate("Two of otto");
    assert.deepEqual(session.messages, ["This gist belongs to otto. Fork it to change it."]);
  });
});

describe("Several gists that are deleted together", () => {
  const session = useSession();
  const warnings = useWarnings();

  it("are named in one question, kept for a while, and listed one by one when one cannot be deleted", async () => {
    const all = await nodesOf(session.parts.trees.gists);
    const nodes = ["notes.md", "Hello in two languages", "Two of otto"].map(
      (label) => all.find(({ item }) => labelOf(item) === label)?.node,
    );
    const remove = () => commands.executeCommand(gistCommands.delete, nodes[0], nodes);
    await remove();
    assert.equal(warnings.asked[0]?.message, "Delete 3 gists?");
    assert.match(warnings.asked[0].detail, /^notes\.md\nHello in two languages\nTwo of otto\n/);
    assert.deepEqual(session.forge.sent("DELETE"), []);
    warnings.answer = "Delete 3 Gists";
    const running = remove();
    await eventually(() => session.messages.includes("Delete gists: 2 of 3 done."), "it is said");
    await commands.executeCommand("notifications.clearAll");
    await running;
    assert.deepEqual(session.forge.sent("DELETE"), [`DELETE /gists/${ids.notes}`, `DELETE /gists/${ids.hello}`]);
    assert.equal((await session.parts.trash.all()).length, 2);
    assert.notEqual(session.forge.files(ids.foreign), undefined);
  });
});
