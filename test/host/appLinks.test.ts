import assert from "node:assert/strict";
import { commands, ConfigurationTarget, env, FilePermission, Uri, window, workspace } from "vscode";
import { appLink } from "../../src/base/appLink.ts";
import { contentPlaceOf } from "../../src/repos/uri.ts";
import { extensionId, gistCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { nodeLabelled } from "./support/rows.ts";
import { ids, people, smallSeed, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

const activeUri = (): Uri | undefined => window.activeTextEditor?.document.uri;

/** As a click on the link in another program: VS Code gives it to the extension. Its own question is answered before. */
const click = async (link: string): Promise<void> => {
  await commands.executeCommand("vscode.open", Uri.parse(link));
};

const allowLinks = async (isAllowed: boolean): Promise<void> =>
  workspace
    .getConfiguration("extensions")
    .update("confirmedUriHandlerExtensionIds", isAllowed ? [extensionId] : undefined, ConfigurationTarget.Global);

describe("Links that VS Code opens with Forgeside", () => {
  const session = useSession({
    seed: () => ({
      ...smallSeed(),
      tokens: (people.tokens ?? []).map((each) => ({ ...each, scopes: ["gist", "repo"] })),
    }),
  });
  before(() => allowLinks(true));
  after(() => allowLinks(false));
  afterEach(() => session.parts.repoRoots.forget(session.accountId));

  const server = (): string => new URL(session.forge.url).host;
  const link = (path: string, values: Readonly<Record<string, string>>): string =>
    appLink(env.uriScheme, path, values) ?? byHand(path, values);
  /** With values that `appLink` makes no link of. */
  const byHand = (path: string, values: Readonly<Record<string, string>>): string => {
    const encode = (value: string): string => encodeURIComponent(encodeURIComponent(value));
    const query = Object.entries(values).map(([key, value]) => `${key}=${encode(value)}`);
    return `${env.uriScheme}://${extensionId}${path}?${query.join("&")}`;
  };
  /** The title in a gist's address is known once the link has read the gist, which VS Code does not wait for everywhere. */
  const shown = async (gistId: string, fileName: string): Promise<void> =>
    eventually(
      () => activeUri()?.toString() === session.uri(gistId, fileName).toString(),
      `${fileName} of ${gistId} is open`,
    );

  it("open a gist, and one of its files, without writing anything", async () => {
    await click(link("/gist", { server: server(), id: ids.hello }));
    await shown(ids.hello, "hello.py");
    await click(link("/gist", { server: server(), id: ids.hello, file: "hello.rb" }));
    await shown(ids.hello, "hello.rb");
    assert.deepEqual(session.forge.sent("POST", "PATCH", "PUT", "DELETE"), []);
    assert.deepEqual(session.messages, []);
  });

  it("are copied from the row of a gist or of a file, and lead back to it", async () => {
    for (const [label, file] of [
      ["Hello in two languages", "hello.py"],
      ["hello.rb", "hello.rb"],
    ] as const) {
      const { node } = await nodeLabelled(session.parts.trees.gists, label);
      await commands.executeCommand(gistCommands.copyAppLink, node);
      const copied = await env.clipboard.readText();
      assert.ok(copied.startsWith(`${env.uriScheme}://forgeside.forgeside/gist?server=`), copied);
      await click(copied);
      await shown(ids.hello, file);
    }
  });

  it("show a repository, and open a file of it", async () => {
    const mia = session.forge.client(tokens.mia);
    await mia.call("repos.create", { name: "tools", auto_init: true });
    await mia.call("repos.createFile", {
      user: "mia",
      repo: "tools",
      path: "docs/a+b & c%20.md",
      message: "Add",
      content: Buffer.from("text\n").toString("base64"),
      branch: "main",
    });
    session.forge.requests.length = 0;
    await click(link("/repository", { server: server(), name: "mia/tools" }));
    await eventually(
      () => session.parts.repoRoots.of(session.accountId).opened.length === 1,
      "the repository is shown",
    );
    await click(link("/repository", { server: server(), name: "mia/tools", path: "docs/a+b & c%20.md" }));
    await eventually(() => activeUri()?.scheme === "forgeside-repo", "the file is open");
    const uri = activeUri();
    assert.ok(uri);
    const { owner, repo, ref, path } = contentPlaceOf(uri) ?? {};
    assert.deepEqual(
      { owner, repo, ref, path },
      { owner: "mia", repo: "tools", ref: "main", path: "docs/a+b & c%20.md" },
    );
    // The whole id of a commit is in the query, which VS Code doesn't show; its content can't be edited.
    const { sha } = (await mia.call("repos.getBranch", { user: "mia", repo: "tools", branch: "main" })).commit;
    session.forge.requests.length = 0;
    await click(
      link("/repository", { server: server(), name: "mia/tools", path: "docs/a+b & c%20.md", ref: sha }),
    );
    await eventually(() => activeUri()?.path.includes(`/${sha.slice(0, 7)}/`) === true, "the file is open");
    const at = activeUri();
    assert.ok(at);
    assert.equal(at.path.includes(sha), false);
    assert.equal(contentPlaceOf(at)?.ref, sha);
    assert.equal((await workspace.fs.stat(at)).permissions, FilePermission.Readonly);
    assert.equal((await workspace.openTextDocument(at)).getText(), "text\n");
    assert.deepEqual(session.forge.sent("POST", "PATCH", "PUT", "DELETE"), []);
  });

  it("to a file or a branch that isn't there say so, in words that are no link", async () => {
    await session.forge.client(tokens.mia).call("repos.create", { name: "plain", auto_init: true });
    for (const values of [{ path: "[a](b).md" }, { path: "README.md", ref: "../../../x" }]) {
      const before = session.messages.length;
      await click(link("/repository", { server: server(), name: "mia/plain", ...values }));
      await eventually(() => session.messages.length > before, "it is said");
      assert.match(session.messages.at(-1) ?? "", /^mia\/plain has no .+ It may have been deleted/);
      assert.doesNotMatch(session.messages.at(-1) ?? "", /\]\(|forgeside-repo/);
    }
  });

  it("to a server without an account ask first, with its name as inert text, and send nothing", async () => {
    const asked: unknown[][] = [];
    const before = session.activation.laterRequests.length;
    const showWarningMessage = (...parts: unknown[]) => {
      asked.push(parts);
    };
    await answering({ showWarningMessage }, async () => {
      await click(link("/gist", { server: "elsewhere.example", id: ids.hello }));
      await eventually(() => asked.length === 1, "it asks");
    });
    const [text, ...buttons] = asked[0] ?? [];
    assert.match(String(text), /^The link leads to the server elsewhere\.example, where you have no account\./);
    assert.deepEqual(buttons, ["Sign In..."]);
    assert.equal(session.activation.laterRequests.length, before);
    assert.equal(activeUri(), undefined);
    let isAsked = false;
    const answers = {
      showWarningMessage: (_: string, button: string) => button,
      showQuickPick: () => void (isAsked = true),
    };
    await answering(answers, async () => {
      await click(link("/gist", { server: "elsewhere.example", id: ids.hello }));
      await eventually(() => isAsked, "the button asks how to sign in, though another account is active");
    });
  });

  const tooLong = "a".repeat(1200);
  for (const [title, path, values] of [
    ["of no kind", "/token", { id: ids.hello }],
    ["without a path", "", { id: ids.hello }],
    ["without a server", "/gist", { id: ids.hello }],
    ["with an address for a server", "/gist", { server: "https://elsewhere.example/x", id: ids.hello }],
    ["with a user in its server", "/gist", { server: "mia@elsewhere.example", id: ids.hello }],
    ["with Markdown for a server", "/gist", { server: "[x](command:y)", id: ids.hello }],
    ["with another path for an id", "/gist", { server: "elsewhere.example", id: "../user" }],
    ["with an address for an id", "/gist", { server: "elsewhere.example", id: `https://e.example/${ids.hello}` }],
    ["with hidden characters", "/gist", { server: "elsewhere.example", id: ids.hello, file: "a\u202Eb" }],
    ["that is too long", "/gist", { server: "elsewhere.example", id: ids.hello, file: tooLong }],
    ["out of a repository", "/repository", { server: "elsewhere.example", name: "mia/tools", path: "../../x" }],
    ["to two repositories", "/repository", { server: "elsewhere.example", name: "mia/tools/other" }],
    ["to the folder above", "/repository", { server: "elsewhere.example", name: "../user" }],
  ] as const)
    it(`${title} are refused without a request`, async () => {
      const before = session.activation.laterRequests.length;
      await click(link(path, values));
      await eventually(() => session.messages.length === 1, "it says so");
      assert.match(session.messages[0] ?? "", /^The link doesn't (lead to a (gist|repository)|name a server)\./);
      assert.equal(session.activation.laterRequests.length, before);
      assert.equal(activeUri(), undefined);
    });

  it("to a file that a gist no longer has say so", async () => {
    await click(link("/gist", { server: server(), id: ids.hello, file: "gone.txt" }));
    await eventually(() => session.messages.length === 1, "it says so");
    assert.equal(session.messages[0], "The gist no longer has the file gone.txt.");
  });
});
