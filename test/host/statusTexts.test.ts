import assert from "node:assert/strict";
import { commands, type TextDocument, type Uri, window } from "vscode";
import { gistCommands, settings } from "../../src/ids.ts";
import { contentUri } from "../../src/repos/uri.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { hookTools, url } from "./support/hookTools.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { tokens } from "./support/seeds.ts";
import { signIn, useSession, withAutoSave, withSetting } from "./support/session.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

describe("The status bar's text of what is stored here", () => {
  const session = useSession({ seed: toolsSeed });
  const texts = useStatusTexts();
  const { place, make, uriOf } = hookTools(session);
  let former: PropertyDescriptor | undefined;
  beforeEach(() => {
    session.parts.repos.refresh();
    former = Object.getOwnPropertyDescriptor(window, "showInputBox");
    Object.defineProperty(window, "showInputBox", { value: async () => "My message", configurable: true });
  });
  afterEach(() => {
    if (former) Object.defineProperty(window, "showInputBox", former);
  });

  const save = () => commands.executeCommand("workbench.action.files.save");
  const autoSaved = async (uri: Uri, change: (text: string) => string): Promise<TextDocument> => {
    const document = await show(uri);
    await withAutoSave(async () => {
      await type(document, change(document.getText()));
      await eventually(() => !document.isDirty, "it is stored");
    });
    return document;
  };
  /** Newest first, for the others are below it. */
  const isShown = (text: string) => eventually(() => texts().at(-1) === text, `“${text}” in ${texts().join()}`);
  const isOver = (text: string) => eventually(() => !texts().includes(text), `“${text}” is over`);

  it("says that nothing is left to send where Try Again is pressed after a save that was sent", async () => {
    const document = await show(uriOf(await make()));
    await type(document, document.getText().replace('"push"', '"star"'));
    session.forge.answer = ({ method }) =>
      method === "PATCH" ? Response.json({ message: "Conflict" }, { status: 409 }) : undefined;
    const asked: string[] = [];
    let press: (answer: string) => void = () => undefined;
    const showWarningMessage = (question: string) => {
      asked.push(question);
      return new Promise<string>((resolve) => (press = resolve));
    };
    await answering({ showWarningMessage: showWarningMessage as never }, async () => {
      await save();
      await eventually(() => asked.length === 1, "it is reported");
      session.forge.answer = () => undefined;
      await save();
      await eventually(() => session.parts.localChanges.all.length === 0, "it is sent");
      press("Try Again");
      await isShown(`“${document.uri.path.split("/").at(-1)}” was published or discarded since then.`);
    });
    assert.match(asked.join(), /The server reports a conflict: Conflict\. Refresh and try again\./);
    assert.equal(session.forge.sent("PATCH").length, 2);
  });

  it("ends when the user's save has sent a hook", async () => {
    const text = "Saved on this computer. Run File: Save to send the webhook.";
    await autoSaved(uriOf(await make({ config: { url } })), (before) => before.replace('"push"', '"star"'));
    await isShown(text);
    await save();
    await isOver(text);
    assert.ok(session.forge.requests.some(({ method }) => method === "PATCH"));
  });

  it("ends when the user's save has committed a file", async () => {
    const text = "Saved on this computer. Run File: Save to commit it.";
    await autoSaved(contentUri({ ...place(), ref: "main", path: "README.md" }), () => "mine\n");
    await isShown(text);
    await save();
    await isOver(text);
    assert.ok(session.forge.requests.some(({ method }) => method === "PUT"));
  });

  it("ends when a commit that the user canceled is made after all", async () => {
    const text = "Stored on this computer, not sent: see Unpublished.";
    const document = await show(contentUri({ ...place(), ref: "main", path: "README.md" }));
    await type(document, "mine\n");
    await answering({ showInputBox: () => undefined }, async () => {
      await save();
      await isShown(text);
    });
    await save();
    await eventually(() => session.parts.localChanges.all.length === 0, "it is committed");
    await isOver(text);
  });

  describe("of a gist", () => {
    const newGist = async (): Promise<Uri> => {
      const gist = await session.forge
        .client(tokens.mia)
        .call("gists.create", { public: false, files: { "a.md": { content: "A\n" } } });
      return session.uri(gist.id, "a.md");
    };

    it("says that what Auto Save stored is published by itself, and ends when it is", async () => {
      const text = "Stored on this computer. It is published when you save, or after a pause.";
      await autoSaved(await newGist(), () => "mine\n");
      await isShown(text);
      await save();
      await isOver(text);
    });

    it("says that what Auto Save stored while its account is signed out waits for the sign-in, and then publishes it", async () => {
      const uri = await newGist();
      const document = await show(uri);
      await type(document, "mine\n");
      await session.parts.accounts.remove(session.accountId);
      const text = "Stored on this computer. It is published after you sign in to its account again.";
      await withAutoSave(async () => {
        await type(document, "mine too\n");
        await eventually(() => !document.isDirty, "it is stored");
      });
      await isShown(text);
      await withSetting(settings.publishPause, 1, async () => {
        await signIn(session.parts, session.forge, tokens.mia);
        await isOver(text);
      });
      await eventually(() => session.forge.sent("PATCH").length === 1, "it is published");
    });

    it("says that it waits for a pause, where that is chosen", () =>
      withSetting(settings.publish, "afterPause", async () => {
        const document = await show(await newGist());
        await type(document, "mine\n");
        assert.equal(await document.save(), true);
        await isShown("Stored on this computer. It is published after a pause.");
      }));

    it("says that it waits for Publish, where that is chosen, and ends when it is published", () =>
      withSetting(settings.publish, "manual", async () => {
        const text = "Stored on this computer until you publish it.";
        const document = await autoSaved(await newGist(), () => "mine\n");
        await isShown(text);
        await commands.executeCommand(gistCommands.publish, document.uri);
        await isOver(text);
        assert.ok(session.forge.requests.some(({ method }) => method === "PATCH"));
      }));
  });
});
