import assert from "node:assert/strict";
import { commands, Uri, window, workspace } from "vscode";
import { contextKeys, trashCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show } from "./support/documents.ts";
import { hearCommands } from "./support/heardCommands.ts";
import { ids } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const call = { operation: "gists.getAll", parameters: {}, at: 1, status: 200 } as const;

describe("The keys of commands that can do nothing", () => {
  const values = new Map<string, unknown>();
  let restore: (() => void) | undefined;
  before(() => {
    restore = hearCommands((id, key, value) => {
      if (id === "setContext") values.set(String(key), value);
    });
  });
  after(() => restore?.());
  const session = useSession();
  const becomes = (key: string, value: unknown): Promise<void> =>
    eventually(() => values.get(key) === value, `${key} is ${String(value)}`);

  it("hold while no deleted gist is stored, and no longer once one is", async () => {
    const { trash, gists } = session.parts;
    const deleted = await trash.keep(session.accountId, ids.hello);
    await gists.delete(session.accountId, ids.hello);
    await becomes(contextKeys.noDeletedGists, false);
    const pickAll = async (items: readonly unknown[]) => items;
    const accept = (_: string, __: unknown, action: string) => action;
    await answering({ showQuickPick: pickAll as never, showWarningMessage: accept as never }, () =>
      commands.executeCommand(trashCommands.forget),
    );
    await becomes(contextKeys.noDeletedGists, true);
    assert.equal(await trash.get(deleted.id), undefined);
  });

  it("hold while there is no history of operations", async () => {
    const { accountId } = session;
    assert.equal(values.get(contextKeys.noOperationHistory), true);
    session.parts.operations.remember({ ...call, accountId });
    assert.equal(values.get(contextKeys.noOperationHistory), false);
    session.parts.operations.forget(accountId);
    assert.equal(values.get(contextKeys.noOperationHistory), true);
  });

  it("hold once it is known that there is no gist of the own ones, or none that is starred", async () => {
    const { gists } = session.parts;
    const { accountId } = session;
    const own = (await gists.lists.get(accountId, "own")).gists;
    const starred = (await gists.lists.get(accountId, "starred")).gists;
    assert.notEqual(values.get(contextKeys.noOwnGists), true);
    assert.notEqual(values.get(contextKeys.noStarredGists), true);
    for (const gist of starred) await gists.setStar(accountId, gist, false);
    for (const { id } of own) await gists.delete(accountId, id);
    for (const kind of ["own", "starred"] as const) await gists.lists.get(accountId, kind);
    await becomes(contextKeys.noOwnGists, true);
    await becomes(contextKeys.noStarredGists, true);
    gists.refresh(accountId);
    await becomes(contextKeys.noOwnGists, false);
    await gists.lists.get(accountId, "own");
    await becomes(contextKeys.noOwnGists, true);
    await gists.create(accountId, { files: { "one.txt": "one" }, public: false });
    await becomes(contextKeys.noOwnGists, false);
  });

  it("hold once it is known that there is no repository, unless the repositories are filtered", async () => {
    const { repos, repoRoots } = session.parts;
    const { accountId } = session;
    await repos.list(accountId, "own");
    await becomes(contextKeys.noRepositories, true);
    const options = repoRoots.ownOptions;
    repoRoots.ownOptions = { ...options, type: "private" };
    repos.refresh(accountId, "own");
    await repos.list(accountId, "own");
    assert.equal(values.get(contextKeys.noRepositories), false);
    repoRoots.ownOptions = options;
    repos.refresh(accountId, "own");
    await repos.list(accountId, "own");
    await becomes(contextKeys.noRepositories, true);
    await session.parts.accounts.get(accountId)?.client.call("repos.create", { name: "first" });
    repos.refresh(accountId, "own");
    await repos.list(accountId, "own");
    await becomes(contextKeys.noRepositories, false);
  });

  it("hold while no account has two feeds", async () => {
    const { feeds } = session.parts;
    const login = session.parts.accounts.get(session.accountId)?.profile.login ?? "";
    const { accountId } = session;
    const all = feeds.of(accountId, login);
    assert.ok(all.length > 1);
    assert.notEqual(values.get(contextKeys.oneFeed), true);
    for (const feed of all.slice(1)) feeds.remove(accountId, login, feed);
    await becomes(contextKeys.oneFeed, true);
    feeds.add(accountId, login, all.slice(1));
    await becomes(contextKeys.oneFeed, false);
  });

  it("have the files in tabs that are in no folder of the workspace", async () => {
    const open = (): unknown => values.get(contextKeys.filesOutside);
    // VS Code for the Web has no folder in these tests.
    for (const { uri } of workspace.workspaceFolders ?? []) await show(Uri.joinPath(uri, "greeting.ts"));
    const { document } = await window.showTextDocument(await workspace.openTextDocument({ content: "one" }));
    await eventually(() => Array.isArray(open()), "the text that was never saved is known");
    assert.deepEqual(open(), [document.uri.toString()]);
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await becomes(contextKeys.filesOutside, undefined);
  });
});
