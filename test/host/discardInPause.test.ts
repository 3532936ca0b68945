import assert from "node:assert/strict";
import { commands, type TextDocument, type Uri } from "vscode";
import { gistCommands, localChangeCommands } from "../../src/ids.ts";
import { countTabs } from "../../src/ui/tabs.ts";
import { eventually } from "../support/eventually.ts";
import { answering } from "./support/answers.ts";
import { show, type } from "./support/documents.ts";
import { yes } from "./support/hookTools.ts";
import { useRepositorySession } from "./support/repositorySession.ts";
import { ids } from "./support/seeds.ts";
import { useStatusTexts } from "./support/statusTexts.ts";

describe("The editor of a file whose edit is discarded while the service asks for silence", () => {
  const { session, uri, add, atService } = useRepositorySession();
  const statusTexts = useStatusTexts();
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

  for (const [title, isDirty, prepare] of [
    [
      "of a gist",
      false,
      async () => ({
        target: session.uri(ids.hello, "hello.py"),
        discard: gistCommands.discardEdit,
        published: async () => session.forge.files(ids.hello)?.["hello.py"],
      }),
    ],
    [
      "of a repository",
      false,
      async () => {
        await add("discarded.txt", "one\n");
        return {
          target: uri("discarded.txt"),
          discard: localChangeCommands.discard,
          published: () => atService("discarded.txt"),
        };
      },
    ],
    [
      "of a gist, with unsaved text",
      true,
      async () => ({
        target: session.uri(ids.hello, "hello.py"),
        discard: gistCommands.discardEdit,
        published: async () => session.forge.files(ids.hello)?.["hello.py"],
      }),
    ],
  ] as const)
    it(`is closed, and what is saved later has nothing of the edit: a file ${title}`, async () => {
      const { target, discard, published } = await prepare();
      const document = await show(target);
      const before = document.getText();
      await saved(target, "discarded\n");
      if (isDirty) await type(document, "discarded, and more\n");
      await answering({ showWarningMessage: yes }, () => commands.executeCommand(discard, target));
      await eventually(() => countTabs(target) === 0, "the editor with the discarded text is closed");
      assert.match(
        statusTexts().at(-1) ?? "",
        /^“(hello\.py|discarded\.txt)” was closed: the server accepts no requests until \d/,
      );
      await endPause();
      const again = await show(target);
      await eventually(() => again.getText() === before, "it shows what the service has");
      await type(again, `${before}more\n`);
      await answering({ showWarningMessage: () => undefined, showInputBox: () => "My message" }, async () =>
        assert.equal(await again.save(), true),
      );
      await eventually(async () => (await published()) === `${before}more\n`, "it is published");
    });
});
