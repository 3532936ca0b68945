import assert from "node:assert/strict";
import {
  authentication,
  commands,
  env,
  Selection,
  type TextDocument,
  type TreeItem,
  Uri,
  window,
  workspace,
} from "vscode";
import { accountCommands, authenticationId, gistCommands, repoCommands } from "../../src/ids.ts";
import { AccountsMenu } from "../../src/accounts/accountsMenu.ts";
import { systemClock } from "../../src/base/clock.ts";
import { createSandbox } from "../../src/sandbox/createSandbox.ts";
import { serveSandbox } from "../../src/sandbox/server.ts";
import { eventually } from "../support/eventually.ts";
import { permissionSeed } from "../support/permissionSeed.ts";
import { answering } from "./support/answers.ts";
import { checking } from "./support/boxes.ts";
import { show } from "./support/documents.ts";
import { ownRepository } from "./support/repoTools.ts";
import { labelOf, nodeLabelled, nodesOf } from "./support/rows.ts";
import { people, smallSeed, tokens } from "./support/seeds.ts";
import { clicking, offerAccounts, signInBy, useSignInPage } from "./support/signIns.ts";
import { candidateFor, type Session, useSession } from "./support/session.ts";

const addAnonymous = ({ parts, forge }: Session): Promise<string> =>
  parts.accounts.add(
    { kind: "enterprise", baseUrl: `${forge.url}/api/v3`, dialect: "github", credential: "anonymous" },
    { login: "" },
    undefined,
  );

/** Selects the first word of a file of the workspace, or of a new text where none is open, as in a browser. */
const selectText = async (): Promise<TextDocument> => {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const document = folder
    ? await show(Uri.joinPath(folder, "greeting.ts"))
    : await workspace.openTextDocument({ content: "export const greeting" });
  await window.showTextDocument(document);
  const editor = window.activeTextEditor;
  assert.ok(editor);
  editor.selections = [new Selection(0, 0, 0, 6)];
  return document;
};

const mia = { id: "17", label: "mia", tokens: { gist: tokens.miaAgain }, sessions: ["gist"] } as const;

describe("Looking around without an account", () => {
  const host = useSession({ signedIn: false });
  useSignInPage();
  afterEach(() => offerAccounts({}));

  it("reads what is public without a token, and offers to sign in for the rest", async () => {
    await addAnonymous(host);
    const { gists, repos, activity, accounts } = host.parts.trees;
    const labels: string[] = [];
    for (const tree of [gists, repos, activity])
      for (const { item } of await nodesOf(tree as typeof gists)) labels.push(labelOf(item));
    assert.ok(labels.includes("Hello in two languages"), labels.join());
    const rows = labels.filter((label) => label === "Sign in to see and change what is yours");
    assert.equal(rows.length, 5, "own and starred gists; own, starred and watched repositories");
    assert.ok(host.forge.requests.every(({ authorization }) => authorization === null));
    assert.ok(host.forge.requests.every(({ path }) => !path.startsWith("/api/v3/user/")));
    const { item } = await nodeLabelled(accounts, host.forge.host);
    assert.equal(item.description, "active, without an account, read-only");
  });

  it("goes on with the shared selection after the sign-in, in the same account's place", async () => {
    const id = await addAnonymous(host);
    await offerAccounts({ "github-enterprise": [mia] }, host.forge.url);
    const document = await selectText();
    await answering(
      {
        showQuickPick: (items: readonly { readonly label: string }[]) =>
          items.find(({ label }) => /mia/.test(label)),
      },
      () => clicking(/^Sign In/, () => commands.executeCommand(gistCommands.shareSelection)),
    );
    const posts = host.forge.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/gists"));
    assert.equal(posts.length, 1);
    assert.equal(posts[0]?.authorization, `Bearer ${tokens.miaAgain}`);
    assert.ok(posts[0]?.body.includes(JSON.stringify(document.getText().slice(0, 6))));
    assert.deepEqual(
      host.parts.accounts.accounts.map(({ profile }) => [profile.id, profile.login, profile.credential]),
      [[id, "mia", "session"]],
    );
    await eventually(async () => /\/gist\/mia\//.test(await env.clipboard.readText()), "its link is copied");
  });

  it("sends no write when the user does not sign in", async () => {
    const id = await addAnonymous(host);
    await selectText();
    const { asked } = await clicking(undefined, () => commands.executeCommand(gistCommands.shareSelection));
    assert.equal(asked.length, 1);
    assert.deepEqual(host.forge.sent("POST", "PATCH", "PUT", "DELETE"), []);
    assert.equal(host.parts.accounts.get(id)?.profile.credential, "anonymous");
  });
});

describe("A command without any account", () => {
  const host = useSession({ signedIn: false });
  useSignInPage();
  afterEach(() => offerAccounts({}));

  it("asks to sign in, and goes on", async () => {
    await offerAccounts({ "github-enterprise": [mia] }, host.forge.url);
    await selectText();
    await answering(
      {
        showQuickPick: (items: readonly { readonly label: string }[]) =>
          items.find(({ label }) => /mia/.test(label)),
      },
      () => commands.executeCommand(gistCommands.shareSelection),
    );
    assert.equal(host.forge.sent("POST").length, 1);
  });
});

describe("An organization with single sign-on", () => {
  const sso = "token_without_sso";
  const host = useSession({
    seed: () => permissionSeed([{ token: sso, login: "mia", scopes: ["repo", "gist"] }], true),
    signedIn: false,
  });

  it("is authorized on its page, after which the call is sent again", async () => {
    const { accounts } = host.parts;
    const candidate = candidateFor(host.forge);
    const id = await accounts.add(candidate, await accounts.check(candidate, sso), sso);
    const opened: string[] = [];
    const open = env.openExternal;
    const openExternal = async (page: Uri): Promise<boolean> => {
      opened.push(page.toString(true));
      await fetch(page.toString(true), { method: "POST" });
      return true;
    };
    Object.defineProperty(env, "openExternal", { value: openExternal, configurable: true, writable: true });
    try {
      const { asked } = await clicking(/Authorize|Try Again/, () =>
        commands.executeCommand(repoCommands.open, "acme/rocket"),
      );
      assert.deepEqual(host.parts.repoRoots.of(id).opened, [{ owner: "acme", repo: "rocket" }]);
      assert.equal(asked.length, 2);
      assert.equal(opened.length, 1);
      assert.ok(opened[0]?.startsWith(`${host.forge.url}/orgs/acme/sso?`));
    } finally {
      Object.defineProperty(env, "openExternal", { value: open, configurable: true, writable: true });
    }
  });

  it("is named below a list that leaves its repositories out", async () => {
    const { accounts, trees } = host.parts;
    const candidate = candidateFor(host.forge);
    await accounts.add(candidate, await accounts.check(candidate, sso), sso);
    const rows = async (): Promise<readonly string[]> =>
      (await trees.repos.getChildren(await ownRepository(host))).map((node) =>
        labelOf(trees.repos.getTreeItem(node) as TreeItem),
      );
    await rows();
    const text = "1 organization is left out: it requires single sign-on";
    await eventually(async () => (await rows()).includes(text), "it is said");
  });

  it("opens no page of another server", async () => {
    const { accounts } = host.parts;
    const candidate = candidateFor(host.forge);
    const id = await accounts.add(candidate, await accounts.check(candidate, sso), sso);
    host.forge.change = (answer) => {
      const headers = new Headers(answer.headers);
      if (answer.status === 403) headers.set("x-github-sso", "required; url=https://evil.example/orgs/acme/sso");
      return new Response(answer.body, { status: answer.status, headers });
    };
    const { asked } = await clicking(/./, () => commands.executeCommand(repoCommands.open, "acme/rocket"));
    assert.match(asked.join(), /named a page of another server/);
    assert.deepEqual(host.parts.repoRoots.of(id).opened, []);
  });
});

describe("A token that expires", () => {
  const soon = new Date(Date.now() + 3 * 24 * 3_600_000 - 60_000).toISOString().replace(/\.\d+Z$/, "Z");
  const host = useSession({
    seed: () => ({
      ...smallSeed(),
      tokens: [
        { token: "token_of_three_days", login: "mia", scopes: ["gist"], expiresAt: soon },
        ...(people.tokens ?? []),
      ],
    }),
    signedIn: false,
  });

  it("is announced within seven days, once, with the button for another one", async () => {
    const { accounts, trees } = host.parts;
    const candidate = candidateFor(host.forge);
    const first = await accounts.check(candidate, "token_of_three_days");
    const { asked } = await clicking(undefined, async () => {
      await accounts.add(candidate, first, "token_of_three_days");
      await accounts.active?.client.call("gists.getAll", {});
      await accounts.setActive(accounts.active?.profile.id ?? "");
    });
    assert.deepEqual(asked, [`mia (${host.forge.host}): the token expires within 3 days.`]);
    const { item } = await nodeLabelled(trees.accounts, `mia (${host.forge.host})`);
    assert.equal(item.description, "active, the token expires within 3 days");
  });
});

describe("A server that knows the older authorization word only", () => {
  const host = useSession({ signedIn: false });

  it("is signed in to with it, and gets it from then on", async () => {
    const sandbox = createSandbox({ seed: smallSeed(), clock: systemClock, authorizationWord: "token" });
    const words: (string | null)[] = [];
    const server = await serveSandbox({
      ...sandbox,
      fetch: (request) => {
        words.push(request.headers.get("authorization"));
        return sandbox.fetch(request);
      },
    });
    try {
      const { accounts } = host.parts;
      const candidate = { kind: "other", baseUrl: server.url, dialect: "github", credential: "token" } as const;
      const id = await accounts.add(candidate, await accounts.check(candidate, tokens.mia), tokens.mia);
      await accounts.get(id)?.client.call("gists.starred", {});
      const [first, ...others] = words;
      assert.equal(first, `Bearer ${tokens.mia}`);
      // The views may have asked, too.
      assert.ok(others.length >= 2);
      assert.ok(others.every((word) => word === `token ${tokens.mia}`));
    } finally {
      await server.close();
    }
  });
});

describe("VS Code's Accounts menu", () => {
  const host = useSession();

  it("has the accounts with a token, and hands no token to anyone", async () => {
    const { accounts } = host.parts;
    const [account] = await authentication.getAccounts(authenticationId);
    assert.deepEqual([account?.id, account?.label], [host.accountId, `mia (${host.forge.host})`]);
    const session = await authentication.getSession(authenticationId, ["repo"], { silent: true });
    assert.equal(session, undefined);
    assert.ok(accounts.active);
  });

  it("adds an account with a token only, and answers the one that was there already", async () => {
    const menu = new AccountsMenu(host.parts.accounts, () => Promise.resolve());
    let ways: readonly string[] = [];
    const pick = (items: readonly { readonly label: string }[]) => {
      const labels = items.map(({ label }) => label);
      if (labels.some((label) => /with a token/.test(label))) ways = labels;
      return items.find(({ label }) => /Another server with a token|Current/.test(label));
    };
    const { result } = await checking([[host.forge.url], [tokens.mia]], () =>
      answering({ showQuickPick: pick, showInformationMessage: () => undefined }, () => menu.createSession()),
    );
    assert.equal(ways.length, 3, ways.join());
    assert.deepEqual([result.id, result.accessToken], [host.accountId, ""]);
    menu.dispose();
  });

  it("follows a sign-out", async () => {
    const changes: string[] = [];
    const listening = authentication.onDidChangeSessions(({ provider }) => changes.push(provider.id));
    await host.parts.accounts.remove(host.accountId);
    await eventually(() => changes.includes(authenticationId), "the menu changes");
    assert.deepEqual(await authentication.getAccounts(authenticationId), []);
    listening.dispose();
  });
});

describe("Creating a token", () => {
  const host = useSession();

  it("says where that is not known", async () => {
    await clicking(undefined, () =>
      answering(
        {
          showQuickPick: (
            items: readonly { readonly label: string }[],
            options: { readonly canPickMany?: boolean },
          ) => (options.canPickMany === true ? [items[0]] : items[0]),
        },
        () => checking([], () => commands.executeCommand(accountCommands.createToken)),
      ),
    ).then(({ asked }) => assert.match(asked[0] ?? "", /doesn't know where to create a token/));
    assert.deepEqual(host.forge.requests, []);
  });
});

describe("Signing in with VS Code where the user has a token", () => {
  const host = useSession({ signedIn: false });
  useSignInPage();
  afterEach(() => offerAccounts({}));

  const signInAnd = async (button: RegExp | undefined): Promise<readonly string[]> => {
    await host.parts.accounts.add(
      { kind: "enterprise", baseUrl: `${host.forge.url}/api/v3`, dialect: "github", credential: "token" },
      { login: "mia", scopes: ["gist"] },
      tokens.mia,
    );
    await offerAccounts({ "github-enterprise": [mia] }, host.forge.url);
    const { asked } = await clicking(button, () => signInBy(/^\$\(account\) mia/));
    return asked;
  };
  const credentials = () => host.parts.accounts.accounts.map(({ profile }) => profile.credential);

  it("asks, and leaves the token when the user cancels", async () => {
    const asked = await signInAnd(undefined);
    assert.match(asked.join(), /^Replace the token of mia .* with VS Code's sign-in\?/);
    assert.deepEqual(credentials(), ["token"]);
    assert.deepEqual(await host.parts.accounts.ownTokens(), [tokens.mia]);
  });

  it("takes the token's place when the user says so", async () => {
    await signInAnd(/^Replace Token$/);
    assert.deepEqual(credentials(), ["session"]);
    assert.deepEqual(await host.parts.accounts.ownTokens(), [tokens.miaAgain]);
  });
});

describe("Signing in with VS Code to an account that is there already", () => {
  const host = useSession({ signedIn: false });
  useSignInPage();
  afterEach(() => offerAccounts({}));

  it("keeps what it was granted, and makes it the active one", async () => {
    await offerAccounts({ "github-enterprise": [mia] }, host.forge.url);
    await signInBy(/^\$\(account\) mia/);
    const { accounts } = host.parts;
    const id = accounts.active?.profile.id ?? "";
    await accounts.setSessionScopes(id, ["gist", "repo"]);
    await signInBy(/Another account on/);
    assert.equal(accounts.active?.profile.id, id);
    assert.deepEqual(accounts.get(id)?.profile.sessionScopes, ["gist", "repo"]);
  });
});

describe("A server of VS Code's sign-in that changes", () => {
  const host = useSession({ signedIn: false });
  useSignInPage();
  afterEach(() => offerAccounts({}));

  it("while the page is open gives its token to no other server", async () => {
    await offerAccounts({ "github-enterprise": [mia] }, host.forge.url);
    const page = authentication.getSession;
    const value = async (...parameters: readonly unknown[]) => {
      const session: unknown = await Reflect.apply(page, authentication, parameters);
      if ((parameters[2] as { readonly createIfNone?: boolean }).createIfNone)
        await offerAccounts({ "github-enterprise": [mia] }, "https://other.example");
      return session;
    };
    Object.defineProperty(authentication, "getSession", { value, configurable: true, writable: true });
    const { asked } = await clicking(undefined, () => signInBy(/^\$\(account\) mia/));
    assert.match(asked.join(), /VS Code's sign-in is not to/);
    assert.deepEqual(host.forge.requests, []);
    assert.deepEqual(host.parts.accounts.accounts, []);
  });

  it("before more is granted is not asked to sign in", async () => {
    await offerAccounts({ "github-enterprise": [mia] }, host.forge.url);
    await signInBy(/^\$\(account\) mia/);
    await offerAccounts({ "github-enterprise": [mia] }, "https://other.example");
    const { getSession } = authentication;
    const asked: unknown[] = [];
    const value = async (...parameters: readonly unknown[]) => {
      if ((parameters[2] as { readonly createIfNone?: boolean }).createIfNone) asked.push(parameters);
      return Reflect.apply(getSession, authentication, parameters) as unknown;
    };
    Object.defineProperty(authentication, "getSession", { value, configurable: true, writable: true });
    await clicking(/Replace Token/, () => commands.executeCommand(accountCommands.replaceToken));
    assert.deepEqual(asked, []);
  });
});

describe("The ways to sign in", () => {
  useSession({ signedIn: false });
  afterEach(() => offerAccounts({}));

  it("name the server of the Enterprise sign-in where one is set, and looking around", async () => {
    await offerAccounts({}, "https://github.example.com");
    const ways = await signInBy(/nothing/);
    assert.ok(
      ways.some((way) => way.includes("github.example.com")),
      ways.join(),
    );
    assert.ok(ways.some((way) => way.includes("without an account")));
    await offerAccounts({});
    const others = await signInBy(/nothing/);
    assert.ok(!others.some((way) => way.includes("github.example.com")));
  });
});
