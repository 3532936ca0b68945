import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import type { TestAccounts } from "../support/authProvider/extension.ts";
import { onlyRepositories } from "./support/repositories.ts";
import { adaSecondToken, type Service, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";
import type { TreeView } from "./support/treeView.ts";
import type { Workbench, WorkbenchOptions } from "./support/workbench.ts";

const tokens = {
  session: "session_with_gist",
  widened: "session_with_hooks",
  gist: "token_with_gist",
  full: adaSecondToken,
} as const;

const seed: SandboxSeed = {
  users: [{ login: "ada", name: "Ada" }],
  tokens: [
    { token: tokens.session, login: "ada", scopes: ["gist"] },
    { token: tokens.widened, login: "ada", scopes: ["admin:repo_hook", "gist"] },
    { token: tokens.gist, login: "ada", scopes: ["gist"] },
    { token: tokens.full, login: "ada", scopes: ["admin:repo_hook", "gist", "repo"] },
  ],
  repositories: [
    {
      owner: "ada",
      name: "engine",
      commits: [
        { author: "ada", date: "2026-01-01T00:00:00Z", message: "Begin", files: { "README.md": "# Engine\n" } },
      ],
      hooks: [{ config: { url: "https://example.com/hook" } }],
    },
  ],
};

const ada = {
  id: "17",
  label: "ada",
  tokens: { gist: tokens.session, "admin:repo_hook gist": tokens.widened },
} as const;

let service: Service;
let host: string;
before(async () => {
  service = await startService(seed);
  host = new URL(service.url).host;
});
after(() => service.close());

/** VS Code's sign-in to the service as a GitHub Enterprise server, with ada's account. */
const withSignIn =
  (sessions: readonly string[], more: WorkbenchOptions = {}) =>
  (): WorkbenchOptions => {
    const accounts: TestAccounts = { "github-enterprise": [{ ...ada, sessions }] };
    return { ...more, gitHub: { accounts, enterprise: `http://${host}` } };
  };

/** VS Code's own question whether Forgeside may use the account. */
const allow = async ({ dialog }: Workbench, picture: () => Promise<unknown>): Promise<void> => {
  await dialog.waitOpen("'Forgeside' wants to sign in using GitHub Enterprise Server.");
  await picture();
  await dialog.click("Allow");
};

const openHooks = async (workbench: Workbench): Promise<TreeView> => {
  const tree = await onlyRepositories(workbench);
  await tree.expand("ada/engine");
  await tree.expand("Webhooks");
  return tree;
};

const rowNamed = async (tree: TreeView, wanted: string): Promise<string> =>
  (await tree.rows()).find(({ label }) => label === wanted)?.description ?? "";

testInWorkbench(
  "A person who signed in with VS Code's account grants access to webhooks where they need more permission",
  withSignIn(["gist"]),
  async (workbench) => {
    const { dialog, quickInput, toasts } = workbench;
    await workbench.command("Forgeside: Sign In...");
    await quickInput.waitOpen({ placeholder: "Select a server to sign in to" });
    await workbench.screenshot("sign-in-ways");
    await quickInput.pick("ada");
    await allow(workbench, () => workbench.screenshot("session-allow"));
    await toasts.wait(`Signed in to ${host} as ada. Scopes: gist.`);

    const tree = await openHooks(workbench);
    const missing = "Webhooks need more permission";
    await tree.waitRow(missing);
    assert.equal(await rowNamed(tree, missing), "Grant Access...");
    await workbench.screenshot("hooks-need-permission");
    await tree.click(missing);
    await dialog.waitOpen(`${missing}.`);
    await workbench.screenshot("grant-access");
    assert.equal(
      await dialog.detail(),
      [
        `VS Code will ask ${host} for:`,
        "admin:repo_hook: read, change and delete webhooks",
        "",
        `ada (${host}) has granted: gist`,
      ].join("\n"),
    );
    await dialog.click("Grant Access...");
    await allow(workbench, () => workbench.screenshot("grant-allow"));
    await tree.waitRow("web example.com");
    await tree.waitNoRow(missing);
    await workbench.screenshot("hooks-granted");

    await toasts.dismiss("Signed in to");
    await workbench.command("Forgeside: Manage Permissions...");
    await quickInput.waitOpen({ title: `Permissions of ada (${host})` });
    await workbench.screenshot("manage-permissions");
    await quickInput.cancel();
    const accounts = await workbench.tree("Accounts").open();
    await accounts.waitRow(`ada (${host})`);
    await workbench.screenshot("session-account");
  },
);

testInWorkbench(
  "A person whose token has the scope gist sees what it opens, and replaces it where webhooks need more",
  {},
  async (workbench) => {
    const { dialog, quickInput } = workbench;
    await signInWithToken(workbench, service.url, tokens.gist, async () => {
      for (const [feature, access] of [
        ["Gists", /Gists\s*granted/],
        ["Repositories", /Repositories\s*granted\sfor\spublic\srepositories\sonly/],
        ["Webhooks", /Webhooks\s*not\sgranted/],
      ] as const)
        await quickInput.row(feature).filter({ hasText: access }).waitFor();
      await workbench.screenshot("token-opens");
    });
    const tree = await openHooks(workbench);
    const missing = "Webhooks need more permission";
    await tree.waitRow(missing);
    assert.equal(await rowNamed(tree, missing), "Replace Token...");
    await tree.inlineAction(missing, "Resolve Missing Permission...");
    await dialog.waitOpen(`${missing}.`);
    await workbench.screenshot("replace-token");
    assert.equal(
      await dialog.detail(),
      [
        `The token of ada (${host}) also needs:`,
        "admin:repo_hook: read, change and delete webhooks",
        "",
        "It has: gist",
      ].join("\n"),
    );
    await dialog.click("Replace Token...");
    await quickInput.waitOpen({ title: `Forgeside: Token for ${host}` });
    assert.match(await quickInput.message(), /^Paste a token that has: gist, admin:repo_hook\. /);
    await workbench.screenshot("replace-token-paste");
    await quickInput.submit(tokens.full);
    await tree.waitRow("web example.com");
    await tree.waitNoRow(missing);
    await workbench.screenshot("token-replaced");
  },
);

testInWorkbench(
  "A person without an account signs in while sharing a selection, which becomes the gist",
  withSignIn([], { files: { "notes.txt": "one\ntwo\nthree\n" } }),
  async (workbench) => {
    const { editor, quickInput, toasts } = workbench;
    await workbench.openFile("notes.txt");
    await editor.select(2, 3);
    await workbench.command("Forgeside: Share Selection as Gist");
    await quickInput.waitOpen({ placeholder: "Select a server to sign in to" });
    await workbench.screenshot("share-sign-in");
    await quickInput.pick(`Sign in to ${host}...`);
    await allow(workbench, () => workbench.screenshot("share-allow"));
    await toasts.wait("Shared as secret gist “notes.txt, lines 2–3”");
    await workbench.screenshot("share-signed-in");
    const link = await workbench.clipboard();
    const id = /[0-9a-f]{20,}$/.exec(link)?.[0] ?? "";
    const gist = await service.gist(id);
    assert.equal(gist.files["notes.txt"]?.content, "two\nthree");
    assert.equal(gist.owner?.login, "ada");
    await workbench.openContainer("Forgeside");
    await workbench.tree("Gists").waitRow("notes.txt, lines 2–3");
  },
);
