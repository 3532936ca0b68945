import assert from "node:assert/strict";
import { commands, TabInputText, type TextDocument, Uri, window, workspace } from "vscode";
import { DeploymentDrafts } from "../../src/deployments/deploymentDrafts.ts";
import { deploymentCommands, payloadScheme } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { deploySeed, deployTools, formRows } from "./support/deployTools.ts";
import { bytes, readText, show, type } from "./support/documents.ts";
import { choosing } from "./support/forms.ts";
import { holdPosts } from "./support/heldRequests.ts";
import { tokens } from "./support/seeds.ts";
import { signIn, signOut, useSession, withAutoSave } from "./support/session.ts";

const { merging, payload, description, environment } = formRows;
const first = '{ "region": "first" }';
const second = '{ "region": "second" }';

describe("Drafts of deployments", () => {
  const session = useSession({ seed: deploySeed });
  beforeEach(() => session.parts.repos.refresh());
  const { place, posted, said, create, row, otherWindow, stored, theirs, storeTheirs } = deployTools(session);
  const payloadTabs = (): readonly Uri[] =>
    window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .flatMap(({ input }) =>
        input instanceof TabInputText && input.uri.scheme === payloadScheme ? [input.uri] : [],
      );
  /** A form whose payload is being written. */
  const writing = async (agrees = true) => {
    const before = payloadTabs().length;
    const done = create({ form: [merging, payload], picks: ["release/1", "Write It in an Editor"], agrees });
    await eventually(() => payloadTabs().length > before && window.activeTextEditor !== undefined, "it is open");
    await eventually(() => window.activeTextEditor?.document.uri.scheme === payloadScheme, "it is in front");
    const document = window.activeTextEditor?.document;
    assert.ok(document);
    return { done, document };
  };
  /** A document that a former window has left. */
  const former = async (authority: string, text: string): Promise<TextDocument> => {
    const query = new URLSearchParams({ ...place(), environment: "production" }).toString();
    const document = await show(Uri.from({ scheme: payloadScheme, authority, path: "/payload.json", query }));
    await type(document, text);
    assert.equal(await document.save(), true);
    return document;
  };

  it("stay when another window has stored one while its own is sent", async () => {
    const held = holdPosts(session.forge);
    const done = create({ form: [merging, description], picks: ["release/1"], texts: ["mine"] });
    await held.arrived();
    await storeTheirs();
    held.release();
    await done;
    assert.equal(posted().length, 1);
    await session.parts.state.refresh();
    const here = new DeploymentDrafts(session.parts.state, (error) => assert.fail(String(error)));
    assert.deepEqual(here.get(place(), "production"), theirs);
  });

  it("of another window stay when a form changes its environment", async () => {
    const rows: (number | undefined)[] = [description, environment, undefined];
    const showQuickPick = async (items: readonly { readonly label: string }[]) => {
      const staging = items.find(({ label }) => label.includes("staging"));
      if (staging) await storeTheirs();
      return staging ?? items.find(({ label }) => label.includes("release/1"));
    };
    await answering({ showQuickPick: showQuickPick as never, showInputBox: () => "mine" }, () =>
      choosing(
        (list) => list.items[rows.shift() ?? -1],
        async () => commands.executeCommand(deploymentCommands.create, await row()),
      ),
    );
    await eventually(async () => (await stored("staging"))?.description === "mine", "it is stored");
    assert.deepEqual(await stored(), theirs);
  });

  it("of another window stay when a payload is left as it was", async () => {
    const { done, document } = await writing();
    await type(document, first);
    await storeTheirs();
    await commands.executeCommand(deploymentCommands.leavePayload, document.uri);
    await done;
    assert.deepEqual(await stored(), theirs);
  });

  it("have what another document has stored when a payload is left as it was", async () => {
    const { done, document } = await writing();
    await withAutoSave(async () => {
      await type(document, first);
      await eventually(async () => (await stored())?.payload === first, "Auto Save has stored it");
    });
    const other = await former("former", second);
    await commands.executeCommand(deploymentCommands.leavePayload, document.uri);
    await done;
    assert.equal((await stored())?.payload, second);
    await show(other.uri);
    await commands.executeCommand("workbench.action.closeActiveEditor");
  });

  const closeFirst = async (): Promise<Uri> => {
    const { uri } = await former("first", first);
    await former("second", second);
    await show(uri);
    return uri;
  };
  it("have another payload than one that is closed, which is opened again by a message", async () => {
    const uri = await closeFirst();
    const shown: string[] = [];
    const showInformationMessage = (text: string, button: string) => {
      shown.push(text);
      return button;
    };
    await answering({ showInformationMessage }, async () => {
      await commands.executeCommand("workbench.action.closeActiveEditor");
      await eventually(() => shown.length > 0, "it is said");
      await eventually(() => payloadTabs().length === 2, "it is open again");
    });
    assert.deepEqual(shown, [
      "The payload that you closed is another one than in the draft of the deployment to production.",
    ]);
    assert.deepEqual([await readText(uri), (await stored())?.payload], [first, second]);
    await session.parts.state.refresh();
    // Its own text is in the draft: nothing is said.
    await show(uri.with({ authority: "second" }));
    await commands.executeCommand("workbench.action.closeActiveEditor");
    await eventually(
      async () =>
        (await otherWindow()).payloadText({ ...place(), environment: "production" }, "second") === undefined,
      "it is not stored besides",
    );
    assert.deepEqual(said(), []);
  });

  /** Types while `save` is writing what was typed before. */
  const typeInSave = async (
    document: TextDocument,
    texts: readonly [string, string],
    save: () => PromiseLike<unknown>,
  ) => {
    const { state } = session.parts;
    const update = state.update.bind(state);
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let isHeld = false;
    const value = async (...given: Parameters<typeof update>) => {
      Reflect.deleteProperty(state, "update");
      isHeld = true;
      await gate;
      await update(...given);
    };
    await type(document, texts[0]);
    Object.defineProperty(state, "update", { value, configurable: true });
    const saving = save();
    await eventually(() => isHeld, "it is being saved");
    await type(document, texts[1]);
    release();
    await saving;
  };
  const use = ({ uri }: TextDocument) => commands.executeCommand(deploymentCommands.usePayload, uri);

  it("have nothing of what is typed while Use as Payload saves it: it is deployed", async () => {
    const { done, document } = await writing();
    await typeInSave(document, [first, second], () => use(document));
    await done;
    assert.equal(posted()[0]?.["payload"], '{"region":"second"}');
    await eventually(async () => (await stored()) === undefined, "the draft is gone");
  });

  it("wait until what is typed while Use as Payload saves it is a payload", async () => {
    const { done, document } = await writing();
    await typeInSave(document, [first, "{ half"], () => use(document));
    await eventually(() => said().some((text) => text.includes("isn't valid JSON")), "it is said");
    assert.deepEqual([payloadTabs().length, posted().length], [1, 0]);
    await type(document, second);
    await Promise.all([document.save(), done]);
    assert.equal(posted()[0]?.["payload"], '{"region":"second"}');
  });

  it("have nothing of a document whose deployment was made, whatever is saved of it later", async () => {
    const { done, document } = await writing();
    const { tabGroups } = window;
    const descriptor = Object.getOwnPropertyDescriptor(window, "tabGroups");
    assert.ok(descriptor);
    const close = () => Promise.resolve(false);
    const value = { ...Object.getOwnPropertyDescriptors(tabGroups), close: { value: close } };
    await type(document, first);
    Object.defineProperty(window, "tabGroups", { value: Object.create(null, value), configurable: true });
    try {
      assert.equal(await document.save(), true);
      await done;
    } finally {
      Object.defineProperty(window, "tabGroups", descriptor);
    }
    await eventually(async () => (await stored()) === undefined, "the draft is gone");
    await workspace.fs.writeFile(document.uri, bytes(first));
    assert.equal(await stored(), undefined);
    await show(document.uri);
    await commands.executeCommand("workbench.action.closeActiveEditor");
  });

  it("have nothing of what is saved while the account is signed out", async () => {
    const { done, document } = await writing(false);
    const { state } = session.parts;
    const update = state.update.bind(state);
    const value = async (...given: Parameters<typeof update>) => {
      Reflect.deleteProperty(state, "update");
      await update(...given);
      await signOut(session.parts, session.accountId);
    };
    Object.defineProperty(state, "update", { value, configurable: true });
    await workspace.fs.writeFile(document.uri, bytes(first));
    assert.equal(await stored(), undefined);
    await commands.executeCommand(deploymentCommands.leavePayload, document.uri);
    await done;
  });

  it("have the text that is saved last, also when a form had it before", async () => {
    const document = await former("former", first);
    await type(document, second);
    // The form is left.
    await create({ picks: ["release/1"], form: [-1] });
    assert.equal(payloadTabs().length, 1);
    assert.equal(await document.save(), true);
    await type(document, first);
    assert.equal(await document.save(), true);
    assert.equal((await stored())?.payload, first);
    await show(document.uri);
    await commands.executeCommand("workbench.action.closeActiveEditor");
  });

  /**
   * Deploys “A text”, and answers the message with this button once `before` is done. A question about another text is left so
   * many times first. Answers the descriptions that forms have then.
   */
  const answerLater = async (
    button: string,
    before: () => Promise<void>,
    whileTyped = async (): Promise<void> => undefined,
    leaves = 0,
  ): Promise<readonly string[]> => {
    const { accounts } = session.parts;
    const filled: string[] = [];
    const shown: string[] = [];
    let answer: (button: string) => void = () => undefined;
    const answered = new Promise<string>((resolve) => (answer = resolve));
    const ask = (text: string, ...buttons: readonly unknown[]) => {
      shown.push(text);
      if (buttons.includes(button)) return answered;
      return buttons.includes("Sign In...") ? "Sign In..." : undefined;
    };
    const rows: (number | undefined)[] = [merging, description, 0];
    let left = 0;
    const showQuickPick = (items: readonly { readonly label: string }[]) => {
      const other = items.find(({ label }) => label.startsWith("Use what you wrote"));
      return other && left++ < leaves
        ? undefined
        : (other ?? items.find(({ label }) => label.includes("release/1")));
    };
    const showInputBox = () => whileTyped().then(() => "A text");
    const value = async () => {
      if (!accounts.get(session.accountId)) await signIn(session.parts, session.forge, tokens.mia);
    };
    const former = Object.getOwnPropertyDescriptor(accounts, "signIn");
    assert.ok(former);
    Object.defineProperty(accounts, "signIn", { value, configurable: true });
    try {
      await answering(
        { showQuickPick, showInputBox, showErrorMessage: ask, showWarningMessage: ask } as never,
        () =>
          choosing(
            (list) => {
              filled.push(list.items[description]?.description ?? "");
              return list.items[rows.shift() ?? -1];
            },
            async () => {
              const creating = commands.executeCommand(deploymentCommands.create, await row());
              await eventually(() => shown.length > 0, "it is said");
              filled.length = 0;
              await before();
              answer(button);
              await creating;
              await eventually(() => filled.length > 0, "the form is shown again");
            },
          ),
      );
    } finally {
      Object.defineProperty(accounts, "signIn", former);
    }
    return filled;
  };
  const leave = (): Promise<void> => signOut(session.parts, session.accountId);

  it("have what was sent and not confirmed when the account was signed out before it is sent again", async () => {
    session.forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "Oops" }, { status: 500 }) : undefined;
    assert.deepEqual(await answerLater("Send Again", leave), ["A text"]);
    assert.equal((await stored())?.description, "A text");
  });

  it("that were written since a message about the sign-out are not replaced without a question", async () => {
    const writeTheirs = async (): Promise<void> => {
      await signIn(session.parts, session.forge, tokens.mia);
      await storeTheirs();
    };
    assert.deepEqual(await answerLater("Sign In...", writeTheirs, leave), ["theirs"]);
    assert.deepEqual(await stored(), theirs);
    // The text of the form is nowhere else: who leaves the question doesn't lose it by that.
    await (await otherWindow()).delete(place(), { ...theirs, environment: "production" });
    assert.deepEqual(await answerLater("Sign In...", writeTheirs, leave, 1), ["theirs"]);
  });

  it("of a status are filled in until it is set", async () => {
    const values: (string | undefined)[] = [];
    const target = await row("production");
    const texts: (string | undefined)[] = [];
    const set = async (...typed: readonly (string | undefined)[]) => {
      texts.push(...typed);
      await answering(
        {
          showQuickPick: (items: readonly unknown[]) => items[0] as never,
          showInputBox: ({ value }: { readonly value?: string }) => {
            values.push(value);
            return texts.shift();
          },
          showErrorMessage: () => undefined,
        },
        async () => commands.executeCommand(deploymentCommands.setStatus, target),
      );
    };
    await set("https://example.com/log", undefined);
    session.forge.answer = ({ method }) =>
      method === "POST" ? Response.json({ message: "No" }, { status: 422 }) : undefined;
    await set("https://example.com/log", "It works");
    session.forge.answer = () => undefined;
    await set("https://example.com/log", "It works");
    await set(undefined);
    assert.deepEqual(
      values.map((value) => value ?? ""),
      ["", "", "https://example.com/log", "", "https://example.com/log", "It works", ""],
    );
    assert.deepEqual(
      posted().map((each) => each["description"]),
      ["It works", "It works"],
    );
  });
});
