import assert from "node:assert/strict";
import { commands, Uri, window } from "vscode";
import { deploymentCommands, payloadScheme } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { deploySeed, deployTools, formRows } from "./support/deployTools.ts";
import { show, type } from "./support/documents.ts";
import { choosing } from "./support/forms.ts";
import { useSession, withAutoSave } from "./support/session.ts";

const mine = '{ "region": "mine" }';

describe("What another window writes for a deployment", () => {
  const session = useSession({ seed: deploySeed });
  beforeEach(() => session.parts.repos.refresh());
  const { place, posted, create, row, said, otherWindow, stored, theirs, storeTheirs } = deployTools(session);
  /** The description is entered in a form that was open before, and the form is left. */
  const enterDescription = async (
    text: string,
    choice?: string,
    leaves: boolean[] = [],
  ): Promise<readonly string[]> => {
    const questions: string[] = [];
    const rows: (number | undefined)[] = [formRows.description, undefined];
    const showQuickPick = (
      items: readonly { readonly label: string }[],
      { placeHolder }: { readonly placeHolder?: string },
    ) => {
      const found = items.find(({ label }) => label.includes("release/1"));
      if (found) return found;
      questions.push(placeHolder ?? "");
      return items.find(({ label }) => choice !== undefined && label.startsWith(choice));
    };
    const showInputBox = async () => {
      await storeTheirs();
      return text;
    };
    const showWarningMessage = (asked: string, _options: unknown, ...buttons: readonly string[]) => {
      questions.push(asked);
      return leaves.shift() === true ? buttons[0] : undefined;
    };
    await answering(
      { showQuickPick: showQuickPick as never, showInputBox, showWarningMessage: showWarningMessage as never },
      () =>
        choosing(
          (list) => list.items[rows.shift() ?? -1],
          async () => commands.executeCommand(deploymentCommands.create, await row()),
        ),
    );
    return questions;
  };
  const question = "Select the payload and the description for production";

  const loss = "Discard what is in the form?";
  for (const [title, choice, leaves, asked, left] of [
    ["the question is left", undefined, [false, true], [question, loss, loss], theirs],
    ["that is used", "Use what you wrote last time", [], [question], theirs],
    [
      "the form is kept",
      "Keep what is in the form",
      [],
      [question],
      { ...theirs, payload: "", description: "mine" },
    ],
  ] as const)
    it(`is not replaced unasked by a form: ${title}`, async () => {
      assert.deepEqual(await enterDescription("mine", choice, [...leaves]), asked);
      assert.deepEqual(await stored(), left);
    });

  it("does not let a form go unasked that fails, or gets another environment, before the question is answered", async () => {
    const asked: string[] = [];
    const rows: (number | undefined)[] = [formRows.description, formRows.environment, formRows.ref, undefined];
    const showQuickPick = (
      items: readonly { readonly label: string }[],
      { placeHolder }: { readonly placeHolder?: string },
    ) => {
      if (placeHolder === question) asked.push(placeHolder);
      return asked.length > 1 ? undefined : items.find(({ label }) => label.includes("release/1"));
    };
    const showInputBox = async () => {
      await storeTheirs();
      return "mine";
    };
    const showWarningMessage = (text: string, _options: unknown, ...buttons: readonly string[]) => {
      asked.push(text);
      return buttons[0];
    };
    await answering(
      { showQuickPick: showQuickPick as never, showInputBox, showWarningMessage: showWarningMessage as never },
      () =>
        choosing(
          (list) => list.items[rows.shift() ?? -1],
          async () => commands.executeCommand(deploymentCommands.create, await row()),
        ),
    );
    assert.deepEqual(asked, [question, question, loss]);
    assert.deepEqual(await stored(), theirs);
  });

  it("is not deleted by a form in which nothing is written", async () => {
    assert.deepEqual(await enterDescription(""), []);
    assert.deepEqual(await stored(), theirs);
  });

  it("is not replaced by Auto Save of a payload, nor when that is left as it was", async () => {
    const done = create({ form: [formRows.payload], picks: ["release/1", "Write It in an Editor"] });
    await eventually(() => window.activeTextEditor?.document.uri.scheme === payloadScheme, "it is open");
    const document = window.activeTextEditor?.document ?? assert.fail();
    await storeTheirs();
    await withAutoSave(async () => {
      await type(document, mine);
      await eventually(() => !document.isDirty, "Auto Save has saved it");
    });
    assert.deepEqual(await stored(), theirs);
    await commands.executeCommand(deploymentCommands.leavePayload, document.uri);
    await done;
    assert.deepEqual(await stored(), theirs);
  });

  for (const [title, choice, expected] of [
    ["the question is left", undefined, theirs],
    ["the document is kept", "Keep what is in the document", { ...theirs, payload: mine }],
  ] as const)
    it(`is not replaced unasked by Use as Payload: ${title}`, async () => {
      const query = new URLSearchParams({ ...place(), environment: "production" }).toString();
      const path = "/payload.json";
      const document = await show(Uri.from({ scheme: payloadScheme, authority: "former", path, query }));
      await type(document, mine);
      assert.equal(await document.save(), true);
      await storeTheirs();
      const questions: string[] = [];
      const showQuickPick = (
        items: readonly { readonly label: string }[],
        { placeHolder }: { readonly placeHolder?: string },
      ) => {
        questions.push(placeHolder ?? "");
        return items.find(({ label }) => choice !== undefined && label.startsWith(choice));
      };
      await answering({ showQuickPick: showQuickPick as never }, async () =>
        commands.executeCommand(deploymentCommands.usePayload, document.uri),
      );
      assert.equal(questions[0], question);
      assert.deepEqual([await stored(), document.getText()], [expected, mine]);
    });

  /** What the boxes of a status have when they are shown; `during` runs while the first one is. */
  const setStatus = async (
    texts: readonly (string | undefined)[],
    { during, button }: { readonly during?: () => Promise<unknown>; readonly button?: string } = {},
  ): Promise<readonly (string | undefined)[]> => {
    const left = [...texts];
    const values: (string | undefined)[] = [];
    const target = await row("production");
    await answering(
      {
        showQuickPick: (items: readonly unknown[]) => items[0] as never,
        showInputBox: async ({ value }: { readonly value?: string }) => {
          values.push(value);
          if (values.length === 1) await during?.();
          return left.shift();
        },
        showErrorMessage: (_text: string, ...buttons: readonly string[]) =>
          buttons.find((each) => each === button),
      },
      async () => commands.executeCommand(deploymentCommands.setStatus, target),
    );
    return values;
  };
  it("is offered for a status, though the first box was open before", async () => {
    const keys = () => Object.keys(session.parts.state.get<object>("deploymentStatuses") ?? {});
    await setStatus(["https://example.com/mine", undefined]);
    const [key = assert.fail()] = keys();
    const id = Number(key.split("/").at(-1));
    const values = await setStatus(["https://example.com/mine", undefined], {
      during: async () =>
        (await otherWindow()).setStatus(place(), id, { targetUrl: "", description: "A long text" }),
    });
    assert.deepEqual(values, ["https://example.com/mine", "A long text"]);
    const { description } = await (await otherWindow()).status(place(), id);
    assert.equal(description, "A long text");
  });

  it("as a status stays filled in when Refresh is chosen after it was not confirmed", async () => {
    session.forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "Oops" }, { status: 500 }) : undefined;
    await setStatus(["https://example.com/log", "It works"], { button: "Refresh" });
    session.forge.answer = () => undefined;
    await eventually(() => posted().length > 0, "it was sent");
    assert.deepEqual(await setStatus([undefined]), ["https://example.com/log"]);
  });

  it("as a status is not stored once its account is signed out", async () => {
    const { accounts, state } = session.parts;
    const { accountId } = session;
    await setStatus(["https://example.com/log", "A secret text"], {
      during: () => accounts.remove(accountId),
    });
    await eventually(() => said().length > 0, "it is said");
    assert.doesNotMatch(JSON.stringify(state.get("deploymentStatuses") ?? {}), /secret|example/);
  });
});
