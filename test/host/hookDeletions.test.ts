import assert from "node:assert/strict";
import { type TextDocument, window } from "vscode";
import { hookCommands } from "../../src/ids.ts";
import { countTabs } from "../../src/ui/tabs.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { isUnsavedTab, show, type } from "./support/documents.ts";
import { hookTools, yes } from "./support/hookTools.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { useSession } from "./support/session.ts";

describe("A hook that is deleted", () => {
  const session = useSession({ seed: toolsSeed });
  const { mia, make, hooks, place, run, uriOf } = hookTools(session);
  const stored = (): readonly unknown[] => session.parts.localChanges.all.map(({ reason }) => reason);

  /** Changes a hook that another user deletes, and answers what is asked at its save until `done`. */
  const saveDeleted = async (
    answers: readonly string[],
    done: (document: TextDocument) => boolean | Promise<boolean>,
  ): Promise<readonly string[]> => {
    const hook = await make({ events: ["push"] });
    const document = await show(uriOf(hook));
    await type(document, document.getText().replace('"push"', '"star"'));
    await mia().call("repos.deleteHook", { user: "mia", repo: "tools", id: hook.id });
    const asked: string[] = [];
    const answer = (question: string) => answers[asked.push(question) - 1];
    await answering({ showWarningMessage: answer as never }, async () => {
      assert.equal(await document.save(), true);
      assert.equal(isUnsavedTab(document), false);
      await eventually(async () => asked.length > 0 && done(document), "it is done");
    });
    return asked;
  };

  it("elsewhere while it was changed is created again when that is chosen", async () => {
    const asked = await saveDeleted(
      ["Keep Mine"],
      async () => (await hooks()).length === 1 && stored().length === 0,
    );
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? "", /was changed here and deleted on the server\. Nothing was overwritten\.$/);
    const [made] = await hooks();
    assert.ok(made);
    assert.deepEqual(made.events, ["star"]);
    const shown = (): string => window.activeTextEditor?.document.uri.toString() ?? "";
    await eventually(() => shown() === uriOf(made).toString(), "its document takes the place of the old one");
  });

  it("elsewhere while it was changed stays deleted when that is chosen", async () => {
    await saveDeleted(["Take Theirs"], ({ uri }) => stored().length === 0 && countTabs(uri) === 0);
    assert.deepEqual(await hooks(), []);
  });

  it("elsewhere while it was changed leaves the change stored without an answer", async () => {
    await saveDeleted([], () => stored().length === 1);
    assert.deepEqual([stored(), await hooks()], [["conflict"], []]);
  });

  it("elsewhere is noticed, too, when it was to be read again before it was changed", async () => {
    const hook = await make({ events: ["push"] });
    const document = await show(uriOf(hook));
    const text = document.getText();
    await mia().call("repos.deleteHook", { user: "mia", repo: "tools", id: hook.id });
    session.parts.hooks.refresh(place());
    await type(document, text.replace('"push"', '"star"'));
    const asked: string[] = [];
    await answering({ showWarningMessage: (question: string) => void asked.push(question) }, async () => {
      assert.equal(await document.save(), true);
      await eventually(() => asked.length === 1, "it is asked");
    });
    assert.match(asked[0] ?? "", /deleted on the server/);
    assert.deepEqual(stored(), ["conflict"]);
  });

  it("takes along what was changed and not sent, after a question that says so", async () => {
    const document = await show(uriOf(await make({ events: ["push"] })));
    await type(document, document.getText().replace('"push"', '"star"'));
    session.forge.answer = ({ method }) =>
      method === "PATCH" ? Response.json({ message: "No" }, { status: 503 }) : undefined;
    await answering({ showWarningMessage: () => undefined }, async () => {
      assert.equal(await document.save(), true);
      await eventually(() => stored().length === 1, "it is stored");
    });
    const questions: unknown[] = [];
    const note = (_: string, options: unknown): undefined => void questions.push(options);
    await answering({ showWarningMessage: note as never }, () => run(hookCommands.delete));
    assert.match(JSON.stringify(questions[0]), /hanges to it that were not sent are discarded/);
    assert.deepEqual([(await hooks()).length, stored().length], [1, 1]);
    await answering({ showWarningMessage: yes }, () => run(hookCommands.delete));
    assert.deepEqual([await hooks(), stored()], [[], []]);
  });
});
