import assert from "node:assert/strict";
import { commands, env, type QuickPickItem, window } from "vscode";
import { accountCommands, gistCommands, serviceCommands, settings } from "../../src/ids.ts";
import { clockText } from "../../src/ui/clockText.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { menuOf } from "./support/menus.ts";
import { labelOf, nodeLabelled, rowsOf } from "./support/rows.ts";
import { tokens } from "./support/seeds.ts";
import { candidateFor, useSession, withSetting } from "./support/session.ts";

describe("The view of the service", () => {
  const session = useSession();
  const tree = () => session.parts.trees.service;
  const rows = async (label: string) => rowsOf(tree(), (await nodeLabelled(tree(), label)).node);
  const client = () => {
    const account = session.parts.accounts.get(session.accountId);
    assert.ok(account);
    return account.client;
  };

  it("has limits with what used them, what the server has, and its addresses", async () => {
    await client().call("gists.getAll", {});
    await client().call("gists.getAll", {});
    const limits = await rows("Rate Limit");
    assert.deepEqual(
      limits.map(([label, , context]) => [label, context]),
      [
        ["core", "bucket"],
        ["search", "bucket"],
        ["graphql", "bucket"],
        ["Used by This Window", "service-usage"],
      ],
    );
    assert.match(limits[0]?.[1] ?? "", /^4,99\d of 5,000 left · resets at /);
    const [, , , used] = limits[3] ?? [];
    const [, count, , calls] = used?.find(([label]) => label === "Editors and panels") ?? [];
    assert.equal(count, "1");
    // The second one was unchanged, and free.
    assert.deepEqual(calls, [["gists.getAll", "1", "counted"]]);
    const facts = await rows("Server IP Ranges");
    assert.deepEqual(
      facts.find(([label]) => label === "hooks"),
      [
        "hooks",
        "2",
        "fact",
        [
          ["192.0.2.0/26", "", "fact"],
          ["2001:db8:a::/48", "", "fact"],
        ],
      ],
    );
    const has = await rows("Server Capabilities");
    assert.deepEqual(
      has.slice(0, 4).map(([label, notes]) => [label, notes]),
      [
        ["Gists", "available"],
        ["Public gists", "available"],
        ["Starred gists", "available"],
        ["Authorizations", "available"],
      ],
    );
  });

  it("is read again when another account is active, and not with each answer that says when the token expires", async () => {
    let answers = 0;
    session.forge.change = (answer) => {
      const expiry = new Date(Date.now() + 100 * 86_400_000 + 1000 * answers++).toISOString();
      const headers = new Headers(answer.headers);
      headers.set("github-authentication-token-expiration", `${expiry.slice(0, 10)} ${expiry.slice(11, 19)} UTC`);
      return new Response(answer.body, { status: answer.status, headers });
    };
    const { accounts } = session.parts;
    let reads = 0;
    const listener = tree().onDidChangeTreeData((row) => {
      if (row === undefined) reads++;
    });
    await client().call("gists.starred", {});
    await client().call("gists.public", {});
    assert.equal(answers, 2);
    assert.equal(reads, 0);
    const identity = await accounts.check(candidateFor(session.forge), tokens.otto);
    await accounts.add(candidateFor(session.forge), identity, tokens.otto);
    reads = 0;
    await accounts.setActive(session.accountId);
    assert.equal(reads, 1);
    listener.dispose();
  });

  it("shows by command and by view what used the limit", async () => {
    const { gists } = session.parts.trees;
    await rowsOf(gists);
    await commands.executeCommand(gistCommands.star, (await nodeLabelled(gists, "notes.md")).node);
    const [, , , used] = (await rows("Rate Limit"))[3] ?? [];
    const of = (name: string) =>
      used?.find(([label]) => label === name)?.[3]?.map(([label, count]) => [label, count]);
    assert.deepEqual(of("Star Gist"), [
      ["gists.get", "1"],
      ["gists.star", "1"],
    ]);
    assert.deepEqual(
      new Set(of("View Gists")?.map(String)),
      new Set(["gists.getAll,1", "gists.starred,1", "gists.public,1"]),
    );
  });

  it("shows why something is hidden", async () => {
    session.forge.answer = (request) =>
      request.url.includes("/authorizations")
        ? Response.json({ message: "Not Found" }, { status: 404 })
        : undefined;
    await commands.executeCommand(serviceCommands.refresh);
    assert.deepEqual((await rows("Server Capabilities"))[3]?.slice(0, 2), [
      "Authorizations",
      "hidden: the server responds with 404",
    ]);
    assert.ok(!(await rowsOf(tree())).some(([label]) => label === "Authorizations"));
  });

  it("is not read while it is hidden: the limit costs nothing, and asking for it is not a change", async () => {
    session.forge.requests.length = 0;
    await tree().getChildren();
    assert.deepEqual(session.forge.sent("GET"), []);
    await rows("Rate Limit");
    await rows("Rate Limit");
    const [, notes] = (await rows("Rate Limit"))[0] ?? [];
    assert.match(notes ?? "", /^5,000 of 5,000|^4,99\d of 5,000/);
  });

  it("copies addresses, a line each", async () => {
    const { node } = await nodeLabelled(tree(), "hooks");
    await commands.executeCommand(serviceCommands.copyFact, node);
    assert.equal(await env.clipboard.readText(), "192.0.2.0/26\n2001:db8:a::/48");
    assert.deepEqual(menuOf("forgeside.serviceView", "fact"), {
      inline: [serviceCommands.copyFact],
      menu: [serviceCommands.copyFact],
    });
  });

  it("shows until when the server asked to wait, which is later than its limit resets", async () => {
    await client().call("repos.getAll", {});
    session.forge.answer = ({ url }) =>
      url.includes("/gists")
        ? Response.json({ message: "slow down" }, { status: 429, headers: { "retry-after": "7200" } })
        : undefined;
    const drawn: unknown[] = [];
    const subscription = tree().onDidChangeTreeData((node) => drawn.push(node?.kind));
    await client()
      .call("gists.getAll", {})
      .catch(() => undefined);
    const until = clockText(client().blockedUntil);
    const [, notes] = (await rowsOf(tree())).find(([label]) => label === "Rate Limit") ?? [];
    assert.match(notes ?? "", new RegExp(`^requests wait until ${until} · [\\d,]+ of 5,000 left$`));
    // Nothing waits: what would take too long failed at once.
    await eventually(() => drawn.includes("limits"), "the row is drawn again");
    subscription.dispose();
  });

  it("shows a failing server in one row, the others are untouched", async () => {
    session.forge.answer = (request) =>
      request.url.endsWith("/meta") ? Response.json({ message: "Broken" }, { status: 501 }) : undefined;
    const facts = await rows("Server IP Ranges");
    assert.equal(facts.length, 1);
    assert.match(facts[0]?.[2] ?? "", /^message/);
    assert.ok((await rows("Rate Limit")).length > 1);
  });
});

describe("A refresh of the service that fails", () => {
  const session = useSession();
  const tree = () => session.parts.trees.service;
  const html = (): Response =>
    new Response("<html>Sign in to the network</html>", { headers: { "content-type": "text/html" } });

  for (const [title, command] of [
    ["Refresh Service", serviceCommands.refresh],
    ["Refresh Server Capabilities", accountCommands.refresh],
  ] as const)
    it(`is reported by ${title}, and what the server lacks stays known`, async () => {
      session.forge.answer = ({ url }) =>
        url.includes("/authorizations") ? Response.json({ message: "Not Found" }, { status: 404 }) : undefined;
      await commands.executeCommand(serviceCommands.refresh);
      const missing = () => session.parts.accounts.get(session.accountId)?.profile.missing;
      assert.deepEqual(missing(), { authorizations: 404 });
      assert.deepEqual(session.messages, []);
      session.forge.answer = html;
      await commands.executeCommand(command);
      await eventually(() => session.messages.length > 0, "the failure is shown");
      assert.match(session.messages[0] ?? "", new RegExp(`^${title}: The server's response can't be read`));
      assert.equal(session.messages.length, 1);
      assert.deepEqual(missing(), { authorizations: 404 });
    });

  it("has the rows read again, below a row that says how old they are", async () => {
    const facts = async () => rowsOf(tree(), (await nodeLabelled(tree(), "Server IP Ranges")).node);
    const before = await facts();
    session.forge.answer = html;
    let isWhole = false;
    const listener = tree().onDidChangeTreeData((row) => {
      isWhole ||= row === undefined;
    });
    await commands.executeCommand(serviceCommands.refresh);
    listener.dispose();
    assert.ok(isWhole);
    const [[age] = [""], ...rows] = await facts();
    assert.match(age, /^Updated .+ · the server's response can't be read$/);
    assert.deepEqual(rows, before);
  });
});

describe("The status bar's item of the limit", () => {
  const session = useSession();

  it("comes when the requests run low, and goes when they are many again", async () => {
    const { quotaStatus, accounts } = session.parts;
    const account = accounts.get(session.accountId);
    assert.ok(account);
    let remaining = 30;
    session.forge.change = (answer) => {
      const headers = new Headers(answer.headers);
      headers.set("x-ratelimit-remaining", String(remaining));
      return new Response(answer.body, { status: answer.status, headers });
    };
    await account.client.call("gists.getAll", {});
    await eventually(() => quotaStatus.isShown, "it is shown");
    assert.equal(quotaStatus.item.text, "$(dashboard) 30 requests left");
    assert.match(
      typeof quotaStatus.item.tooltip === "string" ? quotaStatus.item.tooltip : "",
      /30 of 5,000 left · resets at/,
    );
    await withSetting(settings.warnBelow, 0, async () => {
      await eventually(() => !quotaStatus.isShown, "the setting hides it");
    });
    await eventually(() => quotaStatus.isShown, "it is shown again");
    remaining = 4000;
    await account.client.call("gists.starred", {});
    await eventually(() => !quotaStatus.isShown, "it is hidden");
  });

  it("shows calls that wait, which can be cancelled in the view", async () => {
    const { quotaStatus, accounts, trees } = session.parts;
    const account = accounts.get(session.accountId);
    assert.ok(account);
    session.forge.answer = (request) =>
      request.method === "POST"
        ? Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": "20" } })
        : undefined;
    const first = account.client.call("gists.create", { public: false, files: { "a.txt": { content: "a" } } });
    await eventually(() => account.client.blockedUntil > 0, "the service asks for silence");
    const second = account.client.call("gists.getAll", {});
    const ends = Promise.allSettled([first, second]);
    await eventually(() => account.client.waiting.length > 0 && quotaStatus.isShown, "they wait");
    assert.match(quotaStatus.item.text, /^\$\(watch\) \d requests? (is|are) waiting/);
    const section = (await trees.service.getChildren()).find(({ kind }) => kind === "waiting");
    const calls = await trees.service.getChildren(section);
    assert.deepEqual(
      calls.map((call) => labelOf(trees.service.getTreeItem(call))).toSorted(),
      account.client.waiting.map(({ label }) => label).toSorted(),
    );
    for (const call of calls) await commands.executeCommand(serviceCommands.cancelWaiting, call);
    assert.deepEqual(account.client.waiting, []);
    session.forge.answer = () => undefined;
    await accounts.remove(session.accountId);
    assert.ok((await ends).every(({ status }) => status === "rejected"));
  });
});

describe("Emoji", () => {
  const session = useSession();

  const pick = (...labels: readonly RegExp[]) => {
    const wanted = [...labels];
    return answering(
      {
        showQuickPick: (rows: readonly QuickPickItem[]) => {
          const label = wanted.shift();
          return rows.find((row) => label?.test(row.label));
        },
      },
      async () => commands.executeCommand(serviceCommands.emoji),
    );
  };

  it("are inserted at each cursor, as glyph or by name, or copied", async () => {
    await commands.executeCommand("workbench.action.files.newUntitledFile");
    await eventually(() => window.activeTextEditor !== undefined, "an editor is open");
    const document = window.activeTextEditor?.document;
    assert.ok(document);
    await pick(/ :smile:$/, /Insert 😄$/);
    assert.equal(document.getText(), "😄");
    await pick(/ :smile:$/, /Insert :smile:$/);
    assert.equal(document.getText(), "😄:smile:");
    await pick(/ :smile:$/, /Copy :smile:$/);
    assert.equal(await env.clipboard.readText(), ":smile:");
  });

  it("change nothing when the user leaves", async () => {
    await env.clipboard.writeText("before");
    await pick(/ :smile:$/);
    assert.equal(await env.clipboard.readText(), "before");
    assert.deepEqual(session.messages, []);
  });
});

describe("Accessibility help", () => {
  useSession({ signedIn: false });

  it("explains each view to screen readers, with its keys", async () => {
    await commands.executeCommand(serviceCommands.accessibilityHelp);
    const text = window.activeTextEditor?.document.getText() ?? "";
    assert.deepEqual(
      text.split("\n\n").map((section) => section.split("\n")[0]),
      [
        "Keys are the default ones. “Preferences: Open Keyboard Shortcuts” lists yours.",
        "Gists",
        "Repositories",
        "Activity",
        "Service",
        "Accounts",
      ],
    );
    assert.match(text, /Share the selection of the editor: Ctrl\+K Shift\+S \(macOS: Cmd\+K Shift\+S\)\./);
    assert.match(text, /Rename it: F2\./);
    assert.match(text, /Delete a row: Delete \(macOS: Cmd\+Backspace\)\./);
    assert.match(text, /Copy an event as Markdown, another row as its name: Ctrl\+C \(macOS: Cmd\+C\)\./);
    assert.match(text, /Mark everything as read: “Mark All Activity as Read” in the Command Palette\./);
    assert.doesNotMatch(text, /keybinding:|forgeside\./);
  });
});
