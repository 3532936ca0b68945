import assert from "node:assert/strict";
import { Uri, workspace } from "vscode";
import type { FeatureId } from "../../src/features/featureTable.ts";
import { startConditions, watchStartConditions } from "../../src/features/startConditions.ts";
import { linkFilePath, linksKey } from "../../src/gists/links/linkFile.ts";
import { settings } from "../../src/ids.ts";
import { sharedFolder } from "../../src/storage/folders.ts";
import { eventually } from "../support/eventually.ts";
import { bytes, show } from "./support/documents.ts";
import { ids } from "./support/seeds.ts";
import { closeEditors, useSession, withSetting } from "./support/session.ts";
import { itWithNode } from "./support/versions.ts";

describe("What starts a feature before it is used", () => {
  const session = useSession();
  let folder: Uri;
  let links: unknown;
  let snippetsSeen: unknown;
  const context = () => ({
    ...session.parts.context,
    globalState: { ...session.parts.context.globalState, get: () => snippetsSeen },
    globalStorageUri: folder,
    storageUri: folder,
    workspaceState: { ...session.parts.context.workspaceState, get: () => links },
  });
  /** The features whose conditions are met, with the reasons. */
  const met = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const { feature, reason, isMet } of startConditions)
      if (await isMet(context())) found.push(`${feature}: ${reason}`);
    return found;
  };
  beforeEach(() => {
    folder = Uri.joinPath(session.parts.context.globalStorageUri, "startConditions");
    links = undefined;
    snippetsSeen = undefined;
  });
  afterEach(() =>
    workspace.fs.delete(folder, { recursive: true }).then(
      () => undefined,
      () => undefined,
    ),
  );

  it("is nothing at first", async () => {
    assert.deepEqual(await met(), []);
  });

  it("is an edit of a gist that waits", async () => {
    await workspace.fs.createDirectory(sharedFolder(context(), "edits"));
    assert.deepEqual(await met(), []);
    await workspace.fs.writeFile(Uri.joinPath(sharedFolder(context(), "edits"), "a.json"), bytes("{}"));
    assert.deepEqual(await met(), ["gists: edits of gists are not published"]);
  });

  it("is a local change that waits", async () => {
    await workspace.fs.writeFile(Uri.joinPath(sharedFolder(context(), "localChanges"), "a.json"), bytes("{}"));
    assert.deepEqual(await met(), ["repos: local changes are stored"]);
  });

  it("is the setting of snippets, or a gist with snippets that was seen", async () => {
    const isMet = ["gists: snippets are offered"];
    await withSetting(settings.snippetsEnabled, true, async () => assert.deepEqual(await met(), isMet));
    snippetsSeen = true;
    assert.deepEqual(await met(), isMet);
    await withSetting(settings.snippetsEnabled, false, async () => assert.deepEqual(await met(), []));
  });

  it("is the setting of an index in the background", () =>
    withSetting(settings.searchIndex, "background", async () =>
      assert.deepEqual(await met(), ["search: the index is built in the background"]),
    ));

  it("is a share of the last day", async () => {
    const share = { accountId: "mia", id: "1", link: "https://forge.example/1", comments: 0, updatedAt: "" };
    links = [{ ...share, sharedAt: 0 }];
    assert.deepEqual(
      (await met()).filter((each) => !each.startsWith("links")),
      [],
    );
    links = [{ ...share, sharedAt: Date.now() }];
    assert.ok((await met()).includes("gists: a share can be undone"));
  });

  it("is a share that a reload has interrupted", async () => {
    links = [{ accountId: "mia", what: "notes.md" }];
    assert.ok((await met()).includes("gists: a share was interrupted"));
  });

  it("is a link that the workspace state has", async () => {
    assert.equal(linksKey, "forgeside.links");
    links = [{}];
    assert.deepEqual(await met(), ["links: files are linked"]);
  });

  itWithNode("is a file of links in the workspace", async () => {
    const file = Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? Uri.file("/"), linkFilePath);
    await workspace.fs.writeFile(file, bytes("{}"));
    try {
      assert.deepEqual(await met(), ["links: files are linked"]);
    } finally {
      await workspace.fs.delete(Uri.joinPath(file, ".."), { recursive: true });
    }
  });

  it("is a document of it in a tab", async () => {
    await show(session.uri(ids.notes, "notes.md"));
    assert.deepEqual(await met(), ["gists: a tab shows a document of it"]);
    await closeEditors();
    assert.deepEqual(await met(), []);
  });

  it("says what waits when the feature cannot be started, and starts it with a retry", async () => {
    await workspace.fs.writeFile(Uri.joinPath(sharedFolder(context(), "edits"), "a.json"), bytes("{}"));
    const shown: (string | undefined)[] = [];
    const logged: string[] = [];
    const started = new Set<FeatureId>();
    let retry: (() => Promise<unknown>) | undefined;
    let isBroken = true;
    const watch = watchStartConditions(
      {
        context: context(),
        accounts: session.parts.accounts,
        log: { info: (text) => logged.push(text), error: (what) => logged.push(`failed: ${what}`) },
      },
      {
        start: async (id) => {
          if (isBroken) throw new Error("broken");
          started.add(id);
        },
        isStarted: (id) => started.has(id),
        failures: {
          show: async (failure) => {
            shown.push(failure.consequence);
            ({ retry } = failure);
          },
        },
      },
    );
    await eventually(() => shown.length > 0, "the failure is shown");
    assert.deepEqual(shown, ["Edits of gists that wait on this computer are not published until it starts."]);
    assert.deepEqual(logged, ["start of gists: edits of gists are not published"]);
    isBroken = false;
    await retry?.();
    assert.deepEqual([...started], ["gists"]);
    watch.dispose();
  });
});
