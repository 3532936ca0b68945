import assert from "node:assert/strict";
import { commands, type TextDocument, window } from "vscode";
import { authorizationCommands, gistCommands, localChangeCommands, repoFileCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { startForge } from "./support/forge.ts";
import { hookTools } from "./support/hookTools.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { nodesOf } from "./support/rows.ts";
import { ids, smallSeed, tokens } from "./support/seeds.ts";
import { signIn, useSession, withAutoSave } from "./support/session.ts";
import { useWarnings } from "./support/warnings.ts";

/** As VS Code calls a command of a row's menu. */
const run = (id: string, rows: readonly unknown[]) => commands.executeCommand(id, rows[0], rows);

describe("Rows of gists that are selected together", () => {
  const session = useSession();
  const warnings = useWarnings();

  it("are deleted without the gist of a file's row that is selected, too", async () => {
    const nodes = (await nodesOf(session.parts.trees.gists)).map(({ node }) => node);
    const rowOf = (kind: string, id: string) =>
      nodes.find((node) => node.kind === kind && "gist" in node && node.gist?.id === id);
    const rows = [rowOf("gist", ids.notes), rowOf("file", ids.hello)];
    assert.ok(rows.every((row) => row !== undefined));
    warnings.answer = "Delete";
    await run(gistCommands.delete, rows);
    assert.equal(warnings.asked.length, 1);
    assert.doesNotMatch(`${warnings.asked[0]?.message} ${warnings.asked[0]?.detail}`, /2 gists|Hello/);
    assert.notEqual(session.forge.files(ids.hello), undefined);
  });
});

describe("Rows of authorizations that are selected together", () => {
  const password = "hunter2-of-mia";
  const seed = () => ({
    ...smallSeed(),
    users: smallSeed().users.map((user) => (user.login === "mia" ? { ...user, password } : user)),
  });
  const session = useSession({ seed });

  it("are not deleted at another server when their account is signed out during the question", async () => {
    const second = await startForge(seed());
    try {
      const tree = session.parts.trees.service;
      const asked: string[] = [];
      const answers = {
        showInputBox: (({ password: isPassword }: { readonly password?: boolean }) =>
          isPassword ? password : "mia") as never,
        showInformationMessage: (() => undefined) as never,
        showWarningMessage: (async (_: string, { detail }: { readonly detail?: string }) => {
          // Not a question: the report of what was not done.
          if (detail === undefined) return undefined;
          asked.push(detail);
          await session.parts.accounts.remove(session.accountId);
          return "Delete";
        }) as never,
      };
      const section = async () => (await tree.getChildren()).find(({ kind }) => String(kind) === "authorizations");
      await answering(answers, async () => {
        const first = await section();
        await commands.executeCommand(authorizationCommands.list, first);
        const rows = await tree.getChildren(first);
        await signIn(session.parts, second, tokens.mia);
        await commands.executeCommand(authorizationCommands.list, await section());
        await run(authorizationCommands.delete, rows);
      });
      assert.equal(asked.length, 1);
      assert.ok(asked[0]?.includes(`mia (${session.forge.host})`), asked[0]);
      assert.deepEqual([session.forge.sent("DELETE"), second.sent("DELETE")], [[], []]);
    } finally {
      await second.stop();
    }
  });
});

describe("Rows of unpublished changes that are selected together", () => {
  const { session, uri, add } = useRepositorySession();
  const { uriOf, hooks, make } = hookTools(session);
  const rows = () => session.parts.localChanges.all.map((change) => ({ kind: "localChange", change }));
  const reports: string[] = [];
  const showInformationMessage = ((text: string) => void reports.push(text)) as never;
  beforeEach(() => void reports.splice(0));

  const changeTwoHooks = async (): Promise<void> => {
    for (const number of [1, 2]) {
      const document = await show(uriOf(await make({ config: { url: `https://example.com/${number}` } })));
      await withAutoSave(async () => {
        await type(document, document.getText().replace('"push"', '"star"'));
        await eventually(() => !document.isDirty, "it is saved");
      });
    }
  };

  it("are sent again by the button of the report when one could not be published", async () => {
    await changeTwoHooks();
    let isFirst = true;
    session.forge.answer = ({ method }) => {
      if (method !== "PATCH" || !isFirst) return undefined;
      isFirst = false;
      return Response.json({ message: "Not today" }, { status: 403 });
    };
    const showWarningMessage = ((text: string, ...buttons: readonly string[]) => {
      if (!text.startsWith("Publish changes:")) return undefined;
      reports.push(text);
      return buttons.find((button) => button === "Try Again");
    }) as never;
    await answering({ showWarningMessage }, () => run(localChangeCommands.publish, rows()));
    assert.deepEqual(reports, ["Publish changes: 1 of 2 done."]);
    assert.deepEqual(
      (await hooks()).map(({ events }) => events),
      [["star"], ["star"]],
    );
    await eventually(
      () => rows().length === 0,
      () => `nothing is unpublished: ${JSON.stringify(rows())}`,
    );
  });

  it("are published for hooks, too", async () => {
    await changeTwoHooks();
    await answering({ showInformationMessage }, () => run(localChangeCommands.publish, rows()));
    assert.deepEqual(reports, []);
    assert.deepEqual(
      (await hooks()).map(({ events }) => events),
      [["star"], ["star"]],
    );
    await eventually(
      () => rows().length === 0,
      () => `nothing is unpublished: ${JSON.stringify(rows())}`,
    );
  });

  it("are reported where one was changed during the question, and the newer text stays", async () => {
    const documents: TextDocument[] = [];
    for (const name of ["a.txt", "b.txt"]) await add(name, "0\n");
    for (const name of ["a.txt", "b.txt"]) documents.push(await show(uri(name)));
    const save = (index: number, text: string) =>
      withAutoSave(async () => {
        const document = documents[index] ?? assert.fail();
        await type(document, text);
        await eventually(() => !document.isDirty, "it is saved");
      });
    await save(0, "first\n");
    await save(1, "first\n");
    const showWarningMessage = (async (message: string, options: unknown) => {
      if (typeof options !== "object") return void reports.push(message);
      await save(0, "newer\n");
      return "Discard Changes";
    }) as never;
    await answering({ showWarningMessage }, () => run(localChangeCommands.discard, rows()));
    assert.deepEqual(reports, ["Discard changes: 1 of 2 done."]);
    assert.equal(rows().length, 1);
    assert.equal(documents[0]?.getText(), "newer\n");
  });
});

describe("Rows of files that are selected together", () => {
  const { session, at, mia, add, atService } = useRepositorySession();
  const row = (path: string) => ({
    kind: "content",
    place: { accountId: session.accountId, owner: at.user, repo: at.repo, ref: "main", path },
  });
  const errors: string[] = [];
  const remove = (names: readonly string[], answer: () => unknown = () => "Remove them") => {
    errors.length = 0;
    const answers = {
      showInputBox: answer as never,
      showErrorMessage: ((text: string) => void errors.push(text)) as never,
      showWarningMessage: ((text: string) => void errors.push(text)) as never,
    };
    return answering(answers, () => run(repoFileCommands.delete, names.map(row)));
  };
  const there = async (...names: readonly string[]) => {
    const found = [];
    for (const name of names) if ((await atService(name)) !== undefined) found.push(name);
    return found;
  };
  beforeEach(async () => {
    for (const name of ["a.txt", "b.txt", "c.txt"]) await add(name, "x\n");
  });

  it("say which of them was not deleted, and how many were", async () => {
    session.forge.answer = ({ method, url }) =>
      method === "DELETE" && url.includes("b.txt")
        ? Response.json({ message: "Not b" }, { status: 403 })
        : undefined;
    await remove(["a.txt", "b.txt", "c.txt"]);
    assert.match(errors.join(), /Deleted 1 of 3 files\. “b\.txt” was not deleted: .*Not b/);
    assert.deepEqual(await there("a.txt", "b.txt", "c.txt"), ["b.txt", "c.txt"]);
  });

  it("are left as they are when one of them is gone, which is named", async () => {
    await remove(["gone.txt", "a.txt"]);
    assert.match(errors.join(), /“gone\.txt” no longer exists/);
    assert.doesNotMatch(errors.join(), /forgeside-repo/);
    assert.deepEqual(await there("a.txt"), ["a.txt"]);
  });

  it("are named when another user deletes one during the question", async () => {
    await remove(["a.txt", "b.txt"], async () => {
      const file = await mia().call("repos.getContent", { ...at, path: "a.txt", ref: "main" });
      const sha = "sha" in file ? file.sha : "";
      await mia().call("repos.deleteFile", { ...at, path: "a.txt", message: "Theirs", sha, branch: "main" });
      return "Mine";
    });
    assert.match(errors.join(), /“a\.txt” no longer exists/);
    assert.deepEqual(await there("b.txt"), ["b.txt"]);
    assert.equal(window.activeTextEditor, undefined);
  });
});
