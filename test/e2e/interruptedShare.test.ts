import assert from "node:assert/strict";
import { adaToken, seed, signInWithToken, startService } from "./support/service.ts";
import { testInWorkbench } from "./support/testInWorkbench.ts";

testInWorkbench(
  "A reload of the window in the middle of a share says afterwards what may have been shared",
  { files: { "notes.md": "one\ntwo\n" } },
  async (workbench) => {
    let sent = 0;
    let release = (): void => undefined;
    const released = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    const service = await startService(seed, 0, {
      answer: ({ method, url }) => {
        if (method !== "POST" || !url.endsWith("/gists")) return undefined;
        sent++;
        return released;
      },
    });
    const { toasts } = workbench;
    try {
      await signInWithToken(workbench, service.url, adaToken);
      await workbench.openFile("notes.md");
      await workbench.command("Forgeside: Share Selection as Gist");
      await toasts.wait("Sharing as gist");
      await workbench.reload();
      await toasts.wait("“notes.md” may have been shared: the window was reloaded");
      await workbench.screenshot("share-cut-off");
      assert.equal(sent, 1, "it isn't sent again");
      assert.deepEqual(await toasts.buttons("“notes.md” may have been shared"), ["Show Gists"]);
    } finally {
      release();
      await service.close();
    }
  },
);
