import assert from "node:assert/strict";
import { commands, env, Selection, window, workspace } from "vscode";
import { gistCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { checking } from "./support/boxes.ts";
import { show } from "./support/documents.ts";
import { startForge } from "./support/forge.ts";
import { labelOf, nodeLabelled, nodesOf, rowsOf } from "./support/rows.ts";
import { hoursAgo, ids, smallSeed, tokens } from "./support/seeds.ts";
import { signIn, useSession } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";
import { leavingSignIn, signInQuestion } from "./support/signIns.ts";

const activeUri = (): string => window.activeTextEditor?.document.uri.toString() ?? "";

describe("The commands of a gist's row", () => {
  const session = useSession();
  const statusTexts = useStatusTexts();
  const run = async (command: string, label: string): Promise<void> => {
    const { node } = await nodeLabelled(session.parts.trees.gists, label);
    session.forge.requests.length = 0;
    await commands.executeCommand(command, node);
  };
  const starred = async (): Promise<readonly string[]> =>
    (await nodesOf(session.parts.trees.gists))
      .filter(({ node }) => node.id.split("/")[1] === "starred" && node.kind === "gist")
      .map(({ item }) => labelOf(item));

  it("give and take a star, and the list of stars follows without being read again", async () => {
    await run(gistCommands.star, "Two of otto");
    assert.deepEqual(session.forge.sent("PUT", "DELETE"), [`PUT /gists/${ids.foreign}/star`]);
    session.forge.requests.length = 0;
    assert.deepEqual(await starred(), ["Clean up", "Two of otto"]);
    assert.deepEqual(session.forge.requests, []);
    await run(gistCommands.unstar, "Clean up");
    assert.deepEqual(session.forge.sent("PUT", "DELETE"), [`DELETE /gists/${ids.starred}/star`]);
    assert.deepEqual(await starred(), ["Two of otto"]);
    const service = session.forge.client(tokens.mia);
    assert.equal(await service.check("gists.checkStar", { id: ids.foreign }), true);
    assert.equal(await service.check("gists.checkStar", { id: ids.starred }), false);
    assert.deepEqual(session.messages, []);
  });

  it("fork another user's gist into one's own, at the top", async () => {
    await run(gistCommands.fork, "Two of otto");
    assert.deepEqual(session.forge.sent("POST"), [`POST /gists/${ids.foreign}/forks`]);
    const [own] = await rowsOf(session.parts.trees.gists);
    assert.deepEqual(
      own?.[3]?.map(([label]) => label),
      ["Two of otto", "notes.md", "Hello in two languages"],
    );
    assert.deepEqual(session.messages, ["Forked “Two of otto” into your gists."]);
  });

  it("fork a gist again only after a question, which offers the fork that the account has", async () => {
    await run(gistCommands.fork, "Two of otto");
    const [made] = session.parts.gists.lists.known(session.accountId, "own");
    assert.ok(made);
    const { gists } = session.parts.trees;
    const { node: row } = await nodeLabelled(gists, "Clean up");
    const target = { ...row, gist: await session.parts.gists.get(session.accountId, ids.foreign) };
    for (const isKnown of [true, false]) {
      // Of a list that was read again, the answer does not say what a gist was forked from.
      if (!isKnown) session.parts.gists.lists.forget(session.accountId, "own");
      session.forge.requests.length = 0;
      const asked: unknown[] = [];
      const open = (question: string, _options: unknown, ...buttons: readonly string[]) => {
        asked.push([question, ...buttons]);
        return buttons[0];
      };
      await answering({ showWarningMessage: open as never }, async () => {
        await commands.executeCommand(gistCommands.fork, target);
      });
      assert.deepEqual(asked, [["You already have a fork of “Two of otto”.", "Open Your Fork", "Fork Again"]]);
      assert.deepEqual(session.forge.sent("POST"), []);
      const [file]: readonly string[] = Object.keys(made.files);
      assert.equal(activeUri(), session.uri(made.id, file).toString());
    }
    const again = (_question: string, _options: unknown, ...buttons: readonly string[]) => buttons[1];
    await answering({ showWarningMessage: again as never }, async () => {
      await commands.executeCommand(gistCommands.fork, target);
    });
    assert.equal(session.forge.sent("POST").length, 1);
    await session.parts.gists.read(session.accountId, made.id);
    const own = gists.getTreeItem({
      kind: "gist",
      id: "own",
      accountId: session.accountId,
      list: "own",
      gist: made,
    } as never);
    assert.match(own.accessibilityInformation?.label ?? "", /, Forked from otto, /);
  });

  it("do not fork a gist of one's own, and say why", async () => {
    await run(gistCommands.fork, "notes.md");
    assert.deepEqual(session.forge.sent("POST"), []);
    assert.deepEqual(session.messages, ["This gist is yours already: there is nothing to fork."]);
  });

  it("edit its description, which stays in the box until the server has taken it", async () => {
    session.forge.answer = ({ method }) =>
      method === "PATCH" && session.forge.sent("PATCH").length === 1
        ? Response.json({ message: "Conflict" }, { status: 409 })
        : undefined;
    const { refusals } = await checking([["Other words", "Other words"]], () =>
      run(gistCommands.editDescription, "Hello in two languages"),
    );
    assert.match(refusals.join("|"), /^[^|]*Conflict[^|]*$/);
    const [own] = await rowsOf(session.parts.trees.gists);
    assert.equal(own?.[3]?.[0]?.[0], "Other words");
    assert.deepEqual([session.messages, statusTexts()], [[], ["Changed the description: Other words"]]);
  });

  /** Another user changes the description of the gist, which is known here, before it is read again. */
  const changeWhileAsked = async (): Promise<void> => {
    await session.parts.gists.get(session.accountId, ids.hello);
    let isChanged = false;
    session.forge.answer = async ({ method, url }) => {
      if (isChanged || method !== "GET" || !url.endsWith(`/gists/${ids.hello}`)) return undefined;
      isChanged = true;
      await session.forge.client(tokens.mia).call("gists.edit", { id: ids.hello, description: "Their words" });
      return undefined;
    };
  };

  it("show a description that someone else wrote since then before it is replaced", async () => {
    await changeWhileAsked();
    const { refusals } = await checking([["Other words", "Other words"]], () =>
      run(gistCommands.editDescription, "Hello in two languages"),
    );
    assert.deepEqual(refusals, ["It was changed elsewhere to “Their words”. Press Enter again to replace that."]);
    const [own] = await rowsOf(session.parts.trees.gists);
    assert.equal(own?.[3]?.[0]?.[0], "Other words");
  });

  it("can be given the description that it had before someone else changed it", async () => {
    await changeWhileAsked();
    const former = "Hello in two languages";
    const { refusals } = await checking([["Other words", former]], () =>
      run(gistCommands.editDescription, former),
    );
    assert.equal(refusals.length, 1);
    const [own] = await rowsOf(session.parts.trees.gists);
    assert.equal(own?.[3]?.[0]?.[0], former);
  });

  it("copy its link, and the raw link of its file", async () => {
    await run(gistCommands.copyLink, "Hello in two languages");
    assert.equal(await env.clipboard.readText(), `${session.forge.url}/gist/mia/${ids.hello}`);
    await run(gistCommands.copyRawLink, "hello.rb");
    const url = await env.clipboard.readText();
    assert.equal(await (await fetch(url)).text(), 'puts "Hello"\n');
    await run(gistCommands.copyRawLink, "notes.md");
    assert.match(
      await env.clipboard.readText(),
      new RegExp(`^${session.forge.url}/raw/mia/${ids.notes}/.+/notes\\.md$`),
    );
  });

  it("open it in an editor that stays", async () => {
    await run(gistCommands.open, "Hello in two languages");
    await eventually(
      () => activeUri() === session.uri(ids.hello, "hello.py").toString(),
      "its first file is open",
    );
    assert.equal(window.tabGroups.activeTabGroup.activeTab?.isPreview, false);
  });

  it("insert a file at every cursor of the editor, and nothing else", async () => {
    const document = await workspace.openTextDocument({ content: "first: \nsecond: X\n" });
    const editor = await window.showTextDocument(document);
    editor.selections = [new Selection(0, 7, 0, 7), new Selection(1, 8, 1, 9)];
    await run(gistCommands.insertAtCursor, "hello.rb");
    assert.equal(document.getText(), 'first: puts "Hello"\n\nsecond: puts "Hello"\n\n');
    await run(gistCommands.insertAtCursor, "notes.md");
    assert.match(document.getText(), /# Notes/);
    assert.deepEqual(session.messages, []);
    assert.deepEqual(session.forge.sent("PATCH", "POST"), []);
  });

  it("insert nothing when no editor is open, and say what to do", async () => {
    await run(gistCommands.insertAtCursor, "hello.rb");
    assert.deepEqual(session.messages, [
      "No editor is open. Open a file and put the cursor where the gist is to be inserted.",
    ]);
    assert.deepEqual(session.forge.requests, []);
  });

  it("read the rest of a list, and a list, an account or everything again", async () => {
    const { accountId } = session;
    await rowsOf(session.parts.trees.gists);
    await run(gistCommands.loadMore, "Your Gists");
    assert.deepEqual(session.forge.requests, [], "there is no more");
    for (const [command, label, during, expected] of [
      [gistCommands.refresh, "Starred", [], ["GET /gists/starred?per_page=30"]],
      [gistCommands.refreshGist, "notes.md", [`GET /gists/${ids.notes}`], []],
    ] as const) {
      session.forge.requests.length = 0;
      await run(command, label);
      assert.deepEqual(session.forge.sent("GET"), during, label);
      session.forge.requests.length = 0;
      await rowsOf(session.parts.trees.gists);
      assert.deepEqual(session.forge.sent("GET"), expected, label);
    }
    const other = await signIn(session.parts, session.forge, tokens.otto);
    await rowsOf(session.parts.trees.gists);
    await run(gistCommands.refresh, `mia (${session.forge.host})`);
    await rowsOf(session.parts.trees.gists);
    assert.equal(session.forge.requests.length, 3);
    assert.ok(session.forge.requests.every(({ authorization }) => authorization === `Bearer ${tokens.mia}`));
    assert.notEqual(other, accountId);
  });

  it("report what the service refused, once, and change nothing", async () => {
    session.forge.answer = ({ method }) =>
      method === "PUT" ? Response.json({ message: "No stars today" }, { status: 403 }) : undefined;
    await run(gistCommands.star, "Two of otto");
    assert.deepEqual(session.messages, ["Star Gist: The server refused it: No stars today."]);
    assert.deepEqual(await starred(), ["Clean up"]);
  });
});

describe("The commands of an open gist", () => {
  const session = useSession();

  it("mean the gist of the active editor", async () => {
    await show(session.uri(ids.foreign, "two.ts"));
    await commands.executeCommand(gistCommands.copyLink);
    assert.equal(await env.clipboard.readText(), `${session.forge.url}/gist/otto/${ids.foreign}`);
    await commands.executeCommand(gistCommands.copyRawLink);
    assert.match(await env.clipboard.readText(), /\/two\.ts$/);
    await commands.executeCommand(gistCommands.star);
    assert.deepEqual(session.forge.sent("PUT"), [`PUT /gists/${ids.foreign}/star`]);
  });

  it("offer the own gists when the stars can't be read", async () => {
    await rowsOf(session.parts.trees.gists);
    session.parts.gists.refresh();
    session.parts.gists.lists.forget(session.accountId, "starred");
    session.forge.answer = ({ url }) =>
      url.includes("/gists/starred")
        ? new Response("<html>", { headers: { "content-type": "text/html" } })
        : undefined;
    const showQuickPick = async (items: Promise<readonly { readonly gistId: string }[]>) =>
      (await items).find(({ gistId }) => gistId === ids.notes);
    await answering({ showQuickPick: showQuickPick as never }, () =>
      commands.executeCommand(gistCommands.copyLink),
    );
    assert.equal(await env.clipboard.readText(), `${session.forge.url}/gist/mia/${ids.notes}`);
    assert.deepEqual(session.messages, []);
  });

  it("mean the gist of the tab that was clicked", async () => {
    await show(session.uri(ids.foreign, "two.ts"));
    await commands.executeCommand(gistCommands.copyLink, session.uri(ids.notes, "notes.md"));
    assert.equal(await env.clipboard.readText(), `${session.forge.url}/gist/mia/${ids.notes}`);
  });
});

describe("Opening a gist by its address", () => {
  const session = useSession();

  for (const [title, addressOf] of [
    ["its id", () => ids.hello],
    ["its id with white space around it", () => `  ${ids.hello.toUpperCase()}\n`],
    ["the address of its page", () => `${session.forge.url}/gist/mia/${ids.hello}`],
    ["the address of a place on its page", () => `${session.forge.url}/gist/mia/${ids.hello}#file-hello-py`],
    ["its address in the API", () => `${session.forge.url}/gists/${ids.hello}`],
    ["a raw address", () => `${session.forge.url}/raw/mia/${ids.hello}/${"1".repeat(40)}/hello.py`],
    ["the address for git", () => `${session.forge.url}/gist/${ids.hello}.git`],
  ] as const) {
    it(`understands ${title}`, async () => {
      await commands.executeCommand(gistCommands.openByUrl, addressOf());
      await eventually(() => activeUri() === session.uri(ids.hello, "hello.py").toString(), "the gist is open");
      assert.deepEqual(session.messages, []);
    });
  }

  it("takes the account of the address's server", async () => {
    const elsewhere = await startForge(smallSeed());
    try {
      const other = await signIn(session.parts, elsewhere, tokens.otto);
      await commands.executeCommand(gistCommands.openByUrl, `${session.forge.url}/gist/mia/${ids.notes}`);
      await eventually(() => activeUri() === session.uri(ids.notes, "notes.md").toString(), "the gist is open");
      assert.equal(session.parts.accounts.active?.profile.id, other, "the active account stays");
      assert.deepEqual(elsewhere.sent("GET"), ["GET /user"]);
    } finally {
      await elsewhere.stop();
    }
  });

  for (const [title, address, message] of [
    ["what is no gist", "not a gist", /^That doesn't look like a gist\. Enter its URL or ID/],
    ["nothing", "", /^That doesn't look like a gist/],
    [
      "a server without an account",
      `https://elsewhere.example/mia/${ids.hello}`,
      /^You have no account on elsewhere\.example/,
    ],
    ["a script", `javascript:alert("${ids.hello}")`, /^That doesn't look like a gist/],
  ] as const) {
    it(`refuses ${title} without a request`, async () => {
      const before = session.activation.laterRequests.length;
      // It goes on when a message is answered that offers the sign-in.
      void commands.executeCommand(gistCommands.openByUrl, address);
      await eventually(() => session.messages.length === 1, "it is said");
      assert.match(session.messages[0] ?? "", message);
      assert.equal(session.activation.laterRequests.length, before);
      assert.equal(activeUri(), "");
    });
  }

  it("opens an ID that only another account's server has", async () => {
    const elsewhere = await startForge(
      smallSeed([
        { id: "e".repeat(32), owner: "mia", createdAt: hoursAgo(1), files: { "elsewhere.md": "text\n" } },
      ]),
    );
    try {
      const active = session.parts.accounts.active?.profile.id ?? "";
      const accountId = await signIn(session.parts, elsewhere, tokens.mia);
      await session.parts.accounts.setActive(active);
      await commands.executeCommand(gistCommands.openByUrl, "e".repeat(32));
      assert.deepEqual(session.messages, []);
      assert.equal(
        activeUri(),
        session.parts.uris.of({ accountId, gistId: "e".repeat(32), fileName: "elsewhere.md" }).toString(),
      );
      await session.parts.accounts.remove(accountId);
    } finally {
      await elsewhere.stop();
    }
  });

  it("says that a gist is not there, and takes the address again to be corrected", async () => {
    const wrong = "f".repeat(32);
    await commands.executeCommand(gistCommands.openByUrl, wrong);
    assert.deepEqual(session.messages, [
      `No gist was found at “${wrong}”. It may have been deleted. Check the URL.`,
    ]);
    const offered: (string | undefined)[] = [];
    const answers = {
      showWarningMessage: () => "Enter URL...",
      showInputBox: ({ value }: { readonly value?: string }) => {
        offered.push(value);
        return ids.hello;
      },
    };
    await answering(answers, () => commands.executeCommand(gistCommands.openByUrl, wrong));
    assert.deepEqual(offered, [wrong]);
    await eventually(
      () => window.activeTextEditor?.document.uri.toString().includes(ids.hello) === true,
      "the gist is opened",
    );
  });
});

describe("Opening a gist by its address without an account", () => {
  const session = useSession({ signedIn: false });

  it("asks to sign in first, and asks no server when the user leaves", async () => {
    const open = () =>
      commands.executeCommand(gistCommands.openByUrl, `${session.forge.url}/gist/mia/${ids.hello}`);
    assert.deepEqual(await leavingSignIn(open), [signInQuestion]);
    assert.deepEqual(session.messages, []);
    assert.deepEqual(session.forge.requests, []);
  });
});
