import assert from "node:assert/strict";
import { commands, env, type TreeItem, Uri, window, workspace } from "vscode";
import { hookCommands, hookScheme } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { hookTools, url, yes } from "./support/hookTools.ts";
import { menuOf } from "./support/menus.ts";
import { ownRepository, toolsSeed, typing } from "./support/repoTools.ts";
import { labelOf } from "./support/rows.ts";
import { failureOf, useSession } from "./support/session.ts";
import { itWithNode } from "./support/versions.ts";

interface PickRow {
  readonly label: string;
  readonly description?: string;
  readonly picked?: boolean;
}

describe("Hooks of a repository", () => {
  const session = useSession({ seed: toolsSeed });
  beforeEach(() => session.parts.repos.refresh());
  afterEach(async () => {
    const listening = await session.parts.loadListener();
    if (listening.url !== undefined) await listening.stop();
    session.parts.repoRoots.forget(session.accountId);
  });
  after(() => commands.executeCommand("workbench.view.explorer"));
  const { mia, rows, firstRow, said, make, hooks, run, uriOf } = hookTools(session);

  it("stand below the repository with address, events, state and their own menu", async () => {
    assert.deepEqual(
      (await rows()).map(({ item }) => labelOf(item)),
      ["No webhooks yet."],
    );
    await make({ events: ["push", "star", "fork", "release"], active: false });
    const [row] = await rows();
    assert.ok(row);
    assert.equal(labelOf(row.item), "web example.com");
    assert.equal(row.item.description, "inactive · push, star, fork and 1 more · never delivered");
    assert.match(row.item.accessibilityInformation?.label ?? "", /^Webhook web example.com, inactive/);
    assert.equal(row.item.contextValue, "repoHook;inactive");
    const { menu } = menuOf("forgeside.repos", row.item.contextValue ?? "");
    for (const id of [
      "edit",
      "deliveries",
      "test",
      "ping",
      "activate",
      "rotateSecret",
      "apply",
      "copyUrl",
      "delete",
    ] as const)
      assert.ok(menu.includes(hookCommands[id]), id);
    assert.ok(!menu.includes(hookCommands.deactivate));
  });

  it("of one host differ by their number, not by an address that may have a secret", async () => {
    await make();
    const other = (await make({ config: { url: "https://example.com/T0K3N" } })) as { readonly id: number };
    await make({ config: { url: "https://example.org/hook" } });
    const labels = (await rows()).map(({ item }) => labelOf(item));
    assert.deepEqual(labels.slice(1), [`web example.com #${other.id}`, "web example.org"]);
    assert.match(labels[0] ?? "", /^web example\.com #\d+$/);
  });

  it("are explained to users who may not see them", async () => {
    session.forge.answer = (request) =>
      /\/hooks|\/repos\/mia\/tools$/.test(request.url)
        ? Response.json({ message: "Not Found" }, { status: 404 })
        : undefined;
    const [row] = await rows();
    assert.match(labelOf(row?.item as TreeItem), /isn't an administrator of the repository/);
    session.forge.answer = () => undefined;
  });

  it("may have been created when the server fails: sending again makes one", async () => {
    session.forge.answer = ({ method, url: path }) =>
      path.includes("/hooks") ? Response.json({ message: method }, { status: 502 }) : undefined;
    const warnings: unknown[][] = [];
    const created = answering(
      {
        showInputBox: () => url,
        showQuickPick: (items: readonly PickRow[], options: { readonly canPickMany?: boolean }) =>
          options.canPickMany ? items.filter(({ picked }) => picked) : items[0],
        showInformationMessage: () => undefined,
        showWarningMessage: (...given: unknown[]) => {
          warnings.push(given);
          session.forge.answer = () => undefined;
          return "Send Again";
        },
      },
      async () => {
        await commands.executeCommand(hookCommands.create, await ownRepository(session, "mia/tools"));
        await eventually(async () => (await hooks()).length > 0, "the hook is there");
      },
    );
    await created;
    assert.deepEqual(warnings, [
      ["The webhook may have been created, but the server did not confirm it: POST.", "Refresh", "Send Again"],
    ]);
    assert.equal((await hooks()).length, 1);
    assert.equal(session.forge.requests.filter(({ method }) => method === "POST").length, 2);
  });

  it("are not asked about at a server that doesn't offer them", async () => {
    session.forge.answer = ({ url: asked }) =>
      asked.endsWith("/hooks") || asked.includes("/hooks?")
        ? Response.json({ message: "Not Found" }, { status: 404 })
        : undefined;
    await answering({ showInputBox: () => assert.fail("It asked for the URL.") }, async () =>
      commands.executeCommand(hookCommands.create, await ownRepository(session, "mia/tools")),
    );
    await eventually(() => said().includes("New Webhook: This server doesn't offer this."), "it is said");
    session.forge.answer = () => undefined;
  });

  it("are created by a few questions; the generated secret is copied once and shown nowhere", async () => {
    let wanted = "";
    await answering(
      {
        showInputBox: () => url,
        showQuickPick: (items: readonly PickRow[], options: { readonly canPickMany?: boolean }) =>
          options.canPickMany ? items.filter(({ picked }) => picked) : items[0],
        showInformationMessage: (text: string, action?: string) => {
          wanted = text;
          return action;
        },
      },
      async () => commands.executeCommand(hookCommands.create, await ownRepository(session, "mia/tools")),
    );
    const [made] = await hooks();
    assert.deepEqual(
      [made?.events, made?.config["content_type"], made?.config["secret"]],
      [["push"], "json", "********"],
    );
    await eventually(async () => /^[0-9a-f]{64}$/.test(await env.clipboard.readText()), "the secret is copied");
    const secret = await env.clipboard.readText();
    assert.doesNotMatch(wanted, new RegExp(secret));
    assert.ok(!said().some((text) => text.includes(secret)));
    const body = session.forge.requests.find(({ method }) => method === "POST")?.body ?? "";
    assert.ok(body.includes(secret));
    assert.ok(made);
    assert.doesNotMatch((await show(uriOf(made))).getText(), new RegExp(secret));
    await env.clipboard.writeText("");
  });

  it("are switched off and on in place", async () => {
    await make({ config: { url, secret: "hunter2" } });
    await run(hookCommands.deactivate);
    const sent = session.forge.requests.find(({ method }) => method === "PATCH");
    assert.deepEqual(JSON.parse(sent?.body ?? ""), { active: false });
    assert.equal((await hooks())[0]?.active, false);
    await run(hookCommands.activate);
    const [now] = await hooks();
    assert.deepEqual([now?.active, now?.config["secret"]], [true, "********"]);
  });

  it("get another secret, typed or out of a file, or lose it", async () => {
    await make();
    const rotate = (index: number, text?: string) =>
      answering({ showQuickPick: (items: readonly PickRow[]) => items[index], showInputBox: () => text }, () =>
        run(hookCommands.rotateSecret),
      );
    await rotate(1, "hunter2-typed");
    assert.equal((await hooks())[0]?.config["secret"], "********");
    assert.ok(session.forge.requests.some(({ body }) => body === '{"secret":"hunter2-typed"}'));
    await rotate(3);
    assert.equal((await hooks())[0]?.config["secret"], undefined);
    const file = Uri.joinPath(session.parts.context.globalStorageUri, "secret.txt");
    await workspace.fs.writeFile(file, new TextEncoder().encode("from a file\n"));
    await answering({ showOpenDialog: () => [file] }, () => rotate(2));
    assert.ok(session.forge.requests.some(({ body }) => body === '{"secret":"from a file"}'));
    await workspace.fs.writeFile(file, new TextEncoder().encode("two\nlines\n"));
    await answering({ showOpenDialog: () => [file] }, () => rotate(2));
    await eventually(() => said().some((text) => text.includes("one line of text")), "it is refused");
    await workspace.fs.delete(file);
    assert.ok(!said().some((text) => /hunter2|from a file/.test(text)));
  });

  it("are deleted after a question only", async () => {
    await make();
    await answering({ showWarningMessage: () => undefined }, () => run(hookCommands.delete));
    assert.equal((await hooks()).length, 1);
    await answering({ showWarningMessage: yes }, () => run(hookCommands.delete));
    assert.deepEqual(await hooks(), []);
  });

  it("that hear of no push, or are inactive, are not tested in vain", async () => {
    await make({ events: ["star"] });
    await run(hookCommands.test);
    await eventually(() => said().some((text) => text.includes("isn't subscribed to push")), "it is said");
    await run(hookCommands.deactivate);
    await run(hookCommands.test);
    await eventually(() => said().some((text) => text.includes("only when it is active")), "it is said");
  });

  it("are applied to many repositories after a look at what would be done, with a report", async () => {
    await mia().call("repos.create", { name: "kettle", auto_init: true });
    await mia().call("repos.create", { name: "lamp", auto_init: true });
    await make({ events: ["push", "star"] });
    await make({ events: ["push"] }, "kettle");
    await make({ events: ["push", "star"] }, "lamp");
    let table: readonly PickRow[] = [];
    let report = "";
    await answering(
      {
        showQuickPick: (
          items: readonly PickRow[],
          options: { readonly canPickMany?: boolean; readonly title?: string },
        ) => {
          if (!options.canPickMany) return items.find(({ label }) => label === "No Secret");
          if (options.title === "Preview Changes") {
            table = items;
            assert.deepEqual(session.forge.sent("POST", "PATCH"), []);
            return items.filter(({ picked }) => picked);
          }
          return items;
        },
        showInformationMessage: (text: string, action?: string) => {
          report = text;
          return action;
        },
      },
      async () => {
        const row = await firstRow();
        session.forge.requests.length = 0;
        await commands.executeCommand(hookCommands.apply, row);
      },
    );
    assert.deepEqual(
      table.map(({ label, description }) => `${label}: ${description}`),
      [
        "$(add) mia/empty: create: it has no webhook with this URL",
        "$(edit) mia/kettle: update: add_events",
        "$(check) mia/lamp: same: nothing to do",
      ],
    );
    assert.match(report, /applied to 2 repositories\. Failed: 0\. Left as they were: 1\./);
    for (const repo of ["empty", "kettle", "lamp"])
      assert.deepEqual(
        (await hooks(repo)).map(({ events }) => events),
        [["push", "star"]],
        repo,
      );
    await eventually(
      () => window.activeTextEditor?.document.getText().includes("mia/lamp: same") === true,
      "the report is shown",
    );
  });

  itWithNode("deliver to this machine: a signed push arrives, is shown, and is delivered again", async () => {
    const said: (readonly string[])[] = [];
    const press = (...given: readonly string[]): string | undefined => {
      said.push(given);
      return given.find((button) => /^(Create|Ping) Webhook/.test(button));
    };
    await typing([""], () =>
      answering({ showInformationMessage: press }, async () => {
        await commands.executeCommand(hookCommands.listen, await ownRepository(session, "mia/tools"));
        await eventually(() => said.length === 3, "the hook is created and pinged");
      }),
    );
    assert.equal((await hooks()).length, 1);
    assert.deepEqual(said.slice(1), [
      ["The webhook delivers all events of mia/tools here.", "Ping Webhook"],
      ["Delivered: the receiver responded with 200 OK.", "Show Deliveries"],
    ]);
    const listening = await session.parts.loadListener();
    const arrived = (event: string) =>
      eventually(
        () =>
          listening.received.some(({ headers, isVerified }) => isVerified && headers["x-github-event"] === event),
        `${event} arrives`,
      );
    await arrived("ping");
    const shown: string[] = [];
    await answering({ showInformationMessage: (text: string) => void shown.push(text) }, () =>
      run(hookCommands.test),
    );
    assert.deepEqual(shown, ["Delivered: the receiver responded with 200 OK."]);
    await arrived("push");
    const [made] = await hooks();
    assert.ok(made);
    assert.equal(made.config["secret"], "********");

    const pick = (label: RegExp, act: () => Thenable<unknown>) =>
      answering(
        { showQuickPick: (items: readonly PickRow[]) => items.find((item) => label.test(item.label)) },
        act,
      );
    await pick(/push/, () => commands.executeCommand(hookCommands.received));
    const received = window.activeTextEditor?.document;
    assert.match(
      received?.getText() ?? "",
      /"verified": true[\s\S]*"x-github-event": "push"[\s\S]*"refs\/heads\/main"/,
    );
    const edited = await type(received as never, "changed").then(
      () => true,
      () => false,
    );
    assert.equal(edited && received?.isDirty === true, false);

    await pick(/push|Redeliver/, () => run(hookCommands.deliveries));
    await eventually(
      () => listening.received.filter(({ headers }) => headers["x-github-event"] === "push").length === 2,
      "once more",
    );
    await pick(/push|Show Headers/, () => run(hookCommands.deliveries));
    assert.match(
      window.activeTextEditor?.document.getText() ?? "",
      /"status_code": 200[\s\S]*"request"[\s\S]*"response"/,
    );

    const address = listening.url ?? "";
    const forged = await fetch(address, {
      method: "POST",
      headers: { "x-hub-signature-256": "sha256=00" },
      body: "{}",
    });
    assert.equal(forged.status, 401);
    assert.deepEqual([listening.received[0]?.isVerified, listening.received[0]?.body], [false, ""]);
    await answering({ showInformationMessage: (_: string, remove: string) => remove }, async () => {
      await commands.executeCommand(hookCommands.stopListening);
      await eventually(async () => (await hooks()).length === 0, "its hook is deleted");
    });
    assert.ok((await failureOf(fetch(address, { method: "POST" }))).message !== "");
  });

  itWithNode("say that the listener has stopped when its messages are used later, and ping nothing", async () => {
    const presses: ((button: string) => void)[] = [];
    const offered = () => new Promise((resolve) => presses.push(resolve));
    const failures: (readonly string[])[] = [];
    const fail = (...given: readonly string[]): undefined => void failures.push(given);
    const showInformationMessage = (text: string) =>
      text.startsWith("The local listener") ? undefined : offered();
    const answers = { showInformationMessage, showWarningMessage: fail, showErrorMessage: fail };
    const listening = await session.parts.loadListener();
    await typing([""], () =>
      answering(answers, async () => {
        await commands.executeCommand(hookCommands.listen, await ownRepository(session, "mia/tools"));
        const address = listening.url ?? "";
        presses[0]?.("Create Webhook...");
        await eventually(() => presses.length === 2, "the webhook is created");
        await commands.executeCommand(hookCommands.stopListening);
        session.forge.requests.length = 0;
        presses[1]?.("Ping Webhook");
        await eventually(() => failures.length === 1, "it is said");
        assert.deepEqual(failures[0], [
          `The listener at ${address} has stopped.`,
          "Listen for Webhooks Locally...",
        ]);
        assert.deepEqual(session.forge.requests, []);
      }),
    );
  });

  it("are in a file system that has nothing but hooks", async () => {
    const at = (path: string) => Uri.from({ scheme: hookScheme, authority: session.accountId, path });
    for (const path of ["/mia/tools/x.txt", "/mia/tools/7.hook.json", "/mia/tools/999999 web.hook.json", "/"])
      await failureOf(workspace.fs.readFile(at(path)));
    await failureOf(workspace.fs.delete(at("/mia/tools/new.hook.json")));
    const hook = await make();
    assert.match(new TextDecoder().decode(await workspace.fs.readFile(uriOf(hook))), /example\.com/);
  });
});
