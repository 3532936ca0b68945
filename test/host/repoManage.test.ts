import assert from "node:assert/strict";
import { commands, type InputBoxOptions, window } from "vscode";
import { localChangeCommands, repoCommands } from "../../src/ids.ts";
import { contentUri } from "../../src/repos/uri.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { filling } from "./support/forms.ts";
import { ownRepository, toolsSeed, typing } from "./support/repoTools.ts";
import { tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

describe("What is done with a repository", () => {
  const session = useSession({ seed: toolsSeed });
  const statusTexts = useStatusTexts();
  beforeEach(() => {
    session.parts.repos.refresh();
  });
  afterEach(() => {
    session.parts.repoRoots.forget(session.accountId);
  });
  after(() => commands.executeCommand("workbench.view.explorer"));

  /** Boxes and lists have no text of their own. */
  const said = () => session.messages;
  const mia = () => session.forge.client(tokens.mia);
  const at = { user: "mia", repo: "tools" };
  const node = (...labels: readonly string[]) => ownRepository(session, ...labels);
  const tools = () => node("mia/tools");

  describe("making and changing", () => {
    /** Rows of the form, below the one that does it. */
    const [name, description, homepage, visibility, , wiki] = [1, 2, 3, 4, 5, 6];
    const [readme, template] = [8, 9];
    const create = (rows: readonly number[], texts: readonly (string | undefined)[]) =>
      typing(texts, () => filling(rows, () => commands.executeCommand(repoCommands.create)));

    it("a new repository needs its name only", async () => {
      await create([], ["kettle"]);
      const kettle = await mia().call("repos.get", { user: "mia", repo: "kettle" });
      assert.equal(kettle.private, true);
      assert.equal((await mia().call("repos.getReadme", { user: "mia", repo: "kettle" })).path, "README.md");
      await eventually(() => said().includes("Created “mia/kettle”."), "it is said");
    });

    it("a new repository may have every parameter that the service takes", async () => {
      session.parts.repoRoots.addList(session.accountId, "org:acme");
      const rows = [description ?? 0, homepage ?? 0, visibility ?? 0, wiki ?? 0, template ?? 0, 10];
      await answering(
        {
          showQuickPick: (items: readonly { readonly label: string }[]) =>
            items.find(({ label }) => /acme|^Node$/.test(label)),
        },
        () => create(rows, ["kettle", "Boils", "https://example.org/", "1"]),
      );
      const sent = session.forge.requests.find(({ method }) => method === "POST");
      assert.equal(sent?.path, "/orgs/acme/repos");
      assert.deepEqual(JSON.parse(sent?.body ?? ""), {
        name: "kettle",
        description: "Boils",
        homepage: "https://example.org/",
        private: false,
        has_issues: true,
        has_wiki: false,
        has_downloads: true,
        auto_init: true,
        gitignore_template: "Node",
        team_id: 1,
      });
    });

    it("a taken name is reported in the service's words, and leaving the form creates nothing", async () => {
      await create([readme ?? 0], ["tools"]);
      await eventually(() => said().length === 1, "it is said");
      assert.match(said()[0] ?? "", /name already exists on this account/);
      session.forge.requests.length = 0;
      await create([], [undefined]);
      assert.deepEqual(session.forge.sent("POST"), []);
    });

    it("what was written for a repository that is refused or left is filled in the next time", async () => {
      const boxes: (string | undefined)[] = [];
      const createAgain = (rows: readonly number[], texts: readonly (string | undefined)[], answer?: string) => {
        const rest = [...texts];
        const showInputBox = ({ value }: InputBoxOptions) => {
          boxes.push(value);
          return rest.shift();
        };
        const showWarningMessage = (_: string, button: string) => (button === answer ? button : undefined);
        return answering({ showInputBox, showWarningMessage }, async () => {
          await filling(rows, async () => {
            await commands.executeCommand(repoCommands.create);
            if (answer !== undefined)
              await eventually(() => session.forge.sent("POST").length === 2, "it is sent again");
          });
        });
      };
      // The form is left: there is no such row.
      await createAgain([description ?? 0, 99], ["kettle", "Boils"]);
      assert.deepEqual(session.forge.sent("POST"), []);
      await createAgain([name ?? 0, 0, visibility ?? 0], ["kettle", "tools", "teapot"], "Edit Again...");
      assert.deepEqual(boxes, ["", "", "kettle", "kettle", "tools"]);
      await eventually(() => said().includes("Created “mia/teapot”."), "it is created");
      const teapot = await mia().call("repos.get", { user: "mia", repo: "teapot" });
      assert.deepEqual([teapot.description, teapot.private], ["Boils", false]);
      await createAgain([99], [undefined]);
      assert.equal(boxes.at(-1), "");
    });

    it("what is changed is sent, and nothing else; an opened repository is followed under its new name", async () => {
      await commands.executeCommand(repoCommands.open, "mia/tools");
      await typing(["gadgets", "What I want"], () =>
        filling([name ?? 0, description ?? 0], async () =>
          commands.executeCommand(repoCommands.edit, await tools()),
        ),
      );
      const sent = session.forge.requests.find(({ method }) => method === "PATCH");
      assert.deepEqual(JSON.parse(sent?.body ?? ""), { name: "gadgets", description: "What I want" });
      assert.deepEqual(session.parts.repoRoots.of(session.accountId).opened, [{ owner: "mia", repo: "gadgets" }]);
      // Under its former name it is still found: the service leads on.
      await commands.executeCommand(repoCommands.open, "mia/tools");
      assert.deepEqual(session.parts.repoRoots.of(session.accountId).opened, [{ owner: "mia", repo: "gadgets" }]);
      assert.deepEqual(said(), []);
    });

    it("its visibility changes only when that is confirmed; nothing changed sends nothing", async () => {
      const edit = (rows: readonly number[]) =>
        filling(rows, async () => commands.executeCommand(repoCommands.edit, await tools()));
      await edit([]);
      await answering({ showWarningMessage: () => undefined }, () => edit([visibility ?? 0]));
      assert.deepEqual(session.forge.sent("PATCH"), []);
      await answering({ showWarningMessage: (_: string, __: unknown, yes: string) => yes }, () =>
        edit([visibility ?? 0]),
      );
      assert.equal((await mia().call("repos.get", at)).private, true);
    });
  });

  describe("people", () => {
    it("are added, checked and removed as collaborators, each after a question", async () => {
      const asked: string[] = [];
      const yes = (text: string, _: unknown, ...actions: readonly string[]): string | undefined => {
        asked.push(text);
        return actions.at(-1);
      };
      const shown: string[] = [];
      await answering(
        { showWarningMessage: yes, showInformationMessage: (text: string) => void shown.push(text) },
        async () => {
          await typing(["@otto"], async () =>
            commands.executeCommand(repoCommands.addCollaborator, await tools()),
          );
          await typing(["otto"], async () => commands.executeCommand(repoCommands.addCollaborator, await tools()));
          assert.deepEqual(statusTexts(), ["otto is a collaborator of mia/tools already."]);
          await typing(["otto"], async () =>
            commands.executeCommand(repoCommands.checkCollaborator, await tools()),
          );
          await typing(["nora"], async () =>
            commands.executeCommand(repoCommands.checkCollaborator, await tools()),
          );
          await commands.executeCommand(
            repoCommands.removeCollaborator,
            await node("mia/tools", "Collaborators", "otto"),
          );
        },
      );
      assert.deepEqual(asked, ["Add otto to mia/tools?", "Remove otto from mia/tools?"]);
      assert.deepEqual(shown, ["otto is a collaborator of mia/tools.", "nora isn't a collaborator of mia/tools."]);
      assert.equal(await mia().check("repos.getCollaborator", { ...at, collabuser: "otto" }), false);
      assert.deepEqual(said(), []);
    });

    it("that do not exist, or were not confirmed, are not added", async () => {
      await answering({ showWarningMessage: () => undefined }, () =>
        typing(["otto"], async () => commands.executeCommand(repoCommands.addCollaborator, await tools())),
      );
      assert.deepEqual(session.forge.sent("PUT"), []);
      await answering({ showWarningMessage: (_: string, __: unknown, yes: string) => yes }, () =>
        typing(["no-such-person"], async () =>
          commands.executeCommand(repoCommands.addCollaborator, await tools()),
        ),
      );
      await eventually(() => said().length === 1, "it is said");
      assert.match(said()[0] ?? "", /no user no-such-person on this server/);
    });
  });

  describe("branches and files", () => {
    it("are made: a branch at another one, whatever it is called, and a file on it", async () => {
      await typing(["feature/y#2"], async () =>
        commands.executeCommand(repoCommands.newBranch, await node("mia/tools", "Branches", "feature/x#1")),
      );
      const branch = await node("mia/tools", "Branches", "feature/y#2");
      await typing(["notes/ä b#.md", "Add notes"], () => commands.executeCommand(repoCommands.newFile, branch));
      const content = await mia().call("repos.getContent", { ...at, path: "notes/ä b#.md", ref: "feature/y#2" });
      assert.equal((content as { readonly size: number }).size, 0);
      assert.ok(window.activeTextEditor?.document.uri.path.endsWith(".md"));
      assert.deepEqual(said(), []);
    });

    it("a taken name of a branch or file is reported, and nothing is changed", async () => {
      await typing(["feature/x#1"], async () =>
        commands.executeCommand(repoCommands.newBranch, await node("mia/tools", "Branches", "main")),
      );
      await typing(["README.md", "Again"], async () =>
        commands.executeCommand(repoCommands.newFile, await tools()),
      );
      await eventually(() => said().length === 2, "both are shown");
      assert.match(said()[0] ?? "", /The branch feature\/x#1 already exists/);
      assert.match(said()[1] ?? "", /“README\.md” already exists/);
      const readme = await mia().call("repos.getReadme", at);
      assert.equal(Buffer.from(readme.content ?? "", "base64").toString(), "# Tools\n");
    });

    it("refuses paths that lead elsewhere before anything is sent", async () => {
      const problems: unknown[] = [];
      await answering(
        {
          showInputBox: ({ validateInput }: { readonly validateInput: (text: string) => unknown }) => {
            for (const path of ["../x", "a//b", "/a", "a/../../b", ".git/config", "a/./b", " "])
              problems.push(validateInput(path));
            assert.equal(validateInput("docs/ä.md"), undefined);
          },
        },
        async () => commands.executeCommand(repoCommands.newFile, await tools()),
      );
      assert.equal(problems.length, 7);
      assert.ok(problems.every((problem) => typeof problem === "string"));
      assert.deepEqual(session.forge.sent("PUT"), []);
    });

    it("makes the first file of an empty repository", async () => {
      await typing(["README.md", "Begin"], async () =>
        commands.executeCommand(repoCommands.newFile, await node("mia/empty")),
      );
      assert.deepEqual(said(), []);
      assert.equal((await mia().call("repos.getReadme", { user: "mia", repo: "empty" })).path, "README.md");
    });

    it("offers a new branch for what a protected one does not take, and opens the file there", async () => {
      const place = { accountId: session.accountId, owner: "mia", repo: "tools", ref: "release/1", path: "v.txt" };
      const document = await show(contentUri(place));
      await type(document, "2\n");
      const offered: string[] = [];
      await answering(
        {
          showWarningMessage: (text: string, action: string) => {
            offered.push(text);
            return action;
          },
          showQuickPick: (rows: readonly unknown[]) => rows[1],
        },
        () =>
          typing(["Version 2", "hotfix/2"], async () => {
            await document.save();
            await eventually(
              () =>
                window.activeTextEditor?.document.uri.toString() ===
                contentUri({ ...place, ref: "hotfix/2" }).toString(),
              "the file is open on the new branch",
            );
          }),
      );
      assert.match(offered[0] ?? "", /release\/1 is protected, so “v\.txt” was not committed/);
      const content = await mia().call("repos.getContent", { ...at, path: "v.txt", ref: "hotfix/2" });
      assert.equal(Buffer.from((content as { content: string }).content, "base64").toString(), "2\n");
      const [commit] = await mia().call("repos.getCommits", { ...at, sha: "hotfix/2" });
      assert.equal(commit?.commit.message, "Version 2");
      const former = await mia().call("repos.getContent", { ...at, path: "v.txt", ref: "release/1" });
      assert.equal(Buffer.from((former as { content: string }).content, "base64").toString(), "1\n");
      assert.equal(document.isDirty, false);
    });

    it("makes a file of a protected branch on a new one, which is asked before the message", async () => {
      const asked: string[] = [];
      const rest = ["plan.md", "Plan", "hotfix/3"];
      await answering(
        {
          showWarningMessage: (text: string, action: string) => {
            asked.push(text);
            return action;
          },
          showInputBox: ({ prompt }: { readonly prompt: string }) => {
            asked.push(prompt);
            return rest.shift();
          },
          showQuickPick: (rows: readonly unknown[], options: { readonly placeHolder: string }) => {
            asked.push(options.placeHolder);
            return rows[0];
          },
        },
        async () => {
          await commands.executeCommand(repoCommands.newFile, await node("mia/tools", "Branches", "release/1"));
          await eventually(
            () => window.activeTextEditor?.document.uri.path.endsWith("/hotfix∕3/plan.md") === true,
            "the file is open on the new branch",
          );
        },
      );
      assert.equal(asked[1], "release/1 is protected. Select where to commit.");
      const content = await mia().call("repos.getContent", { ...at, path: "plan.md", ref: "hotfix/3" });
      assert.equal((content as { readonly size: number }).size, 0);
      assert.equal(asked.length, 4);
    });

    it("stores what a protected branch does not take, and commits it to a new one when that is asked for later", async () => {
      const place = { accountId: session.accountId, owner: "mia", repo: "tools", ref: "release/1", path: "v.txt" };
      const document = await show(contentUri(place));
      await type(document, "2\n");
      const toProtected = (rows: readonly unknown[]) => rows[1];
      await answering({ showWarningMessage: () => undefined, showQuickPick: toProtected as never }, () =>
        typing(["Version 2"], async () => assert.equal(await document.save(), true)),
      );
      const { all } = session.parts.localChanges;
      assert.deepEqual(
        all.map(({ reason }) => reason),
        ["protected"],
      );
      const change = { kind: "localChange", change: all[0] };
      await typing(["Version 2", "hotfix/2"], async () =>
        commands.executeCommand(localChangeCommands.moveToBranch, change),
      );
      const content = await mia().call("repos.getContent", { ...at, path: "v.txt", ref: "hotfix/2" });
      assert.equal(Buffer.from((content as { content: string }).content, "base64").toString(), "2\n");
      assert.deepEqual(session.parts.localChanges.all, []);
      await eventually(() => document.getText() === "1\n", "the protected branch's editor shows what that has");
    });

    it("follows a link within the repository, and none that leads out of it", async () => {
      await commands.executeCommand(repoCommands.follow, await node("mia/tools", "Files", "docs", "readme"));
      await eventually(() => window.activeTextEditor?.document.getText() === "# Tools\n", "the file is open");
      await commands.executeCommand(repoCommands.follow, await node("mia/tools", "Files", "docs", "out"));
      await eventually(() => said().length === 1, "it is said");
      assert.match(said()[0] ?? "", /points outside the repository/);
    });

    it("opens the repository of a submodule at a server where there is an account, and asks no other server", async () => {
      const { repoRoots } = session.parts;
      const opened = () => repoRoots.of(session.accountId).opened;
      let address: string | undefined;
      session.forge.answer = async (request) => {
        if (!decodeURIComponent(request.url).includes("/contents/vendor/lib")) return undefined;
        const about = { type: "submodule", name: "lib", path: "vendor/lib", sha: "1".repeat(40), size: 0 };
        return Response.json({ ...about, submodule_git_url: address ?? null });
      };
      const lib = await node("mia/tools", "Files", "vendor", "lib");
      for (const [given, message] of [
        [undefined, /doesn't say where the submodule vendor\/lib is/],
        ["https://elsewhere.example/mia/empty.git", /You have no account on elsewhere\.example/],
        ["javascript:alert(1)//mia/empty", /doesn't look like a repository/],
        ["../../../../etc", /doesn't look like a repository/],
      ] as const) {
        address = given;
        const before = said().length;
        // It goes on when a message is answered that offers the sign-in.
        void commands.executeCommand(repoCommands.follow, lib);
        await eventually(() => said().length > before, `it is said of ${String(given)}`);
        assert.match(said().at(-1) ?? "", message);
        assert.deepEqual(opened(), []);
      }
      for (const given of [`git://${session.forge.host}/mia/empty.git`, "../empty.git"]) {
        address = given;
        await commands.executeCommand(repoCommands.follow, lib);
        assert.deepEqual(
          opened().map(({ owner, repo }) => `${owner}/${repo}`),
          ["mia/empty"],
        );
        repoRoots.forget(session.accountId);
      }
    });
  });
});
