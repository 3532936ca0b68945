import assert from "node:assert/strict";
import { commands, env, window, workspace } from "vscode";
import type { Client } from "../../src/client/client.ts";
import { repoCommands } from "../../src/ids.ts";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { capturing } from "./support/historyTools.ts";
import { labelOf, nodesOf, type Row, rowsOf } from "./support/rows.ts";
import { people, smallSeed, tokens } from "./support/seeds.ts";
import { clicking } from "./support/signIns.ts";
import { useSession } from "./support/session.ts";
import { isBrowser } from "./support/versions.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** A repository of mia with two branches and some files; otto has one that he shares. */
const fill = async (mia: Client, otto: Client): Promise<void> => {
  const at = { user: "mia", repo: "tools" };
  await mia.call("repos.create", { name: "tools", description: "What I need", auto_init: true });
  const put = (path: string, text: string, branch = "main") =>
    mia.call("repos.createFile", { ...at, path, message: `Add ${path}`, content: base64(text), branch });
  await put("src/index.ts", "export const one = 1;\n");
  await put("src/a b%20c#.md", "# Odd name\n");
  await put("ä.txt", "umlaut\n");
  await mia.call("repos.create", { name: "secret-plans", private: true, auto_init: true });
  await otto.call("repos.create", { name: "shared", auto_init: true });
};

const seed = (): SandboxSeed => ({
  ...smallSeed(),
  tokens: (people.tokens ?? []).map((each) => ({ ...each, scopes: ["gist", "repo", "delete_repo"] })),
});

describe("The view of repositories", () => {
  const session = useSession({ seed });
  beforeEach(async () => {
    await fill(session.forge.client(tokens.mia), session.forge.client(tokens.otto));
    // What VS Code drew before may still be under way.
    await eventually(async () => {
      session.parts.repos.refresh();
      return (await session.parts.repos.list(session.accountId, "own")).items.length === 2;
    }, "the repositories are seen");
    session.parts.repos.refresh();
    session.forge.requests.length = 0;
  });
  afterEach(() => session.parts.repoRoots.forget(session.accountId));
  // What is on screen asks for itself: the tests of others see no such requests.
  after(() => commands.executeCommand("workbench.view.explorer"));

  const tree = () => session.parts.trees.repos;
  const top = async (label: string) => {
    for (const node of await tree().getChildren()) if (labelOf(tree().getTreeItem(node)) === label) return node;
    throw new Error(`no ${label}`);
  };
  const below = async (...labels: readonly string[]) => {
    let node = await top(labels[0] ?? "");
    for (const label of labels.slice(1)) {
      const children = await tree().getChildren(node);
      const found = children.find((each) => labelOf(tree().getTreeItem(each)) === label);
      assert.ok(found, `${label} in ${children.map((each) => labelOf(tree().getTreeItem(each))).join(", ")}`);
      node = found;
    }
    return node;
  };
  const labels = async (...path: readonly string[]): Promise<readonly string[]> =>
    (await tree().getChildren(await below(...path))).map((each) => labelOf(tree().getTreeItem(each)));

  it("has one's own repositories, with age and visibility, and asks for nothing else", async () => {
    const rows = await labels("Your Repositories");
    assert.deepEqual(rows.toSorted(), ["mia/secret-plans", "mia/tools"]);
    const item = tree().getTreeItem(await below("Your Repositories", "mia/secret-plans"));
    assert.match(String(item.description), /^(now|\d+\S+)( · .*)? · private$/);
    assert.match(item.accessibilityInformation?.label ?? "", /^Repository mia\/secret-plans, private, /);
    const open = tree().getTreeItem(await below("Your Repositories", "mia/tools"));
    assert.doesNotMatch(String(open.description), /public/);
    assert.match(open.accessibilityInformation?.label ?? "", /^Repository mia\/tools, public, /);
    assert.deepEqual(session.forge.sent("GET"), [
      "GET /user/repos?type=all&sort=pushed&direction=desc&per_page=100",
    ]);
    assert.deepEqual(await labels("Starred"), ["You have starred no repositories yet."]);
  });

  it("shows files, branches, commits and more below a repository, each read when it is opened", async () => {
    assert.deepEqual(await labels("Your Repositories", "mia/tools", "Files"), ["src", "README.md", "ä.txt"]);
    const files = tree().getTreeItem(await below("Your Repositories", "mia/tools", "Files"));
    assert.equal(files.accessibilityInformation?.label, "Files, main");
    assert.deepEqual(await labels("Your Repositories", "mia/tools", "Files", "src"), ["a b%20c#.md", "index.ts"]);
    assert.deepEqual(await labels("Your Repositories", "mia/tools", "Branches"), ["main"]);
    assert.deepEqual(await labels("Your Repositories", "mia/tools", "Commits"), [
      "Add ä.txt",
      "Add src/a b%20c#.md",
      "Add src/index.ts",
      "Initial commit",
    ]);
    assert.deepEqual(await labels("Your Repositories", "mia/tools", "Languages"), ["TypeScript"]);
    assert.deepEqual(await labels("Your Repositories", "mia/tools", "Tags"), ["Tags: there are none."]);
    assert.deepEqual(session.messages, []);
  });

  it("opens a file of any name as the service has it", async () => {
    const textAt = async (...path: readonly string[]): Promise<string> => {
      const { resourceUri } = tree().getTreeItem(await below("Your Repositories", "mia/tools", "Files", ...path));
      assert.ok(resourceUri);
      return (await workspace.openTextDocument(resourceUri)).getText();
    };
    assert.equal(await textAt("ä.txt"), "umlaut\n");
    assert.match(await textAt("README.md"), /^# tools/);
    assert.equal(await textAt("src", "a b%20c#.md"), "# Odd name\n");
    assert.deepEqual(session.forge.sent("PUT", "POST", "PATCH", "DELETE"), []);
  });

  it("opens a repository by name, number or address, and closes it again", async () => {
    const { id } = await session.parts.repos.read({ accountId: session.accountId, owner: "otto", repo: "shared" });
    for (const text of ["otto/shared", String(id), `${session.forge.url}/otto/shared`]) {
      await commands.executeCommand(repoCommands.open, text);
      assert.deepEqual(await labels("Opened"), ["otto/shared"], text);
      await commands.executeCommand(repoCommands.close, await below("Opened", "otto/shared"));
      assert.deepEqual(session.parts.repoRoots.of(session.accountId).opened, []);
    }
    assert.deepEqual(session.messages, []);
  });

  it("opens nothing that is no repository, that is not there, or that is elsewhere", async () => {
    session.forge.requests.length = 0;
    const refused = ["../etc", "a/../b", "nobody", "https://evil.example/a/b", "javascript:alert(1)"];
    for (const [index, text] of refused.entries()) {
      // It goes on when a message is answered that offers the sign-in.
      void commands.executeCommand(repoCommands.open, text);
      await eventually(() => session.messages.length > index, `${text} is refused`);
    }
    assert.deepEqual(session.forge.requests, []);
    await commands.executeCommand(repoCommands.open, "otto/none");
    await eventually(() => session.messages.length === 6, "all are refused");
    assert.match(session.messages[3] ?? "", /no account on evil\.example/);
    assert.match(session.messages[5] ?? "", /^No repository was found at “otto\/none”\. /);
  });

  it("shows an organization's or user's repositories until that is taken back", async () => {
    await commands.executeCommand(repoCommands.addOwner, "@otto");
    assert.deepEqual(await labels("otto"), ["otto/shared"]);
    await commands.executeCommand(repoCommands.removeOwner, await top("otto"));
    await assert.rejects(() => top("otto"));
    await commands.executeCommand(repoCommands.addOwner, "nobody-at-all");
    await eventually(() => session.messages.length === 1, "it is said");
    assert.match(session.messages[0] ?? "", /no organization or user nobody-at-all/);
  });

  it("shows what another user has starred and watches, too", async () => {
    const otto = session.forge.client(tokens.otto);
    await otto.call("repos.star", { user: "otto", repo: "shared" });
    await otto.call("repos.watch", { user: "otto", repo: "shared" });
    const former = Object.getOwnPropertyDescriptor(window, "showInputBox");
    Object.defineProperty(window, "showInputBox", { value: async () => "otto", configurable: true });
    try {
      await answering({ showQuickPick: (items: readonly unknown[]) => items }, () =>
        commands.executeCommand(repoCommands.addOwner),
      );
    } finally {
      if (former) Object.defineProperty(window, "showInputBox", former);
    }
    for (const label of ["otto", "Starred by otto", "Watched by otto"])
      assert.deepEqual(await labels(label), ["otto/shared"], label);
  });

  it("stars and watches, and the lists follow", async () => {
    await commands.executeCommand(repoCommands.open, "otto/shared");
    const node = await below("Opened", "otto/shared");
    await commands.executeCommand(repoCommands.star, node);
    await commands.executeCommand(repoCommands.watch, node);
    assert.deepEqual(await labels("Starred"), ["otto/shared"]);
    assert.ok((await labels("Watched")).includes("otto/shared"));
    assert.match(tree().getTreeItem(node).contextValue ?? "", /;starred;watched$/);
    assert.deepEqual(await labels("Opened", "otto/shared", "Stargazers"), ["mia"]);
    await commands.executeCommand(repoCommands.unstar, node);
    await commands.executeCommand(repoCommands.unwatch, node);
    assert.deepEqual(await labels("Starred"), ["You have starred no repositories yet."]);
    assert.ok(!(await labels("Watched")).includes("otto/shared"));
    assert.deepEqual(session.messages, []);
  });

  it("offers those to delete that the account administers", async () => {
    session.forge.change = async (answer, { path }) => {
      if (!path.startsWith("/user/repos")) return answer;
      const all = (await answer.json()) as readonly { readonly name: string }[];
      return Response.json(all.map((each) => ({ ...each, permissions: { admin: each.name !== "tools" } })));
    };
    // Else the server answers that nothing has changed.
    await session.forge.client(tokens.mia).call("repos.create", { name: "kettle", private: true });
    session.parts.repos.refresh();
    let offered: readonly string[] = [];
    const showQuickPick = (rows: readonly { readonly label: string }[]) =>
      void (offered = rows.map(({ label }) => label));
    await answering({ showQuickPick }, () => commands.executeCommand(repoCommands.delete));
    assert.deepEqual(offered.toSorted(), ["$(lock) mia/kettle", "$(lock) mia/secret-plans"]);
  });

  it("deletes a repository only after its name was typed", async () => {
    const place = { accountId: session.accountId, owner: "mia", repo: "secret-plans" };
    const asked: ((typed: string) => unknown)[] = [];
    const prompts: string[] = [];
    const showInputBox = Object.getOwnPropertyDescriptor(window, "showInputBox");
    let answer: string | undefined;
    const value = async (options: {
      readonly prompt: string;
      readonly validateInput: (typed: string) => unknown;
    }) => {
      asked.push(options.validateInput);
      prompts.push(options.prompt);
      return answer;
    };
    Object.defineProperty(window, "showInputBox", { value, configurable: true });
    try {
      await commands.executeCommand(repoCommands.delete, await below("Your Repositories", "mia/secret-plans"));
      assert.deepEqual(session.forge.sent("DELETE"), []);
      assert.match(String(prompts[0]), /Enter mia\/secret-plans to delete it\.$/);
      assert.match(String(asked[0]?.("secret-plans")), /Enter mia\/secret-plans to delete it/);
      assert.equal(asked[0]?.("mia/secret-plans"), undefined);
      answer = "mia/secret-plans";
      await commands.executeCommand(repoCommands.delete, await below("Your Repositories", "mia/secret-plans"));
    } finally {
      if (showInputBox) Object.defineProperty(window, "showInputBox", showInputBox);
    }
    assert.deepEqual(session.forge.sent("DELETE"), ["DELETE /repos/mia/secret-plans"]);
    await assert.rejects(session.parts.repos.read(place));
    assert.deepEqual(await labels("Your Repositories"), ["mia/tools"]);
  });

  it("forks, and waits until the fork is there", async () => {
    await commands.executeCommand(repoCommands.open, "otto/shared");
    await commands.executeCommand(repoCommands.fork, await below("Opened", "otto/shared"));
    assert.deepEqual((await labels("Your Repositories")).toSorted(), [
      "mia/secret-plans",
      "mia/shared",
      "mia/tools",
    ]);
    await eventually(() => session.messages.includes("Forked to “mia/shared”."), "it is said");
  });

  it("shows a commit beside its parent, and the first one beside nothing", async () => {
    const commits = ["Your Repositories", "mia/tools", "Commits"] as const;
    for (const [subject, has] of [
      ["Add src/index.ts", "index.ts"],
      ["Initial commit", "README.md"],
    ] as const) {
      await commands.executeCommand(repoCommands.openCommit, await below(...commits, subject));
      await eventually(
        () => window.tabGroups.activeTabGroup.activeTab?.label.includes(subject) === true,
        `${has} is shown`,
      );
    }
    assert.deepEqual(session.messages, []);
  });

  it("copies links and clone addresses, which have no token", async () => {
    const node = await below("Your Repositories", "mia/tools");
    await commands.executeCommand(repoCommands.copyLink, node);
    assert.equal(await env.clipboard.readText(), `${session.forge.url}/mia/tools`);
    await answering({ showQuickPick: (items: readonly unknown[]) => items[0] }, () =>
      commands.executeCommand(repoCommands.copyCloneUrl, node),
    );
    assert.equal(await env.clipboard.readText(), `${session.forge.url}/mia/tools.git`);
  });

  it("says what a private repository needs where none is seen, with the button for it", async () => {
    session.forge.change = (answer) => {
      if (answer.status !== 404) return answer;
      const headers = new Headers(answer.headers);
      headers.set("x-oauth-scopes", "gist");
      return new Response(answer.body, { status: 404, headers });
    };
    const { asked } = await clicking(undefined, () => commands.executeCommand(repoCommands.open, "otto/hidden"));
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? "", /this account may not have access\. Private repositories need more permission/);
  });

  it("has two thousand repositories when all of them are wanted, each once, by twenty requests", async () => {
    const pages = 20;
    session.forge.answer = (request) => {
      const url = new URL(request.url);
      if (url.pathname !== "/user/repos") return undefined;
      const page = Number(url.searchParams.get("page") ?? 1);
      const items = Array.from({ length: 100 }, (_, index) => {
        const id = (page - 1) * 100 + index;
        return {
          id,
          name: `r${id}`,
          full_name: `mia/r${id}`,
          owner: { login: "mia" },
          html_url: session.forge.url,
        };
      });
      url.searchParams.set("page", String(page + 1));
      return Response.json(items, page < pages ? { headers: { link: `<${url.href}>; rel="next"` } } : {});
    };
    session.parts.repos.refresh();
    session.forge.requests.length = 0;
    const row = await top("Your Repositories");
    // As from the palette, and then of the row, when nothing is left to read.
    await commands.executeCommand(repoCommands.loadAll);
    await commands.executeCommand(repoCommands.loadAll, row);
    const rows = await labels("Your Repositories");
    assert.equal(new Set(rows).size, 2000);
    assert.deepEqual([rows[0], rows.at(-1)], ["mia/r0", "mia/r1999"]);
    assert.equal(session.forge.sent("GET").filter((path) => path.includes("/user/repos")).length, pages);
    // On a busy machine it takes long enough to be shown as progress, which is a prompt without a text.
    assert.deepEqual(session.messages, []);
  });

  it("says what an empty repository has not", async () => {
    await session.forge.client(tokens.mia).call("repos.create", { name: "nothing" });
    session.parts.repos.refresh();
    const below = async (part: string) => labels("Your Repositories", "mia/nothing", part);
    for (const part of ["Branches", "Tags", "Contributors", "Languages", "Commit Comments"])
      assert.deepEqual(await below(part), [`${part}: there are none.`]);
    for (const part of ["Files", "Commits"]) assert.match((await below(part)).join(), /empty|no files|none/i);
    assert.deepEqual(session.messages, []);
  });

  it("opens nothing under names that lead elsewhere", async () => {
    for (const text of [
      "otto/..",
      "otto/%2e%2e",
      "otto%2Fshared",
      "otto/a%2Fb",
      "otto/shared/../../x",
      "otto/\u202eevil",
    ])
      await commands.executeCommand(repoCommands.open, text);
    assert.deepEqual(session.forge.sent("GET"), []);
    assert.deepEqual(session.parts.repoRoots.of(session.accountId).opened, []);
  });

  it("shows at the section why it cannot be read, and leaves its siblings alone", async () => {
    session.forge.answer = (request) =>
      request.url.includes("/collaborators")
        ? Response.json({ message: "Must have push access" }, { status: 403 })
        : undefined;
    const [row] = (await rowsOf(
      tree(),
      await below("Your Repositories", "mia/tools", "Collaborators"),
    )) as readonly Row[];
    assert.match(row?.[0] ?? "", /refused it: Must have push access/);
    assert.deepEqual(await labels("Your Repositories", "mia/tools", "Branches"), ["main"]);
  });

  it("shows what the server doesn't offer as that, and not as what may not be seen or tried again", async () => {
    const children = async (label: string) => {
      const node = await below("Your Repositories", "mia/tools", label);
      const found = (await tree().getChildren(node as never)) as readonly { readonly command?: unknown }[];
      return { rows: await labels("Your Repositories", "mia/tools", label), canTryAgain: found[0]?.command };
    };
    session.forge.answer = ({ url }) =>
      /\/(stargazers|hooks|keys|deployments|collaborators|contents)\b/.test(url)
        ? Response.json({ message: "Not Found" }, { status: 404 })
        : undefined;
    for (const label of ["Stargazers", "Webhooks", "Deploy Keys", "Deployments", "Collaborators", "Files"])
      assert.deepEqual(await children(label), {
        rows: ["This server doesn't offer this."],
        canTryAgain: undefined,
      });
    session.forge.answer = ({ url }) =>
      /\/repos\/mia\/tools(\/stargazers.*)?$/.test(url)
        ? Response.json({ message: "Not Found" }, { status: 404 })
        : undefined;
    session.parts.repos.refresh();
    const [text = ""] = await labels("Your Repositories", "mia/tools", "Stargazers");
    assert.match(text, /or this account may not have access/);
  });

  it("are cloned by VS Code's Git, and where there is none, that is said before a question", async () => {
    const row = await below("Your Repositories", "mia/tools");
    const urls = await capturing("git.clone", () => commands.executeCommand(repoCommands.clone, row));
    if (isBrowser)
      assert.match(session.messages.at(-1) ?? "", /VS Code's Git extension isn't available in this window\.$/);
    else assert.deepEqual(urls, [`${session.forge.url}/mia/tools.git`]);
  });

  it("forgets what was added when the account is signed out", async () => {
    const { accountId } = session;
    await commands.executeCommand(repoCommands.open, "otto/shared");
    await session.parts.accounts.remove(accountId);
    assert.deepEqual(session.parts.repoRoots.of(accountId), { lists: [], opened: [] });
    assert.deepEqual(await nodesOf(tree()), []);
  });
});
