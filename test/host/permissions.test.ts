import assert from "node:assert/strict";
import { commands, type TreeItem } from "vscode";
import {
  accountCommands,
  deploymentCommands,
  hookCommands,
  keyCommands,
  repoCommands,
  views,
} from "../../src/ids.ts";
import { contentUri } from "../../src/repos/uri.ts";
import type { SandboxSeed } from "../../src/sandbox/seed.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { checking } from "./support/boxes.ts";
import { menuOf } from "./support/menus.ts";
import { ownRepository, toolsSeed } from "./support/repoTools.ts";
import { labelOf } from "./support/rows.ts";
import { clicking, offerAccounts, signInBy, useSignInPage } from "./support/signIns.ts";
import { closeEditors, signIn, useSession } from "./support/session.ts";

const session = {
  gist: "session_with_gist",
  hooks: "session_with_hooks",
  hooksOnly: "token_with_hooks_only",
  ottos: "session_of_otto",
  stars: "session_with_public_repo",
  deployments: "session_with_deployments",
  full: "token_with_repo",
} as const;

const seed = (): SandboxSeed => ({
  ...toolsSeed(),
  tokens: [
    { token: session.gist, login: "mia", scopes: ["gist"] },
    { token: session.hooks, login: "mia", scopes: ["admin:repo_hook", "gist"] },
    { token: session.hooksOnly, login: "mia", scopes: ["admin:repo_hook"] },
    { token: session.full, login: "mia", scopes: ["gist", "repo"] },
    { token: session.deployments, login: "mia", scopes: ["gist", "repo_deployment"] },
    { token: session.ottos, login: "otto", scopes: ["gist"] },
    { token: session.stars, login: "mia", scopes: ["gist", "public_repo"] },
  ],
});

const mia = {
  id: "17",
  label: "mia",
  tokens: {
    gist: session.gist,
    "admin:repo_hook gist": session.hooks,
    "gist repo": session.full,
    "gist public_repo": session.stars,
    "gist repo_deployment": session.deployments,
  },
} as const;
const otto = { id: "18", label: "otto", tokens: { gist: session.ottos } } as const;

describe("Permissions", () => {
  const host = useSession({ seed, signedIn: false });
  useSignInPage();

  /** The rows below "Webhooks" of mia/tools. */
  const hookRows = async (): Promise<readonly TreeItem[]> => {
    const tree = host.parts.trees.repos;
    const parent = await ownRepository(host, "mia/tools", "Webhooks");
    return (await tree.getChildren(parent)).map((node) => tree.getTreeItem(node) as TreeItem);
  };
  const hookRequests = (): readonly (string | null)[] =>
    host.forge.requests.filter(({ path }) => path.includes("/hooks")).map(({ authorization }) => authorization);
  const click = async ({ command }: TreeItem): Promise<unknown> =>
    commands.executeCommand(command?.command ?? "", ...((command?.arguments ?? []) as unknown[]));
  const active = () => host.parts.accounts.active;

  const signInWithSession = async (): Promise<void> => {
    await offerAccounts({ "github-enterprise": [{ ...mia, sessions: ["gist"] }] }, host.forge.url);
    await signInBy(/^\$\(account\) mia/);
    assert.equal(active()?.profile.login, "mia", host.messages.join());
    // The server is asked what it has.
    await eventually(() => host.forge.requests.length === 4, "all is asked");
    host.forge.requests.length = 0;
  };

  afterEach(() => offerAccounts({}));

  describe("of a session of VS Code", () => {
    it("are asked for with the least at first, and by the row of the feature that needs more", async () => {
      await signInWithSession();
      assert.deepEqual(active()?.profile.scopes, ["gist"]);
      assert.deepEqual(active()?.profile.sessionScopes, ["gist"], "what was asked for is stored");
      const [row] = await hookRows();
      assert.ok(row);
      assert.deepEqual([labelOf(row), row.description], ["Webhooks need more permission", "Grant Access..."]);
      assert.deepEqual(hookRequests(), [], "what is known to be refused is not sent");
      const { result, asked } = await clicking(/Grant Access/, () => click(row));
      assert.equal(result, true);
      assert.deepEqual(asked, [
        [
          "Webhooks need more permission.",
          `VS Code will ask ${host.forge.host} for:`,
          "admin:repo_hook: read, change and delete webhooks",
          `mia (${host.forge.host}) has granted: gist`,
        ].join("\n"),
      ]);
      assert.deepEqual((await hookRows()).map(labelOf), ["No webhooks yet."]);
      assert.deepEqual(new Set(hookRequests()), new Set([`Bearer ${session.hooks}`]));
      assert.deepEqual([...(active()?.profile.scopes ?? [])].toSorted(), ["admin:repo_hook", "gist"]);
    });

    it("are asked for by the icon at the end of the row, too", async () => {
      await signInWithSession();
      const tree = host.parts.trees.repos;
      const [node] = await tree.getChildren(await ownRepository(host, "mia/tools", "Webhooks"));
      assert.ok(node);
      const { contextValue = "" } = tree.getTreeItem(node);
      for (const view of [views.gists, views.repos, views.service, views.activity])
        assert.deepEqual(menuOf(view, contextValue), {
          inline: [accountCommands.grantAccess],
          menu: [accountCommands.grantAccess],
        });
      assert.deepEqual(menuOf(views.repos, "message").inline, []);
      const { result, asked } = await clicking(/Grant Access/, () =>
        commands.executeCommand(accountCommands.grantAccess, node),
      );
      assert.equal(result, true);
      assert.match(asked.join(), /^Webhooks need more permission\./);
      assert.deepEqual((await hookRows()).map(labelOf), ["No webhooks yet."]);
    });

    for (const [command, feature, question, from = "row"] of [
      [hookCommands.create, "Webhooks", "Enter the payload URL"],
      [keyCommands.add, "Deploy keys", "allowed to do"],
      [deploymentCommands.create, "Deployments", "Select what to deploy"],
      [repoCommands.addCollaborator, "Collaborators", "Enter a username"],
      [repoCommands.newBranch, "Changes to repositories", "Select where the branch begins"],
      [repoCommands.create, "Changes to repositories", "Enter the name of the repository"],
      // Of the command palette, which has no row.
      [hookCommands.create, "Webhooks", "Select a repository", "palette"],
      [hookCommands.createDocument, "Webhooks", "Select a repository", "palette"],
      [keyCommands.add, "Deploy keys", "Select a repository", "palette"],
      [deploymentCommands.create, "Deployments", "Select a repository", "palette"],
      [repoCommands.newFile, "Changes to repositories", "Select a repository", "palette"],
    ] as const)
      it(`are asked for before a command asks anything else, which then goes on: ${from} ${command}`, async () => {
        await signInWithSession();
        const row = from === "row" ? await ownRepository(host, "mia/tools") : undefined;
        const run = (button: RegExp | undefined) => {
          const questions: string[] = [];
          const ask = (...given: readonly unknown[]): undefined => {
            const options = given.at(-1) as { readonly prompt?: string; readonly placeHolder?: string };
            questions.push(options.prompt ?? options.placeHolder ?? "");
          };
          return answering({ showInputBox: ask, showQuickPick: ask }, async () => ({
            ...(await clicking(button, () => commands.executeCommand(command, row))),
            questions,
          }));
        };
        const refused = await run(undefined);
        assert.deepEqual(refused.questions, []);
        assert.equal(refused.asked.length, 1);
        assert.match(refused.asked[0] ?? "", /need(s)? more permission\./);
        assert.ok(refused.asked[0]?.startsWith(feature), refused.asked[0]);
        const granted = await run(/Grant/);
        assert.equal(granted.asked.length, 1);
        assert.equal(granted.questions.length, 1);
        assert.ok(granted.questions[0]?.includes(question), granted.questions[0]);
      });

    it("are asked for by a save before the message of its commit, which is committed then", async () => {
      await signInWithSession();
      const accountId = active()?.profile.id ?? "";
      const uri = contentUri({ accountId, owner: "mia", repo: "tools", ref: "main", path: "README.md" });
      const document = await show(uri);
      const save = async (button: RegExp | undefined, text: string) => {
        await type(document, text);
        let boxes = 0;
        const showInputBox = ({ value }: { readonly value: string }) => [value, boxes++][0];
        const { result, asked } = await answering({ showInputBox: showInputBox as never }, () =>
          clicking(button, async () => {
            const isSaved = await document.save();
            await eventually(() => host.forge.sent("PUT").length === boxes, "what has a message is sent");
            return isSaved;
          }),
        );
        return { result, boxes, questions: asked.map((each) => each.split("\n")[0]) };
      };
      const question = "Changes to repositories need more permission.";
      assert.deepEqual(await save(undefined, "mine\n"), { result: true, boxes: 0, questions: [question] });
      await eventually(() => host.parts.localChanges.all.length === 1, "it is stored here");
      assert.deepEqual(await save(/Grant/, "mine!\n"), { result: true, boxes: 1, questions: [question] });
      await eventually(() => host.parts.localChanges.all.length === 0, "it is at the server");
      await closeEditors();
    });

    /** Stars mia/tools, as a command does. */
    const star = async (): Promise<void> => {
      await commands.executeCommand(repoCommands.star, await ownRepository(host, "mia/tools"));
    };
    const starred = (): readonly (string | null)[] =>
      host.forge.requests
        .filter(({ method, path }) => method === "PUT" && path.includes("/starred/"))
        .map(({ authorization }) => authorization);

    it("are asked for by a command, which goes on when they are granted", async () => {
      await signInWithSession();
      const { asked } = await clicking(/Grant for Public/, star);
      assert.match(asked[0] ?? "", /^Stars need more permission\./);
      assert.deepEqual(starred(), [`Bearer ${session.stars}`]);
      assert.deepEqual([...(active()?.profile.scopes ?? [])].toSorted(), ["gist", "public_repo"]);
    });

    it("are asked for once in a window when the user says no, and by the button after that", async () => {
      await signInWithSession();
      const first = await clicking(undefined, star);
      assert.equal(first.asked.length, 1);
      const second = await clicking(/Grant/, async () => {
        await star();
        await eventually(() => starred().length === 1, "the command goes on after the button");
      });
      assert.deepEqual(
        second.asked.map((text) => text.split("\n")[0]),
        ["Star Repository: Stars need more permission.", "Stars need more permission."],
        "the message, and the question that its button leads to",
      );
    });

    it("stay as they were when the sign-in page refuses", async () => {
      await signInWithSession();
      const { asked } = await clicking(/Grant/, async () =>
        commands.executeCommand(repoCommands.watch, await ownRepository(host, "mia/tools")),
      );
      assert.match(asked.join(), /^Watched repositories need more permission\./);
      assert.deepEqual(active()?.profile.scopes, ["gist"]);
      assert.equal(active()?.problem, undefined);
      assert.deepEqual(host.forge.sent("PUT"), []);
    });

    it("say why they can't be stored when a newer version of Forgeside saved the accounts", async () => {
      await signInWithSession();
      await eventually(() => active()?.profile.missing !== undefined, "what the server lacks is stored");
      const { secrets } = host.parts.context;
      const stored = (await secrets.get("forgeside.accounts")) ?? "";
      await secrets.store("forgeside.accounts", JSON.stringify({ version: 2 }));
      try {
        await eventually(() => host.parts.accounts.isReadOnly, "the accounts are read again");
        const { asked } = await clicking(/Grant for Public/, star);
        assert.match(asked[0] ?? "", /^Stars need more permission\./);
        assert.match(asked.at(-1) ?? "", /^Forgeside's accounts were saved by a newer version of Forgeside/);
        assert.deepEqual(starred(), []);
      } finally {
        await secrets.store("forgeside.accounts", stored);
      }
    });

    it("are not asked for by what runs in the background", async () => {
      await signInWithSession();
      const { asked } = await clicking(/Grant/, async () =>
        active()
          ?.client.call("repos.star", { user: "mia", repo: "tools" })
          .catch(() => undefined),
      );
      assert.deepEqual([asked, starred()], [[], []]);
    });
  });

  describe("of several sessions of VS Code", () => {
    it("belong to the account that was chosen, and to no other", async () => {
      await offerAccounts(
        {
          "github-enterprise": [
            { ...mia, sessions: ["gist"] },
            { ...otto, sessions: ["gist"] },
          ],
        },
        host.forge.url,
      );
      const ways = await signInBy(/^\$\(account\) mia/);
      assert.deepEqual(
        ways.filter((way) => way.includes("$(account)")).map((way) => way.split(" ")[1]),
        ["mia", "otto"],
      );
      await signInBy(/^\$\(account\) otto/);
      const tokenOf = async (login: string): Promise<string | null | undefined> => {
        const account = host.parts.accounts.accounts.find(({ profile }) => profile.login === login);
        const before = host.forge.requests.length;
        // Views and the sign-in ask for the same list, without this date.
        await account?.client.call("gists.starred", { since: new Date("2026-01-02T03:04:05Z") });
        return host.forge.requests.slice(before).find(({ path }) => path.includes("2026-01-02"))?.authorization;
      };
      assert.equal(await tokenOf("mia"), `Bearer ${session.gist}`);
      assert.equal(await tokenOf("otto"), `Bearer ${session.ottos}`);
    });

    it("are gone with the session: nothing is sent under another name", async () => {
      await signInWithSession();
      await offerAccounts({ "github-enterprise": [{ ...otto, sessions: ["gist"] }] }, host.forge.url);
      await eventually(() => active()?.problem === "noToken", "the session is missed");
      host.forge.requests.length = 0;
      await active()
        ?.client.call("gists.getAll", {}, { priority: "visible" })
        .catch(() => undefined);
      assert.deepEqual(host.forge.requests, []);
    });
  });

  describe("of a token", () => {
    it("lead to another token at the row of the feature that needs more", async () => {
      await offerAccounts({});
      await signIn(host.parts, host.forge, session.gist);
      const [row] = await hookRows();
      assert.ok(row);
      assert.deepEqual([labelOf(row), row.description], ["Webhooks need more permission", "Replace Token..."]);
      const { result } = await clicking(/Replace Token/, () => checking([[session.full]], () => click(row)));
      assert.deepEqual(result, { result: true, refusals: [] });
      assert.deepEqual((await hookRows()).map(labelOf), ["No webhooks yet."]);
      assert.deepEqual(new Set(hookRequests()), new Set([`Bearer ${session.full}`]));
    });

    it("are asked for until the new token has them; until then the former one stays", async () => {
      const id = await signIn(host.parts, host.forge, session.gist);
      const [row] = await hookRows();
      assert.ok(row);
      const lesser = await clicking(/Replace Token/, () => checking([[session.deployments]], () => click(row)));
      assert.deepEqual(lesser.result.refusals, [
        "This token isn't enough. It has: gist, repo_deployment. Needed: gist, admin:repo_hook.",
      ]);
      const [again] = await hookRows();
      assert.equal(again && labelOf(again), "Webhooks need more permission");
      assert.deepEqual(hookRequests(), []);
      assert.deepEqual(host.parts.accounts.get(id)?.profile.scopes, ["gist"]);
      const right = await clicking(/Replace Token/, () =>
        checking([[session.deployments, session.full]], () => click(row)),
      );
      assert.deepEqual([right.result.result, right.result.refusals.length], [true, 1]);
    });
  });

  it("are managed by a command, which widens and narrows the session", async () => {
    await signInWithSession();
    const { answering } = await import("./support/answers.ts");
    let before: readonly string[] = [];
    const pick = (features: RegExp) =>
      answering(
        {
          showQuickPick: (items: readonly { readonly label: string; readonly picked: boolean }[]) => {
            before = items.filter(({ picked }) => picked).map(({ label }) => label);
            return items.filter(({ label }) => features.test(label));
          },
          showInformationMessage: () => undefined,
        },
        () => commands.executeCommand(accountCommands.managePermissions),
      );
    await pick(/Gists|Webhooks/);
    assert.deepEqual(before, ["$(pass-filled) Gists"], "what is public takes no scope of repositories");
    assert.deepEqual([...(active()?.profile.scopes ?? [])].toSorted(), ["admin:repo_hook", "gist"]);
    await pick(/Gists|\) Repositories/);
    assert.deepEqual([...(active()?.profile.scopes ?? [])].toSorted(), ["gist", "repo"]);
    await pick(/Gists/);
    assert.deepEqual(active()?.profile.scopes, ["gist"]);
    await active()?.client.call("gists.starred", {});
    assert.equal(host.forge.requests.at(-1)?.authorization, `Bearer ${session.gist}`);
  });
});
