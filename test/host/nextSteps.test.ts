import assert from "node:assert/strict";
import { commands } from "vscode";
import { gistCommands, hookCommands, linkCommands, operationCommands, trashCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { hookTools } from "./support/hookTools.ts";
import { namesIn, openList } from "./support/openList.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { nodeLabelled } from "./support/rows.ts";
import { ids, tokens } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";
import { isBrowser } from "./support/versions.ts";

type Said = readonly string[];

/** Presses the first button of the first message with one, and leaves the others. */
const pressingFirst = (said: Said[]) => {
  let isPressed = false;
  return (...given: readonly unknown[]): string | undefined => {
    const [text, ...buttons] = given.filter((each) => typeof each === "string");
    said.push([text ?? "", ...buttons]);
    if (isPressed || buttons.length === 0) return undefined;
    isPressed = true;
    return buttons[0];
  };
};

describe("A message that names what to do first", () => {
  const session = useSession({ seed: toolsSeed });
  const { make, hooks, run } = hookTools(session);
  let said: Said[];
  let asked: string[];
  beforeEach(() => {
    session.parts.repos.refresh();
    said = [];
    asked = [];
  });
  /** Runs a command whose message has the button, until the command of the button has asked or said something. */
  const press = (id: string) =>
    answering(
      {
        showWarningMessage: pressingFirst(said),
        showInputBox: (options: { readonly prompt: string }) => void asked.push(options.prompt),
      },
      async () => {
        await commands.executeCommand(id);
        await eventually(() => asked.length + said.length === 2, "the command of the button runs");
      },
    );

  for (const id of [hookCommands.received, hookCommands.stopListening])
    it(`begins to listen at ${id}, where the host can listen`, async () => {
      const text = "The local listener isn't running.";
      if (isBrowser) {
        await answering({ showWarningMessage: pressingFirst(said) }, () => commands.executeCommand(id));
        assert.deepEqual(said, [[text]]);
        return;
      }
      await press(id);
      assert.deepEqual(said, [[text, "Listen for Webhooks Locally..."]]);
      assert.deepEqual(asked, ["Enter a local port, or leave it empty to use any free port"]);
    });

  for (const id of [linkCommands.unlink, linkCommands.push, linkCommands.pushAll])
    it(`links a file at ${id}`, async () => {
      await press(id);
      assert.deepEqual(said, [
        ["No file of this workspace is linked.", "Link File to Gist..."],
        ["Only a file of the workspace can be linked. Open one, or its folder, first."],
      ]);
    });

  for (const [id, text] of [
    [operationCommands.save, "No response is open."],
    [operationCommands.showRequest, "No operation or response is open."],
  ] as const)
    it(`runs an operation at ${id}`, async () => {
      let names: readonly string[] = [];
      await answering({ showWarningMessage: pressingFirst(said) }, () =>
        openList(id, async (list) => {
          await eventually(() => list.items.length > 100, "the operations are listed");
          names = namesIn(list);
          await commands.executeCommand("workbench.action.closeQuickOpen");
        }),
      );
      assert.deepEqual(said, [[text, "Run Operation..."]]);
      assert.ok(names.includes("gists.get"), names.join());
    });

  it("makes the first webhook of a repository that has none, which is asked for as a repository", async () => {
    const pick = (items: readonly { readonly label: string }[], options: { readonly placeHolder?: string }) => {
      asked.push(options.placeHolder ?? "");
      return items.find(({ label }) => label.includes("mia/empty"));
    };
    await answering(
      {
        showQuickPick: pick as never,
        showInputBox: ({ title = "" }: { readonly title?: string }) => void asked.push(title),
        showWarningMessage: pressingFirst(said),
      },
      async () => {
        await commands.executeCommand(hookCommands.ping);
        await eventually(() => asked.length > 1, "the first webhook is asked for");
      },
    );
    assert.deepEqual(said, [["mia/empty has no webhooks yet.", "New Webhook..."]]);
    assert.equal(asked[0], "Select a repository to show its webhooks");
    assert.match(asked[1] ?? "", /^New Webhook of mia\/empty/);
  });

  it("activates an inactive webhook and tests it", async () => {
    const { id } = await make({ events: ["push"], active: false });
    session.forge.answer = ({ method, url }) =>
      method === "GET" && url.endsWith("/deliveries") ? new Response(null, { status: 404 }) : undefined;
    await answering({ showWarningMessage: pressingFirst(said) }, async () => {
      await run(hookCommands.test);
      await eventually(() => session.forge.sent("POST").some((each) => each.endsWith("/tests")), "it is tested");
    });
    assert.deepEqual(said[0], [
      "The webhook is inactive: the server tests it only when it is active.",
      "Activate and Test",
    ]);
    assert.equal((await hooks()).find((hook) => hook.id === id)?.active, true);
  });

  it("asks again about the text of the editor when a conflict's message is older than that", async () => {
    const { notes } = ids;
    const elsewhere = (content: string) =>
      session.forge.client(tokens.mia).call("gists.edit", { id: notes, files: { "notes.md": { content } } });
    await elsewhere("one\ntwo\n");
    const document = await show(session.uri(notes, "notes.md"));
    await type(document, "mine\ntwo\n");
    await elsewhere("theirs\ntwo\n");
    let answer: (choice: string) => void = () => assert.fail("no question");
    const questions: string[] = [];
    const ask = (text: string): unknown => {
      // A message of the test before may still come.
      if (!text.includes("notes.md")) return undefined;
      questions.push(text);
      return questions.length === 1 ? new Promise((resolve) => (answer = resolve)) : undefined;
    };
    await answering({ showWarningMessage: ask as never }, async () => {
      assert.equal(await document.save(), true);
      await eventually(() => questions.length === 1, "the first conflict is asked about");
      // As another window does it.
      await session.parts.files.revert({ accountId: session.accountId, gistId: notes, fileName: "notes.md" });
      await eventually(() => document.getText() === "theirs\ntwo\n", "the editor shows theirs");
      await type(document, "newer\ntwo\n");
      await elsewhere("theirs once more\ntwo\n");
      await document.save();
      await eventually(() => questions.length === 2, "the second conflict is asked about");
      answer("Merge...");
      await eventually(() => questions.length === 3, "it is asked again");
    });
    assert.equal(questions[2], questions[1]);
    assert.equal(session.parts.files.pending.all[0]?.mine, "newer\ntwo\n");
  });

  it("tries to restore again what another window has removed, and says that it is no longer stored", async () => {
    const { node } = await nodeLabelled(session.parts.trees.gists, "Hello in two languages");
    const { trash } = session.parts;
    await answering({ showWarningMessage: (...given) => given[2], showInformationMessage: () => undefined }, () =>
      commands.executeCommand(gistCommands.delete, node),
    );
    const [deleted] = await trash.all();
    assert.ok(deleted);
    session.forge.answer = async ({ method, url }) => {
      if (method === "GET" && url.endsWith(`/gists/${ids.hello}`)) await trash.forget(deleted);
      return undefined;
    };
    await answering(
      { showWarningMessage: pressingFirst(said), showQuickPick: (items: readonly unknown[]) => items[0] } as never,
      async () => {
        await commands.executeCommand(trashCommands.restore);
        await eventually(() => said.length === 2, "the button tries it again");
      },
    );
    assert.deepEqual(said, [
      [
        "“Hello in two languages” was restored or removed in another window since then. Nothing was created.",
        "Restore Again",
      ],
      ["The deleted gist is no longer stored."],
    ]);
  });
});
