import assert from "node:assert/strict";
import { commands, window } from "vscode";
import { operationIds } from "../../src/client/operations/table.ts";
import { operationCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { choosing } from "./support/forms.ts";
import { acceptRow, openList } from "./support/openList.ts";
import { isAnswerShown, operationsSeed, runByForm, shownAnswer } from "./support/operationTools.ts";
import { ownRepository } from "./support/repoTools.ts";
import { labelOf, nodeLabelled, nodesOf, rowsOf } from "./support/rows.ts";
import { ids, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const run = (target?: unknown) => commands.executeCommand(operationCommands.run, target);
const byText = (left = "", right = ""): number => left.localeCompare(right);

describe("Run Operation", () => {
  const session = useSession({ seed: operationsSeed });
  after(() => commands.executeCommand("workbench.view.explorer"));
  const history = () => session.parts.operations.history(session.accountId);
  /** Messages only; of a list no text is noted. */
  const said = () => session.messages;
  /** Nothing happened: no request, no document, no memory. */
  const assertNothing = (): void => {
    assert.deepEqual(session.forge.requests, []);
    assert.equal(window.activeTextEditor, undefined);
    assert.deepEqual(history(), []);
  };

  it("offers every operation by group, with route and a sentence", async () => {
    await choosing(
      ({ title, items, matchOnDescription, matchOnDetail }) => {
        assert.equal(title, `Run Operation · mia (${session.forge.host})`);
        assert.ok(matchOnDescription && matchOnDetail);
        const rows = items.filter(({ operation }) => operation !== undefined);
        assert.deepEqual(
          rows.map(({ operation }) => operation).toSorted(byText),
          [...operationIds].toSorted(byText),
        );
        const groups = items.filter(({ operation }) => operation === undefined).map(({ label }) => label);
        assert.deepEqual(groups, ["Activity", "Authorizations", "Gists", "Repositories", "The server"]);
        const edit = rows.find(({ operation }) => operation === "gists.edit");
        assert.equal(edit?.description, "PATCH /gists/:id");
        assert.match(edit?.detail ?? "", /^Change the description or files of a gist/);
        return undefined;
      },
      () => run(),
    );
    assertNothing();
  });

  it("is searched by words as people type them, and says so where nothing matches", async () => {
    await openList(operationCommands.run, async (list) => {
      const first = async (typed: string, label: string): Promise<void> => {
        list.value = typed;
        await eventually(
          () => list.activeItems[0]?.label.replace(/^\$\([\w-]+\) /, "") === label,
          `“${typed}” finds ${label}`,
        );
      };
      const { length } = list.items;
      await first("create a gist", "gists.create");
      await first("delete gist", "gists.delete");
      await first("edit gist", "gists.edit");
      await first("LIST the Webhooks", "repos.getHooks");
      await first("PATCH /gists/:id", "gists.edit");
      await first("make me a sandwich", "No operation matches “make me a sandwich”.");
      assert.equal(list.items.length, 1);
      await acceptRow();
      list.value = "";
      await eventually(() => list.items.length === length, "all are listed again");
      list.hide();
    });
    assertNothing();
  });

  it("has a row for each operation in the view Service, and runs the row's", async () => {
    const tree = session.parts.trees.service;
    const groups = await rowsOf(tree, (await nodeLabelled(tree, "Operations")).node);
    const rows = groups.flatMap(([, , , below = []]) => below);
    assert.deepEqual(rows.map(([label]) => label).toSorted(byText), [...operationIds].toSorted(byText));
    assert.deepEqual(
      groups.map(([label, notes]) => [label, notes]),
      (
        [
          ["Authorizations", "authorization."],
          ["Activity", "events."],
          ["Gists", "gists."],
          ["The server", "misc."],
          ["Repositories", "repos."],
        ] as const
      ).map(([label, prefix]) => {
        const count = operationIds.filter((id) => id.startsWith(prefix)).length;
        return [label, `${count} of ${count}`];
      }),
    );
    assert.equal(rows.find(([label]) => label === "gists.edit")?.[1], "PATCH /gists/:id");
    const { node, item } = await nodeLabelled(tree, "gists.get");
    assert.deepEqual(item.command?.arguments, [node]);
    await runByForm("gists.get", { id: ids.hello }, node);
    assert.equal(shownAnswer().status, 200);
    assert.equal(shownAnswer().result.id, ids.hello);
  });

  it("that is left at any question leaves nothing", async () => {
    const pick = (operation: string) =>
      choosing(
        ({ title = "", items }) =>
          title.startsWith("Run Operation") ? items.find((row) => row.operation === operation) : undefined,
        () => run(),
      );
    await answering({ showInputBox: () => undefined }, () => pick("gists.get"));
    assertNothing();
    // The form itself.
    await pick("gists.getAll");
    assertNothing();
    // The question before a write.
    await answering({ showWarningMessage: () => undefined }, () =>
      run({ operation: "gists.delete", parameters: { id: ids.hello } }),
    );
    assertNothing();
    // The password.
    await answering({ showInputBox: () => undefined }, () => run({ operation: "authorization.getAll" }));
    assertNothing();
    assert.deepEqual(said(), []);
  });

  it("shows before a write what will be sent, without the token", async () => {
    const asked: unknown[] = [];
    const parameters = { user: "mia", repo: "tools", id: 1, name: "web", config: { secret: "s3cret" } };
    await answering({ showWarningMessage: (...given: readonly unknown[]) => void asked.push(...given) }, () =>
      run({ operation: "repos.updateHook", parameters }),
    );
    const [message, options] = asked as [string, { modal: boolean; detail: string }];
    assert.equal(message, `Send repos.updateHook to ${session.forge.host} as mia?`);
    assert.equal(options.modal, true);
    assert.match(options.detail, /^PATCH http:\/\/.+\/repos\/mia\/tools\/hooks\/1\n/);
    assert.match(options.detail, /Authorization: Bearer \[hidden\]/);
    assert.match(options.detail, /"secret": "\[hidden\]"/);
    for (const secret of [tokens.mia, "s3cret"]) assert.ok(!options.detail.includes(secret));
    assertNothing();
  });

  it("sends no parameter of a wrong type, and says which", async () => {
    const wrong: readonly (readonly [string, string, unknown])[] = [
      ["gists.getAll", "per_page", "many"],
      ["gists.getAll", "per_page", 101],
      ["gists.getAll", "per_page", true],
      ["gists.getAll", "since", "yesterday"],
      ["gists.getAll", "since", 7],
      ["gists.getAll", "headers", 7],
      ["gists.getAll", "headers", { Authorization: "x" }],
      ["gists.getAll", "unheard", 1],
      ["gists.get", "id", {}],
      ["gists.get", "id", null],
      ["gists.get", "id", ""],
      ["gists.get", "id", ".."],
      ["gists.create", "public", "perhaps"],
      ["gists.create", "files", "{"],
      ["gists.create", "files", 7],
      ["repos.createHook", "events", "push"],
      ["repos.createHook", "events", {}],
      ["repos.getAll", "type", "mine"],
      ["repos.getAll", "type", []],
      ["repos.createFile", "content", "no base64!"],
    ];
    const others: Readonly<Record<string, object>> = {
      "gists.create": { public: false, files: { "a.md": { content: "a" } } },
      "repos.createHook": { user: "mia", repo: "tools", name: "web", config: { url: "https://example.com" } },
      "repos.createFile": { user: "mia", repo: "tools", path: "a", message: "m" },
    };
    for (const [operation, name, value] of wrong) {
      const before = said().length;
      await run({ operation, parameters: { ...others[operation], [name]: value } });
      await eventually(() => said().length > before, `${operation} ${name} is refused`);
      assert.match(said().at(-1) ?? "", new RegExp(`${name}|header`, "i"));
    }
    for (const target of [
      { operation: "gists.gone" },
      { operation: 7 },
      { operation: "gists.getAll", parameters: [] },
      { operation: "gists.getAll", parameters: {}, more: 1 },
    ]) {
      const before = said().length;
      await run(target);
      await eventually(() => said().length > before, JSON.stringify(target));
    }
    assertNothing();
  });

  it("knows what the row or the editor is about", async () => {
    const seen: Record<string, string | undefined> = {};
    const look = (operation: string, target: unknown) =>
      choosing(
        ({ title = "", items }) => {
          if (title.startsWith("Run Operation")) return items.find((row) => row.operation === operation);
          for (const { label, description } of items) seen[label] = description;
          return undefined;
        },
        () => run(target),
      );
    const repository = await ownRepository(session, "mia/tools");
    await look("repos.get", repository);
    assert.deepEqual([seen["user"], seen["repo"]], ["mia", "tools"]);
    await look("gists.get", { kind: "gist", accountId: session.accountId, gist: { id: ids.hello } });
    assert.equal(seen["id"], ids.hello);
    await look("gists.getFromUser", undefined);
    assert.equal(seen["user"], "mia");
    await window.showTextDocument(session.uri(ids.notes, "notes.md"));
    await look("gists.getComments", undefined);
    assert.equal(seen["gist_id"], ids.notes);
    // Of another account nothing is taken.
    seen["id"] = undefined;
    await answering({ showInputBox: () => undefined }, () =>
      look("gists.get", { kind: "gist", accountId: "otto-at-elsewhere", gist: { id: ids.foreign } }),
    );
    assert.equal(seen["id"], undefined);
  });

  it("shows a no as an answer, and a text as it is", async () => {
    await run({ operation: "gists.checkStar", parameters: { id: ids.hello } });
    const { status, text } = shownAnswer();
    assert.equal(status, 404);
    assert.match(text, /"message": "Not Found"/);
    session.forge.answer = () => new Response("plain\n", { headers: { "content-type": "text/plain" } });
    await run({ operation: "gists.get", parameters: { id: ids.hello } });
    assert.equal(window.activeTextEditor?.document.getText(), "plain\n");
    await commands.executeCommand("type", { text: "x" });
    assert.equal(window.activeTextEditor?.document.getText(), "plain\n");
    assert.deepEqual(said(), []);
    assert.deepEqual(
      history().map(({ status: each }) => each),
      [200, 404],
    );
  });

  it("remembers favourites and what was run, until the account is signed out", async () => {
    await runByForm("gists.getAll", { per_page: 3 });
    session.parts.operations.toggleFavourite("repos.getAll");
    try {
      await choosing(
        ({ items }) => {
          assert.deepEqual(
            items.slice(0, 4).map(({ label, operation }) => operation ?? label),
            ["Favorites", "repos.getAll", "Recent", "gists.getAll"],
          );
          return undefined;
        },
        () => run(),
      );
    } finally {
      session.parts.operations.toggleFavourite("repos.getAll");
    }
    await answering(
      {
        showQuickPick: (rows: readonly { readonly label: string; readonly detail?: string }[]) => {
          assert.deepEqual([rows[0]?.label, rows[0]?.detail], ["gists.getAll 200", '{"per_page":3}']);
          return rows[0];
        },
      },
      () =>
        choosing(
          ({ items }) => items.find(({ does }) => does === "send"),
          () => commands.executeCommand(operationCommands.history),
        ),
    );
    assert.deepEqual(session.forge.sent("GET"), ["GET /gists?per_page=3", "GET /gists?per_page=3"]);
    assert.equal(history().length, 2);
    await session.parts.accounts.remove(session.accountId);
    assert.deepEqual(history(), []);
    await eventually(
      () => /no longer stored/.test(window.activeTextEditor?.document.getText() ?? ""),
      "the answer is gone",
    );
  });

  it("is cancelled with its notification, and then nothing is shown", async () => {
    session.forge.answer = () => new Promise(() => undefined);
    const former = Object.getOwnPropertyDescriptor(window, "withProgress");
    const value = (_: unknown, task: (progress: unknown, token: unknown) => unknown) =>
      task(undefined, { onCancellationRequested: (cancel: () => void) => cancel() });
    Object.defineProperty(window, "withProgress", { value, configurable: true });
    try {
      await run({ operation: "gists.getAll", parameters: {} });
    } finally {
      if (former) Object.defineProperty(window, "withProgress", former);
    }
    session.forge.answer = () => undefined;
    assert.equal(isAnswerShown(), false);
    assert.deepEqual([said(), history()], [[], []]);
  });

  it("has the views read again what a write has changed", async () => {
    const { trees } = session.parts;
    const gists = async () => (await nodesOf(trees.gists)).map(({ item }) => labelOf(item));
    const repositories = async () => (await nodesOf(trees.repos)).map(({ item }) => labelOf(item));
    const send = (operation: string, parameters: object) =>
      answering({ showWarningMessage: (_: string, __: unknown, action: string) => action }, () =>
        run({ operation, parameters }),
      );
    assert.ok(!(await gists()).includes("Made by an operation"));
    assert.ok(!(await repositories()).includes("mia/made"));
    await send("gists.create", {
      public: true,
      description: "Made by an operation",
      files: { "a.md": { content: "a" } },
    });
    const { id } = shownAnswer().result;
    await eventually(async () => (await gists()).includes("Made by an operation"), "the gist is listed");
    const { document } = await window.showTextDocument(session.uri(id, "a.md"));
    await send("gists.edit", { id, files: { "a.md": { content: "b" } } });
    await eventually(() => document.getText() === "b", "the open file is read again");
    await send("gists.delete", { id });
    await eventually(async () => !(await gists()).includes("Made by an operation"), "it is no longer listed");
    await send("repos.create", { name: "made" });
    await eventually(async () => (await repositories()).includes("mia/made"), "the repository is listed");
    assert.deepEqual(said(), []);
  });

  it("looks for secrets before a write", async () => {
    const asked: string[] = [];
    const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    await answering({ showWarningMessage: (text: string) => void asked.push(text) }, () =>
      run({
        operation: "gists.create",
        parameters: { public: true, files: { "a.md": { content: `The token is ${secret}.` } } },
      }),
    );
    await answering({ showWarningMessage: (text: string) => void asked.push(text) }, () =>
      run({
        operation: "repos.createFile",
        parameters: {
          user: "mia",
          repo: "tools",
          path: "a.md",
          message: "m",
          content: Buffer.from(`The token is ${secret}.`).toString("base64"),
        },
      }),
    );
    assert.equal(asked.length, 2);
    for (const text of asked) assert.doesNotMatch(text, /^Send /);
    assert.deepEqual(session.forge.sent("POST", "PUT"), []);
  });

  it("says what a server does not have, and sends nothing", async () => {
    const { accounts } = session.parts;
    const candidate = {
      kind: "github",
      baseUrl: session.forge.url,
      dialect: "github",
      credential: "token",
    } as const;
    await accounts.add(candidate, await accounts.check(candidate, tokens.mia), tokens.mia);
    const tree = session.parts.trees.service;
    const map = await rowsOf(tree, (await nodeLabelled(tree, "Operations")).node);
    const [label, notes, , lacking = []] = map[0] ?? [];
    assert.deepEqual([label, notes], ["Authorizations", "0 of 5"]);
    for (const [, text] of lacking) assert.match(text, /no longer has this$/);
    session.forge.requests.length = 0;
    await choosing(
      ({ items }) => {
        const row = items.find(({ operation }) => operation === "authorization.getAll");
        assert.match(row?.detail ?? "", /no longer has this\.$/);
        return row;
      },
      () => run(),
    );
    await eventually(() => said().length === 1, "it is shown");
    assert.match(said()[0] ?? "", /no longer has this: nothing was sent/);
    assert.deepEqual(session.forge.requests, []);
  });
});
