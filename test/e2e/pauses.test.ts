import assert from "node:assert/strict";
import { poll } from "../support/run/poll.ts";
import { openGists } from "./support/gists.ts";
import { adaSecondToken, helloId, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

testInWorkbench(
  "A pause of the server: a save and a list don't wait for its end, rows say until when, and all is done after it",
  {},
  async (workbench) => {
    let until = 0;
    const service = await startService(undefined, 0, {
      answer: ({ headers }) => {
        const seconds = Math.ceil((until - Date.now()) / 1000);
        const isOurs = headers.get("authorization")?.includes(adaSecondToken) !== true;
        return seconds > 0 && isOurs
          ? Response.json({ message: "Slow down" }, { status: 429, headers: { "retry-after": String(seconds) } })
          : undefined;
      },
    });
    try {
      const { editor } = workbench;
      const tree = await openGists(workbench, service);
      await tree.expand("Hello in two languages");
      await tree.click("hello.py");
      await editor.waitTab("hello.py");
      await editor.waitText("print");
      until = Date.now() + 15_000;
      await tree.row("Starred").click();
      await editor.select(1);
      await editor.type("print('after the pause')");
      await editor.save();
      const descriptionOf = async (row: RegExp): Promise<string | undefined> =>
        (await tree.rows()).find(({ label }) => row.test(label))?.description;
      const wait = (isSo: () => Promise<boolean>, what: string) => poll(isSo, { timeout: 30_000, what });
      await wait(
        async () => /^rate limit exceeded, sent at \d/.test((await descriptionOf(/^hello\.py$/)) ?? ""),
        "the row of the edit",
      );
      const isLimited = async () => (await descriptionOf(/^Rate limit exceeded until/)) !== undefined;
      await wait(isLimited, "the row in place of the list");
      await workbench.screenshot("pause-rows");
      assert.ok(Date.now() < until, "the rows came before the end of the pause");
      // Both by themselves.
      await wait(async () => (await descriptionOf(/^Unpublished$/)) === undefined, "the edit is sent");
      await wait(async () => !(await isLimited()), "the list is read");
      assert.match((await service.gist(helloId)).files["hello.py"]?.content ?? "", /after the pause/);
      await workbench.screenshot("pause-over");
    } finally {
      await service.close();
    }
  },
);
