import assert from "node:assert/strict";
import { EventEmitter, window } from "vscode";
import { eventually } from "../support/eventually.ts";
import { isUnsavedTab, show, type } from "./support/documents.ts";
import { ids } from "./support/seeds.ts";
import { useSession } from "./support/session.ts";

describe("A server that doesn't answer", () => {
  const session = useSession();

  it("is named after five seconds, and a save that is canceled then is stored and sent later", async () => {
    const former = Object.getOwnPropertyDescriptor(window, "withProgress");
    const titles: string[] = [];
    const canceled = new EventEmitter<void>();
    let shown = 0;
    const withProgress = async (
      { title }: { readonly title: string },
      task: (progress: object, token: object) => Promise<unknown>,
    ) => {
      titles.push(title);
      shown += 1;
      await task({ report: () => undefined }, { onCancellationRequested: canceled.event });
      shown -= 1;
    };
    Object.defineProperty(window, "withProgress", { value: withProgress, configurable: true, writable: true });
    let answerAll = (): void => undefined;
    const held = new Promise<undefined>((resolve) => {
      answerAll = () => resolve(undefined);
    });
    try {
      const document = await show(session.uri(ids.hello, "hello.py"));
      await type(document, "print('later')\n");
      session.forge.answer = ({ method }) => (method === "PATCH" ? held : undefined);
      const saving = document.save();
      await eventually(() => titles.length === 1, "it is named", 15_000);
      assert.equal(titles[0], `${session.forge.host} hasn't answered for 5 seconds.`);
      canceled.fire();
      assert.equal(await saving, true);
      await eventually(() => shown === 0, "the notification is over");
      assert.equal(isUnsavedTab(document), false);
      session.forge.answer = () => undefined;
      answerAll();
      await eventually(
        () => session.forge.files(ids.hello)?.["hello.py"] === "print('later')\n",
        "it is sent",
        15_000,
      );
      assert.deepEqual(titles.length, 1);
    } finally {
      answerAll();
      canceled.dispose();
      if (former) Object.defineProperty(window, "withProgress", former);
    }
  });
});
