import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands, TabInputText, type TreeItem, window } from "vscode";
import { systemClock } from "../../src/base/clock.ts";
import { fieldsOf } from "../../src/base/fieldsOf.ts";
import { UnsavedBaseStore } from "../../src/base/unsavedBaseStore.ts";
import { keyOf, PendingEdits } from "../../src/gists/publishing/pendingEdits.ts";
import { accountCommands, gistCommands } from "../../src/ids.ts";
import { fileKeyOf } from "../../src/repos/types.ts";
import { newHookUri } from "../../src/hooks/uri.ts";
import { contentUri } from "../../src/repos/uri.ts";
import { sharedFolder } from "../../src/storage/folders.ts";
import { privateFolder } from "../../src/storage/privateFolder.ts";
import { storageFolder } from "../../src/storage/storageFolder.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show } from "./support/documents.ts";
import { ids, tokens } from "./support/seeds.ts";
import { signIn, useSession } from "./support/session.ts";

/** In every text of the account that is stored. */
const mark = "a text of mia";

describe("Signing out", () => {
  const session = useSession();
  let questions: { readonly text: string; readonly detail: string; readonly buttons: readonly string[] }[];
  beforeEach(() => {
    questions = [];
  });

  const place = (fileName = "notes.md") => ({ accountId: session.accountId, gistId: ids.notes, fileName });
  const edit = async (fileName?: string): Promise<void> => {
    const { pending } = session.parts.files;
    const times = { since: 1, changed: 1 };
    const content = { base: "# Notes\n", mine: `${mark}\n`, state: "unpublished", ...times } as const;
    await pending.put({ ...content, place: place(fileName) });
  };
  const comment = async (): Promise<void> => {
    session.forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "No" }, { status: 500 }) : undefined;
    await assert.rejects(session.parts.comments.create(place(), `${mark}: a comment`));
    session.forge.answer = () => undefined;
  };
  const signOut = (answer: string): PromiseLike<void> =>
    answering(
      {
        showWarningMessage: (text: string, { detail }: { readonly detail: string }, ...buttons: string[]) => {
          questions.push({ text, detail, buttons });
          return answer;
        },
      },
      async () => commands.executeCommand(accountCommands.signOut, { id: session.accountId }),
    );

  const filesBelow = (folder: string): readonly string[] =>
    (existsSync(folder) ? readdirSync(folder, { recursive: true }) : [])
      .map((name) => join(folder, String(name)))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
  /** Whatever is stored that names the account or has a text of it. */
  const traces = async (accountId: string): Promise<readonly string[]> => {
    const { globalStorageUri, storageUri, globalState, workspaceState, secrets } = session.parts.context;
    const found: (readonly [string, string])[] = [];
    for (const folder of [globalStorageUri, ...(storageUri ? [storageUri] : [])])
      // The sandbox is a server of its own.
      for (const path of filesBelow(folder.fsPath).filter((each) => !each.includes("sandbox")))
        found.push([path, readFileSync(path, "utf8")]);
    for (const state of [globalState, workspaceState])
      for (const key of state.keys()) found.push([key, JSON.stringify(state.get(key)) ?? ""]);
    for (const key of ["forgeside.accounts", "forgeside.secretMarker"])
      found.push([key, (await secrets.get(key)) ?? ""]);
    return found.flatMap(([name, text]) => {
      const all = name + text;
      return all.includes(accountId) || all.includes(mark) || all.includes(tokens.mia) ? [name] : [];
    });
  };

  it("leaves nothing of the account on this computer when what is unpublished is discarded", async () => {
    const { accountId, parts } = session;
    await parts.gists.lists.get(accountId, "own");
    await edit();
    const uri = contentUri({ accountId, owner: "mia", repo: "hello", ref: "main", path: "a.md" }).toString();
    const change = { place: { accountId, uri }, content: "eA==", base: null, description: mark };
    await parts.localChanges.store(change, undefined);
    await comment();
    await parts.trash.keep(accountId, ids.notes);
    parts.comments.markRead(place());
    parts.uris.keep(session.uri(ids.notes, "notes.md"));
    parts.followed.add(accountId, "otto");
    parts.feeds.add(accountId, "mia", [{ kind: "user", target: "otto" }]);
    parts.repoRoots.open({ accountId, owner: "mia", repo: "hello" });
    parts.files.drafts.add({ accountId, description: mark, public: false, files: ["a.md"] });
    await parts.state.update("publishModes", { [`${accountId}/${ids.notes}`]: "manual" });
    parts.operations.remember({ operation: "gists.get", parameters: { id: mark }, accountId, at: 1, status: 200 });
    const storage = parts.context.globalStorageUri.fsPath;
    const minuteAgo = Date.now() / 1000 - 90;
    for (const folder of ["edits", "search"]) {
      mkdirSync(join(storage, folder), { recursive: true });
      const left = join(storage, folder, "left.json.12345678.tmp");
      writeFileSync(left, mark);
      utimesSync(left, minuteAgo, minuteAgo);
    }
    writeFileSync(join(storage, "search", `${accountId}.jsonl`), mark);
    writeFileSync(join(storage, "edits", "x.json.damaged"), `{"accountId":"${accountId}","mine":"${mark}`);
    // What other windows have in documents of operations.
    const operationDocuments = new UnsavedBaseStore(
      privateFolder(join(storage, "operationDocuments")),
      false,
      fieldsOf,
    );
    await operationDocuments.write(`${accountId}/1`, { text: mark, modified: 1 });
    // What a window that crashed left of its unsaved documents.
    const workspaceStorage = parts.context.storageUri?.fsPath ?? storage;
    for (const [folder, key] of [
      ["gistBases", keyOf(place())],
      ["repoBases", fileKeyOf({ accountId, owner: "mia", repo: "hello", ref: "main", path: "a.md" })],
    ] as const) {
      const bases = new UnsavedBaseStore(privateFolder(join(workspaceStorage, folder)), true, fieldsOf);
      await bases.write(key, { base: mark });
    }
    await eventually(async () => (await traces(accountId)).length > 10, "there is something to remove");

    await signOut("Discard and Sign Out");
    assert.equal(parts.accounts.get(accountId), undefined);
    assert.match(questions[0]?.detail ?? "", /^This account has 2 unpublished edits, 1 unsent comment\./);
    assert.deepEqual(questions[0]?.buttons, [
      "Publish and Sign Out",
      "Keep on This Computer",
      "Discard and Sign Out",
    ]);
    await eventually(async () => (await traces(accountId)).length === 0, "nothing is left").catch(async () =>
      assert.deepEqual(await traces(accountId), []),
    );
  });

  it("brings back what was kept when the same account signs in again", async () => {
    const { accountId, parts } = session;
    await edit();
    await comment();
    await signOut("Keep on This Computer");
    assert.equal(parts.accounts.get(accountId), undefined);
    assert.equal(parts.comments.drafts(place()).length, 0);
    assert.equal(await signIn(parts, session.forge, tokens.mia), accountId);
    await eventually(() => parts.comments.drafts(place()).length === 1, "the comment is back");
    assert.equal(parts.comments.drafts(place())[0]?.body, `${mark}: a comment`);
    assert.equal((await parts.files.pending.get(place()))?.mine, `${mark}\n`);
    await signOut("Discard and Sign Out");
    assert.equal(questions.length, 2);
    await eventually(async () => (await traces(accountId)).length === 0, "nothing is left");
  });

  it("leaves a row that leads back, beside the edits that are kept, and after a lost token one that replaces it", async () => {
    const { parts } = session;
    const rows = async () => {
      const [view, nodes] = [parts.trees.gists, await parts.trees.gists.getChildren()];
      const [unpublished, ...others] = nodes.map((node) => view.getTreeItem(node) as TreeItem);
      const [child] = await view.getChildren(nodes[0]);
      return [
        unpublished?.label,
        child && String((view.getTreeItem(child) as TreeItem).description).split(" · ")[0],
        ...others.map(({ label, description, command }) => [label, description, command?.command]),
      ];
    };
    await edit();
    session.forge.answer = () => Response.json({ message: "Bad credentials" }, { status: 401 });
    await answering({ showWarningMessage: () => new Promise<undefined>(() => undefined) }, async () => {
      await commands.executeCommand(gistCommands.refresh);
      const refused = "The server no longer accepts the token. Replace the token.";
      assert.deepEqual(await rows(), [
        "Unpublished",
        "not published yet",
        ["Replace Token...", refused, accountCommands.replaceToken],
      ]);
    });
    session.forge.answer = () => undefined;
    await signOut("Keep on This Computer");
    assert.deepEqual(await rows(), [
      "Unpublished",
      "signed out",
      ["Sign In...", "You're not signed in.", accountCommands.signIn],
    ]);
  });

  it("publishes first when that is wanted, and does not sign out when something could not be published", async () => {
    const { accountId, parts, forge } = session;
    await edit();
    await comment();
    await edit("gone.md");
    forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "No" }, { status: 500 }) : undefined;
    await signOut("Publish and Sign Out");
    assert.ok(parts.accounts.get(accountId));
    assert.match(
      session.messages.at(-1) ?? "",
      /^You're still signed in: .*1 unsent comment could not be published\./,
    );
    assert.equal(forge.files(ids.notes)?.["notes.md"], `${mark}\n`);
    forge.answer = () => undefined;
    for (const each of parts.files.pending.all) await parts.files.engine.discard(each.place);
    await signOut("Publish and Sign Out");
    assert.equal(parts.accounts.get(accountId), undefined);
  });

  it("asks again before it discards what was stored while it asked, or while a document was closed", async () => {
    const { accountId, parts } = session;
    await edit();
    const counts: (string | undefined)[] = [];
    let isClosing = false;
    // As Save does in VS Code's question about a tab.
    const closing = parts.accounts.signOuts.join({
      closeDocuments: async () => {
        if (isClosing) await edit("third.md");
        return true;
      },
    });
    const asking = async (_text: string, { detail }: { readonly detail: string }): Promise<string> => {
      counts.push(/has (.*?)\./.exec(detail)?.[1]);
      if (counts.length > 2) return "Keep on This Computer";
      isClosing = counts.length === 2;
      if (!isClosing) await edit("second.md");
      return "Discard and Sign Out";
    };
    await answering({ showWarningMessage: asking } as never, async () =>
      commands.executeCommand(accountCommands.signOut, { id: accountId }),
    );
    closing.dispose();
    assert.deepEqual(counts, ["1 unpublished edit", "2 unpublished edits", "3 unpublished edits"]);
    assert.equal(parts.accounts.get(accountId), undefined);
  });

  it("leaves what another window stores while it discards", async () => {
    const { accounts, context, files } = session.parts;
    const { accountId } = session;
    const item = {
      version: "one",
      publish: async () => undefined,
      discard: async () => {
        items.length = 0;
        const others = new PendingEdits(storageFolder(sharedFolder(context, "edits")), systemClock);
        await others.load();
        const now = Date.now() + 1;
        const text = { base: "# Notes\n", mine: "of another window\n", state: "unpublished" } as const;
        await others.put({
          ...text,
          since: now,
          changed: now,
          place: { accountId, gistId: ids.notes, fileName: "notes.md" },
        });
        others.dispose();
      },
    };
    const items = [item];
    const joined = accounts.signOuts.join({ unsent: { kind: "edits", list: async () => [...items] } });
    try {
      await signOut("Discard and Sign Out");
    } finally {
      joined.dispose();
    }
    assert.equal(questions.length, 1);
    await signIn(session.parts, session.forge, tokens.mia);
    await files.pending.refresh();
    await eventually(() => files.pending.all[0]?.mine === "of another window\n", "it is there");
  });

  it("asks again before it discards what was merged while it asked", async () => {
    const { accountId, parts } = session;
    const { pending, engine } = parts.files;
    const sides = { base: "a\n", mine: "b\n", merge: { text: "a\n", theirs: "c\n", since: 1 } };
    const stored = await pending.put({ ...sides, state: "conflict", since: 1, changed: 1, place: place() });
    let count = 0;
    const asking = async (): Promise<string | undefined> => {
      count += 1;
      if (count > 1) return undefined;
      await engine.storeMerge(stored, { ...sides.merge, text: `${mark}\n` });
      return "Discard and Sign Out";
    };
    await answering({ showWarningMessage: asking } as never, async () =>
      commands.executeCommand(accountCommands.signOut, { id: accountId }),
    );
    assert.deepEqual([count, pending.all.map(({ merge }) => merge?.text)], [2, [`${mark}\n`]]);
  });

  it("closes documents of files and hooks while the account can still save them", async () => {
    const { accountId, parts, forge } = session;
    await forge.client(tokens.mia).call("repos.create", { name: "tools", auto_init: true });
    const repository = { accountId, owner: "mia", repo: "tools" };
    const uris = [newHookUri(repository), contentUri({ ...repository, ref: "main", path: "README.md" })];
    for (const uri of uris) await show(uri);
    const closed: (readonly [string, boolean])[] = [];
    const watching = window.tabGroups.onDidChangeTabs(({ closed: tabs }) => {
      for (const { input } of tabs)
        if (input instanceof TabInputText)
          closed.push([input.uri.toString(), parts.accounts.get(accountId) !== undefined]);
    });
    await signOut("Sign Out");
    await eventually(() => closed.length === uris.length, "the documents are closed");
    watching.dispose();
    assert.deepEqual(new Map(closed), new Map(uris.map((uri) => [uri.toString(), true])));
  });

  it("asks as before when nothing is unpublished, and changes nothing when the question is left", async () => {
    const { accountId, parts } = session;
    await signOut("");
    assert.ok(parts.accounts.get(accountId));
    assert.deepEqual(questions[0]?.buttons, ["Sign Out"]);
    await signOut("Sign Out");
    assert.equal(parts.accounts.get(accountId), undefined);
  });
});
