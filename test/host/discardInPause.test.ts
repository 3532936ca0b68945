import assert from "node:assert/strict";
import { commands, type TextDocument, type Uri } from "vscode";
import { gistCommands, localChangeCommands } from "../../src/ids.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { yes } from "./support/hookTools.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { ids } from "./support/seeds.ts";

describe("The editor of a file whose edit is discarded while the service asks for silence", () => {
  const { session, uri, add, atService } = useRepositorySession();
  const pause = (): void => {
    const reset = String(Math.ceil(Date.now() / 1000) + 600);
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
    session.forge.answer = () => Response.json({ message: "API rate limit exceeded" }, { status: 403, headers });
  };
  const endPause = async (): Promise<void> => {
    session.forge.answer = () => undefined;
    await session.parts.accounts.get(session.accountId)?.client.call("misc.rateLimit", {});
  };
  const saved = async (target: Uri, text: string): Promise<TextDocument> => {
    const document = await show(target);
    pause();
    await type(document, text);
    await answering({ showWarningMessage: () => undefined, showInputBox: () => "My message" }, async () =>
      assert.equal(await document.save(), true),
    );
    return document;
  };

  for (const [title, prepare] of [
    [
      "of a gist",
      async () => ({
        target: session.uri(ids.hello, "hello.py"),
        discard: gistCommands.discardEdit,
        published: async () => session.forge.files(ids.hello)?.["hello.py"],
      }),
    ],
    [
      "of a repository",
      async () => {
        await add("discarded.txt", "one\n");
        return {
          target: uri("discarded.txt"),
          discard: localChangeCommands.discard,
          published: () => atService("discarded.txt"),
        };
      },
    ],
  ] as const)
    it(`shows at once what the edit was based on, and a save after that has nothing of the edit: a file ${title}`, async () => {
      const { target, discard, published } = await prepare();
      const document = await show(target);
      const before = document.getText();
      await saved(target, "discarded\n");
      await answering({ showWarningMessage: yes }, () => commands.executeCommand(discard, target));
      await eventually(() => document.getText() === before, "the editor shows what the edit was based on");
      assert.equal(document.isDirty, false);
      await endPause();
      await type(document, `${before}more\n`);
      await answering({ showWarningMessage: () => undefined, showInputBox: () => "My message" }, async () =>
        assert.equal(await document.save(), true),
      );
      await eventually(async () => (await published()) === `${before}more\n`, "it is published");
      assert.equal(document.getText(), `${before}more\n`);
    });
});
