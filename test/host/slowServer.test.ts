import assert from "node:assert/strict";
import { commands, window, workspace } from "vscode";
import { gistCommands, localChangeCommands } from "../../src/ids.ts";
import { contentUri } from "../../src/repos/uri.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { isUnsavedTab, show, type } from "./support/documents.ts";
import { withRecordedProgress } from "./support/recordedProgress.ts";
import { toolsSeed } from "./support/repoTools.ts";
import { ids, tokens } from "./support/seeds.ts";
import { withCountedProgress } from "../../src/ui/countedProgress.ts";
import { showInProgress, withProgress } from "../../src/ui/progress.ts";
import { useSession } from "./support/session.ts";

describe("A task that takes long", () => {
  it("can be canceled only where that ends it", () =>
    withRecordedProgress(async ({ cancellable, shown, cancel }) => {
      let finish = (): void => undefined;
      const goesOn = withProgress("goes on", () => new Promise<void>((resolve) => (finish = resolve)));
      const ends = withProgress(
        "ends",
        (signal) => new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("canceled"))),
      );
      await eventually(() => shown() === 2, "both are shown");
      assert.deepEqual(cancellable, ["ends"]);
      cancel();
      assert.equal(await ends, "canceled");
      finish();
      await goesOn;
      await eventually(() => shown() === 0, "both are over");
    }));
});

describe("A task that counts", () => {
  it("shows its count, and in its place that a call of it waits", () =>
    withRecordedProgress(async ({ messages }) => {
      await withCountedProgress("counts", async ({ signal, onProgress }) => {
        onProgress(1, 3);
        const waits = showInProgress(signal, "waits");
        onProgress(2, 3);
        waits?.dispose();
        onProgress(3, 3);
      });
      assert.deepEqual(messages, ["1 of 3", "waits", "waits", "2 of 3", "3 of 3"]);
    }));
});

describe("A server that doesn't answer", () => {
  const session = useSession({ seed: toolsSeed });
  let answerAll = (): void => undefined;
  const share = async (text: string): Promise<void> => {
    await window.showTextDocument(await workspace.openTextDocument({ content: text }));
    await commands.executeCommand(gistCommands.shareFiles);
  };
  /** Requests with this method wait until `answerAll`. */
  const hold = (held: string): void => {
    const answered = new Promise<undefined>((resolve) => {
      answerAll = () => resolve(undefined);
    });
    session.forge.answer = ({ method }) => (method === held ? answered : undefined);
  };
  afterEach(() => answerAll());

  it("is named after five seconds, and a save that is canceled then is stored and sent later", () =>
    withRecordedProgress(async ({ titles, shown, cancel }) => {
      const document = await show(session.uri(ids.hello, "hello.py"));
      await type(document, "print('later')\n");
      hold("PATCH");
      const saving = document.save();
      await eventually(() => titles.length === 1, "it is named", 15_000);
      assert.equal(titles[0], `${session.forge.host} hasn't responded for 5 seconds.`);
      cancel();
      assert.equal(await saving, true);
      await eventually(() => shown() === 0, "the notification is over");
      assert.equal(isUnsavedTab(document), false);
      session.forge.answer = () => undefined;
      answerAll();
      await eventually(
        () => session.forge.files(ids.hello)?.["hello.py"] === "print('later')\n",
        "it is sent",
        15_000,
      );
      assert.deepEqual(titles.length, 1);
    }));

  it("stores the canceled save of a repository's file, which is committed once when it is published", () =>
    withRecordedProgress(async ({ titles, shown, cancel }) => {
      const place = { accountId: session.accountId, owner: "mia", repo: "tools", ref: "main", path: "README.md" };
      const document = await show(contentUri(place));
      const text = `${document.getText()}// later\n`;
      await type(document, text);
      hold("PUT");
      const answers = { showInputBox: () => "Later", showWarningMessage: () => undefined };
      await answering(answers, async () => {
        const saving = document.save();
        await eventually(() => titles.length === 1, "it is named", 15_000);
        cancel();
        assert.equal(await saving, true);
        await eventually(() => shown() === 0, "the notification is over");
        assert.equal(isUnsavedTab(document), false);
        assert.equal(session.parts.localChanges.all.length, 1);
        session.forge.answer = () => undefined;
        answerAll();
        await commands.executeCommand(localChangeCommands.publish, document.uri);
        await eventually(() => session.parts.localChanges.all.length === 0, "nothing is stored any longer");
      });
      const { content = "" } = (await session.forge
        .client(tokens.mia)
        .call("repos.getContent", { user: "mia", repo: "tools", path: place.path })) as {
        readonly content?: string;
      };
      assert.equal(Buffer.from(content, "base64").toString(), text);
    }));

  it("is named in the notification of the task; what is canceled after it was sent may still be done, and that is said", () =>
    withRecordedProgress(async ({ titles, messages, cancel }) => {
      const said: string[][] = [];
      const showInformationMessage = (...parts: string[]): string | undefined => {
        said.push(parts);
        return parts.find((part) => part === "Refresh");
      };
      hold("POST");
      const before = session.forge.sent("GET").length;
      await answering({ showInformationMessage }, async () => {
        const sharing = share("canceled");
        await eventually(() => messages.length === 1, "it is named", 15_000);
        assert.deepEqual(titles, ["Sharing as gist…"]);
        cancel();
        await sharing;
        assert.deepEqual(messages, [`${session.forge.host} hasn't responded for 5 seconds.`, ""]);
        await eventually(() => said.length > 0, "it is said");
        await eventually(() => session.forge.sent("GET").length > before, "Refresh reads the gists");
      });
      assert.deepEqual(said, [["Canceled after it was sent: the server may still carry it out.", "Refresh"]]);
    }));

  it("is taken at its word when it did what was canceled", () =>
    withRecordedProgress(async ({ titles, cancel }) => {
      session.forge.change = async (answer, { method }) => {
        if (method !== "POST") return answer;
        await eventually(() => titles.includes("Sharing as gist…"), "it is shared");
        cancel();
        return answer;
      };
      await share("canceled too late");
      session.forge.change = (answer) => answer;
      assert.match(session.messages.join("|"), /^Shared as secret gist “[^|]*”\. Link copied to clipboard\.$/);
      assert.equal(session.forge.sent("POST").length, 1);
    }));
});
